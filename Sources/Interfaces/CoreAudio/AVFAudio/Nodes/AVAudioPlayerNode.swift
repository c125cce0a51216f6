import AudioDevices
import AudioGraph
import Dispatch
import Foundation

/// Plays buffers and files, in sequence or at given times.
///
/// Its time line begins at 0 when it is played and stops while it is paused; it continues after the last sound.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  let schedule = SoundSchedule()
  private let levels = InputLevels()
  /// The queue on which completion handlers are called: never the main thread, nor a rendering one.
  let handlers = DispatchQueue(label: "AVAudioPlayerNodeImpl.CompletionHandlerQueue")

  /// Creates a player without sound, which is paused.
  public override init() { super.init() }

  override var ownLevels: InputLevels? { levels }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    guard let owner, owner.manual == nil else { return try ScheduleStage(schedule, format: format, capacity: capacity) }
    let device = owner.device
    return try ScheduleStage(schedule, format: format, capacity: capacity) {
      UInt64(Double(max(0, device.report(.output).latencyFrameCount)) / device.format.sampleRate * 1e9)
    }
  }

  override func engineStopped() { schedule.pause(stageGoesOn: false) }

  override func detached() { stop() }

  /// Reads ahead, and reports sounds that have ended.
  func serve(hasClock: Bool) {
    schedule.fill()
    schedule.report(at: hasClock ? HostClock.now : nil)
  }

  // MARK: Mixing

  /// The volume at the next mixer.
  open var volume: Float {
    get { levels.volume }
    set { levels.volume = newValue }
  }

  /// The position at the next mixer.
  open var pan: Float {
    get { levels.pan }
    set { levels.pan = newValue }
  }

  /// Returns the volume and position at one connection only.
  open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    mixingDestination(mixer, bus)
  }

  // MARK: Playing

  /// True from ``play()`` to ``pause()`` or ``stop()``, with or without sound.
  open var isPlaying: Bool { schedule.isPlaying }

  /// Resumes playing with the next rendered frame.
  ///
  /// - Precondition: The engine runs, and the node is connected.
  open func play() { play(at: nil) }

  /// Plays from a time of the node, such as ``AVAudioNode/lastRenderTime``, or of the host's clock.
  ///
  /// - Precondition: The engine runs, and the node is connected.
  open func play(at when: AVAudioTime?) {
    let rate = EngineLock.held {
      require(owner != nil, "_engine != nil")
      require(owner?.running == true, "_engine->IsRunning()")
      precondition(
        owner?.links.contains { $0.source === self } == true,
        "com.apple.coreaudio.avfaudio: player started when in a disconnected state")
      return currentFormat.sampleRate
    }
    guard let when else { return schedule.play() }
    if when.isSampleTimeValid {
      schedule.play(at: RenderMoment(sampleTime: Self.frames(when, rate)))
    } else {
      require(when.isHostTimeValid, "when == nil || when.isSampleTimeValid || when.isHostTimeValid")
      schedule.play(at: RenderMoment(sampleTime: .nan, hostTime: when.hostTime))
    }
  }

  /// Pauses the sound, without losing any.
  open func pause() { schedule.pause() }

  /// Stops all sounds and returns to the start of the time line. Calls all their handlers.
  open func stop() {
    schedule.stop()
    schedule.report(at: nil)
  }

  /// Stops like ``stop()``.
  open override func reset() {
    super.reset()
    stop()
  }

  /// Reads the next scheduled files ahead, up to about half a second, whatever the argument.
  open func prepare(withFrameCount frameCount: AVAudioFrameCount) { schedule.fill() }

  // MARK: Time

  private static func frames(_ time: AVAudioTime, _ rate: Double) -> Double {
    let frames = time.audioTimeStamp.mSampleTime
    return time.sampleRate > 0 && time.sampleRate != rate ? (frames / time.sampleRate * rate).rounded() : frames
  }

  /// Returns a time of the node on the player's time line; `nil` if it does not play.
  ///
  /// - Precondition: The time is given in samples.
  open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
    require(nodeTime.isSampleTimeValid, "nodeTime.isSampleTimeValid")
    let rate = EngineLock.held { currentFormat.sampleRate }
    guard let frame = schedule.frame(atSampleTime: Self.frames(nodeTime, rate)) else { return nil }
    let moment = RenderMoment(sampleTime: frame, hostTime: nodeTime.isHostTimeValid ? nodeTime.hostTime : 0)
    return AVAudioTime(moment, rate: rate)
  }

  /// Converts a time of the player's time line to the node's; `nil` if the player does not play.
  ///
  /// - Precondition: The time is given in samples.
  open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
    require(playerTime.isSampleTimeValid, "playerTime.isSampleTimeValid")
    let rate = EngineLock.held { currentFormat.sampleRate }
    guard let frame = schedule.sampleTime(atFrame: Self.frames(playerTime, rate)) else { return nil }
    let moment = RenderMoment(sampleTime: frame, hostTime: playerTime.isHostTimeValid ? playerTime.hostTime : 0)
    return AVAudioTime(moment, rate: rate)
  }

  /// Returns the start of a sound.
  func start(_ when: AVAudioTime?) -> SoundStart {
    guard let when else { return .next }
    if when.isSampleTimeValid {
      return .frame(Int64(exactly: Self.frames(when, currentFormat.sampleRate).rounded()) ?? .max)
    }
    require(when.isHostTimeValid, "when == nil || when.isSampleTimeValid || when.isHostTimeValid")
    return owner?.manual == nil ? .hostTime(when.hostTime) : .next
  }
}

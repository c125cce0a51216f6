import AudioConversion
import AudioDevices
import AudioErrors
import AudioGraph
import Dispatch
import Foundation

extension AVAudioPlayer {
  /// The number of repetitions that are scheduled at a time, so that they follow without a gap.
  private static let pendingLimit = 2

  /// Opens the device and reads ahead; ``play()`` also does this.
  ///
  /// - Returns: False if the file cannot be played here.
  @discardableResult
  public func prepareToPlay() -> Bool {
    EngineLock.held {
      guard format.graphFormat.isPossible else { return false }
      connect()
      scheduleMore()
      engine.prepare()
      return true
    }
  }

  /// Plays from ``currentTime`` on.
  ///
  /// - Returns: False if the device does not start.
  @discardableResult
  public func play() -> Bool { play(at: nil) }

  /// Plays from a time of ``deviceCurrentTime`` on.
  ///
  /// - Returns: As ``play()``.
  @discardableResult
  public func play(atTime time: TimeInterval) -> Bool {
    let distance = max(0, time - deviceCurrentTime)
    guard distance.isFinite, distance < 1e6 else { return false }
    return play(at: AVAudioTime(hostTime: HostClock.now &+ UInt64(distance * 1e9)))
  }

  private func play(at time: AVAudioTime?) -> Bool {
    EngineLock.held {
      guard prepareToPlay() else { return false }
      do { try engine.start() } catch { return false }
      node.play(at: time)
      state.isPlaying = true
      return true
    }
  }

  /// Pauses the sound; ``play()`` continues.
  public func pause() {
    EngineLock.held {
      keepPlace()
      state.isPlaying = false
      engine.stop()
    }
  }

  /// Releases the device. ``currentTime`` stays, and ``play()`` resumes there.
  public func stop() { pause() }

  /// The position of the next frame in the file, in seconds. Setting it seeks, also while playing; positions outside
  /// the file are clamped.
  public var currentTime: TimeInterval {
    get { EngineLock.held { Double(currentFrame) / format.sampleRate } }
    set {
      EngineLock.held {
        let wanted = newValue.isNaN ? 0 : min(max(newValue, 0), duration)
        let wasPlaying = state.isPlaying
        forgetScheduled()
        state.firstFrame = min(frameCount, Int64((wanted * format.sampleRate).rounded()))
        scheduleMore()
        if wasPlaying { node.play() }
      }
    }
  }

  /// The device's time in seconds.
  public var deviceCurrentTime: TimeInterval {
    let device = EngineLock.held { engine.device }
    return device.currentTime.sampleTime / device.format.sampleRate
  }

  /// Changes the volume linearly over a number of seconds.
  public func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    EngineLock.held {
      state.fade?.cancel()
      state.fade = nil
      let (start, end) = (node.volume, volume.isNaN ? 0 : min(max(volume, 0), 1))
      guard duration > 0, duration.isFinite, start != end else { return node.volume = end }
      let began = HostClock.now
      // It retains itself until the fade has ended, or the player is deallocated.
      let timer = DispatchSource.makeTimerSource(queue: node.handlers)
      timer.schedule(deadline: .now(), repeating: .milliseconds(10))
      timer.setEventHandler { [weak node] in
        let share = Float(min(1, Double(HostClock.now - began) / 1e9 / duration))
        node?.volume = share == 1 ? end : start + (end - start) * share
        if share == 1 || node == nil { timer.cancel() }
      }
      state.fade = timer
      timer.resume()
    }
  }

  // MARK: Inside

  /// The frame of the file that is played next.
  private var currentFrame: Int64 {
    guard state.isPlaying, frameCount > 0, let time = node.lastRenderTime,
      let heard = node.playerTime(forNodeTime: time)
    else { return state.firstFrame }
    let frame = state.firstFrame + max(0, heard.sampleTime)
    return state.loops == 0 ? min(frame, frameCount) : frame % max(1, frameCount)
  }

  /// Connects the nodes, with the change of the rate if it is requested.
  private func connect() {
    guard !state.isConnected else { return }
    state.isConnected = true
    if state.changesRate {
      engine.connect(node, to: speed, format: format)
      engine.connect(speed, to: engine.mainMixerNode, format: format)
    } else {
      engine.disconnectNodeInput(speed)
      engine.disconnectNodeOutput(speed)
      engine.connect(node, to: engine.mainMixerNode, format: format)
    }
  }

  /// Starts again at the present frame.
  private func keepPlace() {
    let frame = currentFrame
    forgetScheduled()
    state.firstFrame = frame
  }

  private func forgetScheduled() {
    state.generation += 1
    (state.pending, state.repetitions, state.streams) = (0, 0, [])
    node.stop()
  }

  /// Schedules repetitions, some ahead.
  private func scheduleMore() {
    while state.pending < Self.pendingLimit {
      let isFirst = state.pending == 0 && state.repetitions == 0 && state.streams.isEmpty
      if !isFirst {
        guard state.loops < 0 || state.repetitions < state.loops, frameCount > 0 else { return }
        state.repetitions += 1
      }
      let part = isFirst && state.firstFrame > 0 ? state.firstFrame..<max(state.firstFrame, frameCount) : nil
      let (origin, format, generation) = (origin, format.graphFormat, state.generation)
      let expected = part == nil ? frameCount : nil
      let stream = SoundStream(channelCount: format.channelCount) {
        let source = try origin.open(part, as: format)
        guard expected == nil || source.frameCount ?? 0 == expected else {
          throw AudioError(.changed, .file, "the file has become another one")
        }
        return source
      }
      state.pending += 1
      state.streams.append(stream)
      let queue = node.handlers
      node.schedule.schedule(
        ScheduledSound(
          .stream(stream), at: .next,
          (
            .playedBack,
            { [weak self] in
              let player = self
              queue.async { player?.hasEnded(stream, generation) }
            }
          )))
    }
  }

  /// Continues after a repetition, or reports the end.
  private func hasEnded(_ stream: SoundStream, _ generation: Int) {
    let isOver: Bool = EngineLock.held {
      guard generation == state.generation else { return false }
      state.pending -= 1
      // Read beforehand: a closure must not read an array that `removeAll` is changing.
      let isLast = state.streams.count == 1
      if !isLast { state.streams.removeAll { $0 === stream } }
      if stream.failure == nil { scheduleMore() }
      guard state.pending == 0 || stream.failure != nil else { return false }
      forgetScheduled()
      (state.isPlaying, state.firstFrame) = (false, 0)
      engine.stop()
      return true
    }
    guard isOver else { return }
    let failure = stream.failure.map { SoundOrigin.error($0) }
    EngineLock.held { state.ended }?(failure)
    DispatchQueue.main.async {
      if let failure { self.delegate?.audioPlayerDecodeErrorDidOccur(self, error: failure) }
      self.delegate?.audioPlayerDidFinishPlaying(self, successfully: failure == nil)
    }
  }

  /// Connects the meter to the node's output, or disconnects it.
  func setMetering(_ isEnabled: Bool) {
    guard isEnabled else { return node.removeTap(onBus: 0) }
    connect()
    let meter = meter
    node.installTap(onBus: 0, bufferSize: 1, format: nil) { buffer, _ in meter.measure(buffer) }
  }
}

extension LevelMeter {
  /// Measures the frames of a buffer of floats.
  package func measure(_ buffer: AVAudioPCMBuffer) {
    let count = Int(buffer.frameLength)
    var samples: [Float] = []
    for channel in 0..<Int(buffer.format.channelCount) {
      guard let plane = unsafe buffer.floatChannelData?[channel] else { return }
      for index in 0..<count { samples.append(unsafe plane[index * buffer.stride]) }
    }
    measure(samples.span, frameCount: count)
  }
}

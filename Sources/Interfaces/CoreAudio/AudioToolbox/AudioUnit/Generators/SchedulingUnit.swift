import AudioBase
import AudioDevices
import AudioGraph
import CAudioToolbox
import Dispatch
import Synchronization

/// Calls a function repeatedly on a queue until it is deallocated.
///
/// `@unchecked`: timers may be made and ended by any thread.
private final class ServiceTimer: @unchecked Sendable {
  private let source: any DispatchSourceTimer

  init(_ queue: DispatchQueue, milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: .now(), repeating: .milliseconds(milliseconds), leeway: .milliseconds(2))
    source.setEventHandler(handler: body)
    source.resume()
  }

  deinit { source.cancel() }
}

/// A generator that plays scheduled sounds: its time line, its start, and the notification of ends.
///
/// The time line begins at the start time that the program sets. A program that renders itself waits for files, and is
/// notified of ends before its call returns; where a device renders, another thread reads ahead and notifies.
///
/// `@unchecked`: the timer is guarded by a lock, the schedule has one.
class SchedulingUnit: GraphUnit, @unchecked Sendable {
  let schedule = SoundSchedule()
  private let timer = Lock<ServiceTimer?>(nil)
  private let queue = DispatchQueue(label: "AudioUnit.Schedule")

  /// The interval at which files are read ahead, and ends are reported, in milliseconds.
  private static let servicePeriod = 10

  init(_ kind: UnitKind) { super.init(kind, inputCount: 0) }

  // MARK: Rendering

  override func makeDesign(_ format: GraphFormat, capacity: Int) throws(AudioError) -> GraphDesign {
    var design = GraphDesign()
    design.output = try ScheduleStage(schedule, format: format, capacity: capacity)
    return design
  }

  override func sampleTime(_ call: RenderCall) -> Double? {
    let time = unsafe call.time.pointee
    return time.mFlags.contains(.sampleTimeValid) && time.mSampleTime.isFinite ? time.mSampleTime : nil
  }

  override func didRender() { if !RenderingThread.isOnDevice { schedule.report(at: nil) } }

  override func didInitialize(_ configuration: Configuration) throws(Status) {
    try super.didInitialize(configuration)
    let new = ServiceTimer(queue, milliseconds: Self.servicePeriod) { [weak self] in
      self?.schedule.fill()
      self?.schedule.report(at: nil)
    }
    timer.withLock { $0 = new }
  }

  override func willUninitialize() { timer.withLock { $0 = nil } }

  // MARK: Ending

  /// Cancels all scheduled sounds, and notifies the program.
  override func reset() {
    unschedule()
    super.reset()
  }

  override func stopForDisposal() { unschedule() }

  private func unschedule() {
    schedule.stop()
    schedule.report(at: nil)
  }

  /// Sets a format; sounds scheduled in another format are cancelled.
  override func setFormat(_ scope: AudioUnitScope, _ element: Int, _ format: UnitFormat) throws(Status) {
    let before = outputFormat(0)
    try super.setFormat(scope, element, format)
    if let before, !before.isSame(as: format) { unschedule() }
  }

  // MARK: Properties

  override func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer {
    switch address.property {
    case kAudioUnitProperty_ScheduleStartTimeStamp:
      try address.require(kAudioUnitScope_Global)
      return .settable(byteCount: MemoryLayout<AudioTimeStamp>.size)
    case kAudioUnitProperty_CurrentPlayTime:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(currentPlayTime))
    default: return try super.answer(address)
    }
  }

  override func set(_ address: UnitAddress, to source: PropertySource) throws(Status) {
    if address.property == kAudioUnitProperty_CurrentPlayTime { throw Status(kAudioUnitErr_PropertyNotWritable) }
    guard address.property == kAudioUnitProperty_ScheduleStartTimeStamp else {
      return try super.set(address, to: source)
    }
    try address.require(kAudioUnitScope_Global)
    schedule.begin(
      at: try Self.moment(try source.exactly(AudioTimeStamp.self, orThrow: kAudioUnitErr_InvalidPropertyValue)))
  }

  /// Returns the moment of a start time; `nil` for immediately, as for a sample time below 0 or a host time of 0.
  private static func moment(_ time: AudioTimeStamp) throws(Status) -> RenderMoment? {
    if time.mFlags.contains(.sampleTimeValid) {
      guard time.mSampleTime.isFinite else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
      return time.mSampleTime < 0 ? nil : RenderMoment(sampleTime: time.mSampleTime)
    }
    guard time.mFlags.contains(.hostTimeValid) else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
    return time.mHostTime == 0 ? nil : RenderMoment(sampleTime: .nan, hostTime: time.mHostTime)
  }

  /// Frames since the start, and −1 before it.
  private var currentPlayTime: AudioTimeStamp {
    let frame = renderedTime.flatMap { schedule.frame(atSampleTime: $0) } ?? -1
    return AudioTimeStamp(sampleTime: frame < 0 ? -1 : frame, nil)
  }

  /// Returns the start of a sound with a program's time stamp: a frame of the time line, or after the previous sound.
  func start(_ time: AudioTimeStamp) throws(Status) -> SoundStart {
    guard time.mFlags.contains(.sampleTimeValid) else {
      guard time.mFlags.contains(.hostTimeValid), time.mHostTime > 0 else { return .next }
      return .hostTime(time.mHostTime)
    }
    guard time.mSampleTime.isFinite, time.mSampleTime.magnitude < 0x1p53 else {
      throw Status(kAudioUnitErr_InvalidPropertyValue)
    }
    return time.mSampleTime < 0 ? .next : .frame(Int64(time.mSampleTime.rounded()))
  }
}

import AudioBase
import AudioDevices
import AudioGraph
import AudioToolbox
import Synchronization

// Bound throughout: the queue limits the changes that wait.
// Holds throughout: there are no more events than changes.

/// The state of a unit that is rendered by its blocks: changes to come, observers, and the largest number of frames.
///
/// `@unchecked`: what is not atomic or swapped belongs to the thread that has the turn.
@safe
final class UnitRendering: @unchecked Sendable {
  /// The observers of rendering.
  ///
  /// `@unchecked`: blocks of programs are called and never changed.
  @safe
  final class Observers: @unchecked Sendable {
    let list: [(token: Int, block: AURenderObserver)]
    init(_ list: [(token: Int, block: AURenderObserver)]) { unsafe self.list = unsafe list }
  }

  private let allocated = Atomic<Bool>(false)
  private let bypassed = Atomic<Bool>(false)
  private let most = Atomic<AUAudioFrameCount>(512)
  private let lastToken = Atomic<Int>(0)
  private let turn = RenderTurn()
  private let observers = unsafe SwappedReference(Observers([]))
  private let changes = ParameterChangeQueue()
  /// The changes that come after the frames that were rendered last, in the order of their times.
  private var waiting: [ParameterChange] = []
  /// The memory of the events of a call.
  private let events: UnsafeMutablePointer<AURenderEvent>

  init() {
    unsafe events = .allocate(capacity: ParameterChangeQueue.capacity)
    unsafe events.initialize(repeating: AURenderEvent(), count: ParameterChangeQueue.capacity)
    waiting.reserveCapacity(ParameterChangeQueue.capacity)
  }

  deinit { unsafe events.deallocate() }

  /// True while the unit can be rendered.
  var isAllocated: Bool {
    get { allocated.load(ordering: .acquiring) }
    set { allocated.store(newValue, ordering: .releasing) }
  }

  /// True if sound is to pass as it comes.
  var isBypassed: Bool {
    get { bypassed.load(ordering: .relaxed) }
    set { bypassed.store(newValue, ordering: .relaxed) }
  }

  /// The largest number of frames that are rendered at a time.
  var maximumFrames: AUAudioFrameCount {
    get { most.load(ordering: .relaxed) }
    set { most.store(newValue, ordering: .relaxed) }
  }

  // MARK: Observers

  func add(_ observer: @escaping AURenderObserver) -> Int {
    let token = lastToken.add(1, ordering: .relaxed).newValue
    observers.replace { unsafe Observers($0.list + [(token, observer)]) }
    observers.settle()
    return token
  }

  func remove(_ token: Int) {
    observers.replace { unsafe Observers($0.list.filter { unsafe $0.token != token }) }
    observers.settle()
  }

  // MARK: Changes

  /// Times beyond ±2^60 are as good as never and long ago.
  private static let latest: AUEventSampleTime = 1 << 60

  /// Schedules the change of a parameter; one too many changes nothing, as with Apple's block, which gives no answer.
  func schedule(
    _ address: AUParameterAddress, to value: AUValue, at time: AUEventSampleTime, over duration: AUAudioFrameCount
  ) {
    // Offsets from the present slice are small numbers above the one that stands for it.
    let isAbsolute = time >= 0 || time < AUEventSampleTimeImmediate
    let start = isAbsolute ? min(max(time, -Self.latest), Self.latest) : time - AUEventSampleTimeImmediate
    var change = ParameterChange(
      Int(truncatingIfNeeded: address), start: Int(start), duration: Int(duration), values: (value, value))
    change.isAbsolute = isAbsolute
    _ = changes.append(change)
  }

  /// Returns the list of the events of some frames: those that are late come with the first of them.
  private func events(from start: Int, count: Int) -> UnsafePointer<AURenderEvent>? {
    while waiting.count < ParameterChangeQueue.capacity, var change = changes.next() {
      if !change.isAbsolute { change.start += start }
      waiting.insert(change, at: waiting.lastIndex { $0.start <= change.start }.map { $0 + 1 } ?? 0)
    }
    var number = 0
    while number < waiting.count, waiting[number].start - start < count {
      let change = waiting[number]
      var event = unsafe AUParameterEvent()
      unsafe event.eventSampleTime = AUEventSampleTime(max(change.start, start))
      unsafe event.eventType = change.duration > 0 ? .parameterRamp : .parameter
      unsafe event.rampDurationSampleFrames = AUAudioFrameCount(change.duration)
      unsafe event.parameterAddress = AUParameterAddress(truncatingIfNeeded: change.target ?? 0)
      unsafe event.value = change.to
      if number > 0 { unsafe (events + number - 1).pointee.head.next = events + number }
      unsafe (events + number).pointee.parameter = event
      number += 1
    }
    guard number > 0 else { return nil }
    waiting.removeSubrange(0..<number)
    return unsafe UnsafePointer(events)
  }

  // MARK: Rendering

  /// Calls a unit's own block with the events of the frames, between the calls of the observers.
  ///
  /// - Returns: The block's status; `kAudioUnitErr_CannotDoInCurrentContext` while another thread renders the unit, or
  ///   within that.
  func render(
    _ block: AUInternalRenderBlock, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount, _ bus: Int,
    _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: AURenderPullInputBlock?
  ) -> AUAudioUnitStatus {
    guard isAllocated else { return kAudioUnitErr_Uninitialized }
    guard frameCount <= maximumFrames else { return kAudioUnitErr_TooManyFramesToProcess }
    guard turn.take() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { turn.giveBack() }
    var status = noErr
    RenderingThread.enter(.program) {
      unsafe tell(flags.pointee.union(.unitRenderAction_PreRender), time, frameCount, bus)
      let due = unsafe events(from: time.pointee.frame, count: Int(frameCount))
      status = unsafe block(flags, time, frameCount, bus, list, due, pull)
      let failure: AudioUnitRenderActionFlags = status == noErr ? [] : .unitRenderAction_PostRenderError
      unsafe tell(flags.pointee.union([.unitRenderAction_PostRender, failure]), time, frameCount, bus)
    }
    return status
  }

  private func tell(
    _ flags: AudioUnitRenderActionFlags, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
    _ bus: Int
  ) {
    observers.use { observers in
      for unsafe(_, observer) in unsafe observers.list { unsafe observer(flags, time, frameCount, bus) }
    }
  }
}

extension AudioTimeStamp {
  /// The sample time as a whole number; limited to ±2^60, and 0 for NaN.
  var frame: Int { mSampleTime.isNaN ? 0 : Int(min(max(mSampleTime, -0x1p60), 0x1p60)) }
}

import AudioBase
import AudioDevices
import AudioGraph
import AudioToolbox
import Synchronization

/// The state of a unit that is rendered by its blocks: events to come, observers, and the largest number of frames.
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
  /// The events to come.
  let events = UnitEvents()

  /// True while the unit can be rendered.
  var isAllocated: Bool {
    get { allocated.load(ordering: .acquiring) }
    set { allocated.store(newValue, ordering: .releasing) }
  }

  /// True if sound passes unchanged.
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

  // MARK: Rendering

  /// Calls a unit's block with the events of the frames, between the calls of the observers.
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
      let due = unsafe events.take(from: time.pointee.frame, count: Int(frameCount))
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

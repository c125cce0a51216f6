import AudioBase
import AudioDevices
import CoreFoundation
import Foundation
import Synchronization

/// The buffer callback of a queue: the caller's block, or a call of a C function.
@safe
enum QueueCallback {
  typealias Output = (AudioQueueRef, AudioQueueBufferRef) -> Void
  typealias Input = (
    AudioQueueRef, AudioQueueBufferRef, UnsafePointer<AudioTimeStamp>, UInt32,
    UnsafePointer<AudioStreamPacketDescription>?
  ) -> Void

  case output(Output)
  case input(Input)

  static func output(_ function: @escaping AudioQueueOutputCallback, _ userData: UnsafeMutableRawPointer?) -> Self {
    unsafe .output { queue, buffer in unsafe function(userData, queue, buffer) }
  }

  static func input(_ function: @escaping AudioQueueInputCallback, _ userData: UnsafeMutableRawPointer?) -> Self {
    unsafe .input { queue, buffer, time, count, places in unsafe function(userData, queue, buffer, time, count, places)
    }
  }
}

/// The running state of a queue.
enum QueuePhase {
  case stopped
  case running
  case paused
}

/// The object of an `AudioQueueRef`: the common base of playing and recording.
///
/// Three locks, taken in this order, none of them by the device's thread:
/// 1. ``control`` while a queue is started or stopped; the device's own lock comes below it.
/// 2. that of the player or recorder, while samples are made or taken, or their source is changed.
/// 3. ``state``, the list's and the delivery's, for a few instructions each. No program is called under them.
///
/// Functions of the program are called under none of them but processing taps, which are called under the second. Calls
/// that need one of the first two are refused to a tap's function: `kAudioQueueErr_InvalidTapContext`.
@safe
class QueueObject: HandleObject, @unchecked Sendable {
  /// A function of the program and its pointer, which is only passed back: `@unchecked` for that reason.
  @safe
  struct Listener: @unchecked Sendable {
    var property: AudioQueuePropertyID
    var function: AudioQueuePropertyListenerProc
    var userData: UnsafeMutableRawPointer?
  }

  struct State {
    var phase = QueuePhase.stopped
    var hasStarted = false
    var isDisposing = false
    var isDisposed = false
    var buffers: [UInt: QueueBuffer] = [:]
    var listeners: [Listener] = []
    /// The number of times that the time line was broken.
    var discontinuities = 0
    /// True if the end is in the list.
    var isStopping = false
    /// True if buffers are being given back by a reset.
    var isReturning = false
    var handle: UInt = 0
    var device: any AudioDevice
  }

  let format: StreamFormat
  let delivery: QueueDelivery
  let control = Lock(())
  let state: Lock<State>
  private let callback: QueueCallback
  /// The thread inside the function of a processing tap; 0 for none.
  private let tapThread = Atomic<UInt>(0)

  init(_ format: StreamFormat, _ callback: QueueCallback, _ delivery: QueueDelivery) {
    self.format = format
    self.callback = callback
    self.delivery = delivery
    state = Lock(State(device: DeviceList.standard))
    super.init()
    delivery.open { [weak self] event in self?.deliver(event) }
  }

  // MARK: The handle

  /// Opens a handle.
  func open() -> AudioQueueRef? {
    let handle = unsafe Handles.insert(self)
    state.withLock { $0.handle = UInt(bitPattern: handle) }
    return unsafe handle
  }

  private var handle: AudioQueueRef? { unsafe OpaquePointer(bitPattern: state.withLock { $0.handle }) }

  var phase: QueuePhase { state.withLock { $0.phase } }
  var device: any AudioDevice { state.withLock { $0.device } }

  /// Throws if a queue that is being disposed does not do any more.
  func requireAlive() throws(Status) {
    if state.withLock({ $0.isDisposing }) { throw Status(kAudioQueueErr_DisposalPending) }
  }

  /// Throws if the call would wait for the end of the function that makes it.
  func requireOutsideTap() throws(Status) {
    if tapThread.load(ordering: .relaxed) == UInt(pthread_self()) { throw Status(kAudioQueueErr_InvalidTapContext) }
  }

  /// Calls the function of a tap.
  func callTap(_ body: () -> Void) {
    let before = tapThread.exchange(UInt(pthread_self()), ordering: .relaxed)
    defer { tapThread.store(before, ordering: .relaxed) }
    body()
  }

  // MARK: Events

  private func deliver(_ event: QueueEvent) {
    guard let handle = unsafe handle, !state.withLock({ $0.isDisposed }) else { return }
    switch event {
    case .returned(let buffer, let isReset):
      returning(isReset) {
        if case .output(let call) = callback { unsafe call(handle, buffer.pointer) }
      }
    case .captured(let buffer, let time, let isReset):
      returning(isReset) { unsafe deliver(buffer, at: time, handle) }
    case .property(let property): unsafe notify(property, handle)
    case .disposal: dispose()
    }
  }

  /// Calls the program, which may not enqueue a buffer that is returned by a reset.
  private func returning(_ isReset: Bool, _ body: () -> Void) {
    guard isReset else { return body() }
    state.withLock { $0.isReturning = true }
    body()
    state.withLock { $0.isReturning = false }
  }

  private func deliver(_ buffer: QueueBuffer, at time: AudioTimeStamp, _ handle: AudioQueueRef) {
    var time = time
    let places = buffer.descriptions.map { AudioStreamPacketDescription($0) }
    let count = format.bytesPerPacket > 0 ? buffer.byteCount / format.bytesPerPacket : places.count
    // From here on another thread may have it filled again: nothing of it is read any more.
    buffer.release()
    unsafe places.withUnsafeBufferPointer { list in
      let first = list.isEmpty ? nil : list.baseAddress
      if case .input(let call) = callback { unsafe call(handle, buffer.pointer, &time, UInt32(count), first) }
    }
  }

  private func notify(_ property: AudioQueuePropertyID, _ handle: AudioQueueRef) {
    let listeners = state.withLock { $0.listeners.filter { $0.property == property } }
    for listener in listeners { unsafe listener.function(listener.userData, handle, property) }
  }

  /// Returns buffers that will not be played or filled to the program.
  func giveBack(_ buffers: [QueueBuffer]) {
    for buffer in buffers {
      buffer.release()
      delivery.post(.returned(buffer, isReset: true))
    }
  }

  // MARK: Listeners

  func addListener(
    _ property: AudioQueuePropertyID, _ function: @escaping AudioQueuePropertyListenerProc,
    _ userData: UnsafeMutableRawPointer?
  ) {
    let listener = unsafe Listener(property: property, function: function, userData: userData)
    state.withLock { $0.listeners.append(listener) }
  }

  func removeListener(
    _ property: AudioQueuePropertyID, _ function: @escaping AudioQueuePropertyListenerProc,
    _ userData: UnsafeMutableRawPointer?
  ) {
    let address = unsafe unsafeBitCast(function, to: UInt.self)
    let data = UInt(bitPattern: userData)
    state.withLock { state in
      state.listeners.removeAll { listener in
        unsafe listener.property == property && unsafeBitCast(listener.function, to: UInt.self) == address
          && UInt(bitPattern: listener.userData) == data
      }
    }
  }

  // MARK: Buffers

  func allocate(byteCount: UInt32, descriptionCount: UInt32) throws(Status) -> AudioQueueBufferRef {
    let buffer = try QueueBuffer(byteCount: byteCount, descriptionCount: descriptionCount)
    state.withLock { $0.buffers[buffer.address] = buffer }
    return unsafe buffer.pointer
  }

  /// Returns the buffer of an address.
  ///
  /// - Throws: `kAudioQueueErr_InvalidBuffer` if it is not this queue's.
  func buffer(_ address: UInt) throws(Status) -> QueueBuffer {
    let buffer = state.withLock { $0.buffers[address] }
    guard let buffer else { throw Status(kAudioQueueErr_InvalidBuffer) }
    return buffer
  }

  func free(_ address: UInt) throws(Status) {
    let buffer = try buffer(address)
    guard !buffer.isEnqueued else { throw Status(kAudioQueueErr_BufferInQueue) }
    _ = state.withLock { $0.buffers.removeValue(forKey: address) }
  }

  /// Throws if a buffer is enqueued while a reset returns its buffers.
  func requireEnqueueing() throws(Status) {
    try requireAlive()
    let isReturning = state.withLock { $0.isReturning }
    if isReturning && delivery.isInCallback { throw Status(kAudioQueueErr_EnqueueDuringReset) }
  }

  // MARK: Running

  /// Sets the phase, and reports a change of `IsRunning`.
  ///
  /// - Returns: The phase before.
  @discardableResult
  func enter(_ phase: QueuePhase) -> QueuePhase {
    let before = state.withLock { state in
      let before = state.phase
      state.phase = phase
      if phase == .running { state.hasStarted = true }
      return before
    }
    if (before == .stopped) != (phase == .stopped) { delivery.post(.property(kAudioQueueProperty_IsRunning)) }
    return before
  }

  /// Records a break in the time line.
  func noteDiscontinuity() { state.withLock { $0.discontinuities += 1 } }

  func start(at time: DeviceTime?) throws(Status) {}
  func stop(immediately: Bool) {}
  func pause() {}
  func reset() {}
  /// True if no device plays the queue, but the program asks for its frames.
  var isOffline: Bool { false }

  /// Reports pending events to the program.
  ///
  /// - Parameter isSynchronous: True to finish the reports before this returns, if possible.
  func tell(isSynchronous: Bool = false) {
    if isOffline { return delivery.drain() }
    if isSynchronous { delivery.drainNow() } else { delivery.signal() }
  }

  /// Removes the queue from its device immediately.
  func detach() {}

  /// Ends the queue. Afterwards no function of the program is called.
  func dispose() {
    control.withLock { _ in detach() }
    state.withLock { state in
      state.isDisposed = true
      state.phase = .stopped
    }
    delivery.close()
    if let handle = unsafe handle {
      _ = try? unsafe Handles.remove(handle, QueueObject.self, orThrow: kAudio_ParamError)
    }
    state.withLock { state in
      state.buffers.removeAll()
      state.listeners.removeAll()
    }
  }

  /// Disposes of the queue as soon as it has played the enqueued buffers.
  func disposeAfterwards() throws(Status) {
    try requireAlive()
    guard phase == .running, !isOffline else { return dispose() }
    state.withLock { $0.isDisposing = true }
    stop(immediately: false)
    // It may have reached its end just before this was requested.
    if phase == .stopped { delivery.post(.disposal) }
    delivery.signal()
  }

  // MARK: Time

  /// The frame of the time line that is played or captured now; `nil` if the queue is stopped.
  var currentTime: AudioTimeStamp? { nil }

  /// Moves the queue to another device.
  func setDevice(_ device: any AudioDevice) throws(Status) {
    guard phase == .stopped else { throw Status(kAudioQueueErr_InvalidRunState) }
    state.withLock { $0.device = device }
  }
}

extension AudioTimeStamp {
  /// Creates a frame of a time line, and when it is played.
  init(sampleTime: Double, _ time: DeviceTime?) {
    self.init()
    mSampleTime = sampleTime
    mRateScalar = 1
    mFlags = [.sampleTimeValid, .rateScalarValid]
    if let time {
      mHostTime = time.hostTime
      mRateScalar = time.rateScalar
      mFlags.insert(.hostTimeValid)
    }
  }

  /// Returns the moment of a time stamp on a device; `nil` if it has none.
  func moment(of device: any AudioDevice) -> DeviceTime? {
    if mFlags.contains(.sampleTimeValid), mSampleTime.isFinite { return device.time(atSampleTime: mSampleTime) }
    if mFlags.contains(.hostTimeValid) { return device.time(atHostTime: mHostTime) }
    return nil
  }
}

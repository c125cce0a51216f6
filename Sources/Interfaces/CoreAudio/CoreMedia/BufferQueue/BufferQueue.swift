import CCoreMedia
import CoreFoundation
import Foundation

/// The object to which a `CMBufferQueueRef` points: a queue of timed buffers for any number of threads.
///
/// One lock guards all of it, which is why it may cross threads; `@unchecked` stands for that. Its thread can take it
/// again, for the caller's functions are called while it is held, and they may ask the queue.
final class BufferQueue: MediaObject, @unchecked Sendable {
  static let typeID = register("CMBufferQueue", BufferQueue.self)

  /// Buffers that fit, or 0 for any number.
  let capacity: Int
  private let functions: BufferFunctions
  private let lock = NSRecursiveLock()
  private var buffers = BufferList()
  private var totalDuration = CMTime.zero
  private var totalByteCount = 0
  private var isEndMarked = false
  private var validate: ((BufferQueue, CMBuffer) -> OSStatus)?
  private var triggers: [Trigger] = []
  /// True while functions of triggers are being called, which must not change the queue.
  private var isCallingTriggers = false
  private var observer: (any NSObjectProtocol)?

  /// Creates an empty queue.
  ///
  /// - Throws: `kCMBufferQueueError_RequiredParameterMissing` for a negative number of buffers.
  init(capacity: Int, functions: BufferFunctions) throws(Failure) {
    guard capacity >= 0 else { throw Failure(kCMBufferQueueError_RequiredParameterMissing) }
    self.capacity = capacity
    self.functions = functions
    super.init(Self.typeID)
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  /// Runs `body` while the queue is locked.
  private func locked<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Runs a query while the queue is locked.
  private func ask<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// Changes the queue, and calls the functions of the triggers whose conditions become true.
  ///
  /// - Throws: `kCMBufferQueueError_CannotModifyQueueFromTriggerCallback`, and the error of `body`.
  private func change<Result>(
    isReset: Bool = false, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try locked { () throws(Failure) in
      guard !isCallingTriggers else { throw Failure(kCMBufferQueueError_CannotModifyQueueFromTriggerCallback) }
      let result = try body()
      callTriggers(isReset: isReset)
      return result
    }
  }
}

// MARK: Buffers in and out

extension BufferQueue {
  /// Inserts a buffer at its place in the order of the queue.
  func enqueue(_ buffer: CMBuffer) throws(Failure) {
    try change { () throws(Failure) in
      guard !isEndMarked else { throw Failure(kCMBufferQueueError_EnqueueAfterEndOfData) }
      if let status = validate?(self, buffer), status != noErr { throw Failure(status) }
      guard capacity == 0 || buffers.count < capacity else { throw Failure(kCMBufferQueueError_QueueIsFull) }
      let entry = QueuedBuffer(
        buffer: buffer, duration: functions.duration(buffer), byteCount: functions.byteCount?(buffer) ?? 0)
      // A copy: the function may change the queue.
      let present = buffers
      let behind = functions.compare.map { compare in
        present.count(behind: entry) { compare($0, $1) == .compareGreaterThan }
      }
      buffers.insert(entry, before: behind ?? 0)
      totalDuration = totalDuration + entry.duration
      totalByteCount &+= entry.byteCount
    }
  }

  /// Removes and returns the next buffer.
  ///
  /// - Parameter onlyIfReady: True if a buffer whose data are not ready stays.
  /// - Returns: `nil` if there is none, and when called by a trigger's function.
  func dequeue(onlyIfReady: Bool = false) -> CMBuffer? {
    let taken = try? change { () throws(Failure) -> QueuedBuffer? in
      if onlyIfReady, !isHeadReady { return nil }
      guard let entry = buffers.removeFirst() else { return nil }
      totalByteCount &-= entry.byteCount
      // Rounding errors would remain in the sum.
      let isExact = totalDuration.isNumeric && !totalDuration.hasBeenRounded
      totalDuration =
        buffers.count == 0 ? .zero : isExact ? totalDuration - entry.duration : buffers.duration
      return entry
    }
    return taken?.buffer
  }

  /// The next buffer.
  var head: CMBuffer? { ask { buffers.first?.buffer } }

  /// All buffers, the next first.
  var all: [CMBuffer] { ask { buffers.all.map(\.buffer) } }

  /// Passes each buffer to a function, as long as that returns `noErr`.
  func forEach(_ body: (CMBuffer) -> OSStatus) -> OSStatus {
    ask {
      for buffer in all {
        let status = body(buffer)
        if status != noErr { return status }
      }
      return noErr
    }
  }

  /// Removes all buffers, passing each to a function, and the end-of-data mark.
  func reset(_ body: (CMBuffer) -> Void = { _ in }) throws(Failure) {
    // The buffers go when the queue is free again.
    let removed = try change(isReset: true) { () throws(Failure) -> BufferList in
      let removed = buffers
      for entry in removed.all { body(entry.buffer) }
      buffers = BufferList()
      totalDuration = .zero
      totalByteCount = 0
      isEndMarked = false
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// Marks the end of the data: no more buffers are accepted.
  func markEndOfData() throws(Failure) { try change { isEndMarked = true } }

  /// Sets a function that is called for each buffer before it is accepted.
  func setValidation(_ function: @escaping (BufferQueue, CMBuffer) -> OSStatus) throws(Failure) {
    try change { validate = function }
  }

  /// True if there is a next buffer and its data are ready.
  private var isHeadReady: Bool {
    guard let head = buffers.first?.buffer else { return false }
    return functions.isDataReady?(head) ?? true
  }
}

// MARK: Questions

extension BufferQueue {
  var count: Int { ask { buffers.count } }
  var duration: CMTime { ask { totalDuration } }
  var byteCount: Int { ask { totalByteCount } }
  var containsEndOfData: Bool { ask { isEndMarked } }
  var isAtEndOfData: Bool { ask { isEndMarked && buffers.count == 0 } }

  var firstDecodeTimeStamp: CMTime { ask { first(functions.decodeTimeStamp) } }
  var firstPresentationTimeStamp: CMTime { ask { first(functions.presentationTimeStamp) } }

  var minimumDecodeTimeStamp: CMTime {
    ask { times(functions.decodeTimeStamp).min() ?? .invalid }
  }
  var minimumPresentationTimeStamp: CMTime {
    ask { times(functions.presentationTimeStamp).min() ?? .invalid }
  }
  var maximumPresentationTimeStamp: CMTime {
    ask { times(functions.presentationTimeStamp).max() ?? .invalid }
  }

  /// The latest end of a buffer.
  var endPresentationTimeStamp: CMTime {
    ask {
      guard let start = functions.presentationTimeStamp else { return .invalid }
      return buffers.all.map { start($0.buffer) + $0.duration }.filter(\.isValid).max() ?? .invalid
    }
  }

  private func first(_ function: ((CMBuffer) -> CMTime)?) -> CMTime {
    guard let function, let head = buffers.first?.buffer else { return .invalid }
    return function(head)
  }

  /// Returns the timestamps of all buffers that have one.
  private func times(_ function: ((CMBuffer) -> CMTime)?) -> [CMTime] {
    guard let function else { return [] }
    return buffers.all.map { function($0.buffer) }.filter(\.isValid)
  }
}

// MARK: Triggers

extension BufferQueue {
  /// A condition for which a program has installed a function.
  private struct Trigger {
    /// The trigger's identifier: a number that is never used again.
    var number: UInt
    var condition: TriggerCondition
    var action: ((_ number: UInt) -> Void)?
    /// True if the condition held when it was last tested.
    var didHold = false
    /// The time stamp whose changes are reported.
    var lastTimeStamp = CMTime.invalid
  }

  /// Installs a trigger.
  ///
  /// - Parameter announce: Gets the trigger's number before its function is called for the first time, which happens at
  ///   once where the condition holds.
  /// - Throws: `kCMBufferQueueError_InvalidTriggerCondition` for time stamps in a queue that knows none.
  func installTrigger(
    _ condition: TriggerCondition, action: ((_ number: UInt) -> Void)?, announce: (_ number: UInt) -> Void
  ) throws(Failure) {
    try locked { () throws(Failure) in
      guard !isCallingTriggers else { throw Failure(kCMBufferQueueError_CannotModifyQueueFromTriggerCallback) }
      guard !condition.needsPresentationTimeStamps || functions.presentationTimeStamp != nil else {
        throw Failure(kCMBufferQueueError_InvalidTriggerCondition)
      }
      if case .dataBecomesReady = condition { listen() }
      var trigger = Trigger(number: TriggerNumbers.next(), condition: condition, action: action)
      trigger.lastTimeStamp = timeStamp(watchedBy: condition)
      triggers.append(trigger)
      announce(trigger.number)
      callTriggers()
    }
  }

  /// Removes a trigger.
  func removeTrigger(_ number: UInt) throws(Failure) {
    try locked { () throws(Failure) in
      guard !isCallingTriggers else { throw Failure(kCMBufferQueueError_CannotModifyQueueFromTriggerCallback) }
      guard let index = triggers.firstIndex(where: { $0.number == number }) else {
        throw Failure(kCMBufferQueueError_InvalidTriggerToken)
      }
      triggers.remove(at: index)
    }
  }

  /// Returns true if a trigger's condition holds.
  func testTrigger(_ number: UInt) -> Bool {
    ask {
      guard let trigger = triggers.first(where: { $0.number == number }) else { return false }
      return holds(trigger.condition)
    }
  }

  /// Calls the functions of all triggers whose conditions have become true.
  private func callTriggers(isReset: Bool = false) {
    guard !triggers.isEmpty else { return }
    isCallingTriggers = true
    defer { isCallingTriggers = false }
    for index in triggers.indices {
      var trigger = triggers[index]
      var goesOff: Bool
      switch trigger.condition {
      case .reset: goesOff = isReset
      case .minimumPresentationTimeStampChanges, .maximumPresentationTimeStampChanges:
        let now = timeStamp(watchedBy: trigger.condition)
        goesOff = now != trigger.lastTimeStamp
        trigger.lastTimeStamp = now
      default:
        let holds = holds(trigger.condition)
        goesOff = holds && !trigger.didHold
        trigger.didHold = holds
      }
      triggers[index] = trigger
      if goesOff { trigger.action?(trigger.number) }
    }
  }

  /// Returns true if a condition holds now. Conditions about a change never do.
  private func holds(_ condition: TriggerCondition) -> Bool {
    switch condition {
    case .durationLess(let limit): totalDuration < limit
    case .durationAtMost(let limit): totalDuration <= limit
    case .durationGreater(let limit): totalDuration > limit
    case .durationAtLeast(let limit): totalDuration >= limit
    case .countLess(let limit): buffers.count < limit
    case .countGreater(let limit): buffers.count > limit
    case .durationAtLeastAndCountGreater(let time, let limit): totalDuration >= time && buffers.count > limit
    case .dataBecomesReady: isHeadReady
    case .endOfDataReached: isEndMarked && buffers.count == 0
    case .reset, .minimumPresentationTimeStampChanges, .maximumPresentationTimeStampChanges: false
    }
  }

  private func timeStamp(watchedBy condition: TriggerCondition) -> CMTime {
    switch condition {
    case .minimumPresentationTimeStampChanges: minimumPresentationTimeStamp
    case .maximumPresentationTimeStampChanges: maximumPresentationTimeStamp
    default: .invalid
    }
  }

  /// Observes the notification of a buffer whose data have become ready.
  private func listen() {
    guard observer == nil, let name = functions.dataBecameReadyNotification else { return }
    observer = NotificationCenter.default.addObserver(
      forName: NSNotification.Name(name), object: nil, queue: nil
    ) { [weak self] notification in
      guard let self, let buffer = notification.object else { return }
      dataBecameReady(buffer as AnyObject)
    }
  }

  private func dataBecameReady(_ buffer: AnyObject) {
    ask {
      // A trigger's own function may be the sender: the condition is checked again at the next change.
      guard !isCallingTriggers, buffers.first?.buffer === buffer else { return }
      callTriggers()
    }
  }
}

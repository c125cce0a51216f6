import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Triggers of buffer queues")
struct BufferQueueTriggerTests {
  /// Counts the calls of a trigger.
  private final class Calls {
    var tokens: [CMBufferQueueTriggerToken] = []
    /// What the trigger's function does besides.
    var action: (() -> Void)?
  }

  /// Installs a trigger that counts.
  private func install(
    _ condition: CMBufferQueueTriggerCondition, _ time: CMTime = .invalid, on queue: CMBufferQueue, _ calls: Calls
  ) throws -> CMBufferQueueTriggerToken {
    var token: CMBufferQueueTriggerToken?
    let status = CMBufferQueueInstallTrigger(
      queue,
      callback: { context, token in
        guard let context else { return }
        let calls = Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue()
        calls.tokens.append(token)
        calls.action?()
      }, refcon: Unmanaged.passUnretained(calls).toOpaque(), condition: condition, time: time, triggerTokenOut: &token)
    expectEqual(status, noErr)
    return try required(token)
  }

  /// What happens to a queue of one buffer of 10 ms after the other, and when a trigger is to go off.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var condition: CMBufferQueueTriggerCondition
    var limit: Int64
    /// Calls so far: after installing it on an empty queue, after each of three buffers comes, after each goes.
    var calls: [Int]
  }

  @Test(
    "A trigger on the duration goes off each time its condition comes to hold, and at once where it does",
    arguments: [
      Case(testDescription: "< 20 ms", condition: 1, limit: 20, calls: [1, 1, 1, 1, 1, 2, 2]),
      Case(testDescription: "≤ 20 ms", condition: 2, limit: 20, calls: [1, 1, 1, 1, 2, 2, 2]),
      Case(testDescription: "> 20 ms", condition: 3, limit: 20, calls: [0, 0, 0, 1, 1, 1, 1]),
      Case(testDescription: "≥ 20 ms", condition: 4, limit: 20, calls: [0, 0, 1, 1, 1, 1, 1]),
      Case(testDescription: "≥ 20 ms and more than 0 buffers", condition: 12, limit: 20, calls: [0, 0, 1, 1, 1, 1, 1]),
      Case(testDescription: "≥ 0 ms and more than 0 buffers", condition: 12, limit: 0, calls: [0, 1, 1, 1, 1, 1, 1]),
    ])
  func durations(example: Case) throws {
    let queue = try makeQueue()
    let calls = Calls()
    let token = try install(example.condition, milliseconds(example.limit), on: queue, calls)
    var seen = [calls.tokens.count]
    for start: Int64 in [0, 10, 20] {
      expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(start)), noErr)
      seen.append(calls.tokens.count)
    }
    for _ in 0..<3 {
      #expect(CMBufferQueueDequeue(queue) != nil)
      seen.append(calls.tokens.count)
    }
    expectEqual(seen, example.calls)
    #expect(calls.tokens.allSatisfy { $0 == token })
  }

  @Test(
    "A trigger on the number of buffers goes off by a threshold",
    arguments: [
      Case(testDescription: "< 2", condition: 10, limit: 2, calls: [1, 1, 1, 1, 1, 2, 2]),
      Case(testDescription: "> 1", condition: 11, limit: 1, calls: [0, 0, 1, 1, 1, 1, 1]),
      Case(testDescription: "≥ 0 ms and > 2", condition: 12, limit: 2, calls: [0, 0, 0, 1, 1, 1, 1]),
    ])
  func counts(example: Case) throws {
    let queue = try makeQueue()
    let calls = Calls()
    var token: CMBufferQueueTriggerToken?
    let status = CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
      queue, example.condition, CMItemCount(example.limit), &token
    ) { calls.tokens.append($0) }
    expectEqual(status, noErr)
    #expect(token != nil)
    var seen = [calls.tokens.count]
    for start: Int64 in [0, 10, 20] {
      try queue.enqueue(TestBuffer(start))
      seen.append(calls.tokens.count)
    }
    for _ in 0..<3 {
      #expect(queue.dequeue() != nil)
      seen.append(calls.tokens.count)
    }
    expectEqual(seen, example.calls)
    #expect(calls.tokens.allSatisfy { $0 == token })
  }

  @Test("Triggers on time stamps go off with each change")
  func timeStamps() throws {
    let queue = try makeQueue()
    let (least, greatest) = (Calls(), Calls())
    func seen() -> [Int] { [least.tokens.count, greatest.tokens.count] }
    let token = try install(kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges, on: queue, least)
    _ = try install(kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges, on: queue, greatest)
    #expect(!CMBufferQueueTestTrigger(queue, triggerToken: token))
    // The least and the greatest after each step, and how often each changed so far.
    try queue.enqueue(TestBuffer(50))
    expectEqual(seen(), [1, 1])
    try queue.enqueue(TestBuffer(60))
    expectEqual(seen(), [1, 2])
    try queue.enqueue(TestBuffer(55))
    expectEqual(seen(), [1, 2])
    #expect(queue.dequeue() != nil)  // 60, 55
    expectEqual(seen(), [2, 2])
    #expect(queue.dequeue() != nil)  // 55
    expectEqual(seen(), [2, 3])
    try queue.reset()
    expectEqual(seen(), [3, 4])
  }

  @Test("The end and a reset have triggers")
  func endAndReset() throws {
    let queue = try makeQueue()
    let (end, reset) = (Calls(), Calls())
    let endToken = try install(kCMBufferQueueTrigger_WhenEndOfDataReached, on: queue, end)
    _ = try install(kCMBufferQueueTrigger_WhenReset, on: queue, reset)
    try queue.enqueue(TestBuffer(0))
    try queue.markEndOfData()
    #expect(end.tokens.isEmpty)
    #expect(!CMBufferQueueTestTrigger(queue, triggerToken: endToken))
    #expect(queue.dequeue() != nil)
    expectEqual(end.tokens.count, 1)
    #expect(CMBufferQueueTestTrigger(queue, triggerToken: endToken))
    #expect(reset.tokens.isEmpty)
    try queue.reset()
    expectEqual(reset.tokens.count, 1)
    #expect(!CMBufferQueueTestTrigger(queue, triggerToken: endToken))
    try queue.markEndOfData()
    expectEqual(end.tokens.count, 2)
    try queue.reset { _ in }
    expectEqual(reset.tokens.count, 2)
  }

  @Test("A trigger hears of data that became ready, by a notification too")
  func readiness() throws {
    let name = NSNotification.Name("CoreMediaTests: data became ready \(UInt64.random(in: 0 ... .max))")
    let queue = try CMBufferQueue(
      capacity: 0,
      handlers: .init {
        $0.getDuration { milliseconds(TestBuffer.of($0).duration) }
        $0.isDataReady { TestBuffer.of($0).isReady }
        $0.dataBecameReadyNotification = name.rawValue
      })
    let calls = Calls()
    let token = try queue.installTrigger(condition: .whenDataBecomesReady) { calls.tokens.append($0) }
    let late = TestBuffer(1)
    late.isReady = false
    try queue.enqueue(late)
    #expect(calls.tokens.isEmpty)
    #expect(!queue.testTrigger(token))
    NotificationCenter.default.post(name: name, object: TestBuffer(9))
    #expect(calls.tokens.isEmpty)
    late.isReady = true
    NotificationCenter.default.post(name: name, object: late)
    expectEqual(calls.tokens, [token])
    #expect(queue.testTrigger(token))
    // The next one is ready as well: nothing changes until the queue runs empty.
    try queue.enqueue(TestBuffer(2))
    #expect(queue.dequeue() != nil)
    expectEqual(calls.tokens.count, 1)
    #expect(queue.dequeue() != nil)
    try queue.enqueue(TestBuffer(3))
    expectEqual(calls.tokens.count, 2)
  }

  @Test("A trigger's function may ask the queue, and change nothing")
  func reentrance() throws {
    let queue = try makeQueue()
    let calls = Calls()
    var statuses: [OSStatus] = []
    var count = 0
    let token = try install(kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan, .zero, on: queue, calls)
    calls.action = {
      count = CMBufferQueueGetBufferCount(queue)
      expectEqual(CMBufferQueueGetDuration(queue), milliseconds(10))
      #expect(CMBufferQueueTestTrigger(queue, triggerToken: token))
      expectNil(CMBufferQueueDequeue(queue))
      var other: CMBufferQueueTriggerToken?
      statuses = [
        CMBufferQueueEnqueue(queue, buffer: TestBuffer(9)), CMBufferQueueMarkEndOfData(queue),
        CMBufferQueueReset(queue), CMBufferQueueResetWithCallback(queue, callback: { _, _ in }, refcon: nil),
        CMBufferQueueRemoveTrigger(queue, triggerToken: token),
        CMBufferQueueInstallTrigger(
          queue, callback: nil, refcon: nil, condition: kCMBufferQueueTrigger_WhenReset, time: .invalid,
          triggerTokenOut: &other),
        CMBufferQueueSetValidationCallback(queue, callback: { _, _, _ in noErr }, refcon: nil),
      ]
    }
    try queue.enqueue(TestBuffer(0))
    expectEqual(count, 1)
    expectEqual(statuses, [OSStatus](repeating: -12766, count: 7))
    expectEqual(starts(of: queue), [0])
    // Afterwards it may be changed again.
    expectEqual(CMBufferQueueRemoveTrigger(queue, triggerToken: token), noErr)
    #expect(queue.dequeue() != nil)
  }

  @Test("A removed trigger is silent, and its token is none any more")
  func removal() throws {
    let queue = try makeQueue()
    let calls = Calls()
    let token = try install(kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan, .zero, on: queue, calls)
    let other = try makeQueue()
    expectEqual(CMBufferQueueRemoveTrigger(other, triggerToken: token), -12768)
    #expect(!CMBufferQueueTestTrigger(other, triggerToken: token))
    expectEqual(CMBufferQueueRemoveTrigger(queue, triggerToken: token), noErr)
    expectEqual(CMBufferQueueRemoveTrigger(queue, triggerToken: token), -12768)
    #expect(!CMBufferQueueTestTrigger(queue, triggerToken: token))
    try queue.enqueue(TestBuffer(0))
    #expect(calls.tokens.isEmpty)
  }

  @Test("The token is written before the trigger's function is called for the first time")
  func tokenFirst() throws {
    let queue = try makeQueue()
    let place = UnsafeMutablePointer<CMBufferQueueTriggerToken?>.allocate(capacity: 1)
    defer { place.deallocate() }
    place.initialize(to: nil)
    var seen: CMBufferQueueTriggerToken?
    let status = CMBufferQueueInstallTriggerHandler(
      queue, kCMBufferQueueTrigger_WhenDurationBecomesLessThan, milliseconds(1), place
    ) { token in
      seen = place.pointee
      expectEqual(token, seen)
    }
    expectEqual(status, noErr)
    #expect(seen != nil)
    expectEqual(place.pointee, seen)
  }

  @Test("Conditions, times and pointers that make no sense are refused")
  func errors() throws {
    let queue = try makeQueue()
    var token: CMBufferQueueTriggerToken?
    func install(_ condition: CMBufferQueueTriggerCondition, _ time: CMTime) -> OSStatus {
      CMBufferQueueInstallTrigger(
        queue, callback: nil, refcon: nil, condition: condition, time: time, triggerTokenOut: &token)
    }
    func install(_ condition: CMBufferQueueTriggerCondition, threshold: CMItemCount) -> OSStatus {
      CMBufferQueueInstallTriggerWithIntegerThreshold(
        queue, callback: nil, refcon: nil, condition: condition, threshold: threshold, triggerTokenOut: &token)
    }
    let times = [CMTime.invalid, .indefinite, .positiveInfinity, CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)]
    for condition in [1, 2, 3, 4, 12] as [CMBufferQueueTriggerCondition] {
      for time in times {
        expectEqual(install(condition, time), -12765)
        expectNil(token)
      }
    }
    for condition in [5, 6, 7, 8, 9] as [CMBufferQueueTriggerCondition] {
      expectEqual(install(condition, .invalid), noErr)
      expectEqual(install(condition, threshold: 1), -12767)
    }
    for condition in [0, 10, 11, 13, -1] as [CMBufferQueueTriggerCondition] {
      expectEqual(install(condition, .zero), -12767)
    }
    for condition in [0, 1, 4, 13] as [CMBufferQueueTriggerCondition] {
      expectEqual(install(condition, threshold: 1), -12767)
    }
    // One that nobody hears of and nobody can ask about.
    expectEqual(
      CMBufferQueueInstallTrigger(
        queue, callback: nil, refcon: nil, condition: 9, time: .zero, triggerTokenOut: nil), -12761)
    expectEqual(CMBufferQueueInstallTriggerHandler(queue, 9, .zero, nil, nil), -12761)
    expectEqual(CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(queue, 10, 1, nil, nil), -12761)
    // A queue that knows no time stamps has no triggers on them.
    var callbacks = TestCallbacks.all()
    callbacks.getPresentationTimeStamp = nil
    let blind = try makeQueue(callbacks)
    expectEqual(
      CMBufferQueueInstallTrigger(
        blind, callback: nil, refcon: nil, condition: 5, time: .zero, triggerTokenOut: &token), -12767)
  }
}

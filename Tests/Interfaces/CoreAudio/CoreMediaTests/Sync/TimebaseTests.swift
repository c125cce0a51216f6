import AudioDevices
import CoreFoundation
import CoreMedia
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Timebases")
struct TimebaseTests {
  private func seconds(_ value: Int64, _ scale: Int32 = 1) -> CMTime { CMTimeMake(value: value, timescale: scale) }

  /// A timebase over a device's clock, which the test moves.
  private func timebase(_ device: VirtualDevice) throws -> CMTimebase {
    try CMTimebase(sourceClock: clock(of: device))
  }

  @Test("A timebase is at 0 and stands still; its time follows from anchor and rate")
  func line() throws {
    let device = steppedDevice()
    let base = try timebase(device)
    #expect(CMTimebaseGetTime(base) == .zero && CMTimebaseGetRate(base) == 0)
    device.advance(frameCount: 4800)
    expectEqual(CMTimebaseGetTime(base), .zero)
    expectEqual(CMTimebaseSetRate(base, rate: 2), noErr)
    device.advance(frameCount: 24_000)
    expectEqual(CMTimebaseGetTime(base), seconds(1))
    // A new rate goes on from where the time is.
    expectEqual(CMTimebaseSetRate(base, rate: -0.5), noErr)
    device.advance(frameCount: 48_000)
    expectEqual(CMTimebaseGetTime(base), seconds(1, 2))
    expectEqual(CMTimebaseSetTime(base, time: seconds(100)), noErr)
    #expect(CMTimebaseGetTime(base) == seconds(100) && CMTimebaseGetRate(base) == -0.5)
    let now = CMTimebaseCopySourceClock(base).map { CMClockGetTime($0) } ?? .invalid
    expectEqual(
      CMTimebaseSetRateAndAnchorTime(
        base, rate: 1, anchorTime: seconds(10), immediateSourceTime: now + seconds(1)), noErr)
    expectEqual(CMTimebaseGetTime(base), seconds(9))
    expectEqual(CMTimebaseSetAnchorTime(base, timebaseTime: seconds(20), immediateSourceTime: now), noErr)
    expectEqual(CMTimebaseGetTime(base), seconds(20))
    var (time, rate) = (CMTime.zero, 0.0)
    expectEqual(CMTimebaseGetTimeAndRate(base, timeOut: &time, rateOut: &rate), noErr)
    #expect(time == seconds(20) && rate == 1)
    let coarse = CMTimebaseGetTimeWithTimeScale(base, timescale: 600, method: .default)
    #expect(coarse.value == 12_000 && coarse.timescale == 600)
  }

  @Test("Rates multiply up to the clock, and times go through")
  func chains() throws {
    let device = steppedDevice()
    let base = try timebase(device)
    let clock = try required(base.sourceClock)
    let above = try CMTimebase(sourceTimebase: base)
    try base.setRate(2)
    try above.setRate(3)
    #expect(above.rate == 3 && above.effectiveRate == 6 && CMTimebaseGetEffectiveRate(above) == 6)
    device.advance(frameCount: 48_000)
    #expect(base.time == seconds(2) && above.time == seconds(6))
    #expect(CMSyncGetRelativeRate(above, relativeTo: base) == 3 && above.rate(relativeTo: clock) == 6)
    let moment = CMClockGetTime(clock) + seconds(1)
    expectEqual(CMSyncConvertTime(moment, from: clock, to: above), seconds(12))
    expectEqual(above.convertTime(seconds(12), to: base), seconds(4))
    expectEqual(base.convertTime(seconds(4), to: clock), moment)
    #expect(!CMSyncMightDrift(above, clock) && CMSyncMightDrift(above, CMClock.hostTimeClock))
    #expect(!above.mightDrift(relativeTo: base))
    var (rate, own, other) = (0.0, CMTime.zero, CMTime.zero)
    expectEqual(
      CMSyncGetRelativeRateAndAnchorTime(
        above, relativeTo: base, relativeRateOut: &rate, anchorTimeOut: &own, relativeToAnchorTimeOut: &other), noErr)
    #expect(rate == 3 && abs(own.seconds - 3 * other.seconds) < 1e-6)
    try expectEqual(above.rateAndAnchorTime(relativeTo: base).rate, 3)
    expectEqual(CMSyncGetTime(above), above.time)
    // What stands still has no moment for its times.
    try base.setRate(0)
    #expect(!CMSyncConvertTime(seconds(1), from: base, to: clock).isValid)
    expectEqual(CMSyncGetRelativeRate(clock, relativeTo: base), 0)
    expectEqual(
      CMSyncGetRelativeRateAndAnchorTime(
        clock, relativeTo: base, relativeRateOut: nil, anchorTimeOut: nil, relativeToAnchorTimeOut: nil),
      kCMSyncError_RateMustBeNonZero)
    #expect(throws: (any Error).self) { try clock.rateAndAnchorTime(relativeTo: base) }
  }

  @Test("Another source: the time goes on, and none that goes by the timebase itself is taken")
  func sources() throws {
    let (device, other) = (steppedDevice(), steppedDevice(rate: 44100))
    let base = try timebase(device)
    try base.setRate(1)
    device.advance(frameCount: 48_000)
    let otherClock = try clock(of: other)
    expectEqual(CMTimebaseSetSourceClock(base, otherClock), noErr)
    expectEqual(base.time, seconds(1))
    other.advance(frameCount: 44_100)
    expectEqual(base.time, seconds(2))
    #expect(CMTimebaseCopySourceClock(base) === otherClock && CMTimebaseCopySourceTimebase(base) == nil)
    let above = try CMTimebase(sourceTimebase: base)
    #expect(CMTimebaseCopySourceTimebase(above) === base && CMTimebaseCopySourceClock(above) == nil)
    #expect(CMTimebaseCopyUltimateSourceClock(above) === otherClock)
    #expect(CMTimebaseCopySource(above) === base && above.source === base)
    expectEqual(CMTimebaseSetSourceTimebase(base, above), kCMTimebaseError_InvalidParameter)
    expectEqual(CMTimebaseSetSourceTimebase(base, base), kCMTimebaseError_InvalidParameter)
    above.source = otherClock
    #expect(above.sourceClock === otherClock && above.ultimateSourceClock === otherClock)
    // The older names.
    #expect(CMTimebaseCopyMasterClock(above) === otherClock && CMTimebaseGetMasterClock(above) === otherClock)
    #expect(CMTimebaseCopyUltimateMasterClock(above) === CMTimebaseGetUltimateMasterClock(above))
    expectEqual(CMTimebaseSetMasterTimebase(above, base), noErr)
    #expect(CMTimebaseCopyMasterTimebase(above) === base && CMTimebaseGetMasterTimebase(above) === base)
    #expect(CMTimebaseCopyMaster(above) === base && CMTimebaseGetMaster(above) === base)
    expectEqual(CMTimebaseSetMasterClock(above, otherClock), noErr)
    above.master = base
    #expect(above.masterTimebase === base && above.masterClock == nil && above.ultimateMasterClock === otherClock)
    #expect(above.master === base)
    var made: [CMTimebase?] = [nil, nil, nil, nil]
    expectEqual(CMTimebaseCreateWithSourceClock(allocator: nil, sourceClock: otherClock, timebaseOut: &made[0]), noErr)
    expectEqual(CMTimebaseCreateWithMasterClock(allocator: nil, masterClock: otherClock, timebaseOut: &made[1]), noErr)
    expectEqual(CMTimebaseCreateWithSourceTimebase(allocator: nil, sourceTimebase: base, timebaseOut: &made[2]), noErr)
    expectEqual(CMTimebaseCreateWithMasterTimebase(allocator: nil, masterTimebase: base, timebaseOut: &made[3]), noErr)
    #expect(made.allSatisfy { $0.map { CFGetTypeID($0) } == CMTimebaseGetTypeID() })
    #expect(CMTimebase.typeID == CMTimebaseGetTypeID() && CMClock.typeID == CMClockGetTypeID())
  }

  @Test("Changes are told, of a timebase and of those that go by it")
  func notices() throws {
    final class Log: @unchecked Sendable {
      let lock = NSLock()
      var names: [String] = []
    }
    let device = steppedDevice()
    let base = try timebase(device)
    let above = try CMTimebase(sourceTimebase: base)
    try above.setRate(1)
    try above.notificationBarrier()
    let log = Log()
    let tokens = [("base", base), ("above", above)].flatMap { name, object in
      [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped].map { notice in
        NotificationCenter.default.addObserver(forName: notice, object: object, queue: nil) { note in
          let isDated = note.userInfo?[CMTimebase.NotificationKey.eventTime] != nil
          let kind = notice == CMTimebase.timeJumped ? "jump" : "rate"
          log.lock.withLock { log.names.append("\(name) \(kind) \(isDated)") }
        }
      }
    }
    func told() throws -> Set<String> {
      expectEqual(CMTimebaseNotificationBarrier(base), noErr)
      return log.lock.withLock {
        defer { log.names = [] }
        return Set(log.names)
      }
    }
    try base.setRate(1)
    try expectEqual(told(), ["base rate true", "above rate true"])
    try base.setRate(1)
    try expectEqual(told(), [])
    try base.setTime(seconds(5))
    try expectEqual(told(), ["base jump true", "above jump true"])
    try above.setRateAndAnchorTime(rate: 2, anchorTime: .zero, referenceTime: .zero)
    try expectEqual(told(), ["above rate true", "above jump true"])
    try above.setAnchorTime(.zero, referenceTime: seconds(1))
    try expectEqual(told(), ["above jump true"])
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    #expect(kCMTimebaseNotification_TimeJumped as AnyObject === kCMTimebaseNotification_TimeJumped as AnyObject)
  }

  // MARK: Timers

  @Test("A timer goes off when the timebase gets there, and not while it stands still")
  func timers() async throws {
    let base = try CMTimebase(sourceClock: CMClock.hostTimeClock)
    let timer = DispatchSource.makeTimerSource()
    let (events, continuation) = AsyncStream<Double>.makeStream()
    timer.setEventHandler { continuation.yield(base.time.seconds) }
    timer.resume()
    try base.addTimer(timer)
    try base.setTimerNextFireTime(timer, fireTime: seconds(1, 50))
    expectEqual(base.time, .zero)
    var iterator = events.makeAsyncIterator()
    try base.setRate(1)
    // Never before its time.
    try expectGreaterOrEqual(#require(await iterator.next()), 0.02)
    try base.setTimerToFireImmediately(timer)
    #expect(await iterator.next() != nil)
    // A time that lies behind counts as now; at twice the rate ten seconds are there at once behind a jump.
    try base.setTimerNextFireTime(timer, fireTime: seconds(-1))
    #expect(await iterator.next() != nil)
    try base.setTimerNextFireTime(timer, fireTime: seconds(1000))
    try base.setTime(seconds(1000))
    try expectGreaterOrEqual(#require(await iterator.next()), 1000)
    try base.removeTimer(timer)
    #expect(throws: (any Error).self) { try base.removeTimer(timer) }
    #expect(throws: (any Error).self) { try base.setTimerNextFireTime(timer, fireTime: .zero) }
    timer.cancel()
  }

  @Test("Timers of a run loop")
  func runLoopTimers() throws {
    let base = try CMTimebase(sourceClock: CMClock.hostTimeClock)
    let fired = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    fired.initialize(to: 0)
    defer { fired.deallocate() }
    var context = CFRunLoopTimerContext()
    context.info = UnsafeMutableRawPointer(fired)
    func make(_ interval: CFTimeInterval) -> CFRunLoopTimer? {
      CFRunLoopTimerCreate(
        nil, CMTimebase.farFuture, interval, 0, 0,
        { _, info in info?.assumingMemoryBound(to: Int.self).pointee += 1 },
        &context)
    }
    let short = try required(make(1))
    let loop = try required(CFRunLoopGetCurrent())
    expectEqual(CMTimebaseAddTimer(base, timer: short, runloop: loop), kCMTimebaseError_TimerIntervalTooShort)
    let timer = try required(make(CMTimebase.veryLongTimeInterval))
    expectEqual(CMTimebaseAddTimer(base, timer: timer, runloop: loop), noErr)
    expectEqual(CMTimebaseSetTimerNextFireTime(base, timer: timer, fireTime: seconds(1, 100), flags: 0), noErr)
    try base.setRate(1)
    while fired.pointee == 0 { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, true) }
    expectGreaterOrEqual(base.time, seconds(1, 100))
    expectEqual(CMTimebaseSetTimerToFireImmediately(base, timer: timer), noErr)
    while fired.pointee == 1 { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, true) }
    expectEqual(CMTimebaseRemoveTimer(base, timer: timer), noErr)
    expectEqual(CMTimebaseRemoveTimer(base, timer: timer), kCMTimebaseError_InvalidParameter)
    expectEqual(
      CMTimebaseSetTimerNextFireTime(base, timer: timer, fireTime: .zero, flags: 0), kCMTimebaseError_InvalidParameter)
    CFRunLoopTimerInvalidate(timer)
    final class Count: @unchecked Sendable { var value = 0 }
    let count = Count()
    let own = Timer(timeInterval: CMTimebase.veryLongTimeInterval, repeats: true) { _ in count.value += 1 }
    own.fireDate = Date(timeIntervalSinceReferenceDate: CMTimebase.farFuture)
    try base.addTimer(own, on: .current)
    try base.setTimerNextFireTime(own, fireTime: base.time)
    while count.value == 0 { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, true) }
    try base.setTimerToFireImmediately(own)
    while count.value == 1 { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, true) }
    try base.removeTimer(own)
    own.invalidate()
    let brief = Timer(timeInterval: 1, repeats: true) { _ in }
    #expect(throws: (any Error).self) { try base.addTimer(brief, on: .current) }
  }

  // MARK: Refusals

  @Test("Times and rates that are no numbers")
  func values() throws {
    let base = try CMTimebase(sourceClock: CMClock.hostTimeClock)
    let wrong = kCMTimebaseError_InvalidParameter
    #expect(CMTimebaseSetRate(base, rate: .nan) == wrong && CMTimebaseSetRate(base, rate: .infinity) == wrong)
    #expect(CMTimebaseSetTime(base, time: .invalid) == wrong && CMTimebaseSetTime(base, time: .indefinite) == wrong)
    expectEqual(CMTimebaseSetAnchorTime(base, timebaseTime: .zero, immediateSourceTime: .positiveInfinity), wrong)
    expectEqual(CMTimebaseSetRateAndAnchorTime(base, rate: .nan, anchorTime: .zero, immediateSourceTime: .zero), wrong)
    #expect(base.time == .zero && base.rate == 0 && base.timeAndRate.rate == 0)
    // The farthest times and the fastest rates end in infinity, not in a trap.
    try base.setRateAndAnchorTime(
      rate: 1e300, anchorTime: CMTimeMake(value: .max, timescale: 1),
      referenceTime: CMTimeMake(value: .min, timescale: 1))
    #expect(base.time.isPositiveInfinity)
    #expect(base.time(withTimescale: 600).isPositiveInfinity)
    #expect(CMTimebase.Error.invalidParameter.code == Int(wrong) && CMTimebase.Error.readOnly.code == -12757)
    expectEqual(CMTimebase.Error.missingRequiredParameter.code, -12748)
    #expect(CMTimebase.Error.allocationFailed.code == -12750 && CMTimebase.Error.timerIntervalTooShort.code == -12751)
  }

  @Test("What is no timebase, and calls with too little")
  func strange() throws {
    let host = CMClockGetHostTimeClock()
    let base = try CMTimebase(sourceClock: host)
    var (made, time, rate): (CMTimebase?, CMTime, Double) = (nil, .zero, 0)
    let clock = (name: "a clock", object: unsafeBitCast(host, to: CMTimebase.self))
    for (name, stranger) in strangers(CMTimebase.self) + [clock] {
      #expect(!CMTimebaseGetTime(stranger).isValid && CMTimebaseGetRate(stranger) == 0, "\(name)")
      expectEqual(CMTimebaseGetEffectiveRate(stranger), 0)
      #expect(!CMTimebaseGetTimeWithTimeScale(stranger, timescale: 1, method: .default).isValid)
      #expect(CMTimebaseCopySourceClock(stranger) == nil && CMTimebaseCopySourceTimebase(stranger) == nil)
      #expect(CMTimebaseGetMaster(stranger) == nil && CMTimebaseGetMasterClock(stranger) == nil)
      let timer: CFRunLoopTimer = nothing()
      MediaRefusal.check(
        kCMTimebaseError_MissingRequiredParameter, name,
        [
          MediaRefusal("GetTimeAndRate") { CMTimebaseGetTimeAndRate(stranger, timeOut: &time, rateOut: &rate) },
          MediaRefusal("SetTime") { CMTimebaseSetTime(stranger, time: .zero) },
          MediaRefusal("SetRate") { CMTimebaseSetRate(stranger, rate: 1) },
          MediaRefusal("SetAnchorTime") {
            CMTimebaseSetAnchorTime(stranger, timebaseTime: .zero, immediateSourceTime: .zero)
          },
          MediaRefusal("SetRateAndAnchorTime") {
            CMTimebaseSetRateAndAnchorTime(stranger, rate: 1, anchorTime: .zero, immediateSourceTime: .zero)
          },
          MediaRefusal("SetSourceClock") { CMTimebaseSetSourceClock(stranger, host) },
          MediaRefusal("SetSourceTimebase") { CMTimebaseSetSourceTimebase(stranger, base) },
          MediaRefusal("SetMasterClock") { CMTimebaseSetMasterClock(stranger, host) },
          MediaRefusal("SetMasterTimebase") { CMTimebaseSetMasterTimebase(stranger, base) },
          MediaRefusal("SetSourceTimebase") { CMTimebaseSetSourceTimebase(base, stranger) },
          MediaRefusal("CreateWithSourceTimebase") {
            CMTimebaseCreateWithSourceTimebase(allocator: nil, sourceTimebase: stranger, timebaseOut: &made)
          },
          MediaRefusal("AddTimer") { CMTimebaseAddTimer(stranger, timer: timer, runloop: CFRunLoopGetCurrent()) },
          MediaRefusal("RemoveTimer") { CMTimebaseRemoveTimer(stranger, timer: timer) },
          MediaRefusal("SetTimerNextFireTime") {
            CMTimebaseSetTimerNextFireTime(stranger, timer: timer, fireTime: .zero, flags: 0)
          },
          MediaRefusal("SetTimerToFireImmediately") { CMTimebaseSetTimerToFireImmediately(stranger, timer: timer) },
          MediaRefusal("NotificationBarrier") { CMTimebaseNotificationBarrier(stranger) },
        ])
    }
    let missing = kCMTimebaseError_MissingRequiredParameter
    expectEqual(CMTimebaseCreateWithSourceClock(allocator: nil, sourceClock: host, timebaseOut: nothing()), missing)
    expectEqual(CMTimebaseCreateWithSourceClock(allocator: nil, sourceClock: nothing(), timebaseOut: &made), missing)
    expectEqual(CMTimebaseAddTimer(base, timer: nothing(), runloop: CFRunLoopGetCurrent()), missing)
    let none: CFTypeRef = nothing()
    #expect(!CMSyncGetTime(none).isValid && CMSyncGetRelativeRate(none, relativeTo: base) == 0)
    #expect(!CMSyncConvertTime(.zero, from: none, to: base).isValid && !CMSyncMightDrift(none, base))
    expectEqual(
      CMSyncGetRelativeRateAndAnchorTime(
        none, relativeTo: base, relativeRateOut: nil, anchorTimeOut: nil, relativeToAnchorTimeOut: nil),
      kCMSyncError_MissingRequiredParameter)
  }
}

import AudioToolbox
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Listeners to parameters and events")
struct UnitListenerTests {
  /// What a program was told.
  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [String] = []

    func add(_ text: String) { lock.withLock { entries.append(text) } }
    var all: [String] { lock.withLock { entries } }
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ context: UnsafeMutableRawPointer?) -> Log? {
      context.map { Unmanaged<Log>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Waits for so many entries.
    func wait(_ count: Int) async -> [String] {
      while all.count < count { await Task.yield() }
      return all
    }
  }

  private let queue = DispatchQueue(label: "listeners")

  private func unit() throws -> UnitProgram {
    try UnitProgram(kAudioUnitSubType_Varispeed, kAudioUnitType_FormatConverter)
  }

  private func parameter(_ unit: UnitProgram, _ id: AudioUnitParameterID = 0) -> AudioUnitParameter {
    AudioUnitParameter(mAudioUnit: unit.unit, mParameterID: id, mScope: kAudioUnitScope_Global, mElement: 0)
  }

  private func event(_ kind: UInt32, _ parameter: AudioUnitParameter) -> AudioUnitEvent {
    var event = AudioUnitEvent()
    event.mEventType = kind
    event.mArgument.mParameter = parameter
    return event
  }

  private func listener(_ log: Log, _ interval: Float = 0) throws -> AUParameterListenerRef {
    var made: AUParameterListenerRef?
    let status = AUListenerCreateWithDispatchQueue(&made, interval, queue) { object, parameter, value in
      log.add("\(UInt(bitPattern: object)) \(parameter.pointee.mParameterID) \(value)")
    }
    expectEqual(status, noErr)
    return try required(made)
  }

  @Test("Whoever listens to a parameter is told of its values, but not who has set it")
  func parameters() async throws {
    let (program, logs) = (try unit(), [Log(), Log()])
    defer { withExtendedLifetime(program) {} }
    let listeners = try logs.map { try listener($0) }
    var rate = parameter(program)
    let objects = (1...2).map { UnsafeMutableRawPointer(bitPattern: $0) }
    for listener in listeners {
      for object in objects { expectEqual(AUListenerAddParameter(listener, object, &rate), noErr) }
    }
    expectEqual(AUParameterSet(listeners[0], objects[1], &rate, 2, 0), noErr)
    await expectEqual(logs[1].wait(2), ["1 0 2.0", "2 0 2.0"])
    await expectEqual(logs[0].wait(1), ["1 0 2.0"])
    // Nobody is told of what a unit is set to past the listeners, unless somebody says so.
    expectEqual(AudioUnitSetParameter(program.unit, 0, 0, 0, 3, 0), noErr)
    expectEqual(AUParameterListenerNotify(nil, nil, &rate), noErr)
    await expectEqual(logs[0].wait(3).suffix(2), ["1 0 3.0", "2 0 3.0"])
    // Of values that follow one another before a listener is told, it is told the last one.
    await expectEqual(logs[1].wait(4).suffix(2), ["1 0 3.0", "2 0 3.0"])
    expectEqual(AUListenerRemoveParameter(listeners[0], objects[0], &rate), noErr)
    expectEqual(AUParameterSet(nil, nil, &rate, 1.5, 0), noErr)
    await expectEqual(logs[0].wait(4).suffix(1), ["2 0 1.5"])
    await expectEqual(logs[1].wait(6).count, 6)
    for listener in listeners { expectEqual(AUListenerDispose(listener), noErr) }
    expectEqual(AUParameterSet(nil, nil, &rate, 1, 0), noErr)
    queue.sync {}
    #expect(logs[0].all.count == 4 && logs[1].all.count == 6)
  }

  @Test("Of the values within the interval the last one is told, of every parameter that is meant")
  func gathering() async throws {
    let (program, log) = (try unit(), Log())
    defer { withExtendedLifetime(program) {} }
    let listener = try listener(log, 0.05)
    var (rate, cents) = (parameter(program, 0), parameter(program, 1))
    expectEqual(AUListenerAddParameter(listener, nil, &rate), noErr)
    expectEqual(AUListenerAddParameter(listener, nil, &cents), noErr)
    // The queue is held, so that what is set here comes before what is told.
    queue.sync {
      for value in [0.5, 0.75, 2] as [Float] { expectEqual(AUParameterSet(nil, nil, &rate, value, 0), noErr) }
    }
    await expectEqual(log.wait(1), ["0 0 2.0"])
    var any = parameter(program, UInt32(kAUParameterListener_AnyParameter))
    expectEqual(AUParameterListenerNotify(nil, nil, &any), noErr)
    expectEqual(Set(await log.wait(3).suffix(2)), ["0 0 2.0", "0 1 1200.0"])
    expectEqual(AUListenerDispose(listener), noErr)
  }

  @Test("Gestures, values and properties come in the order in which they happen")
  func events() async throws {
    let (program, log) = (try unit(), Log())
    defer { withExtendedLifetime(program) {} }
    var made: AUEventListenerRef?
    let status = AUEventListenerCreateWithDispatchQueue(&made, 0, 0, queue) { _, event, time, value in
      let isProperty = event.pointee.mEventType == kAudioUnitEvent_PropertyChange
      let argument = event.pointee.mArgument
      let id = isProperty ? argument.mProperty.mPropertyID : argument.mParameter.mParameterID
      log.add("\(event.pointee.mEventType) \(id) \(value) \(time > 0)")
    }
    expectEqual(status, noErr)
    let listener = try required(made)
    var events = (0..<3).map { event(UInt32($0), parameter(program)) }
    var property = AudioUnitEvent()
    property.mEventType = UInt32(kAudioUnitEvent_PropertyChange)
    property.mArgument.mProperty = AudioUnitProperty(
      mAudioUnit: program.unit, mPropertyID: kAudioUnitProperty_BypassEffect, mScope: kAudioUnitScope_Global,
      mElement: 0)
    for index in 0..<3 { expectEqual(AUEventListenerAddEventType(listener, nil, &events[index]), noErr) }
    expectEqual(AUEventListenerAddEventType(listener, nil, &property), noErr)
    var rate = parameter(program)
    expectEqual(AUEventListenerNotify(nil, nil, &events[1]), noErr)
    expectEqual(AUParameterSet(nil, nil, &rate, 2, 0), noErr)
    expectEqual(AUParameterSet(nil, nil, &rate, 3, 0), noErr)
    expectEqual(AUEventListenerNotify(nil, nil, &events[2]), noErr)
    expectEqual(program.set(kAudioUnitProperty_BypassEffect, UInt32(1)), noErr)
    await expectEqual(log.wait(5), ["1 0 1.0 true", "0 0 2.0 true", "0 0 3.0 true", "2 0 3.0 true", "3 21 0.0 true"])
    expectEqual(AUEventListenerRemoveEventType(listener, nil, &property), noErr)
    expectEqual(program.set(kAudioUnitProperty_BypassEffect, UInt32(0)), noErr)
    expectEqual(AUEventListenerNotify(nil, nil, &events[1]), noErr)
    await expectEqual(log.wait(6).last, "1 0 3.0 true")
    expectEqual(AUListenerDispose(listener), noErr)
  }

  @Test("Listeners on a run loop are called where it runs")
  func runLoops() throws {
    let (program, log) = (try unit(), Log())
    defer { withExtendedLifetime(program) {} }
    var made: [AUParameterListenerRef?] = [nil, nil]
    expectEqual(
      AUListenerCreate(
        { context, _, _, value in Log.of(context)?.add("value \(value)") }, log.context, CFRunLoopGetCurrent(),
        kCFRunLoopDefaultMode, 0, &made[0]), noErr)
    expectEqual(
      AUEventListenerCreate(
        { context, _, event, _, value in Log.of(context)?.add("event \(event.pointee.mEventType) \(value)") },
        log.context, nil, nil, 0, 1, &made[1]), noErr)
    let listeners = try made.map { try required($0) }
    var rate = parameter(program)
    var change = event(UInt32(kAudioUnitEvent_ParameterValueChange), rate)
    expectEqual(AUListenerAddParameter(listeners[0], nil, &rate), noErr)
    expectEqual(AUEventListenerAddEventType(listeners[1], nil, &change), noErr)
    for value in [2, 3] as [Float] { expectEqual(AUParameterSet(nil, nil, &rate, value, 0), noErr) }
    #expect(log.all.isEmpty)
    while log.all.count < 2 { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, true) }
    // Values within a second of each other are one.
    expectEqual(Set(log.all), ["value 3.0", "event 0 3.0"])
    for listener in listeners { expectEqual(AUListenerDispose(listener), noErr) }
  }

  @Test("Values and their places between the lowest and the highest, and as text")
  func values() throws {
    let program = try unit()
    defer { withExtendedLifetime(program) {} }
    var (rate, cents, none) = (parameter(program), parameter(program, 1), parameter(program, 9))
    #expect(AUParameterValueFromLinear(0, &rate) == 0.25 && AUParameterValueFromLinear(1, &rate) == 4)
    #expect(AUParameterValueFromLinear(0.5, &cents) == 0 && AUParameterValueFromLinear(2, &cents) == 2400)
    #expect(AUParameterValueToLinear(1200, &cents) == 0.75 && AUParameterValueToLinear(-9999, &cents) == 0)
    #expect(AUParameterValueFromLinear(.nan, &rate) == 0 && AUParameterValueToLinear(1, &none) == 0)
    #expect(AUParameterValueFromLinear(1, nothing()) == 0 && AUParameterValueToLinear(1, nothing()) == 0)
    var text = [CChar](repeating: 1, count: 32)
    func formatted(_ value: Double, _ digits: UInt32) -> String {
      let place = AUParameterFormatValue(value, &rate, &text, digits)
      return String(cString: place)
    }
    #expect(formatted(1.23456, 3) == "1.23" && formatted(1234.56, 4) == "1235" && formatted(0.5, 1) == "0")
    #expect(formatted(-12.5, 3) == "-12.5" && formatted(.infinity, 3) == "inf")
    expectEqual(formatted(1e300, 5).count, 31)
  }

  @Test("Listeners, parameters and events that there are not")
  func refusals() throws {
    let program = try unit()
    let log = Log()
    let listener = try listener(log)
    var (rate, none) = (parameter(program), parameter(program, 9))
    var stranger = AudioUnitParameter(mAudioUnit: Refusal.stale, mParameterID: 0, mScope: 0, mElement: 0)
    var (change, wrong) = (event(0, rate), event(17, rate))
    let (failure, gone) = (kAudio_ParamError, kAudioComponentErr_InstanceInvalidated)
    var made: AUParameterListenerRef?
    Refusal.check([
      Refusal("AUListenerCreate", "without a function", failure) {
        AUListenerCreate(nothing(), log.context, nil, nil, 0, &made)
      },
      Refusal("AUListenerCreate", "without a place", failure) {
        AUListenerCreate({ _, _, _, _ in }, log.context, nil, nil, 0, nothing())
      },
      Refusal("AUEventListenerCreate", "without a function", failure) {
        AUEventListenerCreate(nothing(), nil, nil, nil, 0, 0, &made)
      },
      Refusal("AUListenerDispose", "stale", failure) { AUListenerDispose(Refusal.stale) },
      Refusal("AUListenerAddParameter", "stale", failure) { AUListenerAddParameter(Refusal.stale, nil, &rate) },
      Refusal("AUListenerAddParameter", "null", failure) { AUListenerAddParameter(listener, nil, nothing()) },
      Refusal("AUListenerAddParameter", "no such parameter", kAudioUnitErr_InvalidParameter) {
        AUListenerAddParameter(listener, nil, &none)
      },
      Refusal("AUListenerAddParameter", "no unit", gone) { AUListenerAddParameter(listener, nil, &stranger) },
      Refusal("AUListenerRemoveParameter", "stale", failure) {
        AUListenerRemoveParameter(Refusal.stale, nil, &rate)
      },
      Refusal("AUListenerRemoveParameter", "null", failure) { AUListenerRemoveParameter(listener, nil, nothing()) },
      Refusal("AUParameterSet", "null", failure) { AUParameterSet(nil, nil, nothing(), 1, 0) },
      Refusal("AUParameterSet", "stale", failure) { AUParameterSet(Refusal.stale, nil, &rate, 1, 0) },
      Refusal("AUParameterSet", "no unit", gone) { AUParameterSet(nil, nil, &stranger, 1, 0) },
      Refusal("AUParameterSet", "no such parameter", kAudioUnitErr_InvalidParameter) {
        AUParameterSet(nil, nil, &none, 1, 0)
      },
      Refusal("AUParameterListenerNotify", "null", failure) { AUParameterListenerNotify(nil, nil, nothing()) },
      Refusal("AUParameterListenerNotify", "no unit", gone) { AUParameterListenerNotify(nil, nil, &stranger) },
      Refusal("AUEventListenerAddEventType", "no such event", failure) {
        AUEventListenerAddEventType(listener, nil, &wrong)
      },
      Refusal("AUEventListenerAddEventType", "null", failure) {
        AUEventListenerAddEventType(listener, nil, nothing())
      },
      Refusal("AUEventListenerRemoveEventType", "stale", failure) {
        AUEventListenerRemoveEventType(Refusal.stale, nil, &change)
      },
      Refusal("AUEventListenerNotify", "null", failure) { AUEventListenerNotify(nil, nil, nothing()) },
      Refusal("AUEventListenerNotify", "no such event", failure) { AUEventListenerNotify(nil, nil, &wrong) },
    ])
    expectEqual(AUListenerDispose(listener), noErr)
    expectEqual(AUListenerDispose(listener), failure)
    #expect(log.all.isEmpty)
    withExtendedLifetime(program) {}
  }
}

import AudioBase
import AudioDevices
import CAudioToolbox
import CoreFoundation
import Dispatch
import Foundation

/// An event for a listener: a change of a parameter or a property of a unit, or the begin or end of a gesture that
/// changes a parameter.
struct ListenedEvent: Hashable, Sendable {
  /// `kAudioUnitEvent_…`
  var kind: AudioUnitEventType
  /// The unit's handle, as a number.
  var unit: UInt
  var id: UInt32
  var scope: AudioUnitScope
  var element: AudioUnitElement

  init(_ kind: AudioUnitEventType, _ parameter: AudioUnitParameter) {
    self.kind = kind
    unit = unsafe UInt(bitPattern: parameter.mAudioUnit)
    unsafe (id, scope, element) = (parameter.mParameterID, parameter.mScope, parameter.mElement)
  }

  init(_ property: AudioUnitProperty) {
    kind = UInt32(kAudioUnitEvent_PropertyChange)
    unit = unsafe UInt(bitPattern: property.mAudioUnit)
    unsafe (id, scope, element) = (property.mPropertyID, property.mScope, property.mElement)
  }

  /// - Throws: `kAudio_ParamError` for an event that there is not.
  init(_ event: AudioUnitEvent) throws(Status) {
    switch unsafe event.mEventType {
    case UInt32(kAudioUnitEvent_PropertyChange): unsafe self.init(event.mArgument.mProperty)
    case 0..<UInt32(kAudioUnitEvent_PropertyChange):
      unsafe self.init(event.mEventType, event.mArgument.mParameter)
    default: throw Status(kAudio_ParamError)
    }
  }

  var isProperty: Bool { kind == UInt32(kAudioUnitEvent_PropertyChange) }

  var address: ParameterAddress { ParameterAddress(id: id, scope: scope, element: element) }

  /// The parameter in Core Audio's words.
  var parameter: AudioUnitParameter? {
    guard let unit = unsafe AudioUnit(bitPattern: unit) else { return nil }
    return unsafe AudioUnitParameter(mAudioUnit: unit, mParameterID: id, mScope: scope, mElement: element)
  }

  /// The event in Core Audio's words.
  var event: AudioUnitEvent? {
    guard let unit = unsafe AudioUnit(bitPattern: unit) else { return nil }
    var event = unsafe AudioUnitEvent()
    unsafe event.mEventType = kind
    if isProperty {
      unsafe event.mArgument.mProperty = AudioUnitProperty(
        mAudioUnit: unit, mPropertyID: id, mScope: scope, mElement: element)
    } else {
      unsafe event.mArgument.mParameter = AudioUnitParameter(
        mAudioUnit: unit, mParameterID: id, mScope: scope, mElement: element)
    }
    return unsafe event
  }
}

/// An event, and its time.
struct ListenedChange: Sendable {
  /// The program's object, as a number: it is only passed back.
  var object: UInt
  var event: ListenedEvent
  var hostTime: UInt64
  var value: Float
}

/// The place where a listener's function is called.
enum ListenerTarget {
  case runLoop(CFRunLoop, CFString)
  case queue(BlockQueue)
  case dispatchQueue(DispatchQueue)

  /// Calls a body there, some time.
  func perform(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .runLoop(let loop, let mode):
      CFRunLoopPerformBlock(loop, mode) { body() }
      CFRunLoopWakeUp(loop)
    case .queue(let queue): queue.perform(body)
    case .dispatchQueue(let queue): queue.async(execute: body)
    }
  }
}

/// The object of an `AUParameterListenerRef` or `AUEventListenerRef`.
///
/// Changes are collected during the listener's interval, in which only the last value of a parameter is kept, and are
/// then reported one after the other. No lock is held while the program is called.
///
/// `@unchecked`: the state that changes has a lock; the function is the program's and may be called by any thread.
final class ListenerObject: HandleObject, @unchecked Sendable {
  private struct State {
    var registrations: [(object: UInt, event: ListenedEvent)] = []
    var pending: [ListenedChange] = []
    var isScheduled = false
    var isClosed = false
  }

  /// The interval for collecting changes, in seconds.
  private let interval: Double
  /// The time, in nanoseconds, within which a value replaces the previous one; `nil` until the previous one has been
  /// reported.
  private let granularity: UInt64?
  private let target: ListenerTarget
  private let call: (ListenedChange) -> Void
  private let state = Lock(State())

  /// The longest time in seconds for which changes may be collected.
  private static let longestInterval = 3600.0
  private static let timers = DispatchQueue(label: "AUListener")

  /// - Parameters:
  ///   - interval: The interval for collecting changes, 0…3,600 seconds; other values become the nearest.
  ///   - granularity: The time in seconds from which two values of a parameter are both reported; `nil` to report only
  ///     the last one.
  init(
    _ interval: Float, granularity: Float? = nil, _ target: ListenerTarget,
    _ call: @escaping (ListenedChange) -> Void
  ) {
    self.interval = interval.isNaN ? 0 : min(max(Double(interval), 0), Self.longestInterval)
    self.granularity = granularity.map {
      UInt64(($0.isNaN ? 0 : min(max(Double($0), 0), Self.longestInterval)) * 1e9)
    }
    self.target = target
    self.call = call
  }

  /// Listens to an event for an object of the program; repeated calls have no further effect.
  func add(_ event: ListenedEvent, _ object: UInt) {
    state.withLock { state in
      guard !state.registrations.contains(where: { $0.object == object && $0.event == event }) else { return }
      state.registrations.append((object, event))
    }
  }

  func remove(_ event: ListenedEvent, _ object: UInt) {
    state.withLock { state in
      state.registrations.removeAll { $0.object == object && $0.event == event }
      state.pending.removeAll { $0.object == object && $0.event == event }
    }
  }

  /// Stops reporting.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.registrations.removeAll()
      state.pending.removeAll()
    }
  }

  /// Returns the parameters of a unit to which it listens.
  func parameters(of unit: UInt) -> [ListenedEvent] {
    state.withLock { state in
      Array(Set(state.registrations.map(\.event).filter { !$0.isProperty && $0.unit == unit && $0.kind == 0 }))
    }
  }

  /// Records an event for all objects that listen to it, except the one that caused it.
  func note(_ event: ListenedEvent, _ value: Float, except sender: UInt?) {
    let now = HostClock.now
    let mustSchedule = state.withLock { state in
      for (object, wanted) in state.registrations where wanted == event && object != sender {
        add(ListenedChange(object: object, event: event, hostTime: now, value: value), to: &state.pending)
      }
      guard !state.pending.isEmpty, !state.isScheduled else { return false }
      state.isScheduled = true
      return true
    }
    guard mustSchedule else { return }
    guard interval > 0 else { return target.perform { [self] in deliver() } }
    Self.timers.asyncAfter(deadline: .now() + interval) { [self] in target.perform { [self] in deliver() } }
  }

  private func add(_ change: ListenedChange, to pending: inout [ListenedChange]) {
    let last = pending.lastIndex { $0.object == change.object && $0.event.isSameParameter(as: change.event) }
    if change.event.kind == UInt32(kAudioUnitEvent_ParameterValueChange), let last,
      pending[last].event == change.event, granularity.map({ change.hostTime - pending[last].hostTime < $0 }) ?? true
    {
      pending[last].value = change.value
    } else {
      pending.append(change)
    }
  }

  /// Reports the collected events on the program's thread.
  private func deliver() {
    state.withLock { $0.isScheduled = false }
    while let change = state.withLock({ $0.pending.isEmpty ? nil : $0.pending.removeFirst() }) { call(change) }
  }
}

extension ListenedEvent {
  /// Returns true if both are of one parameter, value or not.
  fileprivate func isSameParameter(as other: ListenedEvent) -> Bool {
    unit == other.unit && id == other.id && scope == other.scope && element == other.element
      && isProperty == other.isProperty
  }
}

/// All listeners.
enum UnitListeners {
  private static let all = Lock<[ListenerObject]>([])

  static func add(_ listener: ListenerObject) { all.withLock { $0.append(listener) } }

  static func remove(_ listener: ListenerObject) {
    all.withLock { $0.removeAll { $0 === listener } }
    listener.close()
  }

  /// Records an event.
  ///
  /// - Parameters:
  ///   - value: A parameter's value; 0 for a property.
  ///   - sender: The listener and its object that caused the event and are not notified.
  static func note(_ event: ListenedEvent, _ value: Float, sender: (listener: ListenerObject, object: UInt)? = nil) {
    for listener in all.withLock({ $0 }) {
      listener.note(event, value, except: listener === sender?.listener ? sender?.object : nil)
    }
  }

  /// Records that any parameter of a unit may have changed.
  static func noteAll(of unit: UInt, _ object: UnitObject, sender: (listener: ListenerObject, object: UInt)?) {
    let events = Set(all.withLock { $0 }.flatMap { $0.parameters(of: unit) })
    for event in events {
      if let value = try? object.parameter(event.address) { note(event, value, sender: sender) }
    }
  }
}

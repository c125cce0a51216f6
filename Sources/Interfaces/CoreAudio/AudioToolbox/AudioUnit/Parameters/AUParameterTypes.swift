// The plain types of <AudioToolbox/AUParameters.h> and <AudioToolbox/AUAudioUnit.h>, as Apple's documentation has them.

/// The time of an event, in frames: on the unit's time line, or as an offset from ``AUEventSampleTimeImmediate``.
public typealias AUEventSampleTime = Int64

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The beginning of the next slice. A number of frames, 0 to 4,096, may be added.
public let AUEventSampleTimeImmediate = AUEventSampleTime(bitPattern: 0xFFFF_FFFF_0000_0000)

/// Schedules a change of a parameter, from any thread: the time, the duration in frames, the address, and the final
/// value.
public typealias AUScheduleParameterBlock = (AUEventSampleTime, AUAudioFrameCount, AUParameterAddress, AUValue) -> Void

/// Schedules MIDI events: the time, the cable, the number of bytes, and the bytes.
public typealias AUScheduleMIDIEventBlock = (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> Void

/// A token for an observer of parameters, until it is removed. It must not be dereferenced.
public typealias AUParameterObserverToken = UnsafeMutableRawPointer

/// A block that receives the address and the new value of a parameter.
public typealias AUParameterObserver = (AUParameterAddress, AUValue) -> Void
/// A block that receives changes with their times.
public typealias AUParameterRecordingObserver = (Int, UnsafePointer<AURecordedParameterEvent>) -> Void
/// A block that receives changes with their times and kinds.
public typealias AUParameterAutomationObserver = (Int, UnsafePointer<AUParameterAutomationEvent>) -> Void

/// A block that applies a new value of a parameter.
public typealias AUImplementorValueObserver = (AUParameter, AUValue) -> Void
/// Returns the present value of a parameter.
public typealias AUImplementorValueProvider = (AUParameter) -> AUValue
/// Returns a value as text, by default the parameter's.
public typealias AUImplementorStringFromValueCallback = (AUParameter, UnsafePointer<AUValue>?) -> String
/// Returns the value of a text.
public typealias AUImplementorValueFromStringCallback = (AUParameter, String) -> AUValue
/// Returns a name of limited length.
public typealias AUImplementorDisplayNameWithLengthCallback = (AUParameterNode, Int) -> String

/// The place of a change within a gesture.
public enum AUParameterAutomationEventType: UInt32, Sendable {
  /// A change during a gesture, or without a gesture.
  case value = 0
  /// The beginning of a gesture.
  case touch = 1
  /// The end of a gesture.
  case release = 2
}

/// A change of a parameter with its time.
public struct AURecordedParameterEvent: Sendable {
  /// The time on the host's clock.
  public var hostTime: UInt64
  /// The parameter.
  public var address: AUParameterAddress
  /// The new value.
  public var value: AUValue

  /// Creates a change.
  public init(hostTime: UInt64 = 0, address: AUParameterAddress = 0, value: AUValue = 0) {
    (self.hostTime, self.address, self.value) = (hostTime, address, value)
  }
}

/// A change of a parameter with its time and kind.
public struct AUParameterAutomationEvent: Sendable {
  /// The time on the host's clock.
  public var hostTime: UInt64
  /// The parameter.
  public var address: AUParameterAddress
  /// The new value.
  public var value: AUValue
  /// The place in a gesture.
  public var eventType: AUParameterAutomationEventType
  /// Reserved; 0.
  public var reserved: UInt64

  /// Creates a change.
  public init(
    hostTime: UInt64 = 0, address: AUParameterAddress = 0, value: AUValue = 0,
    eventType: AUParameterAutomationEventType = .value, reserved: UInt64 = 0
  ) {
    (self.hostTime, self.address, self.value) = (hostTime, address, value)
    (self.eventType, self.reserved) = (eventType, reserved)
  }
}

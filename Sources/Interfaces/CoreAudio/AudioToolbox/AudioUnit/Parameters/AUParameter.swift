import AudioGraph
public import CAudioToolbox
public import Foundation

/// A parameter of a unit.
@safe
open class AUParameter: AUParameterNode, @unchecked Sendable {
  /// The smallest value.
  public let minValue: AUValue
  /// The largest value.
  public let maxValue: AUValue
  /// The unit of measure.
  public let unit: AudioUnitParameterUnit
  /// The name of the parameter's own unit of measure.
  public let unitName: String?
  /// The flags of the parameter.
  public let flags: AudioUnitParameterOptions
  /// The number of the parameter.
  public let address: AUParameterAddress
  /// The names of the values, from the smallest on.
  public let valueStrings: [String]?
  /// The parameters that may change with this one.
  public let dependentParameters: [NSNumber]?
  private let present: ParameterValue

  init(
    identifier: String, name: String, address: AUParameterAddress, min: AUValue, max: AUValue,
    unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions, valueStrings: [String]?,
    dependentParameters: [NSNumber]?
  ) {
    (minValue, maxValue, self.unit, self.unitName) = (min, max, unit, unitName)
    (self.flags, self.address, self.valueStrings) = (flags, address, valueStrings)
    self.dependentParameters = dependentParameters
    present = ParameterValue(min)
    super.init(identifier: identifier, name: name)
  }

  /// The value that was set last.
  var stored: AUValue { present.now }

  /// The value. Setting it changes the unit, then notifies all observers.
  open var value: AUValue {
    get { implementorValueProvider(self) }
    set { set(newValue, origin: 0, at: 0, .value) }
  }

  /// Sets the value, without notifying the token's observer.
  open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
    set(value, origin: UInt(bitPattern: originator), at: 0, .value)
  }

  /// Sets the value as of a time of the host's clock.
  open func setValue(_ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64) {
    set(value, origin: UInt(bitPattern: originator), at: hostTime, .value)
  }

  /// Sets the value as a part of a gesture.
  open func setValue(
    _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
    eventType: AUParameterAutomationEventType
  ) {
    set(value, origin: UInt(bitPattern: originator), at: hostTime, eventType)
  }

  private func set(
    _ value: AUValue, origin: UInt, at hostTime: UInt64, _ eventType: AUParameterAutomationEventType
  ) {
    present.now = value
    implementorValueObserver(self, value)
    tell(
      AUParameterAutomationEvent(hostTime: hostTime, address: address, value: value, eventType: eventType),
      origin: origin)
  }

  /// Sets a unit's blocks, unless there are others.
  package func adopt(
    givesValue: @escaping AUImplementorValueProvider, takesValue: @escaping AUImplementorValueObserver
  ) {
    guard !hasImplementor else { return }
    implementorValueProvider = givesValue
    implementorValueObserver = takesValue
  }

  // MARK: Text

  /// Returns a value as text, by default the present one.
  open func string(fromValue value: UnsafePointer<AUValue>?) -> String {
    unsafe implementorStringFromValueCallback(self, value)
  }

  /// Returns the value for a text; 0 if it has none.
  open func value(from string: String) -> AUValue { implementorValueFromStringCallback(self, string) }

  /// Returns the name of a value, or its number.
  func text(of value: AUValue) -> String {
    if let valueStrings, let index = Int(exactly: (value - minValue).rounded()), valueStrings.indices.contains(index) {
      return valueStrings[index]
    }
    let number = String(format: "%.2f", value)
    return unitName.map { number + " " + $0 } ?? number
  }

  /// Returns the value with a name, or the number at the beginning of a text.
  func value(ofText text: String) -> AUValue {
    if let index = valueStrings?.firstIndex(of: text) { return minValue + AUValue(index) }
    let scanner = Scanner(string: text)
    return scanner.scanFloat() ?? 0
  }
}

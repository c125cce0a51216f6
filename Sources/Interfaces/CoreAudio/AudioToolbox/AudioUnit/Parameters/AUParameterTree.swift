public import CAudioToolbox
public import Foundation

/// A group of parameters and groups.
open class AUParameterGroup: AUParameterNode, @unchecked Sendable {
  /// The nodes of the group, in order.
  public let children: [AUParameterNode]

  init(identifier: String, name: String, children: [AUParameterNode]) {
    self.children = children
    super.init(identifier: identifier, name: name)
    for child in children { child.parent = self }
  }

  /// All parameters within the group, in order.
  open var allParameters: [AUParameter] {
    children.flatMap { child -> [AUParameter] in
      if let parameter = child as? AUParameter { return [parameter] }
      return (child as? AUParameterGroup)?.allParameters ?? []
    }
  }

  /// Returns the node with an identifier, for key-value coding as in Apple's class.
  open func value(forKey key: String) -> Any? { children.first { $0.identifier == key } }

  /// Returns the node at a key path.
  open func value(forKeyPath keyPath: String) -> Any? {
    var node: AUParameterNode = self
    for key in keyPath.split(separator: ".", omittingEmptySubsequences: false) {
      guard let group = node as? AUParameterGroup,
        let child = group.children.first(where: { $0.identifier == key })
      else { return nil }
      node = child
    }
    return node
  }
}

/// All parameters of a unit.
open class AUParameterTree: AUParameterGroup, @unchecked Sendable {
  private let addresses: [AUParameterAddress: AUParameter]

  override init(identifier: String, name: String, children: [AUParameterNode]) {
    var (addresses, waiting) = ([AUParameterAddress: AUParameter](), Array(children.reversed()))
    while let node = waiting.popLast() {
      if let parameter = node as? AUParameter, addresses[parameter.address] == nil {
        addresses[parameter.address] = parameter
      }
      if let group = node as? AUParameterGroup { waiting += group.children.reversed() }
    }
    self.addresses = addresses
    super.init(identifier: identifier, name: name, children: children)
  }

  /// Creates a tree.
  package convenience init(_ children: [AUParameterNode]) { self.init(identifier: "", name: "", children: children) }

  /// Returns the first parameter with an address.
  open func parameter(withAddress address: AUParameterAddress) -> AUParameter? { addresses[address] }

  /// Returns the parameter with an identifier in an element of a scope. Only parameters of element 0 of the global
  /// scope are found; their addresses are their identifiers.
  open func parameter(
    withID paramID: AudioUnitParameterID, scope: AudioUnitScope, element: AudioUnitElement
  ) -> AUParameter? {
    scope == kAudioUnitScope_Global && element == 0 ? parameter(withAddress: AUParameterAddress(paramID)) : nil
  }

  /// Creates a parameter with `min` as its value.
  open class func createParameter(
    withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue, max: AUValue,
    unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions, valueStrings: [String]?,
    dependentParameters: [NSNumber]?
  ) -> AUParameter {
    AUParameter(
      identifier: identifier, name: name, address: address, min: min, max: max, unit: unit, unitName: unitName,
      flags: flags, valueStrings: valueStrings, dependentParameters: dependentParameters)
  }

  /// Creates a group.
  open class func createGroup(
    withIdentifier identifier: String, name: String, children: [AUParameterNode]
  ) -> AUParameterGroup {
    AUParameterGroup(identifier: identifier, name: name, children: children)
  }

  /// Creates a group to copy others from.
  open class func createGroupTemplate(_ children: [AUParameterNode]) -> AUParameterGroup {
    AUParameterGroup(identifier: "", name: "", children: children)
  }

  /// Creates a copy of a group, with an offset added to all addresses.
  open class func createGroup(
    fromTemplate templateGroup: AUParameterGroup, identifier: String, name: String, addressOffset: AUParameterAddress
  ) -> AUParameterGroup {
    let children = templateGroup.children.map { child -> AUParameterNode in
      guard let parameter = child as? AUParameter else {
        let group = child as? AUParameterGroup
        return createGroup(
          fromTemplate: group ?? AUParameterGroup(identifier: child.identifier, name: child.displayName, children: []),
          identifier: child.identifier, name: child.displayName, addressOffset: addressOffset)
      }
      return AUParameter(
        identifier: parameter.identifier, name: parameter.displayName, address: parameter.address &+ addressOffset,
        min: parameter.minValue, max: parameter.maxValue, unit: parameter.unit, unitName: parameter.unitName,
        flags: parameter.flags, valueStrings: parameter.valueStrings,
        dependentParameters: parameter.dependentParameters)
    }
    return AUParameterGroup(identifier: identifier, name: name, children: children)
  }

  /// Creates a tree.
  open class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
    AUParameterTree(identifier: "", name: "", children: children)
  }
}

import AudioBase
import CAudioToolbox
import Foundation

/// The state of a unit as a property list: `kAudioUnitProperty_ClassInfo`, and `kAudioUnitProperty_PresentPreset`.
///
/// The list states the unit's type, and has the parameters as big-endian bytes: for each scope its number, that of an
/// element and the count of the following parameters, all of 32 bits, and then for each parameter its number and its
/// value, a 32-bit float. No unit here has presets of its own.
struct UnitPresets {
  let unit: UnitObject

  /// The number of a preset created by the program.
  private static let ownNumber: Int32 = -1
  /// The largest number of parameters of a list; more are ignored.
  private static let largestParameterCount = 1 << 16

  /// Returns the value of one of the two properties.
  func value(of property: AudioUnitPropertyID) throws(Status) -> PropertyValue {
    let name = unit.configuration.withLock { $0.presetName } as NSString
    if property == kAudioUnitProperty_ClassInfo { return PropertyValue(object: propertyList(name)) }
    var preset = PropertyValue(Self.ownNumber)
    preset.pad(toMultipleOf: MemoryLayout<UInt>.alignment)
    preset.append(name)
    return preset
  }

  private func propertyList(_ name: NSString) -> NSDictionary {
    NSDictionary(dictionary: [
      kAUPresetVersionKey: NSNumber(value: 0), kAUPresetNameKey: name,
      kAUPresetTypeKey: NSNumber(value: Int32(bitPattern: unit.kind.type)),
      kAUPresetSubtypeKey: NSNumber(value: Int32(bitPattern: unit.kind.subType)),
      kAUPresetManufacturerKey: NSNumber(value: Int32(bitPattern: kAudioUnitManufacturer_Apple)),
      kAUPresetDataKey: NSData(data: Data(parameterBytes())),
    ])
  }

  /// Sets one of the two properties.
  ///
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` for a list of another unit, or none, and for a preset of the unit's
  ///   own, since it has none.
  func set(_ property: AudioUnitPropertyID, to source: PropertySource) throws(Status) {
    let failure = kAudioUnitErr_InvalidPropertyValue
    if property == kAudioUnitProperty_PresentPreset {
      guard unsafe source.count == MemoryLayout<AUPreset>.size,
        try source.read(Int32.self, orThrow: failure) < 0
      else { throw Status(failure) }
      let address = try source.read(UInt.self, at: MemoryLayout<UInt>.size, orThrow: failure)
      let name = unsafe UnsafeRawPointer(bitPattern: address).map {
        unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
      }
      guard let name = name as? NSString else { throw Status(failure) }
      return unit.configuration.withLock { $0.presetName = name as String }
    }
    guard source.count == MemoryLayout<UInt>.size,
      let list = try source.object(orThrow: failure) as? NSDictionary
    else { throw Status(failure) }
    try restore(list)
  }

  private func restore(_ list: NSDictionary) throws(Status) {
    let isOwn = [
      (kAUPresetTypeKey, unit.kind.type), (kAUPresetSubtypeKey, unit.kind.subType),
      (kAUPresetManufacturerKey, kAudioUnitManufacturer_Apple),
    ].allSatisfy { key, code in (list[key] as? NSNumber)?.int32Value == Int32(bitPattern: code) }
    guard isOwn else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
    if let name = list[kAUPresetNameKey] as? NSString {
      unit.configuration.withLock { $0.presetName = name as String }
    }
    guard let data = list[kAUPresetDataKey] as? NSData else { return }
    try restore([UInt8](data as Data))
  }

  // MARK: Parameters

  /// Returns the parameters with their values, in the format above.
  private func parameterBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    for scope in [kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output] {
      let known = unit.parameters.filter { $0.has(scope) && $0.flags.contains(.flag_IsWritable) }
      guard !known.isEmpty else { continue }
      for element in unit.presetElements(scope) {
        for number in [scope, element, UInt32(known.count)] { append(number, to: &bytes) }
        for parameter in known {
          let address = ParameterAddress(id: parameter.id, scope: scope, element: element)
          append(parameter.id, to: &bytes)
          append(((try? unit.parameter(address)) ?? parameter.initial).bitPattern, to: &bytes)
        }
      }
    }
    return bytes
  }

  private func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  /// Sets the parameters in the bytes that the unit has.
  private func restore(_ bytes: [UInt8]) throws(Status) {
    guard bytes.count % 4 == 0 else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
    let numbers = stride(from: 0, to: bytes.count, by: 4).map { place in
      bytes[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    var place = 0
    while place + 3 <= numbers.count {
      let (scope, element, count) = (numbers[place], numbers[place + 1], Int(numbers[place + 2]))
      place += 3
      guard count <= Self.largestParameterCount, count * 2 <= numbers.count - place else {
        throw Status(kAudioUnitErr_InvalidPropertyValue)
      }
      for index in 0..<count {
        let address = ParameterAddress(id: numbers[place + 2 * index], scope: scope, element: element)
        try? unit.setParameter(address, to: Float(bitPattern: numbers[place + 2 * index + 1]))
      }
      place += 2 * count
    }
  }
}

import AudioBase
import CAudioToolbox

/// A parameter of a kind of unit.
struct UnitParameter: Sendable {
  let id: AudioUnitParameterID
  let name: String
  let unit: AudioUnitParameterUnit
  let range: ClosedRange<Float>
  let initial: Float
  let scopes: [AudioUnitScope]
  var flags: AudioUnitParameterOptions = [.flag_IsReadable, .flag_IsWritable]

  func has(_ scope: AudioUnitScope) -> Bool { scopes.contains(scope) }

  /// The description for programs. The name is within the struct, so that there is no string to be released.
  var info: AudioUnitParameterInfo {
    var info = unsafe AudioUnitParameterInfo()
    let bytes = Array(name.utf8.prefix(51))
    unsafe withUnsafeMutableBytes(of: &info.name) { place in
      for (index, byte) in bytes.enumerated() { unsafe place[index] = byte }
    }
    unsafe info.unit = unit
    unsafe (info.minValue, info.maxValue, info.defaultValue) = (range.lowerBound, range.upperBound, initial)
    unsafe info.flags = flags
    return unsafe info
  }
}

/// The address of a parameter.
struct ParameterAddress: Sendable {
  var id: AudioUnitParameterID
  var scope: AudioUnitScope
  var element: AudioUnitElement
}

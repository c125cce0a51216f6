// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox
import Foundation

// <AudioToolbox/AudioUnitUtilities.h>: showing parameters. All of them here are shown in a straight line.

/// Returns the description of a parameter; `nil` if a unit does not have it.
@unsafe
private func known(_ parameter: UnsafePointer<AudioUnitParameter>?) -> UnitParameter? {
  guard let parameter = unsafe parameter,
    let unit = try? unsafe unit(AudioUnit(bitPattern: UInt(bitPattern: parameter.pointee.mAudioUnit)))
  else { return nil }
  return unit.parameters.first { unsafe $0.id == parameter.pointee.mParameterID && $0.has(parameter.pointee.mScope) }
}

/// Returns the value at a position from 0, the lowest, to 1, the highest; 0 for an unknown parameter.
@c(AUParameterValueFromLinear)
public func auParameterValueFromLinear(
  _ inLinearValue: Float32, _ inParameter: UnsafePointer<AudioUnitParameter>?
) -> AudioUnitParameterValue {
  guard let range = unsafe known(inParameter)?.range, !inLinearValue.isNaN else { return 0 }
  return range.lowerBound + (range.upperBound - range.lowerBound) * min(max(inLinearValue, 0), 1)
}

/// Returns the position of a value from 0, the lowest, to 1, the highest; 0 for an unknown parameter.
@c(AUParameterValueToLinear)
public func auParameterValueToLinear(
  _ inParameterValue: AudioUnitParameterValue, _ inParameter: UnsafePointer<AudioUnitParameter>?
) -> Float32 {
  guard let range = unsafe known(inParameter)?.range, !inParameterValue.isNaN else { return 0 }
  let value = min(max(inParameterValue, range.lowerBound), range.upperBound)
  return (value - range.lowerBound) / (range.upperBound - range.lowerBound)
}

/// Writes a value with a number of significant digits as a C string of at most 31 characters.
@c(AUParameterFormatValue)
public func auParameterFormatValue(
  _ inParameterValue: Float64, _ inParameter: UnsafePointer<AudioUnitParameter>?,
  _ inTextBuffer: UnsafeMutablePointer<CChar>?, _ inDigits: UInt32
) -> UnsafeMutablePointer<CChar>? {
  guard let inTextBuffer = unsafe inTextBuffer else { return nil }
  let digits = Int(min(max(inDigits, 1), 17))
  // Digits before the point count too.
  let size = inParameterValue.magnitude
  let whole = size.isFinite && size >= 1 ? min(17, Int(log10(size).rounded(.down)) + 1) : 1
  let text = String(format: "%.\(max(0, digits - whole))f", inParameterValue)
  var place = 0
  for byte in text.utf8.prefix(31) {
    unsafe inTextBuffer[place] = CChar(bitPattern: byte)
    place += 1
  }
  unsafe inTextBuffer[place] = 0
  return unsafe inTextBuffer
}

import AudioErrors
import AudioGraph
import CAudioToolbox
import SignalProcessing

/// The kind of an ``EffectUnit``: its parameters, and the stage that they set.
struct EffectKind: Sendable {
  /// The parameters; their indices are the numbers of `EffectControls`.
  let parameters: [UnitParameter]
  /// Makes the stage.
  let make: @Sendable (GraphFormat, Int, EffectControls) throws(AudioError) -> RenderStage
  /// Returns the seconds that are heard after the end of the input.
  var tailTime: @Sendable (EffectControls) -> Double = { _ in 0 }

  /// The samples that an effect may keep: 256 MiB of them.
  private static let memoryLimit = 67_108_864.0

  /// Throws for a format in which an effect would keep too much sound.
  ///
  /// - Parameter seconds: The duration that it keeps of each channel, in seconds.
  static func check(_ format: GraphFormat, seconds: Double) throws(AudioError) {
    guard format.isPossible, format.sampleRate * seconds * Double(format.channelCount) <= memoryLimit else {
      throw .format(format)
    }
  }

  /// Describes a parameter of the global scope that may be changed at any frame.
  static func parameter(
    _ id: AudioUnitParameterID, _ name: String, _ unit: AudioUnitParameterUnit, _ range: ClosedRange<Float>,
    _ initial: Float
  ) -> UnitParameter {
    UnitParameter(
      id: id, name: name, unit: unit, range: range, initial: initial, scopes: [kAudioUnitScope_Global],
      flags: [.flag_IsReadable, .flag_IsWritable, .flag_CanRamp])
  }

  /// Describes a measured level, which can only be read.
  static func meter(_ id: AudioUnitParameterID, _ name: String, _ range: ClosedRange<Float>) -> UnitParameter {
    UnitParameter(
      id: id, name: name, unit: .decibels, range: range, initial: range.contains(0) ? 0 : range.lowerBound,
      scopes: [kAudioUnitScope_Global], flags: [.flag_IsReadable, .flag_MeterReadOnly])
  }
}

extension EffectControls {
  /// Returns the value of the parameter with an identifier, whose number is its index.
  func value(_ id: AudioUnitParameterID) -> Double { Double(self[Int(id)]) }

  /// Returns the part that a percentage is.
  func part(_ id: AudioUnitParameterID) -> Double { value(id) / 100 }
}

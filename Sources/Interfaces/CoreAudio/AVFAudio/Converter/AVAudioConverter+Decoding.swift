public import Foundation

// How a converter decodes. All of it is of ours: Core Audio has the properties of the codec, but not from here. What is
// `nil` does not apply to the input's codec, and is passed over when set. To be set before the first packet; set later,
// the decoder is made anew, as by `reset()`.

extension AVAudioConverter {
  /// Whether the stream's own dynamic range gains are applied, as ``decoderDynamicRangeBoost`` and
  /// ``decoderDynamicRangeCut`` say.
  public var decoderControlsDynamicRange: Bool? {
    get { converter.number(kAudioCodecPropertyDynamicRangeControlMode).map { $0 != kDynamicRangeControlMode_None } }
    set {
      guard let newValue else { return }
      converter.set(
        kAudioCodecPropertyDynamicRangeControlMode,
        to: newValue ? UInt32(kDynamicRangeControlMode_Light) : UInt32(kDynamicRangeControlMode_None))
    }
  }

  /// The part of each gain above 0 dB that is applied, 0…1.
  public var decoderDynamicRangeBoost: Float? {
    get { converter.property(kAudioConverterDecoderDynamicRangeBoost, startingWith: Float(0)) }
    set { set(kAudioConverterDecoderDynamicRangeBoost, to: newValue) }
  }

  /// The part of each gain below 0 dB that is applied, 0…1.
  public var decoderDynamicRangeCut: Float? {
    get { converter.property(kAudioConverterDecoderDynamicRangeCut, startingWith: Float(0)) }
    set { set(kAudioConverterDecoderDynamicRangeCut, to: newValue) }
  }

  /// The level that programmes are brought to which state their own, in dB of full scale, −31.75 up to 0; 0 leaves the
  /// level as it is.
  public var decoderTargetLevel: Float? {
    get { converter.property(kAudioCodecPropertyProgramTargetLevel, startingWith: Float(0)) }
    set { set(kAudioCodecPropertyProgramTargetLevel, to: newValue) }
  }

  /// Whether packets that cannot be decoded, and packets of 0 bytes, are filled in; otherwise they end the conversion.
  public var decoderConceals: Bool? {
    get { converter.number(kAudioConverterDecoderConcealment).map { $0 != 0 } }
    set { set(kAudioConverterDecoderConcealment, to: newValue.map { UInt32($0 ? 1 : 0) }) }
  }

  /// Seconds of a loss that are filled in at full level.
  public var decoderConcealmentHoldTime: TimeInterval? {
    get { converter.property(kAudioConverterDecoderConcealmentHoldTime, startingWith: Float64(0)) }
    set { set(kAudioConverterDecoderConcealmentHoldTime, to: newValue) }
  }

  /// Seconds from the end of the hold to silence.
  public var decoderConcealmentFadeTime: TimeInterval? {
    get { converter.property(kAudioConverterDecoderConcealmentFadeTime, startingWith: Float64(0)) }
    set { set(kAudioConverterDecoderConcealmentFadeTime, to: newValue) }
  }

  /// Packets that are waited for so that a loss is filled in from both sides, 0 or 1.
  public var decoderLookAhead: Int? {
    get { converter.number(kAudioConverterDecoderLookAhead).map { Int($0) } }
    set { set(kAudioConverterDecoderLookAhead, to: newValue.map { UInt32(clamping: $0) }) }
  }

  /// By how many seconds waiting for packets delays the output.
  public var decoderLatency: TimeInterval {
    converter.property(kAudioConverterDecoderLatency, startingWith: Float64(0)) ?? 0
  }

  private func set<Value: BitwiseCopyable>(_ property: AudioConverterPropertyID, to value: Value?) {
    if let value { converter.set(property, to: value) }
  }
}

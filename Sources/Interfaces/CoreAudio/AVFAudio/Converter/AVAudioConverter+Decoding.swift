import AudioBase
import AudioToolbox
public import Foundation

// Properties of the decoder. They are extensions of this library: Core Audio has the properties of the codec, but not
// here. Properties that do not apply to the input's codec are `nil`, and are ignored when set. To be set before the
// first packet; if set later, the decoder is recreated, as by `reset()`.

extension AVAudioConverter {
  /// True if the stream's own dynamic range gains are applied, by ``decoderDynamicRangeBoost`` and
  /// ``decoderDynamicRangeCut``.
  public var decoderControlsDynamicRange: Bool? {
    get { decoder(.dynamicRange, \.controlsDynamicRange).map { $0 ?? false } }
    set { newValue.map { set(.dynamicRange, \.controlsDynamicRange, to: $0) } }
  }

  /// The fraction of each gain above 0 dB to apply, 0…1.
  public var decoderDynamicRangeBoost: Float? {
    get { decoder(.dynamicRange, \.scale.boost).map { Float($0) } }
    set { newValue.map { set(.dynamicRange, \.scale.boost, to: Double($0)) } }
  }

  /// The fraction of each gain below 0 dB to apply, 0…1.
  public var decoderDynamicRangeCut: Float? {
    get { decoder(.dynamicRange, \.scale.cut).map { Float($0) } }
    set { newValue.map { set(.dynamicRange, \.scale.cut, to: Double($0)) } }
  }

  /// The level that programmes with a stated level are brought to, in dB of full scale, −31.75 to 0; 0 leaves the level
  /// unchanged.
  public var decoderTargetLevel: Float? {
    get { decoder(.targetLevel, \.targetLevel) }
    set { newValue.map { set(.targetLevel, \.targetLevel, to: $0) } }
  }

  /// True if undecodable packets and packets of 0 bytes are concealed; otherwise they end the conversion.
  public var decoderConceals: Bool? {
    get { converter.isDecoding ? converter.decoderProperties.conceals : nil }
    set {
      guard let newValue, converter.isDecoding else { return }
      try? converter.setDecoder { $0.conceals = newValue }
    }
  }

  /// The duration for which a loss is filled at full level, in seconds.
  public var decoderConcealmentHoldTime: TimeInterval? {
    get { decoder(.concealment, \.holdTime) }
    set { newValue.map { set(.concealment, \.holdTime, to: $0) } }
  }

  /// The seconds from the end of the hold to silence.
  public var decoderConcealmentFadeTime: TimeInterval? {
    get { decoder(.concealment, \.fadeTime) }
    set { newValue.map { set(.concealment, \.fadeTime, to: $0) } }
  }

  /// The number of packets to wait for, 0 or 1, so that a loss is filled from both sides.
  public var decoderLookAhead: Int? {
    get { decoder(.lookAhead, \.lookAhead).map { ($0 ?? .noPacket).rawValue } }
    set { newValue.flatMap { PacketLookAhead(rawValue: max($0, 0)) }.map { set(.lookAhead, \.lookAhead, to: $0) } }
  }

  /// The delay of the output by waiting for packets, in seconds.
  public var decoderLatency: TimeInterval { converter.isDecoding ? converter.lookAheadDuration : 0 }

  private func decoder<Value>(_ setting: DecoderSetting, _ path: KeyPath<DecoderProperties, Value>) -> Value? {
    converter.hasDecoder(knowing: setting) ? converter.decoderProperties[keyPath: path] : nil
  }

  private func set<Value>(
    _ setting: DecoderSetting, _ path: WritableKeyPath<DecoderProperties, Value>, to value: Value
  ) {
    guard converter.hasDecoder(knowing: setting) else { return }
    try? converter.setDecoder { $0[keyPath: path] = value }
  }
}

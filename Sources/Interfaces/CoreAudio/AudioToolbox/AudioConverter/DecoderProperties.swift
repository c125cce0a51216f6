package import AudioBase
import AudioConversion

/// The caller's settings of a converter's decoder, as individual properties.
///
/// The decoder has no settings until a property that belongs to it is set.
package struct DecoderProperties {
  /// True if the stream's gains are applied, scaled by ``scale``: `kAudioCodecPropertyDynamicRangeControlMode`, light
  /// or none; `nil` until it is set.
  package var controlsDynamicRange: Bool?
  /// The fractions of the gains to apply.
  package var scale = DynamicRangeScale.whole
  /// `kAudioCodecPropertyAdjustCompressionProfile`; `nil` until it is set.
  private(set) var effect: DynamicRangeEffect?
  /// `kAudioCodecPropertyProgramTargetLevel`, in dB of full scale; 0 leaves the level unchanged.
  package var targetLevel: Float32 = 0
  /// `kAudioCodecPropertyProgramTargetLevelConstant`.
  private(set) var targetLevelConstant: UInt32 = 0
  /// The times of concealment; `nil` until one is set.
  private var times: ConcealmentTimes?
  /// The number of packets to wait for; `nil` until it is set.
  package var lookAhead: PacketLookAhead?
  /// True if damaged and missing packets are concealed and do not end the conversion.
  package var conceals = false

  /// The duration for which a loss is filled at full level, in seconds.
  package var holdTime: Double {
    get { (times ?? ConcealmentTimes()).hold }
    set { times = ConcealmentTimes(hold: newValue, fade: fadeTime) }
  }

  /// The seconds from the end of the hold to silence.
  package var fadeTime: Double {
    get { (times ?? ConcealmentTimes()).fade }
    set { times = ConcealmentTimes(hold: holdTime, fade: newValue) }
  }

  /// - Throws: `kAudio_ParamError` if a value is out of its range.
  fileprivate func check() throws(Status) {
    guard Self.levels[targetLevelConstant] != nil, targetLevel <= 0, (try? settings.check()) != nil else {
      throw Status(kAudio_ParamError)
    }
  }

  /// The levels of `kProgramTargetLevel_…`, in dB of full scale; 0 for none.
  private static let levels: [UInt32: Double] = [
    kProgramTargetLevel_None: 0, kProgramTargetLevel_Minus31dB: -31, kProgramTargetLevel_Minus23dB: -23,
    kProgramTargetLevel_Minus20dB: -20,
  ]

  /// The settings of the decoder.
  var settings: DecoderSettings {
    var settings = DecoderSettings()
    if let controlsDynamicRange { settings.dynamicRange = controlsDynamicRange ? scale : .off }
    settings.dynamicRangeEffect = effect
    let level = targetLevel < 0 ? Double(targetLevel) : Self.levels[targetLevelConstant] ?? 0
    if level < 0 { settings.targetLevel = level }
    settings.concealment = times
    settings.lookAhead = lookAhead
    return settings
  }

  /// Returns the setting for a property; `nil` for other properties.
  static func setting(of property: AudioConverterPropertyID) -> DecoderSetting? {
    switch property {
    case kAudioCodecPropertyDynamicRangeControlMode, kAudioConverterDecoderDynamicRangeBoost,
      kAudioConverterDecoderDynamicRangeCut:
      .dynamicRange
    case kAudioCodecPropertyAdjustCompressionProfile: .dynamicRangeEffect
    case kAudioCodecPropertyProgramTargetLevel, kAudioCodecPropertyProgramTargetLevelConstant,
      kAudioCodecPropertyAdjustTargetLevel, kAudioCodecPropertyAdjustTargetLevelConstant:
      .targetLevel
    case kAudioConverterDecoderConcealmentHoldTime, kAudioConverterDecoderConcealmentFadeTime: .concealment
    case kAudioConverterDecoderLookAhead: .lookAhead
    default: nil
    }
  }

  /// Returns the value of a property.
  func value(of property: AudioConverterPropertyID) -> PropertyValue? {
    switch property {
    case kAudioCodecPropertyDynamicRangeControlMode:
      PropertyValue(controlsDynamicRange == true ? kDynamicRangeControlMode_Light : kDynamicRangeControlMode_None)
    case kAudioConverterDecoderDynamicRangeBoost: PropertyValue(Float32(scale.boost))
    case kAudioConverterDecoderDynamicRangeCut: PropertyValue(Float32(scale.cut))
    case kAudioCodecPropertyAdjustCompressionProfile:
      PropertyValue(effect.map { UInt32($0.rawValue) } ?? kDynamicRangeCompressionProfile_None)
    case kAudioCodecPropertyProgramTargetLevel, kAudioCodecPropertyAdjustTargetLevel: PropertyValue(targetLevel)
    case kAudioCodecPropertyProgramTargetLevelConstant, kAudioCodecPropertyAdjustTargetLevelConstant:
      PropertyValue(targetLevelConstant)
    case kAudioConverterDecoderConcealmentHoldTime: PropertyValue(holdTime)
    case kAudioConverterDecoderConcealmentFadeTime: PropertyValue(fadeTime)
    case kAudioConverterDecoderLookAhead: PropertyValue(UInt32((lookAhead ?? .noPacket).rawValue))
    case kAudioConverterDecoderConcealment: PropertyValue(UInt32(conceals ? 1 : 0))
    default: nil
    }
  }

  /// Takes a property over.
  ///
  /// - Throws: `kAudioConverterErr_BadPropertySizeError`, `kAudio_ParamError` for an undefined number,
  ///   `kAudioCodecUnsupportedFormatError` for the heavy mode.
  mutating func set(_ property: AudioConverterPropertyID, to source: PropertySource) throws(Status) {
    switch property {
    case kAudioCodecPropertyDynamicRangeControlMode: try setMode(try source.ofConverter())
    case kAudioConverterDecoderDynamicRangeBoost: scale.boost = Double(try source.ofConverter() as Float32)
    case kAudioConverterDecoderDynamicRangeCut: scale.cut = Double(try source.ofConverter() as Float32)
    case kAudioCodecPropertyAdjustCompressionProfile: try setProfile(try source.ofConverter())
    case kAudioCodecPropertyProgramTargetLevel, kAudioCodecPropertyAdjustTargetLevel:
      targetLevel = try source.ofConverter()
    case kAudioCodecPropertyProgramTargetLevelConstant, kAudioCodecPropertyAdjustTargetLevelConstant:
      targetLevelConstant = try source.ofConverter()
    case kAudioConverterDecoderConcealmentHoldTime: holdTime = try source.ofConverter()
    case kAudioConverterDecoderConcealmentFadeTime: fadeTime = try source.ofConverter()
    case kAudioConverterDecoderLookAhead:
      guard let wanted = PacketLookAhead(rawValue: Int(try source.ofConverter() as UInt32)) else {
        throw Status(kAudio_ParamError)
      }
      lookAhead = wanted
    default:
      let flag: UInt32 = try source.ofConverter()
      guard flag <= 1 else { throw Status(kAudio_ParamError) }
      conceals = flag == 1
    }
  }

  /// The profiles are five of the effects of ISO/IEC 23003-4, with their numbers.
  private mutating func setProfile(_ wanted: UInt32) throws(Status) {
    switch wanted {
    case kDynamicRangeCompressionProfile_None, kDynamicRangeCompressionProfile_LateNight,
      kDynamicRangeCompressionProfile_NoisyEnvironment, kDynamicRangeCompressionProfile_LimitedPlaybackRange,
      kDynamicRangeCompressionProfile_GeneralCompression:
      effect = DynamicRangeEffect(rawValue: Int(wanted))
    default: throw Status(kAudio_ParamError)
    }
  }

  private mutating func setMode(_ wanted: UInt32) throws(Status) {
    switch wanted {
    case kDynamicRangeControlMode_None, kDynamicRangeControlMode_Light:
      controlsDynamicRange = wanted == kDynamicRangeControlMode_Light
    // Of data that DVB puts beside MPEG audio, which are not read: ETSI TS 101 154, C.5.
    case kDynamicRangeControlMode_Heavy: throw Status(kAudioCodecUnsupportedFormatError)
    default: throw Status(kAudio_ParamError)
    }
  }
}

extension PropertySource {
  /// Returns the value of a converter's property; all its bytes must be given.
  fileprivate func ofConverter<Value: BitwiseCopyable>() throws(Status) -> Value {
    try exactly(Value.self, orThrow: kAudioConverterErr_BadPropertySizeError)
  }
}

extension ConverterObject {
  /// Returns true if a property is one of this conversion's decoder.
  func isOfDecoder(_ property: AudioConverterPropertyID) -> Bool {
    if property == kAudioConverterDecoderConcealment { return isDecoding }
    return DecoderProperties.setting(of: property).map(hasDecoder(knowing:)) ?? false
  }

  /// True if this conversion has a decoder that knows a setting.
  package func hasDecoder(knowing setting: DecoderSetting) -> Bool {
    isDecoding && knownDecoderSettings.contains(setting)
  }

  /// Returns properties of the decoder.
  func decoderValue(of property: AudioConverterPropertyID) -> PropertyValue? {
    if property == kAudioConverterDecoderLatency { return isDecoding ? PropertyValue(lookAheadDuration) : nil }
    return isOfDecoder(property) ? decoderProperties.value(of: property) : nil
  }

  /// Sets a property of the decoder.
  func setDecoder(_ property: AudioConverterPropertyID, to source: PropertySource) throws(Status) {
    try setDecoder { (properties) throws(Status) in try properties.set(property, to: source) }
  }

  /// Changes properties of the decoder, and recreates it.
  ///
  /// - Throws: `kAudio_ParamError` for a value out of its range, `kAudioCodecUnsupportedFormatError` if this stream
  ///   cannot be decoded so, and what the change throws.
  package func setDecoder(_ change: (inout DecoderProperties) throws(Status) -> Void) throws(Status) {
    var properties = decoderProperties
    try change(&properties)
    try properties.check()
    let wanted = properties
    do throws(Status) { try changeDecoder(wanted) } catch { throw Status(kAudioCodecUnsupportedFormatError) }
  }
}

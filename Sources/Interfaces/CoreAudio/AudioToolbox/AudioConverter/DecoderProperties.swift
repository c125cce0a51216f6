import AudioBase
import AudioConversion

/// What a caller has set about the decoder of a converter, number by number, as properties are.
///
/// Nothing is asked of a decoder until a property that belongs to it is set.
struct DecoderProperties {
  /// `kAudioCodecPropertyDynamicRangeControlMode`: `nil` until it is set.
  private(set) var mode: UInt32?
  /// The parts of the gains that are applied in the light mode.
  private(set) var scale = DynamicRangeScale.whole
  /// `kAudioCodecPropertyProgramTargetLevel`, in dB of full scale; 0 leaves the level to the constant.
  private(set) var targetLevel: Float32 = 0
  /// `kAudioCodecPropertyProgramTargetLevelConstant`.
  private(set) var targetLevelConstant: UInt32 = 0
  /// The times of concealment; `nil` until one is set.
  private(set) var times: ConcealmentTimes?
  /// The packets that are waited for; `nil` until they are set.
  private(set) var lookAhead: PacketLookAhead?
  /// True if damaged and missing packets are filled in, and do not end the work.
  private(set) var conceals = false

  /// What `kProgramTargetLevel_…` stand for, in dB of full scale; 0 for none.
  private static let levels: [UInt32: Double] = [
    kProgramTargetLevel_None: 0, kProgramTargetLevel_Minus31dB: -31, kProgramTargetLevel_Minus23dB: -23,
    kProgramTargetLevel_Minus20dB: -20,
  ]

  /// What the decoder is asked for.
  var settings: DecoderSettings {
    var settings = DecoderSettings()
    if let mode { settings.dynamicRange = mode == kDynamicRangeControlMode_None ? .off : scale }
    let level = targetLevel < 0 ? Double(targetLevel) : Self.levels[targetLevelConstant] ?? 0
    if level < 0 { settings.targetLevel = level }
    settings.concealment = times
    settings.lookAhead = lookAhead
    return settings
  }

  /// The setting that a property is about; `nil` for one of another kind.
  static func setting(of property: AudioConverterPropertyID) -> DecoderSetting? {
    switch property {
    case kAudioCodecPropertyDynamicRangeControlMode, kAudioConverterDecoderDynamicRangeBoost,
      kAudioConverterDecoderDynamicRangeCut:
      .dynamicRange
    case kAudioCodecPropertyProgramTargetLevel, kAudioCodecPropertyProgramTargetLevelConstant: .targetLevel
    case kAudioConverterDecoderConcealmentHoldTime, kAudioConverterDecoderConcealmentFadeTime: .concealment
    case kAudioConverterDecoderLookAhead: .lookAhead
    default: nil
    }
  }

  /// The value of a property.
  func value(of property: AudioConverterPropertyID) -> PropertyValue? {
    switch property {
    case kAudioCodecPropertyDynamicRangeControlMode: PropertyValue(mode ?? kDynamicRangeControlMode_None)
    case kAudioConverterDecoderDynamicRangeBoost: PropertyValue(Float32(scale.boost))
    case kAudioConverterDecoderDynamicRangeCut: PropertyValue(Float32(scale.cut))
    case kAudioCodecPropertyProgramTargetLevel: PropertyValue(targetLevel)
    case kAudioCodecPropertyProgramTargetLevelConstant: PropertyValue(targetLevelConstant)
    case kAudioConverterDecoderConcealmentHoldTime: PropertyValue((times ?? ConcealmentTimes()).hold)
    case kAudioConverterDecoderConcealmentFadeTime: PropertyValue((times ?? ConcealmentTimes()).fade)
    case kAudioConverterDecoderLookAhead: PropertyValue(UInt32((lookAhead ?? .noPacket).rawValue))
    case kAudioConverterDecoderConcealment: PropertyValue(UInt32(conceals ? 1 : 0))
    default: nil
    }
  }

  /// Takes a property over.
  ///
  /// - Throws: `kAudioConverterErr_BadPropertySizeError`, `kAudio_ParamError` for a value out of its range,
  ///   `kAudioCodecUnsupportedFormatError` for the heavy mode.
  mutating func set(_ property: AudioConverterPropertyID, to source: PropertySource) throws(Status) {
    switch property {
    case kAudioCodecPropertyDynamicRangeControlMode: try setMode(try Self.number(source))
    case kAudioConverterDecoderDynamicRangeBoost: scale.boost = try Self.part(source)
    case kAudioConverterDecoderDynamicRangeCut: scale.cut = try Self.part(source)
    case kAudioCodecPropertyProgramTargetLevel:
      let level = try source.exactly(Float32.self, orThrow: kAudioConverterErr_BadPropertySizeError)
      guard DecoderSettings.targetLevels.contains(Double(level)) else { throw Status(kAudio_ParamError) }
      targetLevel = level
    case kAudioCodecPropertyProgramTargetLevelConstant:
      let constant: UInt32 = try Self.number(source)
      guard Self.levels[constant] != nil else { throw Status(kAudio_ParamError) }
      targetLevelConstant = constant
    case kAudioConverterDecoderConcealmentHoldTime: times = ConcealmentTimes(hold: try Self.seconds(source), of: times)
    case kAudioConverterDecoderConcealmentFadeTime: times = ConcealmentTimes(fade: try Self.seconds(source), of: times)
    case kAudioConverterDecoderLookAhead:
      guard let wanted = PacketLookAhead(rawValue: Int(try Self.number(source))) else {
        throw Status(kAudio_ParamError)
      }
      lookAhead = wanted
    default:
      let flag = try Self.number(source)
      guard flag <= 1 else { throw Status(kAudio_ParamError) }
      conceals = flag == 1
    }
  }

  private mutating func setMode(_ wanted: UInt32) throws(Status) {
    switch wanted {
    case kDynamicRangeControlMode_None, kDynamicRangeControlMode_Light: mode = wanted
    // Of data that DVB puts beside MPEG audio, which are not read: ETSI TS 101 154, C.5.
    case kDynamicRangeControlMode_Heavy: throw Status(kAudioCodecUnsupportedFormatError)
    default: throw Status(kAudio_ParamError)
    }
  }

  private static func number(_ source: PropertySource) throws(Status) -> UInt32 {
    try source.exactly(UInt32.self, orThrow: kAudioConverterErr_BadPropertySizeError)
  }

  private static func part(_ source: PropertySource) throws(Status) -> Double {
    let part = try source.exactly(Float32.self, orThrow: kAudioConverterErr_BadPropertySizeError)
    guard (0...1).contains(part) else { throw Status(kAudio_ParamError) }
    return Double(part)
  }

  private static func seconds(_ source: PropertySource) throws(Status) -> Double {
    let seconds = try source.exactly(Float64.self, orThrow: kAudioConverterErr_BadPropertySizeError)
    guard seconds >= 0, seconds.isFinite else { throw Status(kAudio_ParamError) }
    return seconds
  }
}

extension ConcealmentTimes {
  /// Other times with another hold.
  fileprivate init(hold: Double, of times: ConcealmentTimes?) {
    self = times ?? ConcealmentTimes()
    self.hold = hold
  }

  /// Other times with another fade.
  fileprivate init(fade: Double, of times: ConcealmentTimes?) {
    self = times ?? ConcealmentTimes()
    self.fade = fade
  }
}

extension ConverterObject {
  /// True if a property is one of this conversion's decoder.
  func isOfDecoder(_ property: AudioConverterPropertyID) -> Bool {
    guard isDecoding else { return false }
    if property == kAudioConverterDecoderConcealment { return true }
    guard let setting = DecoderProperties.setting(of: property) else { return false }
    return knownDecoderSettings.contains(setting)
  }

  /// Properties of the decoder.
  func decoderValue(of property: AudioConverterPropertyID) -> PropertyValue? {
    if property == kAudioConverterDecoderLatency { return isDecoding ? PropertyValue(lookAheadDuration) : nil }
    return isOfDecoder(property) ? decoderProperties.value(of: property) : nil
  }

  /// Sets a property of the decoder, which is made anew.
  ///
  /// - Throws: What ``DecoderProperties/set(_:to:)`` throws; `kAudioCodecUnsupportedFormatError` where this stream
  ///   cannot be decoded so.
  func setDecoder(_ property: AudioConverterPropertyID, to source: PropertySource) throws(Status) {
    var properties = decoderProperties
    try properties.set(property, to: source)
    let wanted = properties
    do throws(Status) { try changeDecoder(wanted) } catch { throw Status(kAudioCodecUnsupportedFormatError) }
  }
}

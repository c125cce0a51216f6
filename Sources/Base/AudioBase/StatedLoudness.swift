/// The loudness and the peaks of a stream, as its producer states them: `loudnessInfo()`.
///
/// ISO/IEC 23003-4, 7.4. xHE-AAC carries them in its configuration, MP4 in a box of the track (ISO/IEC 14496-12,
/// 12.2.7).
public struct StatedLoudness: Sendable, Hashable {
  /// `methodDefinition`: the quantity that is stated.
  public enum Quantity: Int, Sendable, CaseIterable {
    /// Another kind of loudness, in LKFS.
    case other
    /// The loudness of the whole programme, in LKFS.
    case program
    /// The loudness of the anchor, mostly speech, in LKFS.
    case anchor
    /// The loudness at the upper end of the loudness range, in LKFS.
    case maximumOfRange
    /// The largest momentary loudness, in LKFS.
    case momentaryMaximum
    /// The largest short-term loudness, in LKFS.
    case shortTermMaximum
    /// The range of the loudness, in LU.
    case range
    /// The level at which the programme was mixed, in dB of sound pressure.
    case mixingLevel
    /// The room in which the programme was mixed: 0 not stated, 1 large, 2 small.
    case roomType
    /// The loudness of the last few seconds, in LKFS.
    case shortTerm
  }

  /// A quantity with its value.
  public struct Measurement: Sendable, Hashable {
    /// The quantity.
    public var quantity: Quantity
    /// The value, in the unit of ``quantity``.
    public var value: Double
    /// `measurementSystem`, 0…15: 1 is EBU R 128, 2 BS.1770-4, 3 the same with pre-processing, 4 a user, 5 an expert,
    /// 6 BS.1771-1.
    public var system: Int
    /// `reliability`, 0…3: 0 not known, 1 not reported, 2 a ceiling, 3 accurate.
    public var reliability: Int

    /// Creates a measurement.
    public init(_ quantity: Quantity, _ value: Double, system: Int = 0, reliability: Int = 0) {
      self.quantity = quantity
      self.value = value
      self.system = system
      self.reliability = reliability
    }
  }

  /// `drcSetId` of the gains that the values hold after: 0 without any, 63 with any.
  public var dynamicRangeSet = 0
  /// `downmixId` of the downmix that the values hold for: 0 the channels of the stream, 127 any.
  public var downmix = 0
  /// The largest sample, in dB of full scale; `nil` if it is unknown.
  public var samplePeak: Double?
  /// The largest value between samples, in dB of full scale; `nil` if it is unknown.
  public var truePeak: Double?
  /// The measurements, in the order of the stream.
  public var measurements: [Measurement] = []

  /// Creates a statement without values about the unprocessed stream.
  public init() {}

  /// Returns the peak of a twelve-bit code, in dB of full scale; `nil` for 0, which means unknown.
  public static func peak(_ code: Int) -> Double? { code == 0 ? nil : 20 - Double(code) / 32 }

  /// Returns the value of a code, in the unit of the quantity.
  public static func value(_ code: Int, of quantity: Quantity) -> Double {
    let number = Double(code)
    switch quantity {
    case .other, .program, .anchor, .maximumOfRange, .momentaryMaximum, .shortTermMaximum: return number / 4 - 57.75
    case .range: return code <= 128 ? number / 4 : code <= 204 ? number / 2 - 32 : number - 134
    case .mixingLevel: return number + 80
    case .roomType: return number
    case .shortTerm: return number / 2 - 116
    }
  }
}

/// All statements of loudness about a stream: `loudnessInfoSet()`.
public struct StatedLoudnessSet: Sendable, Hashable {
  /// The statements about this stream.
  public var track: [StatedLoudness]
  /// The statements about the album that the stream is part of.
  public var album: [StatedLoudness]

  /// Creates a set.
  public init(track: [StatedLoudness] = [], album: [StatedLoudness] = []) {
    self.track = track
    self.album = album
  }
}

extension StatedLoudness: CustomStringConvertible {
  /// The values in words: `program -23.75 LKFS (BS.1770-4), true peak -1.5 dBFS`.
  public var description: String {
    var parts = measurements.map { "\($0)" }
    if let truePeak { parts.append("true peak \(truePeak) dBFS") }
    if let samplePeak { parts.append("sample peak \(samplePeak) dBFS") }
    if dynamicRangeSet == 63 { parts.append("with any DRC set") }
    if dynamicRangeSet > 0, dynamicRangeSet < 63 { parts.append("with DRC set \(dynamicRangeSet)") }
    if downmix == 127 { parts.append("of any downmix") }
    if downmix > 0, downmix < 127 { parts.append("of downmix \(downmix)") }
    return parts.isEmpty ? "no value" : parts.joined(separator: ", ")
  }
}

extension StatedLoudness.Measurement: CustomStringConvertible {
  /// The value in words.
  public var description: String {
    let systems = [
      1: " (EBU R 128)", 2: " (BS.1770-4)", 3: " (BS.1770-4, pre-processed)", 4: " (user)", 5: " (expert)",
      6: " (BS.1771-1)",
    ]
    let unit: StaticString =
      switch quantity {
      case .range: " LU"
      case .mixingLevel: " dB"
      case .roomType: ""
      default: " LKFS"
      }
    return "\(quantity) \(value)\(unit)\(systems[system] ?? "")"
  }
}

extension StatedLoudness.Quantity: CustomStringConvertible {
  /// The quantity in words.
  public var description: String {
    switch self {
    case .other: "other"
    case .program: "program"
    case .anchor: "anchor"
    case .maximumOfRange: "maximum of range"
    case .momentaryMaximum: "momentary maximum"
    case .shortTermMaximum: "short-term maximum"
    case .range: "range"
    case .mixingLevel: "mixing level"
    case .roomType: "room type"
    case .shortTerm: "short-term"
    }
  }
}

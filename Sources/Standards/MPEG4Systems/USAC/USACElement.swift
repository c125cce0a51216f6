import AudioBase
import Bitstream

/// `usacElementType` and its configuration: an element at the same position in each packet of a stream.
///
/// ISO/IEC 23003-3, 5.2.
public enum USACElement: Sendable, Hashable {
  /// `ID_USAC_SCE`: one channel.
  case single(USACCore)
  /// `ID_USAC_CPE`: two channels, and how they are derived from the coded ones.
  case pair(USACCore, USACStereo)
  /// `ID_USAC_LFE`: one low frequency channel.
  case lowFrequency
  /// `ID_USAC_EXT`: anything but sound.
  case `extension`(USACExtension)

  /// The number of output channels of the element.
  public var channelCount: Int {
    switch self {
    case .single, .lowFrequency: 1
    case .pair: 2
    case .extension: 0
    }
  }

  init(parsing reader: inout BitReader, ratioIndex: Int) throws(CodecError) {
    switch try reader.field(2) {
    case 0: self = .single(try USACCore(parsing: &reader, ratioIndex: ratioIndex))
    case 1:
      let core = try USACCore(parsing: &reader, ratioIndex: ratioIndex)
      self = .pair(core, ratioIndex == 0 ? USACStereo(.none) : try USACStereo(parsing: &reader))
    case 2: self = .lowFrequency
    default: self = .extension(try USACExtension(parsing: &reader))
    }
  }

  func write(to writer: inout BitWriter) {
    switch self {
    case .single(let core):
      writer.write(0, 2)
      core.write(to: &writer)
    case .pair(let core, let stereo):
      writer.write(1, 2)
      core.write(to: &writer)
      if core.replication != nil { stereo.write(to: &writer) }
    case .lowFrequency: writer.write(2, 2)
    case .extension(let config):
      writer.write(3, 2)
      config.write(to: &writer)
    }
  }
}

/// `UsacCoreConfig()`, and `SbrConfig()` for a stream with band replication.
public struct USACCore: Sendable, Hashable {
  /// `tw_mdct`: true for a time-warped transform, which no profile in use has.
  public var isTimeWarped: Bool
  /// `noiseFilling`.
  public var hasNoiseFilling: Bool
  /// The band replication, or `nil`.
  public var replication: USACReplication?

  /// Creates a configuration.
  public init(isTimeWarped: Bool = false, hasNoiseFilling: Bool, replication: USACReplication? = nil) {
    self.isTimeWarped = isTimeWarped
    self.hasNoiseFilling = hasNoiseFilling
    self.replication = replication
  }

  init(parsing reader: inout BitReader, ratioIndex: Int) throws(CodecError) {
    isTimeWarped = try reader.flag()
    hasNoiseFilling = try reader.flag()
    if ratioIndex > 0 { replication = try USACReplication(parsing: &reader) }
  }

  func write(to writer: inout BitWriter) {
    writer.write(isTimeWarped)
    writer.write(hasNoiseFilling)
    replication?.write(to: &writer)
  }
}

/// `SbrConfig()`: the band replication tools in use, and the default header for packets without one.
public struct USACReplication: Sendable, Hashable {
  /// `harmonicSBR`.
  public var isHarmonic = false
  /// `bs_interTes`.
  public var hasTemporalShaping = false
  /// `bs_pvc`.
  public var hasVectorCoding = false
  /// `dflt_start_freq`, 0…15.
  public var startFrequency = 0
  /// `dflt_stop_freq`, 0…15.
  public var stopFrequency = 0
  /// The first optional part, or `nil` for the defaults.
  public var frequency: SBRHeader.Frequency?
  /// The second optional part, or `nil` for the defaults.
  public var limiter: SBRHeader.Limiter?

  /// A configuration of zeros and defaults.
  public init() {}

  init(parsing reader: inout BitReader) throws(CodecError) {
    isHarmonic = try reader.flag()
    hasTemporalShaping = try reader.flag()
    hasVectorCoding = try reader.flag()
    startFrequency = try reader.field(4)
    stopFrequency = try reader.field(4)
    let hasFrequency = try reader.flag()
    let hasLimiter = try reader.flag()
    if hasFrequency { frequency = try SBRHeader.Frequency(parsing: &reader) }
    if hasLimiter { limiter = try SBRHeader.Limiter(parsing: &reader) }
  }

  func write(to writer: inout BitWriter) {
    writer.write(isHarmonic)
    writer.write(hasTemporalShaping)
    writer.write(hasVectorCoding)
    writer.write(UInt32(startFrequency), 4)
    writer.write(UInt32(stopFrequency), 4)
    writer.write(frequency != nil)
    writer.write(limiter != nil)
    frequency?.write(to: &writer)
    limiter?.write(to: &writer)
  }
}

/// `UsacExtElementConfig()`.
public struct USACExtension: Sendable, Hashable {
  /// `usacExtElementType`: 0 fill, 1 MPEG Surround, 2 SAOC, 3 AudioPreRoll, 4 MPEG-D DRC.
  public var type: Int
  /// `usacExtElementDefaultLength` in bytes, or `nil` if none is sent.
  public var defaultByteCount: Int?
  /// `usacExtElementPayloadFrag`: true if a payload may span several packets.
  public var isFragmented: Bool
  /// The configuration of the type.
  public var configuration: [UInt8]

  /// `ID_EXT_ELE_AUDIOPREROLL`: frames that fill a decoder's memory at an entry point.
  public static let audioPreRoll = 3
  /// `ID_EXT_ELE_UNI_DRC`: gains of MPEG-D DRC.
  public static let dynamicRangeControl = 4

  /// Creates a configuration.
  public init(type: Int, defaultByteCount: Int? = nil, isFragmented: Bool = false, configuration: [UInt8] = []) {
    self.type = type
    self.defaultByteCount = defaultByteCount
    self.isFragmented = isFragmented
    self.configuration = configuration
  }

  init(parsing reader: inout BitReader) throws(CodecError) {
    type = try reader.escapedField(4, 8, 16)
    let byteCount = try reader.escapedField(4, 8, 16)
    if try reader.flag() { defaultByteCount = try reader.escapedField(8, 16, 0) + 1 }
    isFragmented = try reader.flag()
    configuration = try reader.bytes(byteCount)
  }

  func write(to writer: inout BitWriter) {
    writer.write(escaped: type, 4, 8, 16)
    writer.write(escaped: configuration.count, 4, 8, 16)
    writer.write(defaultByteCount != nil)
    if let defaultByteCount { writer.write(escaped: defaultByteCount - 1, 8, 16, 0) }
    writer.write(isFragmented)
    for byte in configuration { writer.write(UInt32(byte), 8) }
  }
}

import AudioBase
import Bitstream

/// The resilience tools that an error-resilient stream uses.
public struct ResilienceFlags: Sendable, Hashable {
  /// `aacSectionDataResilienceFlag`: virtual codebooks for large values (VCB11).
  public var sectionData = false
  /// `aacScalefactorDataResilienceFlag`: reversible variable length codes for scale factors (RVLC).
  public var scaleFactorData = false
  /// `aacSpectralDataResilienceFlag`: Huffman codeword reordering (HCR).
  public var spectralData = false

  /// Creates a configuration without tools.
  public init() {}

  init(parsing reader: inout BitReader) throws(CodecError) {
    sectionData = try reader.flag()
    scaleFactorData = try reader.flag()
    spectralData = try reader.flag()
  }

  func write(to writer: inout BitWriter) {
    writer.write(sectionData)
    writer.write(scaleFactorData)
    writer.write(spectralData)
  }

  /// The names of the tools in use.
  public var names: [String] {
    (sectionData ? ["VCB11"] : []) + (scaleFactorData ? ["RVLC"] : []) + (spectralData ? ["HCR"] : [])
  }
}

/// `ELDSpecificConfig()`: the fields that AAC-ELD adds to an AudioSpecificConfig.
///
/// ISO/IEC 14496-3, 4.6.20.
public struct ELDSpecificConfig: Sendable, Hashable {
  /// Low delay spectral band replication: `ldSbrPresentFlag` and the following fields.
  public struct LowDelaySBR: Sendable, Hashable {
    /// `ldSbrSamplingRate`: true if the output has twice the rate of the core.
    public var isDualRate: Bool
    /// `ldSbrCrcFlag`: true if each payload begins with a 10-bit CRC.
    public var hasCRC: Bool
    /// The headers, one for each single channel or pair element; the LFE has none.
    public var headers: [SBRHeader]

    /// Creates the description of a stream's SBR.
    public init(isDualRate: Bool, hasCRC: Bool, headers: [SBRHeader]) {
      self.isDualRate = isDualRate
      self.hasCRC = hasCRC
      self.headers = headers
    }
  }

  /// `eldExtType` and its payload: a part that a decoder may skip by its length.
  public struct Extension: Sendable, Hashable {
    /// `eldExtType`, 1…15: 1 SAOC, 2 LD MPEG Surround, 3 the rate of a down-scaled decode.
    public var type: Int
    /// The payload.
    public var payload: [UInt8]

    /// Creates an extension.
    public init(type: Int, payload: [UInt8]) {
      self.type = type
      self.payload = payload
    }

    /// `ELDEXT_LDSAC`: LD MPEG Surround, which makes a stream AAC-ELD version 2.
    public static let lowDelaySurround = 2
    /// `ELDEXT_DOWNSCALEINFO`.
    public static let downscaleInformation = 3
  }

  /// `frameLengthFlag`: true for 480 samples per frame, false for 512.
  public var hasShortFrames = false
  /// The resilience tools.
  public var resilience = ResilienceFlags()
  /// Spectral band replication, or `nil`.
  public var sbr: LowDelaySBR?
  /// The extensions in order, without the terminator.
  public var extensions: [Extension] = []

  /// Creates a configuration of 512 samples without extensions.
  public init() {}

  /// Reads the configuration. The channel configuration determines the number of SBR headers.
  init(parsing reader: inout BitReader, channelConfiguration: Int) throws(CodecError) {
    hasShortFrames = try reader.flag()
    resilience = try ResilienceFlags(parsing: &reader)
    if try reader.flag() {
      let isDualRate = try reader.flag()
      let hasCRC = try reader.flag()
      guard let elements = ChannelConfiguration.elements(channelConfiguration) else {
        throw CodecError(
          .unsupported, "AAC-ELD needs a channel configuration of 1–7, 11, 12 or 14", bitOffset: reader.offset)
      }
      var headers: [SBRHeader] = []
      for _ in elements.filter({ $0 != .lowFrequency }) { headers.append(try SBRHeader(parsing: &reader)) }
      sbr = LowDelaySBR(isDualRate: isDualRate, hasCRC: hasCRC, headers: headers)
    }
    while case let type = try reader.field(4), type != 0 {
      extensions.append(try Extension(parsing: &reader, type: type))
    }
  }

  func write(to writer: inout BitWriter) {
    writer.write(hasShortFrames)
    resilience.write(to: &writer)
    writer.write(sbr != nil)
    if let sbr {
      writer.write(sbr.isDualRate)
      writer.write(sbr.hasCRC)
      for header in sbr.headers { header.write(to: &writer) }
    }
    for item in extensions { item.write(to: &writer) }
    writer.write(0, 4)
  }
}

extension ELDSpecificConfig.Extension {
  /// Reads `eldExtLen`, its two escapes and the payload, which is not byte aligned.
  init(parsing reader: inout BitReader, type: Int) throws(CodecError) {
    self.type = type
    var length = try reader.field(4)
    if length == 15 {
      let more = try reader.field(8)
      length += more
      if more == 255 { length += try reader.field(16) }
    }
    guard length * 8 <= reader.remaining else {
      throw CodecError(.truncated, "an ELD extension is longer than the configuration", bitOffset: reader.offset)
    }
    payload = []
    for _ in 0..<length { payload.append(UInt8(try reader.field(8))) }
  }

  func write(to writer: inout BitWriter) {
    precondition((1...15).contains(type) && payload.count <= 15 + 255 + 65535)
    writer.write(UInt32(type), 4)
    writer.write(UInt32(min(payload.count, 15)), 4)
    if payload.count >= 15 {
      writer.write(UInt32(min(payload.count - 15, 255)), 8)
      if payload.count >= 270 { writer.write(UInt32(payload.count - 270), 16) }
    }
    for byte in payload { writer.write(UInt32(byte), 8) }
  }
}

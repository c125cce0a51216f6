public import AudioBase
import MPEG4Systems
import XiphAudio

extension PayloadFormat {
  /// The formats for AAC in packets.
  public enum AACPacking: Sendable, Equatable, CaseIterable {
    /// `mpeg4-generic` in mode AAC-hbr.
    case highBitRate
    /// `mpeg4-generic` in mode AAC-lbr.
    case lowBitRate
    /// `MP4A-LATM` with its configuration in the session description.
    case latm
    /// `MP4A-LATM` with its configuration in band as well.
    case latmInBand
    /// The access unit alone.
    case accessUnits
  }

  /// Creates the payload format for a stream of packets, as described by a file's track or an encoder.
  ///
  /// - Parameters:
  ///   - stream: The stream; linear PCM must be big endian, 16 or 24 bits, or unsigned 8 bits.
  ///   - packing: The packing of AAC into packets.
  /// - Throws: ``RTPError`` of kind unsupported for other codecs, and where a configuration cannot be read.
  public init(_ stream: CodedStream, packing: AACPacking = .highBitRate) throws(RTPError) {
    let (rate, channels) = (Int(saturating: stream.format.sampleRate), stream.format.channelsPerFrame)
    switch stream.format.formatID {
    case .aac, .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR, .aacEnhancedLowDelayV2, .aacHighEfficiency,
      .aacHighEfficiencyV2:
      self = try Self.aac(cookie: stream.cookie, packing: packing)
    case .opus: self = .opus(channelCount: channels)
    case .muLaw, .aLaw:
      self = try .g711(isALaw: stream.format.formatID == .aLaw, sampleRate: rate, channelCount: channels)
    case .linearPCM:
      let bits = stream.format.bitsPerChannel
      let samples = SampleFormat(
        bits == 8 ? .unsignedInteger : .signedInteger, bitsPerSample: bits, byteOrder: .bigEndian)
      guard stream.format == StreamFormat(samples, sampleRate: stream.format.sampleRate, channelsPerFrame: channels)
      else { throw RTPError(.unsupported, "samples that are sent are big endian integers", clause: "RFC 3551, 4.5") }
      self = try .linearPCM(bitsPerSample: bits, sampleRate: rate, channelCount: channels)
    case "samr" where channels <= 1: self = .amr(isWideBand: false)
    case "sawb" where channels <= 1: self = .amr(isWideBand: true)
    case "spex": self = try Self.speex(cookie: stream.cookie)
    case .g722 where rate == 16_000 && channels == 1: self = .g722()
    case "agsm" where rate == 8000 && channels <= 1: self = .gsm()
    default:
      throw RTPError(
        .unsupported, "AAC, Opus, G.711, AMR, Speex, G.722, GSM and linear PCM can be sent", clause: "RFC 3551, 6")
    }
  }

  private static func speex(cookie: [UInt8]) throws(RTPError) -> PayloadFormat {
    guard let header = try? SpeexHeader(cookie), header.channelCount == 1, header.sampleRate == 8000 << header.mode
    else { throw RTPError(.unsupported, "Speex has one channel, at the rate of its mode", clause: "RFC 5574, 3.3") }
    return try speex(sampleRate: header.sampleRate, framesPerPacket: header.framesPerPacket)
  }

  private static func aac(cookie: [UInt8], packing: AACPacking) throws(RTPError) -> PayloadFormat {
    let configuration: [UInt8]
    do throws(DescriptorError) {
      configuration = try MagicCookie.audioSpecificConfig(in: cookie.span)
    } catch {
      throw RTPError(.malformed, "the stream has an AudioSpecificConfig", clause: "ISO/IEC 14496-3, 1.6.2.1")
    }
    switch packing {
    case .highBitRate: return try .mpeg4Generic(configuration: configuration)
    case .lowBitRate: return try .mpeg4Generic(configuration: configuration, headers: .lowBitRate)
    case .latm: return try .latm(configuration: configuration)
    case .latmInBand: return try .latm(configuration: configuration, hasConfigurationInBand: true)
    case .accessUnits: return try .accessUnits(configuration: configuration)
    }
  }
}

extension PayloadFormat {
  /// Returns the expected number of frames of a unit: of an access unit or a frame of AMR, or otherwise of a packet by
  /// the medium's packet time, 20 ms by default.
  public func unitFrameCount(of medium: SessionDescription.Media) -> Int {
    switch encoding {
    case .mpeg4Generic, .latm, .accessUnits, .amr: return max(1, format.framesPerPacket)
    case .linearPCM, .muLaw, .aLaw, .opus, .speex, .blocks:
      return max(1, Int(saturating: ((medium.packetTime ?? 20) * format.sampleRate / 1000).rounded()))
    }
  }
}

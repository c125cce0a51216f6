public import AudioBase
import MPEG4Systems

/// The codec USAC, for the catalog.
public enum USACCodec {
  /// Decodes USAC (xHE-AAC) in mono, stereo and more channels, with enhanced band replication and MPEG Surround 2-1-2.
  ///
  /// The magic cookie is an AudioSpecificConfig of object type 42, or any of the wrappings that Core Audio and MP4
  /// files give it.
  public static let descriptor = CodecDescriptor(
    formatIDs: [.usac],
    name: "xHE-AAC",
    describe: { stream, _ throws(CodecError) in try describe(try config(in: stream.cookie.span)) },
    decoderSettings: [.dynamicRange, .dynamicRangeEffect, .targetLevel, .loudnessScope, .concealment],
    makeDecoder: { stream, settings throws(CodecError) in
      var configuration = try USACConfiguration(try config(in: stream.cookie.span).config)
      configuration.containerLoudness = stream.loudness
      return USACDecoder(configuration, settings)
    })

  /// The configuration inside a magic cookie.
  static func config(
    in cookie: Span<UInt8>
  ) throws(CodecError) -> (systems: AudioSpecificConfig, config: USACConfig) {
    let bytes: [UInt8]
    do throws(DescriptorError) {
      bytes = try MagicCookie.audioSpecificConfig(in: cookie)
    } catch {
      throw error.codecError
    }
    let systems = try AudioSpecificConfig(parsing: bytes.span)
    guard let config = systems.unifiedCoding else {
      throw CodecError(.malformed, "the configuration is not one of USAC", clause: "ISO/IEC 23003-3, 5.2")
    }
    return (systems, config)
  }

  private static func describe(
    _ stream: (systems: AudioSpecificConfig, config: USACConfig)
  ) throws(CodecError) -> CodecSummary {
    let config = stream.config
    return CodecSummary(
      formatID: .usac, profile: profile(config),
      decoded: DecodedFormat(
        sampleRate: Double(config.sampleRate), layout: config.layout,
        framesPerPacket: config.frameLength.outputFrameLength),
      configuration: stream.systems.bytes, fields: fields(config))
  }

  /// Returns the common name of a stream.
  private static func profile(_ config: USACConfig) -> String {
    var parts = ["xHE-AAC (USAC)"]
    switch config.frameLength.ratioIndex {
    case 1: parts.append("eSBR 4:1")
    case 2: parts.append("eSBR 8:3")
    case 3: parts.append("eSBR 2:1")
    default: break
    }
    for case .pair(_, let stereo) in config.elements where stereo.kind != .none {
      parts.append("MPEG Surround 2-1-2")
      break
    }
    if config.frameLength.coreFrameLength == 768 { parts.append("768 lines") }
    return parts.joined(separator: ", ")
  }

  private static func fields(_ config: USACConfig) -> [CodecSummary.Field] {
    [
      CodecSummary.Field("audioObjectType", "42 (USAC)"),
      CodecSummary.Field("usacSamplingFrequency", "\(config.sampleRate) Hz"),
      CodecSummary.Field("coreSbrFrameLengthIndex", "\(config.frameLength.index)"),
      CodecSummary.Field("channelConfigurationIndex", "\(config.channelConfiguration)"),
      CodecSummary.Field("elements", config.elements.map(name).joined(separator: " ")),
    ]
      + (config.extensions ?? []).map { CodecSummary.Field("usacConfigExtType", name($0)) }
      + DynamicRangeFacts(config).fields
  }

  private static func name(_ element: USACElement) -> String {
    switch element {
    case .single: "SCE"
    case .pair: "CPE"
    case .lowFrequency: "LFE"
    case .extension(let config):
      switch config.type {
      case 0: "EXT(fill)"
      case 1: "EXT(MPEG Surround)"
      case 2: "EXT(SAOC)"
      case USACExtension.audioPreRoll: "EXT(AudioPreRoll)"
      case USACExtension.dynamicRangeControl: "EXT(MPEG-D DRC)"
      default: "EXT(\(config.type))"
      }
    }
  }

  private static func name(_ item: USACConfig.Extension) -> String {
    switch item.type {
    case 0: "0 (fill)"
    case USACConfig.Extension.loudness: "2 (loudness), \(item.payload.count) bytes"
    case USACConfig.Extension.streamID: "7 (stream ID)"
    default: "\(item.type), \(item.payload.count) bytes"
    }
  }
}

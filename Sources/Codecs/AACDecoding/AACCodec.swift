import AACReplication
import AACSyntax
public import AudioBase
import Bitstream
package import MPEG4Systems

/// The AAC family, as entered in the catalog.
public enum AACCodec {
  /// Decodes AAC Main, AAC-LC, AAC LTP, their error-resilient kinds, AAC-LD, AAC-ELD, HE-AAC, HE-AAC v2, AAC-ELD with
  /// SBR and AAC-ELD v2.
  ///
  /// The magic cookie is an AudioSpecificConfig, or any of the wrappings that Core Audio and MP4 files give it.
  public static let descriptor = CodecDescriptor(
    formatIDs: [
      .aac, .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR, .aacEnhancedLowDelayV2, .aacHighEfficiency,
      .aacHighEfficiencyV2,
    ],
    name: "AAC",
    describe: { stream, firstPacket throws(CodecError) in
      try describe(configuration(in: stream.cookie.span), firstPacket)
    },
    decoderSettings: [.dynamicRange, .targetLevel, .loudnessScope, .concealment, .lookAhead],
    makeDecoder: { stream, settings throws(CodecError) in
      try makeDecoder(stream, AACDecoderSettings(settings, stream.loudness))
    },
    protectedBits: { packet, stream in
      guard let systems = try? configuration(in: stream.cookie.span), let configured = try? AACConfiguration(systems),
        !configured.profile.isErrorResilient
      else { return nil }
      var unit = AccessUnit(configured)
      unit.protectedBits = []
      var reader = BitReader(packet)
      guard (try? unit.parse(&reader)) != nil else { return nil }
      return unit.protectedBits
    })

  private static func makeDecoder(
    _ stream: CodedStream, _ settings: AACDecoderSettings
  ) throws(CodecError) -> any PacketDecoder & ~Copyable {
    let systems = try configuration(in: stream.cookie.span)
    let packet = stream.firstPacket.span
    var configuration = try AACConfiguration(systems, firstPacket: packet)
    configuration.settings = settings
    let decoder = AACDecoder(configuration, firstPacket: packet)
    switch settings.concealment.lookAhead {
    case .none: return decoder
    case .onePacket: return LookAheadDecoder(decoder, surveyor: AACDecoder(configuration))
    }
  }

  /// Returns the AudioSpecificConfig inside a magic cookie.
  private static func configuration(in cookie: Span<UInt8>) throws(CodecError) -> AudioSpecificConfig {
    let bytes: [UInt8]
    do throws(DescriptorError) {
      bytes = try MagicCookie.audioSpecificConfig(in: cookie)
    } catch {
      throw error.codecError
    }
    return try AudioSpecificConfig(parsing: bytes.span)
  }

  /// Describes a configuration; the first packet completes what the configuration leaves open.
  package static func describe(_ systems: AudioSpecificConfig, _ firstPacket: Span<UInt8>) throws(CodecError)
    -> CodecSummary
  {
    let found = extensions(systems, firstPacket)
    let layout =
      ChannelConfiguration.layout(systems.channelConfiguration) ?? systems.programConfig?.layout
      ?? ChannelLayout(unlabelledChannelCount: 0)
    let core = DecodedFormat(
      sampleRate: Double(systems.coreRate), layout: layout, framesPerPacket: systems.coreFrameLength)
    let configuration = try? AACConfiguration(systems, firstPacket: firstPacket)
    var decoded = core
    if let configuration {
      decoded.layout = configuration.layout
      decoded.sampleRate = configuration.sampleRate
      decoded.framesPerPacket = configuration.outputFrameLength
    }
    let hasStereo = configuration?.replication?.hasParametricStereo ?? systems.hasParametricStereo
    let profile = AACProfileName(
      systems, hasImplicitSBR: found.hasSpectralBandReplication, hasParametricStereo: hasStereo)
    return CodecSummary(
      formatID: profile.formatID, profile: profile.description, decoded: decoded, notes: profile.notes,
      configuration: systems.bytes, fields: fields(of: systems),
      layers: AACLayers.layers(
        of: systems, core: core, hasImplicitSBR: found.hasSpectralBandReplication, hasParametricStereo: hasStereo),
      decoderDelay: configuration?.toolDelay ?? 0)
  }

  private static func extensions(_ systems: AudioSpecificConfig, _ packet: Span<UInt8>) -> PacketExtensions {
    (try? AACConfiguration(systems))?.extensions(in: packet) ?? PacketExtensions()
  }

  private static func fields(of systems: AudioSpecificConfig) -> [CodecSummary.Field] {
    var fields = [
      CodecSummary.Field("audioObjectType", "\(systems.objectType.rawValue) (\(systems.objectType.name))"),
      CodecSummary.Field("samplingFrequency", "\(systems.samplingFrequency.hertz) Hz"),
      CodecSummary.Field("channelConfiguration", "\(systems.channelConfiguration)"),
      CodecSummary.Field("frameLength", "\(systems.coreFrameLength)"),
    ]
    if systems.downscaleFactor > 1 {
      fields.append(CodecSummary.Field("playback sampling frequency", "\(systems.coreRate) Hz"))
      fields.append(CodecSummary.Field("spectral lines", "\(systems.lineCount)"))
    }
    if let rate = systems.extensionRate { fields.append(CodecSummary.Field("SBR output rate", "\(rate) Hz")) }
    if systems.objectType.isErrorResilient {
      let names = systems.resilience.names
      fields.append(
        CodecSummary.Field("error resilience tools", names.isEmpty ? "none" : names.joined(separator: ", ")))
      fields.append(CodecSummary.Field("epConfig", "\(systems.errorProtection)"))
    }
    if let sbr = systems.lowDelaySBR {
      fields.append(CodecSummary.Field("ldSbrCrcFlag", sbr.hasCRC ? "1" : "0"))
      fields.append(CodecSummary.Field("ld_sbr_header()", "\(sbr.headers.count)"))
    }
    return fields
  }
}

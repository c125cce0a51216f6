public import AudioBase
package import Bitstream

/// `AudioSpecificConfig()`: the few bytes from which a decoder learns the format of an MPEG-4 audio stream.
///
/// ISO/IEC 14496-3, 1.6.2.1. Reading and writing are exact mirrors: a configuration that was read is written back bit
/// by bit.
public struct AudioSpecificConfig: Sendable, Hashable {
  /// The signalling of spectral band replication and Parametric Stereo.
  public enum Signalling: Sendable, Hashable {
    /// No signal. The stream may still carry SBR in its fill elements.
    case implicit
    /// Object type 5 or 29 before the core's: old decoders refuse such a stream.
    case hierarchical(rate: SamplingFrequency, hasParametricStereo: Bool)
    /// The sync words 0x2B7 and 0x548 behind the core's configuration: old decoders play the core.
    ///
    /// A `nil` rate means "explicitly no SBR"; a `nil` for parametric stereo means that 0x548 is absent.
    case backwardCompatible(rate: SamplingFrequency?, hasParametricStereo: Bool?)
  }

  /// The fields after the common ones, by object type.
  public enum Specific: Sendable, Hashable {
    /// The AAC types other than ELD.
    case generalAudio(GASpecificConfig)
    /// AAC-ELD.
    case enhancedLowDelay(ELDSpecificConfig)
    /// USAC (xHE-AAC).
    case unifiedCoding(USACConfig)
  }

  /// `audioObjectType` of the core, never 5 or 29.
  public var objectType: AudioObjectType
  /// The rate of the core.
  public var samplingFrequency: SamplingFrequency
  /// `channelConfiguration` of the core, 0…15.
  public var channelConfiguration: Int
  /// The signalling of SBR and PS; always implicit for AAC-ELD, which has its own fields.
  public var signalling = Signalling.implicit
  /// The part that belongs to the object type.
  public var specific: Specific
  /// `epConfig` of the error-resilient types: 0 and 1 are read, 2 and 3 are refused.
  public var errorProtection = 0

  /// Creates a configuration; error-resilient general audio types get the extension flag they need.
  public init(
    objectType: AudioObjectType, samplingFrequency: SamplingFrequency, channelConfiguration: Int,
    hasShortFrames: Bool = false
  ) {
    self.objectType = objectType
    self.samplingFrequency = samplingFrequency
    self.channelConfiguration = channelConfiguration
    if objectType == .erAACELD {
      var config = ELDSpecificConfig()
      config.hasShortFrames = hasShortFrames
      specific = .enhancedLowDelay(config)
    } else {
      var config = GASpecificConfig()
      config.hasShortFrames = hasShortFrames
      config.hasExtension = objectType.isErrorResilient
      specific = .generalAudio(config)
    }
  }

  /// Reads a configuration that is all of `bytes`.
  ///
  /// - Throws: `CodecError`: truncated, malformed, or unsupported with the name of the object type.
  public init(parsing bytes: Span<UInt8>) throws(CodecError) {
    var reader = BitReader(bytes)
    try self.init(parsing: &reader, lengthIsKnown: true)
  }

  /// Reads a configuration in place.
  ///
  /// - Parameters:
  ///   - reader: At the first bit; afterwards just past the last one that was read.
  ///   - lengthIsKnown: True if the reader ends where the configuration does. Only then the backward compatible
  ///     signalling after it is searched for.
  package init(parsing reader: inout BitReader, lengthIsKnown: Bool) throws(CodecError) {
    let start = reader.offset
    objectType = try AudioObjectType(parsing: &reader)
    samplingFrequency = try SamplingFrequency(parsing: &reader)
    channelConfiguration = try reader.field(4)
    if objectType == .sbr || objectType == .ps {
      let hasParametricStereo = objectType == .ps
      signalling = .hierarchical(
        rate: try SamplingFrequency(parsing: &reader), hasParametricStereo: hasParametricStereo)
      objectType = try AudioObjectType(parsing: &reader)
      if objectType == .erBSAC {
        throw CodecError(.unsupported, "ER BSAC with SBR is not implemented", bitOffset: start)
      }
    }
    specific = try AudioSpecificConfig.parseSpecific(
      &reader, objectType: objectType, channelConfiguration: channelConfiguration, start: start)
    if objectType.isErrorResilient {
      errorProtection = try reader.field(2)
      if errorProtection > 1 {
        throw CodecError(
          .unsupported, "error protection (epConfig 2 and 3) is not implemented", clause: "ISO/IEC 14496-3, 1.6.3.6",
          bitOffset: reader.offset - 2)
      }
    }
    if lengthIsKnown, case .implicit = signalling { try parseExtension(&reader) }
  }

  private static func parseSpecific(
    _ reader: inout BitReader, objectType: AudioObjectType, channelConfiguration: Int, start: Int
  ) throws(CodecError) -> Specific {
    if objectType == .erAACELD {
      return .enhancedLowDelay(
        try ELDSpecificConfig(parsing: &reader, channelConfiguration: channelConfiguration))
    }
    if objectType.isGeneralAudio {
      return .generalAudio(
        try GASpecificConfig(
          parsing: &reader, objectType: objectType, channelConfiguration: channelConfiguration, start: start))
    }
    if objectType == .usac { return .unifiedCoding(try USACConfig(parsing: &reader)) }
    throw CodecError(.unsupported, "the audio object type is none of the AAC family", bitOffset: start)
  }

  /// Reads the sync words after the core's configuration; anything else is padding and ignored.
  private mutating func parseExtension(_ reader: inout BitReader) throws(CodecError) {
    guard reader.remaining >= 16, reader.peek(11) == 0x2B7 else { return }
    _ = try reader.field(11)
    guard try AudioObjectType(parsing: &reader) == .sbr else { return }
    guard try reader.flag() else {
      signalling = .backwardCompatible(rate: nil, hasParametricStereo: nil)
      return
    }
    let rate = try SamplingFrequency(parsing: &reader)
    var hasParametricStereo: Bool?
    if reader.remaining >= 12, reader.peek(11) == 0x548 {
      _ = try reader.field(11)
      hasParametricStereo = try reader.flag()
    }
    signalling = .backwardCompatible(rate: rate, hasParametricStereo: hasParametricStereo)
  }

  /// Writes the configuration without padding.
  package func write(to writer: inout BitWriter) {
    let start = writer.offset
    if case .hierarchical(let rate, let hasParametricStereo) = signalling {
      (hasParametricStereo ? AudioObjectType.ps : .sbr).write(to: &writer)
      samplingFrequency.write(to: &writer)
      writer.write(UInt32(channelConfiguration), 4)
      rate.write(to: &writer)
      objectType.write(to: &writer)
    } else {
      objectType.write(to: &writer)
      samplingFrequency.write(to: &writer)
      writer.write(UInt32(channelConfiguration), 4)
    }
    switch specific {
    case .generalAudio(let config): config.write(to: &writer, objectType: objectType, start: start)
    case .enhancedLowDelay(let config): config.write(to: &writer)
    case .unifiedCoding(let config): config.write(to: &writer)
    }
    if objectType.isErrorResilient { writer.write(UInt32(errorProtection), 2) }
    if case .backwardCompatible(let rate, let hasParametricStereo) = signalling {
      writer.write(0x2B7, 11)
      AudioObjectType.sbr.write(to: &writer)
      writer.write(rate != nil)
      guard let rate else { return }
      rate.write(to: &writer)
      guard let hasParametricStereo else { return }
      writer.write(0x548, 11)
      writer.write(hasParametricStereo)
    }
  }

  /// The configuration as bytes, padded with zero bits.
  public var bytes: [UInt8] {
    var writer = BitWriter()
    write(to: &writer)
    return writer.bytes
  }
}

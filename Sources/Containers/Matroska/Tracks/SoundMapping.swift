import AudioBase
import MPEG4Systems
import XiphAudio

/// The codec of a track: its `CodecID` and `CodecPrivate` in the terms of this package ("Matroska Media Container Codec
/// Specifications", draft-ietf-cellar-codec).
struct SoundMapping {
  /// The format stated by the track.
  var format: StreamFormat
  /// The data that the decoder needs.
  var cookie: [UInt8] = []
  /// The part of the identification that listings show; empty if it is the same.
  var identification: [UInt8] = []
  /// The loudspeakers, where the codec's headers state them.
  var layout: ChannelLayout?
  /// The number of bits of a sample before it was encoded.
  var sourceBitDepth: Int?
  /// The durations of packets.
  var durations = PacketDurations.untold
  /// The number of frames to omit at the beginning, if the codec's own header states it.
  var preSkip: Int?
  /// The body of a Vorbis comment header among the codec's headers.
  var comments: [UInt8] = []
  /// The remark on a repair.
  var remark: String?

  init(_ format: StreamFormat, _ durations: PacketDurations = .untold) {
    (self.format, self.durations) = (format, durations)
  }

  /// Describes the packets of an audio track. Unknown codecs get the format ID of their name elsewhere, or `none`, so
  /// that they are listed, and refused by decoders.
  ///
  /// - Throws: ``ContainerError`` if the codec's headers break a rule, or samples are of a kind that no format has.
  init(_ track: TrackEntry, limits: ResourceLimits) throws(ContainerError) {
    guard track.sampleRate > 0, track.sampleRate.isFinite, track.sampleRate < 0x1p32 else {
      throw track.failure(.malformed, "the sample rate is not a number above zero")
    }
    guard (1...UInt64(max(1, limits.channelCount))).contains(track.channelCount) else {
      throw track.failure(.limitExceeded, "there is no channel, or there are too many")
    }
    let configuration = try track.configuration(limits: limits)
    do throws(CodecError) {
      switch track.codec {
      case "A_OPUS": self = try .opus(configuration)
      case "A_VORBIS": self = try .vorbis(configuration)
      case "A_FLAC": self = try .flac(configuration)
      case "A_ALAC": self = .appleLossless(configuration, track)
      case "A_MS/ACM": self = try WaveFormatMapping.mapping(configuration, track)
      case let name where name == "A_AAC" || name.hasPrefix("A_AAC/"): self = try .aac(configuration, track)
      case let name where name.hasPrefix("A_PCM/"): self = try .linearPCM(track)
      default: self = .plain(track, configuration)
      }
    } catch {
      throw track.failure(error.kind, error.rule)
    }
    guard (1...limits.channelCount).contains(format.channelsPerFrame) else {
      throw track.failure(.limitExceeded, "there are too many channels")
    }
  }
}

extension SoundMapping {
  /// Maps Opus: `CodecPrivate` is `OpusHead`.
  fileprivate static func opus(_ configuration: [UInt8]) throws(CodecError) -> SoundMapping {
    let header = try OpusHeader(configuration.span)
    var mapping = SoundMapping(
      StreamFormat(
        formatID: .opus, sampleRate: Double(OpusPacket.sampleRate), channelsPerFrame: header.channelCount), .opus)
    (mapping.cookie, mapping.layout, mapping.preSkip) = (header.bytes, header.layout, header.preSkip)
    return mapping
  }

  /// Maps Vorbis: `CodecPrivate` is the three headers, laced.
  fileprivate static func vorbis(_ configuration: [UInt8]) throws(CodecError) -> SoundMapping {
    guard let packets = XiphLacing.split(configuration), packets.count == 3 else {
      throw CodecError(.malformed, "CodecPrivate of Vorbis is three laced headers", clause: "Vorbis I, 4.2")
    }
    let (identification, setup) = (packets[0], packets[2])
    let headers = try VorbisHeaders(identification: identification.span, setup: setup.span)
    let format = StreamFormat(
      formatID: .vorbis, sampleRate: Double(headers.sampleRate), channelsPerFrame: headers.channelCount)
    var mapping = SoundMapping(format, .vorbis(headers))
    // Comments are no configuration.
    let magic = VorbisHeaders.magic(3)
    mapping.cookie = XiphLacing.join([identification, magic + [0, 0, 0, 0, 0, 0, 0, 0, 1], setup])
    mapping.identification = identification
    mapping.layout = headers.layout
    if packets[1].starts(with: magic) { mapping.comments = Array(packets[1].dropFirst(magic.count)) }
    return mapping
  }

  /// Maps FLAC: `CodecPrivate` is the beginning of a native file, up to its first frame.
  fileprivate static func flac(_ configuration: [UInt8]) throws(CodecError) -> SoundMapping {
    var place = configuration.starts(with: Array("fLaC".utf8)) ? 4 : 0
    let body = place + 4
    guard configuration.count >= body + 34, configuration[place] & 0x7F == 0,
      configuration[(place + 1)...].starts(with: [0, 0, 34])
    else { throw CodecError(.malformed, "CodecPrivate of FLAC begins with STREAMINFO", clause: "RFC 9639, 8.2") }
    let information = Array(configuration[body..<(body + 34)])
    let rate = Int(information[10]) << 12 | Int(information[11]) << 4 | Int(information[12] >> 4)
    guard rate > 0 else { throw CodecError(.malformed, "the sample rate of FLAC is zero", clause: "RFC 9639, 8.2") }
    let depth = (Int(information[12] & 1) << 4 | Int(information[13] >> 4)) + 1
    let sizes = (Int(information[0]) << 8 | Int(information[1]), Int(information[2]) << 8 | Int(information[3]))
    let format = StreamFormat(
      formatID: .flac, sampleRate: Double(rate), channelsPerFrame: Int(information[12] >> 1 & 7) + 1,
      framesPerPacket: sizes.0 == sizes.1 ? sizes.0 : 0, formatFlags: LosslessDepth(holding: depth).formatFlags)
    var mapping = SoundMapping(format, .flac)
    (mapping.cookie, mapping.sourceBitDepth) = (information, depth)
    while place + 4 <= configuration.count {
      let size = configuration[(place + 1)..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      let start = place + 4
      guard size <= configuration.count - start else { break }
      if configuration[place] & 0x7F == 4 { mapping.comments = Array(configuration[start..<(start + size)]) }
      place = start + size
    }
    return mapping
  }

  /// Maps Apple Lossless: `CodecPrivate` is an `ALACSpecificConfig`, and some writers leave QuickTime's atoms around
  /// it.
  fileprivate static func appleLossless(_ configuration: [UInt8], _ track: TrackEntry) -> SoundMapping {
    var bytes = configuration
    for atom in ["frma", "alac"] where bytes.count >= 36 && bytes[4..<8].elementsEqual(atom.utf8) {
      bytes.removeFirst(12)
    }
    var format = track.format(.appleLossless)
    guard bytes.count >= 24 else { return SoundMapping(format) }
    func word(_ place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
    format.formatFlags = LosslessDepth(rawValue: Int(bytes[5]))?.formatFlags ?? 0
    if bytes[9] > 0 { format.channelsPerFrame = Int(bytes[9]) }
    if word(20) > 0 { format.sampleRate = Double(word(20)) }
    format.framesPerPacket = word(0)
    var mapping = SoundMapping(format, .appleLossless(framesPerPacket: word(0)))
    (mapping.cookie, mapping.sourceBitDepth) = (bytes, Int(bytes[5]))
    return mapping
  }

  /// Maps linear PCM, whose width is `BitDepth`. Samples of 8 bits are unsigned, wider integers signed.
  fileprivate static func linearPCM(_ track: TrackEntry) throws(CodecError) -> SoundMapping {
    let bits = Int(clamping: track.bitDepth ?? 0)
    let samples: SampleFormat
    switch track.codec {
    case "A_PCM/INT/LIT" where bits == 8, "A_PCM/INT/BIG" where bits == 8:
      samples = SampleFormat(.unsignedInteger, bitsPerSample: 8)
    case "A_PCM/INT/LIT": samples = SampleFormat(.signedInteger, bitsPerSample: bits)
    case "A_PCM/INT/BIG": samples = SampleFormat(.signedInteger, bitsPerSample: bits, byteOrder: .bigEndian)
    case "A_PCM/FLOAT/IEEE": samples = SampleFormat(.floatingPoint, bitsPerSample: bits)
    default: throw CodecError(.unsupported, "this kind of linear PCM is not known here")
    }
    guard samples.isValid else {
      throw CodecError(.unsupported, "integers have 8, 16, 24 or 32 bits here, floating point 32 or 64")
    }
    return SoundMapping(samples, sampleRate: track.sampleRate, channelCount: Int(clamping: track.channelCount))
  }

  /// Creates a mapping of interleaved samples.
  init(_ samples: SampleFormat, sampleRate: Double, channelCount: Int) {
    let format = StreamFormat(samples, sampleRate: sampleRate, channelsPerFrame: channelCount)
    self.init(format, .constant(byteCount: format.bytesPerPacket, frameCount: 1))
    sourceBitDepth = samples.bitsPerSample
  }

  /// Codecs that need no configuration, and those that are named and no more.
  fileprivate static func plain(_ track: TrackEntry, _ configuration: [UInt8]) -> SoundMapping {
    switch track.codec {
    case "A_MPEG/L1": return .mpegAudio(.mpegLayer1, track)
    case "A_MPEG/L2": return .mpegAudio(.mpegLayer2, track)
    case "A_MPEG/L3": return .mpegAudio(.mpegLayer3, track)
    case let name where name == "A_AC3" || name.hasPrefix("A_AC3/"):
      var format = track.format("ac-3")
      format.framesPerPacket = 1536
      return SoundMapping(format, .fixed(1536))
    case "A_EAC3": return SoundMapping(track.format("ec-3"))
    case let name where name.hasPrefix("A_DTS"): return SoundMapping(track.format("dtsc"), .dts)
    case "A_TRUEHD", "A_MLP": return SoundMapping(track.format("mlpa"))
    case "A_WAVPACK4":
      // `CodecPrivate` is the version of the format.
      var mapping = lossless("wvpk", track, .wavPack)
      mapping.cookie = Array(configuration.prefix(2))
      return mapping
    case "A_TTA1":
      var mapping = lossless("TTA1", track, .untold)
      mapping.format.framesPerPacket = Int(min(mapping.format.sampleRate, 0x1p40)) * 256 / 245
      mapping.durations = .fixed(mapping.format.framesPerPacket)
      mapping.cookie = [UInt8(clamping: mapping.sourceBitDepth ?? 16)]
      return mapping
    case "A_REAL/COOK": return SoundMapping(track.format("cook"))
    default: return SoundMapping(track.format("none"))
    }
  }

  /// Maps a codec whose depth is that of the track.
  private static func lossless(
    _ formatID: FourCharacterCode, _ track: TrackEntry, _ durations: PacketDurations
  ) -> SoundMapping {
    var mapping = SoundMapping(track.format(formatID), durations)
    if let bits = track.bitDepth, (1...32).contains(bits) {
      mapping.sourceBitDepth = Int(bits)
      mapping.format.formatFlags = LosslessDepth(holding: Int(bits)).formatFlags
    }
    return mapping
  }

  /// Maps MPEG audio; ISO/IEC 11172-3 and 13818-3 for the durations of frames.
  static func mpegAudio(_ formatID: FourCharacterCode, _ track: TrackEntry) -> SoundMapping {
    var format = track.format(formatID)
    switch formatID {
    case .mpegLayer1: format.framesPerPacket = 384
    case .mpegLayer3 where format.sampleRate < 32_000: format.framesPerPacket = 576
    default: format.framesPerPacket = 1152
    }
    return SoundMapping(format, .fixed(format.framesPerPacket))
  }
}

extension TrackEntry {
  /// Returns a format with the track's own statements.
  func format(_ formatID: FourCharacterCode) -> StreamFormat {
    StreamFormat(formatID: formatID, sampleRate: sampleRate, channelsPerFrame: Int(clamping: channelCount))
  }
}

import AudioBase
import Bitstream
import MPEG4Systems
import VorbisComments
import WaveFormats
import XiphAudio

/// The one track of a new file: its `CodecID` and `CodecPrivate` ("Matroska Media Container Codec Specifications",
/// draft-ietf-cellar-codec), and the durations of its packets.
struct WrittenTrack {
  let format: StreamFormat
  private(set) var codec: String
  private(set) var configuration: [UInt8]
  let durations: PacketDurations
  private var sampleRate: Double
  private var outputSampleRate: Double?
  private var bitDepth: Int?
  private var channelCount: Int
  private let language: String
  /// The blocks of FLAC's metadata after STREAMINFO.
  private var losslessTail: [UInt8] = []
  /// The time in nanoseconds that decoders of Opus need after a seek (RFC 7845, 4.6).
  private static let opusPreRoll: UInt64 = 80_000_000

  /// Describes a track.
  ///
  /// - Throws: ``ErrorKind/unsupported`` for formats that Matroska has no name for, ``ErrorKind/malformed`` for a
  ///   cookie that is not of the format.
  init(_ settings: WriterSettings, isWebM: Bool) throws(ContainerError) {
    let format = settings.format
    guard format.sampleRate > 0, format.sampleRate.isFinite, format.channelsPerFrame > 0 else {
      throw Self.refusal(.invalidState, "a track has a rate and channels")
    }
    guard !isWebM || format.formatID == .opus || format.formatID == .vorbis else {
      throw Self.refusal(.unsupported, "WebM holds Opus and Vorbis alone; Matroska (.mka) holds other formats")
    }
    self.format = format
    language = settings.language
    (sampleRate, channelCount) = (format.sampleRate, format.channelsPerFrame)
    let cookie = settings.cookie
    configuration = cookie
    let constant = PacketDurations.constant(byteCount: format.bytesPerPacket, frameCount: 1)
    do throws(CodecError) {
      switch format.formatID {
      case .opus:
        codec = "A_OPUS"
        let header = try OpusHeader(cookie.span)
        (configuration, durations) = (header.bytes, .opus)
        sampleRate = 48_000
      case .vorbis:
        codec = "A_VORBIS"
        guard let packets = XiphLacing.split(cookie), packets.count == 3 else {
          throw CodecError(.malformed, "the cookie of Vorbis is three laced headers")
        }
        let (identification, setup) = (packets[0], packets[2])
        durations = .vorbis(try VorbisHeaders(identification: identification.span, setup: setup.span))
      case .flac:
        codec = "A_FLAC"
        losslessTail = Self.loudspeakers(settings.layout)
        (configuration, durations) = (try Self.flac(cookie, losslessTail), .flac)
        bitDepth = (Int(cookie[12] & 1) << 4 | Int(cookie[13] >> 4)) + 1
      case .appleLossless:
        codec = "A_ALAC"
        durations = .appleLossless(framesPerPacket: format.framesPerPacket)
        if cookie.count >= 24 { bitDepth = Int(cookie[5]) }
      case .mpegLayer1, .mpegLayer2, .mpegLayer3:
        codec = ["A_MPEG/L1", "A_MPEG/L2", "A_MPEG/L3"][Int(format.formatID.rawValue & 0xFF) - 0x31]
        (configuration, durations) = ([], .fixed(format.framesPerPacket))
      case .ac3: (codec, configuration, durations) = ("A_AC3", [], .fixed(1536))
      case .enhancedAC3: (codec, configuration, durations) = ("A_EAC3", [], .fixed(max(format.framesPerPacket, 256)))
      case .linearPCM:
        (codec, bitDepth) = try Self.linearPCM(format)
        (configuration, durations) = ([], constant)
      case .aLaw, .muLaw:
        codec = "A_MS/ACM"
        (configuration, durations) = (Self.law(format), constant)
      case .microsoftADPCM, .dviADPCM:
        guard format.bytesPerPacket > 0, format.framesPerPacket > 0 else {
          throw CodecError(.malformed, "blocks of ADPCM have a size and frames")
        }
        codec = "A_MS/ACM"
        (configuration, durations) = (Self.blocks(format, cookie), .fixed(format.framesPerPacket))
      default:
        // The family of AAC, whose configuration counts for more than the name.
        guard let parsed = try? AudioSpecificConfig(parsing: cookie.span), format.framesPerPacket > 0 else {
          throw CodecError(.unsupported, "Matroska has no name for the format, or its configuration is missing")
        }
        (codec, durations) = ("A_AAC", .fixed(format.framesPerPacket))
        sampleRate = parsed.coreFormat.sampleRate
        if parsed.coreFormat.channelsPerFrame > 0 { channelCount = parsed.coreFormat.channelsPerFrame }
        if format.sampleRate != sampleRate { outputSampleRate = format.sampleRate }
      }
    } catch {
      throw Self.refusal(error.kind, error.rule)
    }
  }

  private static func refusal(_ kind: ErrorKind, _ rule: StaticString) -> ContainerError {
    ContainerError(kind, rule, at: 0, in: MatroskaFile.fileType)
  }

  /// Returns the beginning of a native file with a cookie's STREAMINFO and the blocks that follow it.
  private static func flac(_ cookie: [UInt8], _ tail: [UInt8]) throws(CodecError) -> [UInt8] {
    guard cookie.count >= 34 else { throw CodecError(.malformed, "the cookie of FLAC is a STREAMINFO") }
    return Array("fLaC".utf8) + [tail.isEmpty ? 0x80 : 0, 0, 0, 34] + cookie.prefix(34) + tail
  }

  /// Returns the last block of FLAC's metadata, with the loudspeakers as a comment (RFC 9639, 8.6.2); empty if their
  /// number is sufficient, or no mask names them.
  private static func loudspeakers(_ layout: ChannelLayout) -> [UInt8] {
    guard layout.channelCount > 2, layout.waveMask != 0, layout.inWaveOrder == layout else { return [] }
    var metadata = Metadata()
    metadata[InfoKey("WAVEFORMATEXTENSIBLE_CHANNEL_MASK")] =
      "0x" + String(layout.waveMask, radix: 16, uppercase: true)
    guard let comments = VorbisComments.bytes(metadata, vendor: "swift-audio-toolbox") else { return [] }
    var block: [UInt8] = []
    block.append(bigEndian: 0x8400_0000 | UInt32(comments.count))
    return block + comments
  }

  private static func linearPCM(_ format: StreamFormat) throws(CodecError) -> (codec: String, bits: Int?) {
    guard let samples = format.sampleFormat, samples.isValid else {
      throw CodecError(.unsupported, "Matroska holds interleaved samples of whole bytes")
    }
    let bits = samples.bitsPerSample
    switch (samples.encoding, samples.byteOrder) {
    case (.unsignedInteger, _) where bits == 8: return ("A_PCM/INT/LIT", 8)
    case (.signedInteger, .littleEndian) where bits > 8: return ("A_PCM/INT/LIT", bits)
    case (.signedInteger, .bigEndian) where bits > 8: return ("A_PCM/INT/BIG", bits)
    case (.floatingPoint, .littleEndian): return ("A_PCM/FLOAT/IEEE", bits)
    default:
      throw CodecError(
        .unsupported, "Matroska holds unsigned samples of 8 bits, wider ones with a sign, and little-endian floats")
    }
  }

  /// Returns the fields of block ADPCM; the rest is Microsoft's cookie.
  private static func blocks(_ format: StreamFormat, _ cookie: [UInt8]) -> [UInt8] {
    var fields = WaveFormatFields()
    fields.tag = UInt16(truncatingIfNeeded: format.formatID.rawValue)
    fields.channelCount = UInt16(clamping: format.channelsPerFrame)
    fields.sampleRate = UInt32(saturating: format.sampleRate)
    let rate = format.sampleRate * Double(format.bytesPerPacket) / Double(format.framesPerPacket)
    fields.bytesPerSecond = UInt32(saturating: rate)
    fields.blockAlign = UInt16(clamping: format.bytesPerPacket)
    fields.bitsPerSample = 4
    let frames = UInt16(clamping: format.framesPerPacket)
    fields.setExtension(
      format.formatID == .microsoftADPCM && !cookie.isEmpty
        ? Array(cookie.prefix(1024)) : [UInt8(truncatingIfNeeded: frames), UInt8(frames >> 8)])
    return fields.bytes
  }

  private static func law(_ format: StreamFormat) -> [UInt8] {
    var fields = WaveFormatFields()
    fields.tag = (format.formatID == .aLaw ? WaveFormatTag.aLaw : .muLaw).rawValue
    fields.channelCount = UInt16(clamping: format.channelsPerFrame)
    fields.sampleRate = UInt32(saturating: format.sampleRate)
    fields.bytesPerSecond = fields.sampleRate.multipliedReportingOverflow(by: UInt32(fields.channelCount)).partialValue
    fields.blockAlign = fields.channelCount
    fields.bitsPerSample = 8
    fields.setExtension([])
    return fields.bytes
  }

  /// Sets the number of frames that Opus decoders skip, which the Opus header also states.
  mutating func setPreSkip(_ frames: Int) throws(ContainerError) {
    guard case .opus = durations, var header = try? OpusHeader(configuration.span) else { return }
    guard (0...0xFFFF).contains(frames) else {
      throw Self.refusal(.unsupported, "Opus skips 65535 frames at most")
    }
    header.preSkip = frames
    configuration = header.bytes
  }

  /// Replaces the cookie by another one of the same stream and length.
  mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    var other = cookie
    do throws(CodecError) {
      switch durations {
      case .flac: other = try Self.flac(cookie, losslessTail)
      case .opus:
        var header = try OpusHeader(cookie.span)
        if let own = try? OpusHeader(configuration.span) { header.preSkip = own.preSkip }
        other = header.bytes
      default: break
      }
    } catch {
      throw Self.refusal(error.kind, error.rule)
    }
    guard other.count == configuration.count else {
      throw Self.refusal(.unsupported, "the configuration stands before the packets, and cannot grow")
    }
    configuration = other
  }

  /// Returns `TrackEntry`, whose length does not depend on the delay.
  func entry(codecDelay: UInt64) -> [UInt8] {
    var elements = ElementBytes()
    elements.add(TrackName.entry) {
      $0.add(TrackName.number, unsigned: 1)
      $0.add(TrackName.uniqueIdentifier, unsigned: 1)
      $0.add(TrackName.type, unsigned: TrackEntry.Kind.audio.rawValue)
      $0.add(TrackName.flagLacing, unsigned: 0)
      $0.add(TrackName.language, text: language.isEmpty ? "und" : language)
      $0.add(TrackName.codec, text: codec)
      if !configuration.isEmpty { $0.add(TrackName.codecPrivate, configuration) }
      $0.add(TrackName.codecDelay, unsigned: codecDelay, isFixed: true)
      if case .opus = durations { $0.add(TrackName.seekPreRoll, unsigned: Self.opusPreRoll) }
      $0.add(TrackName.audio) {
        $0.add(TrackName.samplingFrequency, float: sampleRate)
        if let outputSampleRate { $0.add(TrackName.outputSamplingFrequency, float: outputSampleRate) }
        $0.add(TrackName.channels, unsigned: UInt64(channelCount))
        if let bitDepth { $0.add(TrackName.bitDepth, unsigned: UInt64(bitDepth)) }
      }
    }
    return elements.bytes
  }
}

import AudioBase
import Bitstream
import VorbisComments
import XiphAudio

extension OggMapping {
  /// Chooses the codec of a new file, by its settings.
  ///
  /// - Throws: ``ErrorKind/unsupported`` for formats that Ogg does not hold here, ``ErrorKind/invalidState`` if the
  ///   cookie is not that of the format.
  init(_ settings: WriterSettings) throws(ContainerError) {
    let cookie = settings.cookie
    switch settings.format.formatID {
    case .opus:
      var header = OpusHeader(channelCount: min(max(settings.format.channelsPerFrame, 1), 2))
      guard !cookie.isEmpty || settings.format.channelsPerFrame <= 2 else { throw Self.refusal }
      do throws(CodecError) {
        if !cookie.isEmpty { header = try OpusHeader(cookie.span) }
      } catch {
        throw ContainerError(.invalidState, error.rule, at: 0, in: "OggS")
      }
      self = .opus(header)
    case .vorbis:
      guard let packets = XiphLacing.split(cookie), packets.count == 3 else {
        throw ContainerError(.invalidState, "Vorbis needs its three headers as its cookie", at: 0, in: "OggS")
      }
      let (identification, setup) = (packets[0], packets[2])
      do throws(CodecError) {
        let headers = try VorbisHeaders(identification: identification.span, setup: setup.span)
        self = .vorbis(headers, cookie: cookie)
      } catch {
        throw ContainerError(.invalidState, error.rule, at: 0, in: "OggS")
      }
    case .flac: self = .flac(try Self.lossless(cookie))
    default:
      throw ContainerError(.unsupported, "Ogg holds Opus, Vorbis and FLAC here", at: 0, in: "OggS")
    }
  }

  private static let refusal = ContainerError(
    .invalidState, "Opus of more than two channels needs its header as its cookie", at: 0, in: "OggS")

  /// Reads `STREAMINFO` alone, after its header, after `fLaC` or in a box `dfLa`.
  static func lossless(_ cookie: [UInt8]) throws(ContainerError) -> OggFLACHeader {
    guard let body = FLACFrameHeader.streamInfo(inCookie: cookie),
      let header = OggFLACHeader(OggFLACHeader.packet(streamInfo: body, headerCount: 1))
    else {
      throw ContainerError(.invalidState, "FLAC needs STREAMINFO as its cookie", at: 0, in: .flac)
    }
    return header
  }

  /// Returns the packets before the sound: the first has its own page.
  func headerPackets(_ metadata: Metadata, layout: ChannelLayout) throws(ContainerError) -> [[UInt8]] {
    let vendor = metadata[.sourceEncoder] ?? "swift-audio-toolbox"
    let metadata = VorbisComments.addingChapters(to: metadata, sampleRate: Double(sampleRate))
    switch self {
    case .opus(let header):
      return [header.bytes, OpusHeader.tagsMagic + (try Self.comments(metadata, vendor))]
    case .vorbis(_, let cookie):
      let packets = XiphLacing.split(cookie) ?? []
      return [packets[0], VorbisHeaders.magic(3) + (try Self.comments(metadata, vendor)) + [1], packets[2]]
    case .flac(let header): return try Self.losslessHeaders(header, metadata, layout: layout, vendor: vendor)
    case .speex: throw ContainerError(.unsupported, "Speex is not written", at: 0, in: "OggS")
    }
  }

  private static let tooLong = ContainerError(
    .unsupported, "texts and pictures of an Ogg file have less than 16 MiB", at: 0, in: "OggS")

  /// Comments with pictures among them, RFC 7845, 5.2.
  private static func comments(_ metadata: Metadata, _ vendor: String) throws(ContainerError) -> [UInt8] {
    guard let bytes = VorbisComments.bytesWithPictures(metadata, vendor: vendor), bytes.count < 1 << 24 else {
      throw tooLong
    }
    return bytes
  }

  private static func losslessHeaders(
    _ header: OggFLACHeader, _ metadata: Metadata, layout: ChannelLayout, vendor: String
  ) throws(ContainerError) -> [[UInt8]] {
    var metadata = metadata
    if layout.channelCount > 2, layout.waveMask != 0, layout.inWaveOrder == layout {
      metadata[InfoKey("WAVEFORMATEXTENSIBLE_CHANNEL_MASK")] =
        "0x" + String(layout.waveMask, radix: 16, uppercase: true)
    }
    // FFmpeg and mutagen find pictures among the comments alone, which have less room.
    if let comments = VorbisComments.bytesWithPictures(metadata, vendor: vendor), comments.count < 1 << 24 {
      return losslessPackets(header, [(4, comments)])
    }
    guard let comments = VorbisComments.bytes(metadata, vendor: vendor), comments.count < 1 << 24 else { throw tooLong }
    var blocks: [(type: UInt8, body: [UInt8])] = [(4, comments)]
    for picture in metadata.artwork {
      guard let body = VorbisComments.pictureBytes(picture), body.count < 1 << 24 else {
        throw tooLong
      }
      blocks.append((6, body))
    }
    return losslessPackets(header, blocks)
  }

  /// Returns the packets of FLAC: the first, which counts the others, and each block after its header of four bytes.
  static func losslessPackets(_ header: OggFLACHeader, _ blocks: [(type: UInt8, body: [UInt8])]) -> [[UInt8]] {
    var packets = [OggFLACHeader.packet(streamInfo: header.streamInfo, headerCount: blocks.count)]
    for (index, block) in blocks.enumerated() {
      var packet: [UInt8] = []
      let type = block.type | (index == blocks.count - 1 ? 0x80 : 0)
      packet.append(bigEndian: UInt32(type) << 24 | UInt32(block.body.count))
      packets.append(packet + block.body)
    }
    return packets
  }
}

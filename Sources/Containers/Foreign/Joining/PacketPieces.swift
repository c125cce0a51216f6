import AudioBase
import FramedStreams
import WaveFormats
import XiphAudio

/// A packet of a stream whose pieces are packets.
struct PiecePacket: ScannedFrame, BitwiseCopyable {
  var offset: Int64
  var byteCount: Int
  var frameCount: Int
  /// False for packets whose duration depends on the previous packet.
  var isEntryPoint = true
}

/// Presents the pieces of a stream as packets.
struct PieceScanner: FrameScanner {
  var window: SourceWindow
  var position: Int64 = 0
  private let bytes: any JoinedBytes
  private let format: StreamFormat
  private let limits: ResourceLimits
  /// The headers of Vorbis, and the block of the packet before.
  private let vorbis: VorbisHeaders?
  private var previousBlock: Int?
  var warnings: [String] { [] }

  init(
    _ bytes: any JoinedBytes, _ stream: CodedStream, limits: ResourceLimits
  ) throws(ContainerError) {
    window = SourceWindow(bytes, capacity: 1 << 12)
    (self.bytes, format, self.limits) = (bytes, stream.format, limits)
    vorbis = stream.format.formatID == .vorbis ? try Self.headers(stream.cookie) : nil
  }

  /// Reads the headers of Vorbis, which are laced.
  private static func headers(_ cookie: [UInt8]) throws(ContainerError) -> VorbisHeaders {
    guard let packets = XiphLacing.split(cookie), packets.count == 3 else {
      throw ContainerError(.malformed, "the configuration of Vorbis is three laced headers", at: 0)
    }
    let (identification, setup) = (packets[0], packets[2])
    do throws(CodecError) {
      return try VorbisHeaders(identification: identification.span, setup: setup.span)
    } catch {
      throw ContainerError(error.kind, error.rule, at: 0)
    }
  }

  mutating func move(to offset: Int64) { (position, previousBlock) = (offset, nil) }

  mutating func resynchronize(at offset: Int64) throws(ContainerError) {
    throw ContainerError(.unsupported, "the packets of this format cannot be found from any byte on", at: offset)
  }

  mutating func next() throws(ContainerError) -> PiecePacket? {
    guard let place = try bytes.packet(from: position) else { return nil }
    guard place.count <= limits.packetByteCount else {
      throw ContainerError(
        .limitExceeded, "a packet has more bytes than the limit allows", at: bytes.fileOffset(of: place.lowerBound))
    }
    position = place.upperBound
    var frames = 0
    switch format.formatID {
    case .flac:
      let head = try window.load(min(FLACPacket.headByteCount, place.count), at: place.lowerBound)
      frames = FLACPacket.frameCount(window.bytes.span.extracting(head)) ?? 0
    case "spex":
      let head = try window.load(min(SpeexPacket.headByteCount, place.count), at: place.lowerBound)
      // Wide band: 320 frames a coded one.
      frames = 320 * max(1, SpeexPacket.frameCount(window.bytes.span.extracting(head), layers: 1) ?? 1)
    case .vorbis:
      let head = try window.load(min(1, place.count), at: place.lowerBound)
      if let size = vorbis?.blockSize(window.bytes.span.extracting(head)) {
        frames = VorbisHeaders.frameCount(blockSize: size, previous: previousBlock)
        previousBlock = size
      }
    case .flashADPCM:
      let width = 2 + Int(try window.bigEndian(1, at: place.lowerBound) >> 6)
      frames = Self.flashFrameCount(bitCount: 8 * place.count - 2, width: width, channelCount: format.channelsPerFrame)
    default: break
    }
    var packet = PiecePacket(offset: place.lowerBound, byteCount: place.count, frameCount: frames)
    packet.isEntryPoint = vorbis == nil || place.lowerBound == 0
    return packet
  }
}

extension PieceScanner {
  /// Counts the frames in blocks of Flash's ADPCM: of each channel 16 bits of a sample and 6 of an index, then 4095
  /// codes (Adobe, "SWF File Format Specification" 19, chapter 11, "ADPCMPACKET").
  static func flashFrameCount(bitCount: Int, width: Int, channelCount: Int) -> Int {
    let (head, code) = (22 * channelCount, width * channelCount)
    let block = head + 4095 * code
    let rest = bitCount % block
    return bitCount / block * 4096 + (rest < head ? 0 : 1 + (rest - head) / code)
  }
}

/// Reads a stream whose pieces are packets.
struct PieceReader: FramedReader {
  let fileType: FourCharacterCode
  var stream: FramedStream<PieceScanner>

  init(
    _ bytes: any JoinedBytes, _ track: TrackInfo, fileType: FourCharacterCode, limits: ResourceLimits
  ) throws(ContainerError) {
    self.fileType = fileType
    let coded = CodedStream(of: track)
    stream = FramedStream(
      try PieceScanner(bytes, coded, limits: limits), track, stream: coded, limits: limits)
    try stream.survey(upTo: bytes.walkableByteCount, limit: .max)
    if track.format.formatID == .vorbis { try markPriming() }
    // Packets of a duration that is not known here have none in the sum.
    if track.format.framesPerPacket == 0, !track.format.statesPacketDurations {
      stream.tracks[0].duration = track.duration
    }
  }
}

extension PieceReader {
  /// Records that the first packet of Vorbis produces no sound, because no other precedes it.
  private mutating func markPriming() throws(ContainerError) {
    let start = stream.scanner.position
    defer { stream.scanner.move(to: start) }
    stream.scanner.move(to: 0)
    guard let first = try stream.scanner.next(), let duration = stream.tracks[0].duration else { return }
    let (rate, priming) = (stream.tracks[0].format.sampleRate, Int64(first.frameCount))
    let all = Int64((duration * rate).rounded())
    stream.tracks[0].packetTable = PacketTable(
      primingFrames: priming, validFrames: max(0, all - priming), remainderFrames: 0, timescale: rate)
  }
}

/// Reads a stream of packets that are all alike, wherever its pieces end.
struct AlikeReader: ConstantPacketReader {
  /// Core Audio's type of the file that the packets are of.
  var fileType: FourCharacterCode
  let source: any ByteSource
  var cursor: ConstantPacketCursor
  private(set) var tracks: [TrackInfo]
  /// The metadata of the file.
  var metadata = Metadata()
  var unnamedItems: [String] = []
  private(set) var warnings: [String] = []

  /// Begins at the track's data offset in a source, and ends after `byteCount` bytes or at its end.
  init(
    _ source: any ByteSource, _ track: TrackInfo, byteCount: Int64?, fileType: FourCharacterCode
  ) {
    (self.fileType, self.source) = (fileType, source)
    var track = track
    let format = track.format
    cursor = ConstantPacketCursor(
      format: format, dataOffset: track.dataOffset, byteCount: byteCount, framesInPart: format.framesInPart)
    track.maximumPacketSize = format.bytesPerPacket
    track.packetSizeUpperBound = format.bytesPerPacket
    track.bitRate = Int(
      exactly: (format.sampleRate * Double(format.bytesPerPacket * 8) / Double(format.framesPerPacket)).rounded())
    if format.formatID == .linearPCM, track.sourceBitDepth == nil { track.sourceBitDepth = format.bitsPerChannel }
    track.packetCount = cursor.packetCount
    track.audioByteCount = cursor.audioByteCount
    track.duration = cursor.frameCount.map { Double($0) / format.sampleRate }
    tracks = [track]
    if let byteCount, byteCount % Int64(format.bytesPerPacket) != 0, !cursor.hasShorterLast {
      warnings = ["the last frame is incomplete and was left out"]
    }
  }

  /// Records how many of all frames belong to the recording, as stated in the file's header.
  mutating func setValidFrameCount(_ frames: Int64, of all: Int64) {
    let rate = tracks[0].format.sampleRate
    tracks[0].packetTable = PacketTable(
      primingFrames: 0, validFrames: frames, remainderFrames: all - frames, timescale: rate)
    tracks[0].duration = Double(frames) / rate
  }

  /// Puts remarks on the file's headers in front of those on its packets.
  mutating func remark(_ remarks: [String]) { warnings = remarks + warnings }
}

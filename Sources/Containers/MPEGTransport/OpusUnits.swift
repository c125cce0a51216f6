import AudioBase
import FramedStreams
import XiphAudio

/// An access unit of Opus behind its control header: a packet.
struct OpusUnit: ScannedFrame, BitwiseCopyable {
  /// The place of the header.
  var offset: Int64
  /// The position of the packet after the header.
  var packetOffset: Int64
  /// The number of bytes of the packet.
  var byteCount: Int
  var frameCount: Int
}

/// Walks from unit to unit.
///
/// ```
/// prefix 11 = 0x3FF │ trims 2 × 1 │ extension 1 │ 2 │ size: bytes of 255, and a last one │ trims 2 × 16 │ packet
/// ```
/// "Encapsulation of Opus in MPEG-2 Transport Streams" (wiki.xiph.org), 4.
struct OpusUnitScanner: FrameScanner {
  var window: SourceWindow
  var position: Int64 = 0
  private let limits: ResourceLimits
  private var skippedByteCount: Int64 = 0
  /// The frames that are cut from the unit found last.
  private(set) var trims = (start: 0, end: 0)

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 13)
    self.limits = limits
  }

  var warnings: [String] { skippedByteCount > 0 ? ["\(skippedByteCount) bytes between units were skipped"] : [] }

  mutating func move(to offset: Int64) { position = offset }
  mutating func resynchronize(at offset: Int64) { position = offset }

  mutating func next() throws(ContainerError) -> OpusUnit? {
    let start = position
    while position - start <= Int64(limits.resynchronizationByteCount) {
      let head = try window.load(2, at: position)
      guard head.count == 2 else { return nil }
      let bits = try window.bigEndian(2, at: position)
      guard bits & 0xFFE0 == 0x7FE0 else {
        position += 1
        skippedByteCount += 1
        continue
      }
      return try unit(flags: bits)
    }
    throw ContainerError(.malformed, "no unit of Opus follows within the limit", at: start, in: "mp2t")
  }

  private mutating func unit(flags: UInt64) throws(ContainerError) -> OpusUnit? {
    var (place, size) = (position + 2, 0)
    while true {
      let byte = Int(try window.bigEndian(1, at: place))
      (place, size) = (place + 1, size + byte)
      guard size <= limits.packetByteCount else {
        throw ContainerError(.limitExceeded, "a unit has more bytes than the limit", at: position, in: "mp2t")
      }
      guard byte == 255 else { break }
    }
    trims = (0, 0)
    if flags & 0x10 != 0 {
      trims.start = Int(try window.bigEndian(2, at: place) & 0x1FFF)
      place += 2
    }
    if flags & 8 != 0 {
      trims.end = Int(try window.bigEndian(2, at: place) & 0x1FFF)
      place += 2
    }
    if flags & 4 != 0 { place += 1 + Int64(try window.bigEndian(1, at: place)) }
    let view = try window.load(min(size, window.capacity), at: place)
    guard view.count == min(size, window.capacity), size > 0 else {
      throw ContainerError(.truncated, "the source ends within a unit of Opus", at: place, in: "mp2t")
    }
    let frames = OpusPacket.frameCount(window.bytes.span.extracting(view)) ?? 0
    let start = position
    position = place + Int64(size)
    return OpusUnit(offset: start, packetOffset: place, byteCount: size, frameCount: frames)
  }

  mutating func append(
    _ packet: Int, of frame: OpusUnit, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    guard try window.append(frame.byteCount, at: frame.packetOffset, to: &bytes) == frame.byteCount else { return nil }
    return (frame.packetOffset, frame.frameCount)
  }
}

/// Reads Opus of one or two channels in a stream of PES packets.
struct OpusUnitReader: FramedReader {
  let fileType: FourCharacterCode = "mp2t"
  var stream: FramedStream<OpusUnitScanner>
  /// The field of a trim has 13 bits.
  private static let longestPriming = 1 << 13

  init(_ source: any ByteSource, channelCount: Int, limits: ResourceLimits) throws(ContainerError) {
    var scanner = OpusUnitScanner(source, limits: limits)
    guard let first = try scanner.next() else {
      throw ContainerError(.malformed, "the stream holds no unit of Opus", at: 0, in: "mp2t")
    }
    // Short units are cut whole, one after the other.
    var (priming, unit) = (scanner.trims.start, first)
    while unit.frameCount > 0, scanner.trims.start >= unit.frameCount, priming <= Self.longestPriming,
      let next = try scanner.next()
    {
      (priming, unit) = (priming + scanner.trims.start, next)
    }
    let header = OpusHeader(channelCount: channelCount, preSkip: priming)
    var track = TrackInfo(
      format: StreamFormat(
        formatID: .opus, sampleRate: Double(OpusPacket.sampleRate), channelsPerFrame: channelCount),
      cookie: header.bytes)
    track.dataOffset = 0
    track.packetSizeUpperBound = max(first.byteCount, 1275)
    scanner.move(to: 0)
    stream = FramedStream(scanner, track, stream: CodedStream(of: track), limits: limits)
    guard let walked = try stream.survey(upTo: source.walkableByteCount), let duration = stream.tracks[0].duration
    else { return }
    let frames = Int64((duration * Double(OpusPacket.sampleRate)).rounded())
    let remainder = Int64(walked.trims.end)
    stream.tracks[0].packetTable = PacketTable(
      primingFrames: Int64(priming), validFrames: max(0, frames - Int64(priming) - remainder),
      remainderFrames: remainder, timescale: Double(OpusPacket.sampleRate))
  }
}

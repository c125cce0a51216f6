public import AudioBase
import DTSFrames
import FramedStreams

/// DTS without a container: consecutive frames in big-endian words of 16 bits. Read only.
///
/// ETSI TS 102 114, 5.3. Extensions of the core (DTS-HD) follow it in the packets, and the decoder skips them.
public enum DTSFile {
  static let fileType: FourCharacterCode = "dtsc"

  /// The descriptor for a catalog.
  public static let descriptor = ContainerDescriptor(fileType: fileType, name: "DTS", formatIDs: ["dtsc"]) {
    $0.extensions = ["dts"]
    $0.mediaTypes = ["audio/vnd.dts"]
    $0.probe = { head in
      guard let first = DTSFrameHeader(head, at: 0) else { return 0 }
      let next = first.byteCount
      guard next + DTSFrameHeader.byteCount <= head.count else { return 40 }
      return DTSFrameHeader(head, at: next) != nil ? 95 : 0
    }
    $0.open = { source, limits throws(ContainerError) in try DTSReader(source, limits: limits) }
    $0.marksRecording = false
  }
}

/// A frame: a packet.
struct DTSPacket: ScannedFrame, BitwiseCopyable {
  var offset: Int64
  var byteCount: Int
  var frameCount: Int
}

/// Walks from frame to frame, and skips other bytes.
struct DTSScanner: FrameScanner {
  var window: SourceWindow
  var position: Int64 = 0
  private let limits: ResourceLimits
  private var skippedByteCount: Int64 = 0
  private(set) var header: DTSFrameHeader?

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 15)
    self.limits = limits
  }

  var warnings: [String] { skippedByteCount > 0 ? ["\(skippedByteCount) bytes between frames were skipped"] : [] }

  mutating func move(to offset: Int64) { position = offset }
  mutating func resynchronize(at offset: Int64) { position = offset }

  mutating func next() throws(ContainerError) -> DTSPacket? {
    let start = position
    let found = try search(from: start, limit: limits.resynchronizationByteCount, in: "dtsc") {
      (_: inout DTSScanner, header: DTSFrameHeader) throws(ContainerError) in header
    }
    skippedByteCount += position - start
    guard let found else { return nil }
    guard try window.load(found.byteCount, at: position).count == found.byteCount else {
      throw ContainerError(.truncated, "the source ends within the last frame", at: position, in: "dtsc")
    }
    header = found
    var packet = DTSPacket(offset: position, byteCount: found.byteCount, frameCount: found.frameCount)
    position += Int64(found.byteCount)
    while let count = try extensionByteCount(), try window.load(count, at: position).count == count {
      packet.byteCount += count
      position += Int64(count)
    }
    return packet
  }

  /// Returns the number of bytes of an extension substream at ``position``, which belongs to the frame before it (ETSI
  /// TS 102 114, 7.4.1); `nil` if there is none.
  private mutating func extensionByteCount() throws(ContainerError) -> Int? {
    let place = try window.load(10, at: position)
    guard place.count == 10, try window.bigEndian(4, at: position) == 0x6458_2025 else { return nil }
    // After 8 bits of the user and 2 of a number: 1 bit, then 8 and 16 or 12 and 20 bits, both less 1.
    let fields = Int(try window.bigEndian(5, at: position + 5))
    let count = fields >> 37 & 1 == 0 ? fields >> 13 & 0xFFFF : fields >> 5 & 0xF_FFFF
    return (10...window.capacity).contains(count + 1) ? count + 1 : nil
  }
}

/// Reads the frames of a stream of DTS.
struct DTSReader: FramedReader {
  let fileType = DTSFile.fileType
  var stream: FramedStream<DTSScanner>

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    var scanner = DTSScanner(source, limits: limits)
    guard let first = try scanner.next(), let header = scanner.header else {
      throw ContainerError(.malformed, "the source holds no frame of DTS", at: 0, in: "dtsc")
    }
    var track = TrackInfo(format: header.format)
    track.layout = ChannelLayout(header.speakers)
    track.dataOffset = first.offset
    track.packetSizeUpperBound = DTSFrameHeader.maximumByteCount
    scanner.move(to: first.offset)
    stream = FramedStream(scanner, track, stream: CodedStream(of: track), limits: limits)
    try stream.survey(upTo: source.walkableByteCount)
  }
}

public import AudioBase
import FramedStreams
import SpeechFrames

/// SBC without a container: consecutive frames, as in captures of Bluetooth. Read only.
public enum SBCFile {
  static let fileType: FourCharacterCode = "sbc "
  /// The number of consecutive frames required at the beginning: the header is short.
  private static let confirmingFrameCount = 4

  /// The descriptor for a catalog.
  public static let descriptor = ContainerDescriptor(fileType: fileType, name: "SBC", formatIDs: ["sbc "]) {
    $0.extensions = ["sbc"]
    $0.mediaTypes = ["audio/x-sbc"]
    $0.probe = { head in
      var (place, count) = (0, 0)
      var first: SBCFrameHeader?
      while let header = SBCFrameHeader(head, at: place), header.parameters == (first ?? header).parameters {
        first = first ?? header
        (place, count) = (place + header.byteCount, count + 1)
      }
      guard place + SBCFrameHeader.byteCount > head.count else { return 0 }
      return count >= confirmingFrameCount ? 90 : count >= 2 ? 40 : 0
    }
    $0.open = { source, limits throws(ContainerError) in try SBCReader(source, limits: limits) }
    $0.marksRecording = false
  }
}

extension SBCFrameHeader: FrameHeader {}

/// A frame: a packet.
struct SBCPacket: ScannedFrame, BitwiseCopyable {
  var offset: Int64
  var byteCount: Int
  var frameCount: Int
}

/// Walks from frame to frame, and skips other bytes and frames with other parameters than the first.
struct SBCScanner: FrameScanner {
  var window: SourceWindow
  var position: Int64 = 0
  private let limits: ResourceLimits
  private var skippedByteCount: Int64 = 0
  private(set) var header: SBCFrameHeader?

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 13)
    self.limits = limits
  }

  var warnings: [String] { skippedByteCount > 0 ? ["\(skippedByteCount) bytes between frames were skipped"] : [] }

  mutating func move(to offset: Int64) { position = offset }
  mutating func resynchronize(at offset: Int64) { position = offset }

  mutating func next() throws(ContainerError) -> SBCPacket? {
    let start = position
    let found = try search(from: start, limit: limits.resynchronizationByteCount, in: SBCFile.fileType) {
      (scanner: inout SBCScanner, header: SBCFrameHeader) throws(ContainerError) in
      scanner.header.map { $0.parameters == header.parameters } ?? true ? header : nil
    }
    skippedByteCount += position - start
    guard let found else { return nil }
    guard try window.load(found.byteCount, at: position).count == found.byteCount else {
      throw ContainerError(.truncated, "the source ends within the last frame", at: position, in: SBCFile.fileType)
    }
    header = header ?? found
    defer { position += Int64(found.byteCount) }
    return SBCPacket(offset: position, byteCount: found.byteCount, frameCount: 0)
  }
}

/// Reads the frames of a stream of SBC.
struct SBCReader: FramedReader {
  let fileType = SBCFile.fileType
  var stream: FramedStream<SBCScanner>

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    var scanner = SBCScanner(source, limits: limits)
    guard let first = try scanner.next(), let header = scanner.header else {
      throw ContainerError(.malformed, "the source holds no frame of SBC", at: 0, in: SBCFile.fileType)
    }
    var track = TrackInfo(
      format: StreamFormat(
        formatID: "sbc ", sampleRate: Double(header.sampleRate), channelsPerFrame: header.channelCount,
        framesPerPacket: header.frameCount))
    track.dataOffset = first.offset
    track.packetSizeUpperBound = SBCFrameHeader.maximumByteCount
    scanner.move(to: first.offset)
    stream = FramedStream(scanner, track, stream: CodedStream(of: track), limits: limits)
    try stream.survey(upTo: source.walkableByteCount)
  }
}

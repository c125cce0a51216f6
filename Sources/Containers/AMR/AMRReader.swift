package import AudioBase
package import FramedStreams
import SpeechFrames

/// A frame of AMR: a packet.
package struct AMRPacket: ScannedFrame, BitwiseCopyable {
  package var offset: Int64
  package var byteCount: Int
}

/// Walks from frame to frame. Only the end of one frame marks the beginning of the next.
package struct AMRFrameScanner: FrameScanner {
  package var window: SourceWindow
  package var position: Int64
  private let kind: AMRKind
  package var warnings: [String] { [] }

  init(_ source: any ByteSource, _ kind: AMRKind) {
    window = SourceWindow(source, capacity: 1 << 12)
    position = Int64(kind.magic.count)
    self.kind = kind
  }

  package mutating func move(to offset: Int64) { position = offset }

  package mutating func resynchronize(at offset: Int64) throws(ContainerError) {
    throw ContainerError(.unsupported, "frames of AMR cannot be found from any byte on", at: offset, in: kind.fileType)
  }

  /// Finds the next frame, or returns `nil` at the end.
  ///
  /// - Throws: ``ErrorKind/malformed`` for a type that does not exist, ``ErrorKind/truncated`` for a frame that the
  ///   source cuts short.
  package mutating func next() throws(ContainerError) -> AMRPacket? {
    let head = try window.load(1, at: position)
    guard head.count == 1 else { return nil }
    guard let count = kind.frame.byteCount(first: window.bytes[head.lowerBound]) else {
      throw ContainerError(.malformed, "a frame has a type that does not exist", at: position, in: kind.fileType)
    }
    guard try window.load(count, at: position).count == count else {
      throw ContainerError(.truncated, "the source ends within the last frame", at: position, in: kind.fileType)
    }
    defer { position += Int64(count) }
    return AMRPacket(offset: position, byteCount: count)
  }
}

/// Reads the frames of AMR or AMR-WB, each a packet. A source of up to 8 MiB is walked when it is opened, to count its
/// frames.
package struct AMRReader: FramedReader {
  package let fileType: FourCharacterCode
  package var stream: FramedStream<AMRFrameScanner>

  init(_ source: any ByteSource, _ kind: AMRKind, limits: ResourceLimits) throws(ContainerError) {
    fileType = kind.fileType
    let scanner = AMRFrameScanner(source, kind)
    let format = StreamFormat(
      formatID: kind.formatID, sampleRate: Double(kind.frame.sampleRate), channelsPerFrame: 1,
      framesPerPacket: kind.frame.sampleCount)
    var track = TrackInfo(format: format)
    track.dataOffset = scanner.position
    track.packetSizeUpperBound = kind.frame.byteCounts.max()
    stream = FramedStream(scanner, track, stream: CodedStream(of: track), limits: limits)
    try stream.survey(upTo: source.walkableByteCount)
  }
}

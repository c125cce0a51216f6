public import AudioBase
import FramedStreams

/// True Audio: a header, the sizes of the packets, and the packets. Read only.
///
/// ```
/// TTA1 │ format 2 │ channels 2 │ bits 2 │ rate 4 │ frames 4 │ CRC │ sizes: 4 a packet │ CRC │ packets │ tags
/// ```
/// A. Djuric, "The Lossless True Audio Codec: TTA1 file format" (tausoft.org).
public enum TTAFile {
  static let fileType: FourCharacterCode = "TTA1"

  /// The descriptor for a catalog.
  public static let descriptor = ContainerDescriptor(fileType: fileType, name: "True Audio", formatIDs: ["TTA1"]) {
    $0.extensions = ["tta"]
    $0.mediaTypes = ["audio/x-tta"]
    $0.probe = { head in head.count >= 22 && head.begins(with: "TTA1") ? 100 : 0 }
    $0.open = { source, limits throws(ContainerError) in
      try source.refuseArriving(fileType)
      return try TTAReader(source, limits: limits)
    }
    $0.marksRecording = false
  }
}

/// A packet, as the table states it.
struct TTAPacket: ScannedFrame, BitwiseCopyable {
  var offset: Int64
  var byteCount: Int
  var frameCount: Int
}

/// Walks along the table of sizes.
struct TTAScanner: FrameScanner {
  var window: SourceWindow
  var position: Int64
  /// The number of the packet at ``position``; `nil` until it has been determined.
  private var number: Int64? = 0
  private let table: Int64
  private let data: Int64
  private let packetCount: Int64
  private let frameCount: Int
  private let lastFrameCount: Int
  private let limits: ResourceLimits
  var warnings: [String] { [] }
  /// True after the last packet.
  var hasEnded: Bool { number == packetCount }

  init(_ source: any ByteSource, _ header: TTAHeader, from start: Int64, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    (table, packetCount) = (start + Int64(TTAHeader.byteCount), header.packetCount)
    data = table + 4 * packetCount + 4
    position = data
    (frameCount, lastFrameCount, self.limits) = (header.framesPerPacket, header.lastFrameCount, limits)
  }

  mutating func move(to offset: Int64) { (position, number) = (offset, offset == data ? 0 : nil) }

  /// Looks the packet at ``position`` up.
  private mutating func found() throws(ContainerError) -> Int64 {
    if let number { return number }
    var (place, index) = (data, Int64(0))
    while place < position, index < packetCount {
      place += Int64(try window.littleEndian(4, at: table + 4 * index))
      index += 1
    }
    return index
  }

  mutating func resynchronize(at offset: Int64) throws(ContainerError) {
    throw ContainerError(.unsupported, "packets of True Audio are found by their table", at: offset, in: "TTA1")
  }

  mutating func next() throws(ContainerError) -> TTAPacket? {
    let number = try found()
    guard number < packetCount else { return nil }
    let size = Int(try window.littleEndian(4, at: table + 4 * number))
    guard size > 4, size <= limits.packetByteCount else {
      throw ContainerError(.malformed, "a packet has more bytes than its check and fewer than the limit", at: position)
    }
    if let whole = window.source.byteCount, position + Int64(size) > whole {
      throw ContainerError(.truncated, "the file ends within a packet", at: position, in: "TTA1")
    }
    let packet = TTAPacket(
      offset: position, byteCount: size, frameCount: number == packetCount - 1 ? lastFrameCount : frameCount)
    position += Int64(size)
    self.number = number + 1
    return packet
  }

  mutating func append(
    _ packet: Int, of frame: TTAPacket, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    // The table is read by the window, and packets past it.
    var reading = SourceWindow(window.source, capacity: 1 << 12)
    guard try reading.append(frame.byteCount, at: frame.offset, to: &bytes) == frame.byteCount else { return nil }
    return (frame.offset, frame.frameCount)
  }
}

/// The header of the file.
struct TTAHeader {
  static let byteCount = 22
  let format: StreamFormat
  let bitDepth: Int
  let frameCount: Int64
  let framesPerPacket: Int
  var packetCount: Int64 { (frameCount + Int64(framesPerPacket) - 1) / Int64(framesPerPacket) }
  var lastFrameCount: Int { Int(frameCount - max(0, packetCount - 1) * Int64(framesPerPacket)) }

  init(_ window: inout SourceWindow, at start: Int64, limits: ResourceLimits) throws(ContainerError) {
    guard try window.bigEndian(4, at: start) == 0x5454_4131 else {
      throw ContainerError(.malformed, "the header begins with TTA1", at: start, in: "TTA1")
    }
    guard try window.littleEndian(2, at: start + 4) == 1 else {
      throw ContainerError(
        .unsupported, "True Audio that is encrypted, or of floats, is not read", at: start, in: "TTA1")
    }
    let channels = Int(try window.littleEndian(2, at: start + 6))
    bitDepth = Int(try window.littleEndian(2, at: start + 8))
    let rate = Int(try window.littleEndian(4, at: start + 10))
    frameCount = Int64(try window.littleEndian(4, at: start + 14))
    framesPerPacket = rate * 256 / 245
    guard (1...limits.channelCount).contains(channels), (1...1 << 22).contains(rate), framesPerPacket > 0,
      (1...24).contains(bitDepth)
    else {
      throw ContainerError(
        .unsupported, "True Audio has up to 24 bits, a rate and channels, no more than the limit", at: start, in: "TTA1"
      )
    }
    var format = StreamFormat(
      formatID: "TTA1", sampleRate: Double(rate), channelsPerFrame: channels, framesPerPacket: framesPerPacket)
    format.formatFlags = LosslessDepth(holding: bitDepth).formatFlags
    self.format = format
  }
}

/// Reads the packets of a file of True Audio.
struct TTAReader: FramedReader {
  let fileType = TTAFile.fileType
  var stream: FramedStream<TTAScanner>
  let metadata: Metadata
  let unnamedItems: [String]
  private let remarks: [String]
  var warnings: [String] { remarks + stream.warnings }

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    let tags = try ArchiveTags(source, limits: limits)
    var window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    let header = try TTAHeader(&window, at: tags.start, limits: limits)
    let scanner = TTAScanner(source, header, from: tags.start, limits: limits)
    if let size = source.byteCount, scanner.position > size {
      throw ContainerError(.truncated, "the file ends within the table of sizes", at: size, in: "TTA1")
    }
    var track = TrackInfo(format: header.format, cookie: [UInt8(header.bitDepth)])
    track.dataOffset = scanner.position
    track.sourceBitDepth = header.bitDepth
    track.duration = Double(header.frameCount) / header.format.sampleRate
    var stream = FramedStream(scanner, track, stream: CodedStream(of: track), limits: limits)
    let walked = try stream.survey(upTo: source.walkableByteCount)
    self.stream = stream
    (metadata, unnamedItems) = (tags.metadata, tags.unnamed.names)
    let end = min(tags.end, source.byteCount ?? tags.end)
    let follower = walked.flatMap { $0.hasEnded && $0.position < end ? $0.position : nil }
    remarks = tags.warnings + (follower.map { ["other bytes follow at byte \($0), and are not read"] } ?? [])
  }
}

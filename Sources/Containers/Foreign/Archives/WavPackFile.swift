public import AudioBase
import FramedStreams

/// WavPack: blocks with their own headers, and APE tags behind them. Read only; a hybrid file with the correction file
/// beside it, if there is one: each packet is followed by the blocks that correct it.
///
/// D. Bryant, "WavPack 4 & 5 Binary File / Block Format" (wavpack.com, 2020).
public enum WavPackFile {
  static let fileType: FourCharacterCode = "wvpk"

  /// The descriptor for a catalog.
  public static let descriptor = ContainerDescriptor(fileType: fileType, name: "WavPack", formatIDs: ["wvpk"]) {
    $0.extensions = ["wv"]
    $0.mediaTypes = ["audio/x-wavpack"]
    $0.probe = { head in WavPackHeader(head, at: 0) == nil ? 0 : 100 }
    $0.open = { source, limits throws(ContainerError) in
      try source.refuseArriving(fileType)
      return try WavPackReader(source, limits: limits)
    }
    $0.marksRecording = false
  }
}

/// The header of a block.
struct WavPackHeader: FrameHeader, BitwiseCopyable {
  static let byteCount = 32
  static let firstByte: UInt8 = 0x77
  /// The longest block that is accepted: more than any block needs, and small enough to be stored.
  private static let maximumByteCount = 1 << 20
  private static let sampleRates: [16 of Int] = [
    6000, 8000, 9600, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000, 192_000,
    0,
  ]

  /// The number of bytes of the whole block.
  let blockByteCount: Int
  /// The number of frames of all blocks; `nil` if it is unknown.
  let totalFrameCount: Int64?
  /// The number of frames before the block, of the whole file.
  let firstFrame: Int64
  let frameCount: Int
  private let flags: UInt32

  init?(_ bytes: Span<UInt8>, at index: Int) {
    guard index >= 0, index + Self.byteCount <= bytes.count, bytes[index] == 0x77, bytes[index + 1] == 0x76,
      bytes[index + 2] == 0x70, bytes[index + 3] == 0x6B
    else { return nil }
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[index + offset + $1]) << UInt32(8 * $1) }
    }
    let (size, total, count) = (Int(word(4)), word(12), Int(word(20)))
    // The versions that libwavpack knows.
    guard (24..<Self.maximumByteCount).contains(size), bytes[index + 9] == 4, count <= 1 << 18 else { return nil }
    blockByteCount = size + 8
    totalFrameCount = total == .max ? nil : Int64(total) | Int64(bytes[index + 11]) << 32
    firstFrame = Int64(word(16)) | Int64(bytes[index + 10]) << 32
    frameCount = count
    flags = word(24)
  }

  var channelCount: Int { flags & 4 != 0 ? 1 : 2 }
  /// The number of bits of a stored sample.
  var bitDepth: Int { 8 * (Int(flags & 3) + 1) - Int(flags >> 13 & 31) % 8 }
  var storedBitDepth: Int { 8 * (Int(flags & 3) + 1) }
  var isHybrid: Bool { flags & 8 != 0 }
  var isFloat: Bool { flags & 0x80 != 0 }
  var isFinal: Bool { flags & 0x1000 != 0 }
  var isDSD: Bool { flags & 0x8000_0000 != 0 }
  /// Returns true if a block with this header may correct one with the other: both have samples of one kind and the
  /// same total number.
  func corrects(_ other: WavPackHeader) -> Bool {
    let format: UInt32 = 0x8780_008F
    return flags & format == other.flags & format && sampleRate == other.sampleRate
      && (totalFrameCount == nil || other.totalFrameCount == nil || totalFrameCount == other.totalFrameCount)
  }

  /// The sample rate in Hz; 0 if it is stated in a part of the block.
  var sampleRate: Int { Self.sampleRates[Int(flags >> 23 & 15)] }
}

/// The blocks of all channels for one stretch of time: a packet.
struct WavPackPacket: ScannedFrame, BitwiseCopyable {
  var offset: Int64
  /// The bytes of its blocks in the file.
  var ownByteCount: Int
  var frameCount: Int
  /// The place of the blocks that correct it, in the correction file.
  var correction: WavPackCorrection.Place?
  var byteCount: Int { ownByteCount + (correction?.byteCount ?? 0) }
}

/// Walks from packet to packet, and skips other bytes.
struct WavPackScanner: FrameScanner {
  var window: SourceWindow
  var position: Int64 = 0
  private let limits: ResourceLimits
  /// The end of the blocks, before the tags.
  private let end: Int64
  private var skippedByteCount: Int64 = 0
  /// The frame after the last one found, and the total number of frames, as stated in headers.
  private var progress: (reached: Int64, total: Int64) = (0, 0)
  /// The first header of the packet found last, and the channels of all its blocks.
  private(set) var first: (header: WavPackHeader, channelCount: Int)?
  /// The corrections of a hybrid file.
  var correction: WavPackCorrection?
  private var uncorrectedCount = 0

  init(_ source: any ByteSource, from start: Int64, to end: Int64, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: 1 << 12)
    (position, self.end, self.limits) = (start, end, limits)
  }

  var warnings: [String] {
    var warnings = skippedByteCount > 0 ? ["\(skippedByteCount) bytes between blocks were skipped"] : []
    if uncorrectedCount > 0 {
      warnings.append("the correction file (.wvc) has nothing for \(uncorrectedCount) packets, which stay lossy")
    }
    return warnings
  }

  mutating func move(to offset: Int64) { position = offset }
  mutating func resynchronize(at offset: Int64) { position = offset }

  mutating func next() throws(ContainerError) -> WavPackPacket? {
    while position < end, let header = try nextHeader() {
      guard header.frameCount > 0 else {
        position += Int64(header.blockByteCount)
        continue
      }
      var packet = WavPackPacket(offset: position, ownByteCount: 0, frameCount: header.frameCount)
      var (last, channels) = (header, 0)
      while true {
        channels += last.channelCount
        packet.ownByteCount += last.blockByteCount
        position += Int64(last.blockByteCount)
        guard packet.byteCount <= limits.packetByteCount, channels <= limits.channelCount else {
          throw ContainerError(
            .limitExceeded, "a packet has more bytes or channels than the limit", at: packet.offset, in: "wvpk")
        }
        guard position <= end else {
          throw ContainerError(.truncated, "the file ends within a block", at: packet.offset, in: "wvpk")
        }
        guard !last.isFinal else { break }
        guard let next = try self.header(at: position), next.frameCount == header.frameCount else {
          throw ContainerError(.malformed, "a block of further channels is missing", at: position, in: "wvpk")
        }
        last = next
      }
      first = (header, channels)
      // Some writers state the number in the first block alone.
      progress.reached = header.firstFrame + Int64(header.frameCount)
      progress.total = max(progress.total, header.totalFrameCount ?? 0)
      if let correction {
        packet.correction = correction.place(ofFrame: header.firstFrame, frameCount: header.frameCount)
        if packet.correction == nil { uncorrectedCount += 1 }
      }
      return packet
    }
    guard progress.reached >= progress.total else {
      throw ContainerError(
        .truncated, "the file ends before the last of the frames that its blocks count", at: position, in: "wvpk")
    }
    return nil
  }

  mutating func append(
    _ packet: Int, of frame: WavPackPacket, to bytes: inout [UInt8]
  ) throws(ContainerError) -> (offset: Int64, frameCount: Int)? {
    guard try window.append(frame.ownByteCount, at: frame.offset, to: &bytes) == frame.ownByteCount else { return nil }
    if let place = frame.correction { try correction?.append(place, to: &bytes) }
    return (frame.offset, frame.frameCount)
  }

  private mutating func header(at offset: Int64) throws(ContainerError) -> WavPackHeader? {
    let place = try window.load(WavPackHeader.byteCount, at: offset)
    return WavPackHeader(window.bytes.span.extracting(place), at: 0)
  }

  private mutating func nextHeader() throws(ContainerError) -> WavPackHeader? {
    if let header = try header(at: position) { return header }
    let start = position
    let found = try search(from: start, limit: limits.resynchronizationByteCount, in: "wvpk") {
      (_: inout WavPackScanner, header: WavPackHeader) throws(ContainerError) in header
    }
    skippedByteCount += min(position, end) - start
    return found
  }
}

/// Reads the packets of a WavPack file.
struct WavPackReader: FramedReader {
  let fileType = WavPackFile.fileType
  var stream: FramedStream<WavPackScanner>
  let metadata: Metadata
  let unnamedItems: [String]
  private let remarks: [String]
  var warnings: [String] { remarks + stream.warnings }

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    let tags = try ArchiveTags(source, limits: limits)
    var scanner = WavPackScanner(source, from: tags.start, to: tags.end, limits: limits)
    guard let packet = try scanner.next(), let first = scanner.first else {
      throw ContainerError(.malformed, "the file holds no block of sound", at: 0, in: "wvpk")
    }
    let header = first.header
    guard !header.isDSD else {
      throw ContainerError(.unsupported, "DSD in WavPack is not read", at: packet.offset, in: "wvpk")
    }
    let parts = try WavPackParts(&scanner.window, packet, limits: limits)
    let rate = parts.sampleRate ?? header.sampleRate
    guard rate > 0 else {
      throw ContainerError(.malformed, "the first block states the rate", at: packet.offset, in: "wvpk")
    }
    var format = StreamFormat(
      formatID: "wvpk", sampleRate: Double(rate), channelsPerFrame: first.channelCount)
    if !header.isFloat { format.formatFlags = LosslessDepth(holding: header.storedBitDepth).formatFlags }
    var track = TrackInfo(format: format)
    track.layout = parts.layout(channelCount: first.channelCount)
    track.dataOffset = packet.offset
    track.sourceBitDepth = header.bitDepth
    var warning: String?
    if header.isHybrid { (scanner.correction, warning) = WavPackCorrection.beside(source, of: header, limits: limits) }
    if let total = header.totalFrameCount { track.duration = Double(total) / Double(rate) }
    scanner.move(to: packet.offset)
    var stream = FramedStream(scanner, track, stream: CodedStream(of: track), limits: limits)
    _ = try stream.survey(upTo: source.walkableByteCount)
    self.stream = stream
    (metadata, unnamedItems) = (tags.metadata, tags.unnamed.names)
    remarks = tags.warnings + (warning.map { [$0] } ?? [])
  }
}

/// Parts of a block that describe the stream.
struct WavPackParts {
  private(set) var sampleRate: Int?
  private var mask: UInt32 = 0

  /// Reads the parts of the first block of a packet.
  init(_ window: inout SourceWindow, _ packet: WavPackPacket, limits: ResourceLimits) throws(ContainerError) {
    var place = packet.offset + Int64(WavPackHeader.byteCount)
    let end = packet.offset + 8 + Int64(try window.littleEndian(4, at: packet.offset + 4))
    // A block has few parts.
    for _ in 0..<64 where place + 2 <= end {
      let identifier = try window.bigEndian(1, at: place)
      let isLarge = identifier & 0x80 != 0
      let words = try window.littleEndian(isLarge ? 3 : 1, at: place + 1)
      let body = place + (isLarge ? 4 : 2)
      let count = 2 * Int(words) - (identifier & 0x40 != 0 ? 1 : 0)
      guard count >= 0, body + Int64(count) <= end else { return }
      switch identifier & 0x3F {
      case 0x27 where count == 3 || count == 4:
        sampleRate = Int(try window.littleEndian(3, at: body))
        if count == 4 { sampleRate = Int(try window.littleEndian(4, at: body) & 0x7FFF_FFFF) }
      // The number of channels, and the bits of their places.
      case 0x0D where (2...5).contains(count): mask = UInt32(try window.littleEndian(count - 1, at: body + 1))
      default: break
      }
      place = body + 2 * Int64(words)
    }
  }

  func layout(channelCount: Int) -> ChannelLayout? {
    ChannelLayout(bitmap: mask).flatMap { $0.channelCount == channelCount ? $0 : nil }
  }
}

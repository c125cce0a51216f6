import AudioBase
import Bitstream

/// The contents of a file's chunks, read once when it is opened. The packets and their table stay in the file.
struct FileSurvey {
  /// `pakt`: its first fields, and the place of the packet descriptions that follow them.
  struct DescriptionTable: Sendable {
    var header: PacketTableHeader
    /// The range in the file, in bytes.
    var range: Range<Int64>
  }

  /// The largest number of chunks that are examined before the file is given up.
  private static let maximumChunkCount = 1 << 14

  private(set) var format: StreamFormat?
  private(set) var cookie: [UInt8] = []
  private(set) var layout: ChannelLayout?
  private(set) var metadata = Metadata()
  private(set) var chunks: [ChunkInfo] = []
  private(set) var warnings: [String] = []
  /// The offset of the packets.
  private(set) var dataOffset: Int64?
  /// The bytes of packets present, `nil` if they continue to the end of a source of unknown size.
  private(set) var dataByteCount: Int64?
  private(set) var packetTable: DescriptionTable?
  /// True if everything needed before the packets precedes them, and no space is wasted.
  private(set) var isOptimized = true

  private let limits: ResourceLimits
  private var window: SourceWindow
  private var names: [UInt8] = []
  private var markers: [UInt8] = []
  private var regions: [UInt8] = []

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    self.limits = limits
    window = SourceWindow(source, capacity: 4096)
    guard try window.load(4, at: 0).count == 4, try window.bigEndian(4, at: 0) == 0x6361_6666 else {
      throw ContainerError(.malformed, "a file begins with caff", at: 0, in: "caff")
    }
    guard try window.bigEndian(2, at: 4) == 1 else {
      throw ContainerError(.unsupported, "the version of the format is 1", at: 4, in: "caff")
    }
    var offset = CAFLayout.fileHeaderByteCount
    while try readChunk(&offset) {
      guard chunks.count < Self.maximumChunkCount else {
        throw ContainerError(.limitExceeded, "there are too many chunks", at: offset, in: "caff")
      }
    }
    settleMetadata()
  }

  /// Returns the range of the packets, from a place on.
  func packetRange(from start: Int64) -> Range<Int64> { start..<(start + min(dataByteCount ?? .max, .max - start)) }

  /// Reads the chunk at `offset`, moves past it, and returns true if more may follow.
  private mutating func readChunk(_ offset: inout Int64) throws(ContainerError) -> Bool {
    let header = try window.load(Int(CAFLayout.chunkHeaderByteCount), at: offset)
    guard header.count == Int(CAFLayout.chunkHeaderByteCount) else {
      if !header.isEmpty { warnings.append("the file ends within the header of a chunk") }
      return false
    }
    let type = FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: try window.bigEndian(4, at: offset)))
    let stated = Int64(bitPattern: try window.bigEndian(8, at: offset + 4))
    let body = offset + CAFLayout.chunkHeaderByteCount
    let isToTheEnd = type == .dataChunk && stated == CAFLayout.unknownSize
    guard stated >= 0 || isToTheEnd else {
      throw ContainerError(.malformed, "the size of a chunk is not negative", at: offset, in: type)
    }
    // A part of unknown size ends with the last offset that can be counted at the latest.
    let left = window.source.byteCount.map { max(0, $0 - body) }
    let size = isToTheEnd ? left : min(stated, left ?? (.max - body))
    if let size, !isToTheEnd, size < stated {
      warnings.append("the chunk '\(type)' at byte \(offset) reaches beyond the end of the file")
    }
    chunks.append(ChunkInfo(identifier: type, bodyOffset: body, byteCount: size ?? 0))
    try take(type, at: body, byteCount: size)
    // Chunks after the packets of a stream come too late to be of use.
    guard !isToTheEnd, type != .dataChunk || !window.source.isArriving else { return false }
    let (next, overflow) = body.addingReportingOverflow(stated)
    offset = next
    return !overflow
  }

  private mutating func take(_ type: FourCharacterCode, at body: Int64, byteCount: Int64?) throws(ContainerError) {
    switch type {
    case .dataChunk: try takeData(at: body, byteCount: byteCount)
    case .descriptionChunk where format == nil:
      let bytes = try read(type, body, byteCount)
      format = try AudioDescription.format(parsing: bytes.span, at: body, limits: limits)
    case .packetTableChunk where packetTable == nil: try takeTable(at: body, byteCount: byteCount ?? 0)
    case .cookieChunk: cookie = try read(type, body, byteCount)
    case .layoutChunk:
      let bytes = try read(type, body, byteCount)
      layout = ChannelLayout(parsing: bytes.span)
    case .informationChunk:
      // Each counts, the later ones first, as long as there is room.
      guard metadata.info.count < ResourceLimits.metadataValueCount else { return }
      for (key, value) in InformationChunk.values(in: try read(type, body, byteCount)) { metadata.info[key] = value }
    case .stringsChunk: names = try read(type, body, byteCount)
    case .markerChunk: markers = try read(type, body, byteCount)
    case .regionChunk: regions = try read(type, body, byteCount)
    case .fillerChunk: if byteCount ?? 0 > 1 << 16 { isOptimized = false }
    default: break
    }
  }

  private mutating func takeData(at body: Int64, byteCount: Int64?) throws(ContainerError) {
    guard let format else {
      throw ContainerError(.malformed, "the description comes before the packets", at: body, in: .dataChunk)
    }
    guard dataOffset == nil else { return warnings.append("the file has several chunks of packets; the first is read") }
    guard byteCount ?? .max >= CAFLayout.editCountByteCount else {
      throw ContainerError(.truncated, "packets follow an edit count", at: body, in: .dataChunk)
    }
    dataOffset = body + CAFLayout.editCountByteCount
    dataByteCount = byteCount.map { $0 - CAFLayout.editCountByteCount }
    let needsTable = format.bytesPerPacket == 0 || format.framesPerPacket == 0
    if needsTable, packetTable == nil {
      isOptimized = false
      if window.source.isArriving {
        throw ContainerError(.notStreamable, "the table of packets lies behind them", at: body, in: .dataChunk)
      }
    }
  }

  private mutating func takeTable(at body: Int64, byteCount: Int64) throws(ContainerError) {
    let place = try window.load(Int(min(byteCount, Int64(PacketTableHeader.byteCount))), at: body)
    guard let header = PacketTableHeader(parsing: window.bytes.span.extracting(place)),
      header.validFrames >= 0 || format?.formatID == .flac
    else {
      return warnings.append("the packet table is damaged and left aside")
    }
    packetTable = DescriptionTable(
      header: header, range: (body + Int64(PacketTableHeader.byteCount))..<(body + byteCount))
  }

  /// Returns the body of a small chunk; bytes beyond the limit are left out with a remark.
  private mutating func read(
    _ type: FourCharacterCode, _ body: Int64, _ byteCount: Int64?
  ) throws(ContainerError) -> [UInt8] {
    let count = Int(min(byteCount ?? 0, Int64(limits.structureByteCount)))
    if Int64(count) < byteCount ?? 0 { warnings.append("the chunk '\(type)' is larger than the limit and cut") }
    var bytes: [UInt8] = []
    _ = try window.append(count, at: body, to: &bytes)
    return bytes
  }

  private mutating func settleMetadata() {
    let texts = StringsChunk.texts(in: names)
    metadata.append(MarkerChunks.markers(in: markers, names: texts))
    metadata.append(MarkerChunks.regions(in: regions, names: texts))
    warnings += metadata.remarksOnLimits
  }
}

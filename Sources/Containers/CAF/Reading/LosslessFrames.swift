import AudioBase
import XiphAudio

/// The properties of FLAC in a file according to its frames, which take precedence over the chunks.
///
/// FFmpeg states 0, an average or a number without meaning as the frames of a packet, and as the recording's length
/// that many times the packets, which may overflow. Its table has no frames where it states 0; it adds a packet without
/// bytes, and leaves the cookie out. A frame's header has a check, the chunks have none.
struct LosslessFrames {
  private let source: any ByteSource
  private let sampleRate: Double
  private let first: FLACFrameHeader
  /// True if the chunks cannot be right about the frames of packets.
  private let isCorrection: Bool

  /// Reads the first frame; `nil` for other formats, and if there is no frame.
  init?(
    _ source: any ByteSource, _ format: StreamFormat, _ table: PacketTableHeader?, dataOffset: Int64
  ) throws(ContainerError) {
    guard format.formatID == .flac, let first = try Self.header(in: source, at: dataOffset) else { return nil }
    (self.source, self.first, sampleRate) = (source, first, format.sampleRate)
    // The only packet of a recording may be shorter than others would be.
    let isShorter = first.blockSize < format.framesPerPacket && table?.packetCount ?? 0 > 1
    let isLonger = format.framesPerPacket > 0 && first.blockSize > format.framesPerPacket
    isCorrection = isShorter || isLonger || table?.validFrames ?? 0 < 0
  }

  private static func header(in source: any ByteSource, at offset: Int64) throws(ContainerError) -> FLACFrameHeader? {
    // Bound: a constant number.
    var bytes = [UInt8](repeating: 0, count: FLACFrameHeader.maximumByteCount)
    var span = bytes.mutableSpan
    let count = try source.read(at: offset, into: &span)
    return FLACFrameHeader(bytes.span.extracting(0..<count))
  }

  /// Returns a cookie for a file without one.
  func cookie(_ format: StreamFormat) -> [UInt8] {
    first.streamInfo(sampleRate: Int(exactly: format.sampleRate) ?? 0) ?? []
  }

  /// Sets the frames of a packet.
  func correct(_ format: inout StreamFormat) {
    if isCorrection, format.framesPerPacket > 0 { format.framesPerPacket = first.blockSize }
  }

  /// Omits empty packets at the end, and counts the frames of all others if the file's own count cannot be right; `nil`
  /// if that count can be right.
  func count(_ described: inout DescribedPackets) throws(ContainerError) -> PacketTable? {
    guard !first.hasVariableBlockSize else { return nil }
    let hasSizesAlone = try described.takeSizesAlone(framesPerPacket: first.blockSize)
    let (filled, stated) = (described.summary.filledPacketCount, described.summary.packetCount)
    guard filled > 0, isCorrection || hasSizesAlone || filled < stated else { return nil }
    let size = Int64(first.blockSize)
    described.summary.frameCount -= (stated - filled) * size
    described.summary.packetCount = filled
    described.cursor.cut(toPacketCount: filled)
    // Of a file that is still arriving the last frame has not come.
    guard !source.isArriving else { return nil }
    try described.cursor.move(to: .packet(filled - 1))
    let last = try Self.header(in: source, at: described.cursor.place.byteOffset)
    try described.cursor.move(to: .packet(0))
    let remainder = size - Int64(last?.blockSize ?? first.blockSize)
    return PacketTable(
      primingFrames: 0, validFrames: described.summary.frameCount - remainder, remainderFrames: remainder,
      timescale: sampleRate)
  }
}

/// Packets that a table describes, walked once.
struct DescribedPackets {
  var cursor: PacketTableCursor
  var summary: PacketTableCursor.Summary
  private(set) var format: StreamFormat
  private let source: any ByteSource
  private let table: FileSurvey.DescriptionTable
  private let range: Range<Int64>

  /// - Parameter range: The range of the packets.
  init(
    _ source: any ByteSource, _ table: FileSurvey.DescriptionTable, _ format: StreamFormat, in range: Range<Int64>
  ) throws(ContainerError) {
    (self.source, self.table, self.format, self.range) = (source, table, format, range)
    cursor = PacketTableCursor(source, table, format: format, packets: range)
    summary = try cursor.survey()
  }

  /// Replaces a table that should have sizes and frames but ends early by a table of sizes, if that does not end early.
  fileprivate mutating func takeSizesAlone(framesPerPacket: Int) throws(ContainerError) -> Bool {
    guard summary.isCut, format.framesPerPacket == 0 else { return false }
    var other = format
    other.framesPerPacket = framesPerPacket
    let sizes = try DescribedPackets(source, table, other, in: range)
    if !sizes.summary.isCut { self = sizes }
    return !sizes.summary.isCut
  }
}

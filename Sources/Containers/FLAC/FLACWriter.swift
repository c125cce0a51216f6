package import AudioBase
import Bitstream
import VorbisComments
import XiphAudio

/// Writes frames into a native FLAC file. RFC 9639.
///
/// Sizes and counts of `STREAMINFO` are those of the frames that were written; its MD5 is the cookie's, where the
/// cookie counts as many frames of sound as there are.
package struct FLACWriter: ContainerWriter {
  private let sink: any ByteSink
  private let updatesContinuously: Bool
  package private(set) var dataOffset: Int64
  private let hasSeekTable: Bool
  private var cookie: [UInt8]
  private var metadata: Metadata
  private let channelMask: String?
  private let sampleRate: Double
  private var markers: [Marker]
  private var chunks: [UserChunk]
  private var table: FLACSeekTable
  private var tally = Tally()
  private var isFinished = false

  /// The totals of the frames so far.
  private struct Tally {
    var packetCount: Int64 = 0
    /// The number of frames of sound.
    var frameCount: Int64 = 0
    var byteCount: Int64 = 0
    /// The sizes of blocks; the smallest one does not include the last block.
    var smallestBlock = Int.max
    var largestBlock = 0
    var lastBlock = 0
    var smallestPacket = Int.max
    var largestPacket = 0
  }

  package init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    guard settings.format.formatID == .flac else {
      throw ContainerError(.unsupported, "a FLAC file holds FLAC", at: 0, in: .flac)
    }
    guard sink.byteCount == 0 else {
      throw ContainerError(.invalidState, "a FLAC file begins at the first byte of its sink", at: 0, in: .flac)
    }
    guard let cookie = FLACFrameHeader.streamInfo(inCookie: settings.cookie) else {
      throw ContainerError(.invalidState, "FLAC needs STREAMINFO as its cookie", at: 0, in: .flac)
    }
    self.sink = sink
    self.cookie = cookie
    metadata = settings.metadata
    chunks = settings.userChunks
    updatesContinuously = settings.sizeUpdates == .continuous && sink.canOverwrite
    hasSeekTable = sink.canOverwrite
    let info = try FLACStreamInfo(cookie.span, at: FLACMetadataBlocks.streamInfoOffset)
    sampleRate = Double(info.sampleRate)
    let usual = info.layout
    channelMask = FLACMetadataBlocks.channelMask(settings.layout, usual: usual)
    let frameCount = settings.expectedPacketCount.map { Double($0) * Double(info.maximumBlockSize) }
    table = FLACSeekTable(seconds: frameCount.map { $0 / Double(info.sampleRate) })
    var bytes = Array("fLaC".utf8) + FLACMetadataBlocks.block(0, cookie, isLast: false)
    if hasSeekTable { bytes += FLACMetadataBlocks.block(3, table.bytes, isLast: false) }
    markers = try FLACCueSheet.sorted(metadata.markers)
    bytes += FLACMetadataBlocks.cueSheet(markers, frameCount: 0)
    bytes += try FLACMetadataBlocks.applications(chunks)
    bytes += try FLACMetadataBlocks.texts(Self.marked(metadata, markers, channelMask, sampleRate: sampleRate))
    let reserve = FLACMetadataBlocks.reservedByteCount - (hasSeekTable ? table.byteCount : 0)
    bytes += FLACMetadataBlocks.padding(4 + reserve)
    dataOffset = Int64(bytes.count)
    try sink.append(bytes.span)
  }

  /// Returns the metadata with the channels and markers of the comments.
  private static func marked(
    _ metadata: Metadata, _ markers: [Marker], _ channelMask: String?, sampleRate: Double
  ) -> Metadata {
    var marked = metadata
    if let channelMask { marked[FLACMetadataBlocks.channelMaskKey] = channelMask }
    marked.markers = markers
    return VorbisComments.addingChapters(to: marked, sampleRate: sampleRate)
  }

  package mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: .flac)
    }
    for index in descriptions.indices {
      let place = descriptions[index]
      guard place.startOffset >= 0, place.byteCount > 0, place.byteCount <= bytes.count - place.startOffset else {
        throw ContainerError(.invalidState, "a packet lies outside its bytes", at: sink.byteCount, in: .flac)
      }
      let packet = bytes.extracting(place.startOffset..<(place.startOffset + place.byteCount))
      guard let header = FLACFrameHeader(packet) else {
        throw ContainerError(.malformed, "a packet is not a frame of FLAC", at: sink.byteCount, in: .flac)
      }
      try sink.append(packet)
      note(packet.count, header)
    }
    if updatesContinuously { try updateHeaders() }
  }

  private mutating func note(_ byteCount: Int, _ header: FLACFrameHeader) {
    table.note(
      frame: tally.packetCount, firstSample: tally.frameCount, offset: tally.byteCount, sampleCount: header.blockSize)
    if tally.packetCount > 0 { tally.smallestBlock = min(tally.smallestBlock, tally.lastBlock) }
    tally.lastBlock = header.blockSize
    tally.largestBlock = max(tally.largestBlock, header.blockSize)
    tally.smallestPacket = min(tally.smallestPacket, byteCount)
    tally.largestPacket = max(tally.largestPacket, byteCount)
    tally.packetCount += 1
    tally.frameCount += Int64(header.blockSize)
    tally.byteCount += Int64(byteCount)
  }

  /// The present `STREAMINFO`.
  private var streamInfo: [UInt8] {
    guard tally.packetCount > 0 else { return cookie }
    var bytes: [UInt8] = []
    // For a single block the cookie's size stays, unless it is larger.
    let stated = Int(cookie[2]) << 8 | Int(cookie[3])
    let largest = max(tally.largestBlock, tally.packetCount == 1 ? stated : 0)
    let smallest = max(16, min(tally.packetCount == 1 ? largest : tally.smallestBlock, largest))
    bytes.append(bigEndian: UInt16(clamping: smallest))
    bytes.append(bigEndian: UInt16(clamping: max(largest, 16)))
    // A size that the field cannot hold is one that is not known.
    for size in [tally.smallestPacket, tally.largestPacket] {
      let value = size > 0xFF_FFFF ? 0 : size
      bytes += [UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }
    bytes += cookie[10..<13]
    let count = tally.frameCount < 1 << 36 ? UInt64(tally.frameCount) : 0
    bytes.append(cookie[13] & 0xF0 | UInt8(count >> 32))
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: count))
    let counted = UInt64(cookie[13] & 15) << 32 | cookie[14..<18].reduce(0) { $0 << 8 | UInt64($1) }
    return bytes + (counted == count ? Array(cookie[18...]) : [UInt8](repeating: 0, count: 16))
  }

  package mutating func updateHeaders() throws(ContainerError) {
    guard sink.canOverwrite else { return }
    let info = streamInfo
    try sink.overwrite(info.span, at: FLACMetadataBlocks.streamInfoOffset)
    if hasSeekTable {
      let points = table.bytes
      try sink.overwrite(points.span, at: FLACMetadataBlocks.tableOffset + 4)
    }
    let cueSheet = FLACMetadataBlocks.cueSheet(markers, frameCount: tally.frameCount)
    if !cueSheet.isEmpty { try sink.overwrite(cueSheet.span, at: cueSheetOffset) }
  }

  package mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    guard sink.canOverwrite, !isFinished else {
      throw ContainerError(.unsupported, "to a pipe the cookie is written at the start", at: 0, in: .flac)
    }
    guard let body = FLACFrameHeader.streamInfo(inCookie: cookie) else {
      throw ContainerError(.invalidState, "FLAC needs STREAMINFO as its cookie", at: 0, in: .flac)
    }
    _ = try FLACStreamInfo(body.span, at: FLACMetadataBlocks.streamInfoOffset)
    self.cookie = body
    try sink.overwrite(body.span, at: FLACMetadataBlocks.streamInfoOffset)
  }

  /// Replaces texts and pictures, if the padding has room for them.
  package mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard metadata != self.metadata else { return }
    try rewrite(metadata, chunks)
  }

  /// Replaces the blocks of other programs, if the padding has room for them.
  package mutating func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError) {
    guard chunks != self.chunks else { return }
    try rewrite(metadata, chunks)
  }

  private mutating func rewrite(_ metadata: Metadata, _ chunks: [UserChunk]) throws(ContainerError) {
    guard sink.canOverwrite, !isFinished else {
      throw ContainerError(.unsupported, "to a pipe metadata is written at the start", at: 0, in: .flac)
    }
    let start = cueSheetOffset
    let markers = try FLACCueSheet.sorted(metadata.markers)
    var bytes = FLACMetadataBlocks.cueSheet(markers, frameCount: tally.frameCount)
    bytes += try FLACMetadataBlocks.applications(chunks)
    bytes += try FLACMetadataBlocks.texts(Self.marked(metadata, markers, channelMask, sampleRate: sampleRate))
    let room = Int(dataOffset - start) - bytes.count
    guard room >= 4, room - 4 <= FLACMetadataBlocks.largestBody else {
      throw ContainerError(
        .unsupported, "the metadata has more bytes than were left free before the frames", at: start, in: .flac)
    }
    bytes += FLACMetadataBlocks.padding(room)
    try sink.overwrite(bytes.span, at: start)
    (self.metadata, self.markers, self.chunks) = (metadata, markers, chunks)
  }

  /// The offset of the block of markers.
  private var cueSheetOffset: Int64 {
    FLACMetadataBlocks.tableOffset + (hasSeekTable ? Int64(4 + table.byteCount) : 0)
  }

  /// Accepts a table that removes nothing, or at most the missing frames of a short last block.
  package mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
    guard table.primingFrames == 0, table.remainderFrames == 0 || table.validFrames == tally.frameCount else {
      throw ContainerError(.unsupported, "a FLAC file cannot say which frames are the recording", at: 0, in: .flac)
    }
  }

  package mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    try updateHeaders()
    isFinished = true
  }
}

package import AudioBase
import Bitstream
package import FramedStreams
import VorbisComments
import XiphAudio

/// Reads the frames of a native FLAC file as packets.
///
/// The cookie is the body of `STREAMINFO`, 34 bytes. The file is not walked when it is opened: it has no table of its
/// frames, and its header counts them where all blocks have one size.
package struct FLACReader: FramedReader {
  package let fileType: FourCharacterCode = .flac
  package var stream: FramedStream<FLACFrameScanner>
  package private(set) var metadata = Metadata()
  /// The blocks `APPLICATION`, by the names of the programs that wrote them.
  package private(set) var chunks: [ChunkInfo] = []
  private var unread = NameList()
  package var unnamedItems: [String] { unread.names }

  private var info: FLACStreamInfo
  /// The file's own seek table, for streams with blocks of one size.
  private var seekTable = SparsePacketIndex(stride: 1)
  private var seekTableBody: [UInt8] = []
  private var openingWarnings: [String] = []
  /// True until reading is resynchronised at an offset, with an estimated packet number.
  private var numbersAreExact = true
  /// True once an early end has been reported.
  private var hasToldEnd = false
  /// True if the one block of comments that a file may have was found.
  private var hasComments = false
  private var repeatedCommentCount = 0

  package init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    var window = SourceWindow(source, capacity: 4096)
    let (start, first) = try FLACFile.skipTags(&window)
    if first > 0, first <= limits.tagByteCount { _ = try window.append(first, at: 0, to: &metadata.id3Tag) }
    if start > 0 {
      unread.add(start == first ? "the ID3 tag in front of the stream" : "the ID3 tags in front of the stream")
    }
    let mark = try window.bigEndian(4, at: start)
    var scanner = FLACFrameScanner(source, at: start, limits: limits)
    guard mark == 0x664C_6143 else {
      guard let header = try scanner.first(), let cookie = header.streamInfo() else {
        throw ContainerError(
          .malformed, "a FLAC file begins with fLaC, or with a frame that says its rate and bit depth", at: start,
          in: .flac)
      }
      info = try FLACStreamInfo(cookie.span, at: scanner.position)
      scanner.statedBitDepth = info.bitsPerSample
      let track = Self.track(info, cookie, dataOffset: scanner.position)
      stream = FramedStream(scanner, track, stream: CodedStream(of: track), limits: limits)
      openingWarnings.append("the stream has no STREAMINFO; the header of its first frame tells what it is")
      return
    }
    let head = try window.bigEndian(4, at: start + 4)
    guard head >> 24 & 0x7F == 0, head & 0xFF_FFFF == UInt64(FLACStreamInfo.byteCount) else {
      throw ContainerError(.malformed, "the first block of metadata is STREAMINFO", at: start + 4, in: .flac)
    }
    var cookie: [UInt8] = []
    _ = try window.append(FLACStreamInfo.byteCount, at: start + 8, to: &cookie)
    info = try FLACStreamInfo(cookie.span, at: start + 8)
    let track = Self.track(info, cookie, dataOffset: 0)
    stream = FramedStream(scanner, track, stream: CodedStream(of: track), limits: limits)
    var place = start + Int64(8 + FLACStreamInfo.byteCount)
    var isLast = head >> 31 == 1
    while !isLast {
      let header = try window.bigEndian(4, at: place)
      isLast = header >> 31 == 1
      let count = Int(header & 0xFF_FFFF)
      let block = MetadataBlock(type: UInt8(header >> 24 & 0x7F), byteCount: count, place: place + 4)
      try look(block, &window, limits)
      place += 4 + Int64(count)
    }
    stream.scanner.move(to: place)
    try correctBlockSize(&cookie)
    stream.scanner.frameSizeUpperBound = info.frameSizeUpperBound
    stream.scanner.statedBitDepth = info.bitsPerSample
    noteSeekPoints(dataOffset: place)
    FLACCueSheet.takeNames(&metadata, sampleRate: Double(info.sampleRate))
    openingWarnings += metadata.remarksOnLimits
    if repeatedCommentCount > 0 {
      openingWarnings.append("\(repeatedCommentCount) further blocks of comments were passed over")
    }
    stream.tracks = [Self.track(info, cookie, dataOffset: place)]
    if let layout = takeChannelMask() { stream.tracks[0].layout = layout }
    if let end = source.walkableByteCount { try noteFollower(upTo: end, &window) }
  }

  /// Reports data after the last of the frames that STREAMINFO counts, such as a second file.
  private mutating func noteFollower(upTo end: Int64, _ window: inout SourceWindow) throws(ContainerError) {
    var search = FLACStreamEnd(info, stream.scanner, dataOffset: stream.tracks[0].dataOffset)
    guard let place = try search.place(upTo: end), place < end else { return }
    let mark = try window.load(4, at: place)
    let head = window.bytes[mark]
    if end - place == 128, head.starts(with: "TAG".utf8) { return unread.add("the ID3v1 tag after the stream") }
    openingWarnings.append(
      head.elementsEqual("fLaC".utf8)
        ? "another file follows at byte \(place), and is not read"
        : "other bytes follow at byte \(place), and are not read")
  }

  /// Reads the next frames.
  ///
  /// - Throws: `ContainerError`, once at the end where `STREAMINFO` states more frames than there are.
  package mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    if try stream.readPackets(ofTrack: track, into: &batch) { return true }
    guard let stated = stream.tracks[0].packetCount, stream.nextPacket < stated, numbersAreExact, !hasToldEnd else {
      return false
    }
    hasToldEnd = true
    throw ContainerError(
      .truncated, "the file ends before the last of the frames that STREAMINFO counts", at: stream.scanner.position,
      in: .flac)
  }

  /// Takes the size of the blocks from the first frame, if that is larger than `STREAMINFO` allows.
  ///
  /// The headers of frames have a check, `STREAMINFO` has none. The first frame is used because values that depend on
  /// its size must be valid from the beginning: the number of packets, their places in time, and the decoder's memory.
  private mutating func correctBlockSize(_ cookie: inout [UInt8]) throws(ContainerError) {
    let stated = info.maximumBlockSize
    guard let header = try stream.scanner.frame(at: stream.scanner.position), info.takeBlockSize(of: header) else {
      return
    }
    info.putBlockSizes(into: &cookie)
    openingWarnings.append(
      "STREAMINFO has blocks of at most \(stated) frames, the first one has \(header.blockSize), which counts")
  }

  /// A block of metadata after its header.
  private struct MetadataBlock {
    var type: UInt8
    var byteCount: Int
    /// The offset of its body.
    var place: Int64
  }

  private mutating func look(
    _ block: MetadataBlock, _ window: inout SourceWindow, _ limits: ResourceLimits
  ) throws(ContainerError) {
    let type = block.type
    if type == 2 { return try noteApplication(block, &window) }
    // Padding states nothing.
    if type > 6 { unread.add("the block of type \(type)") }
    guard (3...6).contains(type) else { return }
    // RFC 9639, 8.6: one block of comments; and pictures are taken as long as there is room for them.
    if type == 4, hasComments { return repeatedCommentCount += 1 }
    if type == 6, metadata.artwork.count >= ResourceLimits.metadataPictureCount { return }
    if type == 4 { hasComments = true }
    guard block.byteCount <= limits.tagByteCount else {
      openingWarnings.append("a block of metadata is too long and was passed over")
      return
    }
    var body: [UInt8] = []
    _ = try window.append(block.byteCount, at: block.place, to: &body)
    switch type {
    case 3: if seekTableBody.isEmpty { seekTableBody = body }
    case 5:
      if metadata.markers.isEmpty { FLACCueSheet.read(body.span, into: &metadata) }
      if FLACCueSheet.hasDiscNumbers(body.span) { unread.add("the disc's numbers in the block CUESHEET") }
    case 4: VorbisComments.read(body.span, into: &metadata)
    default: VorbisComments.readPicture(body.span, into: &metadata)
    }
  }

  /// Records a block of another program, whose name comes first (RFC 9639, 8.4).
  private mutating func noteApplication(
    _ block: MetadataBlock, _ window: inout SourceWindow
  ) throws(ContainerError) {
    guard block.byteCount >= 4, chunks.count < Self.maximumApplicationCount else {
      return unread.add("a block APPLICATION")
    }
    let name = FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: try window.bigEndian(4, at: block.place)))
    chunks.append(ChunkInfo(identifier: name, bodyOffset: block.place + 4, byteCount: Int64(block.byteCount - 4)))
  }

  /// The largest number of blocks of other programs that are listed.
  private static let maximumApplicationCount = 1024

  /// Adopts the points of the seek table (RFC 9639, 8.5), if blocks of one size make packets out of samples.
  private mutating func noteSeekPoints(dataOffset: Int64) {
    let body = seekTableBody
    seekTableBody = []
    guard info.hasFixedBlockSize else { return }
    let size = UInt64(info.maximumBlockSize)
    var reader = ByteReader(body.span)
    while let sample = try? reader.readUInt64(), let offset = try? reader.readUInt64(), (try? reader.skip(2)) != nil {
      // A point that states nothing has all bits set.
      guard sample != .max, sample % size == 0, let offset = Int64(exactly: offset),
        case let (place, overflow) = dataOffset.addingReportingOverflow(offset), !overflow
      else { continue }
      seekTable.note(packet: Int64(sample / size), at: place)
    }
  }

  /// Returns the `WAVEFORMATEXTENSIBLE_CHANNEL_MASK` of the comments (RFC 9639, 8.6.2), which is no text for people.
  private mutating func takeChannelMask() -> ChannelLayout? {
    guard let text = metadata[FLACMetadataBlocks.channelMaskKey], text.hasPrefix("0x") || text.hasPrefix("0X"),
      let mask = UInt32(text.dropFirst(2), radix: 16), let layout = ChannelLayout(bitmap: mask),
      layout.channelCount == info.channelCount
    else { return nil }
    metadata[FLACMetadataBlocks.channelMaskKey] = nil
    return layout
  }

  private static func track(_ info: FLACStreamInfo, _ cookie: [UInt8], dataOffset: Int64) -> TrackInfo {
    let format = StreamFormat(
      formatID: .flac, sampleRate: Double(info.sampleRate), channelsPerFrame: info.channelCount,
      framesPerPacket: info.hasFixedBlockSize ? info.maximumBlockSize : 0)
    var track = TrackInfo(format: format, cookie: cookie)
    track.containerCookie = cookie
    track.layout = info.layout
    track.dataOffset = dataOffset
    track.sourceBitDepth = info.bitsPerSample
    track.packetSizeUpperBound = info.frameSizeUpperBound
    guard info.totalFrameCount > 0 else { return track }
    track.duration = Double(info.totalFrameCount) / format.sampleRate
    if info.hasFixedBlockSize {
      let size = Int64(info.maximumBlockSize)
      track.packetCount = (info.totalFrameCount + size - 1) / size
      track.packetTable = PacketTable(
        primingFrames: 0, validFrames: info.totalFrameCount,
        remainderFrames: (size - info.totalFrameCount % size) % size, timescale: format.sampleRate)
    }
    return track
  }

  package var warnings: [String] { openingWarnings + stream.warnings }

  package mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try stream.seek(toPacket: packet, ofTrack: track, from: try seekPoint(before: packet))
  }

  /// Returns the point of the file's table before a packet, if it is nearer than all known points and is correct: a
  /// frame with its number is there.
  private mutating func seekPoint(before packet: Int64) throws(ContainerError) -> SparsePacketIndex.Mark? {
    guard let point = seekTable.mark(before: packet), point.packet > stream.nearestPacket(before: packet) else {
      return nil
    }
    if try stream.scanner.hasFrame(point.packet, at: point.offset) { return point }
    openingWarnings.append("the seek table is wrong and was not used")
    seekTable = SparsePacketIndex(stride: 1)
    return nil
  }

  package mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    guard byteOffset >= tracks[0].dataOffset else {
      throw ContainerError(.invalidState, "packets lie behind the metadata", at: byteOffset)
    }
    numbersAreExact = false
    try stream.resynchronize(atOffset: byteOffset, asPacket: packet)
  }
}

import AudioBase
import Bitstream
import VorbisComments

/// Reads the frames of a native FLAC file as packets.
///
/// The cookie is the body of `STREAMINFO`, 34 bytes. The file is not walked when it is opened: it has no table of its
/// frames, and its header counts them where all blocks have one size.
struct FLACReader: ContainerReader {
  let fileType: FourCharacterCode = .flac
  private(set) var tracks: [TrackInfo] = []
  private(set) var metadata = Metadata()

  private let info: FLACStreamInfo
  private var scanner: FLACFrameScanner
  private var index = SparsePacketIndex(stride: 16)
  private var nextPacket: Int64 = 0
  private var scratch: [UInt8] = []
  private var openingWarnings: [String] = []
  /// Whether the one block of comments that a file may have was met.
  private var hasComments = false
  private var repeatedCommentCount = 0

  init(_ source: any ByteSource, limits: Limits) throws(ContainerError) {
    var window = SourceWindow(source, capacity: 4096)
    let start = try Self.skipTag(&window, into: &metadata, limits)
    let mark = try window.bigEndian(4, at: start)
    guard mark == 0x664C_6143 else { throw ContainerError(.malformed, "a FLAC file begins with fLaC", at: start) }
    let head = try window.bigEndian(4, at: start + 4)
    guard head >> 24 & 0x7F == 0, head & 0xFF_FFFF == UInt64(FLACStreamInfo.byteCount) else {
      throw ContainerError(.malformed, "the first block of metadata is STREAMINFO", at: start + 4, in: .flac)
    }
    var cookie: [UInt8] = []
    _ = try window.append(FLACStreamInfo.byteCount, at: start + 8, to: &cookie)
    info = try FLACStreamInfo(cookie.span, at: start + 8)
    scanner = FLACFrameScanner(source, at: 0, limits: limits)
    var place = start + Int64(8 + FLACStreamInfo.byteCount)
    var isLast = head >> 31 == 1
    while !isLast {
      let header = try window.bigEndian(4, at: place)
      isLast = header >> 31 == 1
      let count = Int(header & 0xFF_FFFF)
      try look(UInt8(header >> 24 & 0x7F), byteCount: count, at: place + 4, &window, limits)
      place += 4 + Int64(count)
    }
    scanner.move(to: place)
    openingWarnings += metadata.remarksOnLimits
    if repeatedCommentCount > 0 {
      openingWarnings.append("\(repeatedCommentCount) further blocks of comments were passed over")
    }
    tracks = [track(cookie, dataOffset: place, source.byteCount)]
  }

  /// Where the stream begins: behind an ID3v2 tag, which does not belong there and is kept as it is.
  private static func skipTag(
    _ window: inout SourceWindow, into metadata: inout Metadata, _ limits: Limits
  ) throws(ContainerError) -> Int64 {
    let range = try window.load(4, at: 0)
    guard window.bytes[range].starts(with: "ID3".utf8) else { return 0 }
    let head = try window.load(10, at: 0)
    guard let count = FLACFile.tagByteCount(window.bytes.span.extracting(head)) else { return 0 }
    if count <= limits.structureByteCount { _ = try window.append(count, at: 0, to: &metadata.id3Tag) }
    return Int64(count)
  }

  private mutating func look(
    _ type: UInt8, byteCount: Int, at place: Int64, _ window: inout SourceWindow, _ limits: Limits
  ) throws(ContainerError) {
    guard type == 4 || type == 6 else { return }
    // RFC 9639, 8.6: one block of comments; and pictures are taken as long as there is room for them.
    if type == 4, hasComments { return repeatedCommentCount += 1 }
    if type == 6, metadata.artwork.count >= Limits.metadataPictureCount { return }
    if type == 4 { hasComments = true }
    guard byteCount <= limits.structureByteCount else {
      openingWarnings.append("a block of metadata is too long and was passed over")
      return
    }
    var body: [UInt8] = []
    _ = try window.append(byteCount, at: place, to: &body)
    if type == 4 {
      VorbisComments.read(body.span, into: &metadata)
    } else {
      VorbisComments.readPicture(body.span, into: &metadata)
    }
  }

  private func track(_ cookie: [UInt8], dataOffset: Int64, _ sourceByteCount: Int64?) -> TrackInfo {
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

  var warnings: [String] {
    guard scanner.skippedByteCount > 0 else { return openingWarnings }
    return openingWarnings + ["\(scanner.skippedByteCount) bytes between frames were skipped"]
  }

  var lowestNeededOffset: Int64 { scanner.position }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    guard track == 0, packet >= 0 else {
      throw ContainerError(.invalidState, "there is no such track or packet", at: scanner.position)
    }
    let mark = index.mark(before: packet) ?? .init(packet: 0, offset: tracks[0].dataOffset)
    if packet < nextPacket || mark.packet > nextPacket {
      scanner.move(to: mark.offset)
      nextPacket = mark.packet
    }
    while nextPacket < packet {
      scratch.removeAll(keepingCapacity: true)
      guard let (_, offset) = try scanner.next(into: &scratch) else { return nextPacket = packet }
      index.note(packet: nextPacket, at: offset)
      nextPacket += 1
    }
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    guard track == 0 else {
      throw ContainerError(.invalidState, "there is no such track", at: scanner.position)
    }
    batch.removeAll(nextPacket: nextPacket)
    while !batch.isFull {
      let start = batch.bytes.count
      let earlier = (position: scanner.position, skippedByteCount: scanner.skippedByteCount)
      do throws(ContainerError) {
        guard let (header, offset) = try scanner.next(into: &batch.bytes) else { break }
        batch.noteAppendedPacket(from: start, fileOffset: offset, frameCount: header.blockSize)
        index.note(packet: nextPacket, at: offset)
        nextPacket += 1
      } catch {
        batch.bytes.removeLast(batch.bytes.count - start)
        scanner.restore(earlier)
        if batch.count == 0 { throw error }
        break
      }
    }
    return batch.count > 0
  }

  mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    guard byteOffset >= tracks[0].dataOffset, packet >= 0 else {
      throw ContainerError(.invalidState, "packets lie behind the metadata", at: byteOffset)
    }
    scanner.move(to: byteOffset)
    nextPacket = packet
    index = SparsePacketIndex(stride: 16)
  }
}

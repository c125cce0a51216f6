import AudioBase
import VorbisComments

/// Reads the packets of the first stream of Opus or FLAC in an Ogg file.
///
/// The cookie is the packet `OpusHead`, or the body of `STREAMINFO`. A stream that follows the first in the same file (a
/// chain) is not read.
struct OggReader: ContainerReader {
  /// Files are walked as a whole up to this size when they are opened; of others only the ends are looked at.
  static let surveyByteCount: Int64 = 1 << 23

  let fileType: FourCharacterCode = .ogg
  private(set) var tracks: [TrackInfo] = []
  private(set) var metadata = Metadata()

  private let stream: OggStream
  private let packetByteLimit: Int
  private var packets: OggPacketScanner
  private var index = SparsePacketIndex(stride: 16)
  private var firstPlace = OggPacketScanner.Place(offset: 0)
  private var nextPacket: Int64 = 0
  private var scratch: [UInt8] = []
  private var openingWarnings: [String] = []

  init(_ source: any ByteSource, limits: Limits) throws(ContainerError) {
    var pages = OggPageScanner(source, limits: limits)
    let (stream, serial, place) = try Self.findStream(&pages, limits)
    self.stream = stream
    packetByteLimit = limits.packetByteCount
    packets = OggPacketScanner(pages, serial: serial, at: place)
    var track = stream.track
    guard track.format.channelsPerFrame <= limits.channelCount else {
      throw ContainerError(.limitExceeded, "there are more channels than the limit allows", at: 0, in: .ogg)
    }
    try readHeaders(limits)
    firstPlace = packets.place
    track.dataOffset = firstPlace.offset
    tracks = [track]
    if let size = source.byteCount, !source.isArriving { try survey(pages, sourceByteCount: size) }
    if let frames = stream.statedFrameCount { noteRecording(frames, remainder: 0) }
    scratch = []
  }

  /// Looks through the first pages, which come before all others, for a stream that can be read here.
  private static func findStream(
    _ pages: inout OggPageScanner, _ limits: Limits
  ) throws(ContainerError) -> (OggStream, serial: UInt32, OggPacketScanner.Place) {
    var refusal = ContainerError(.malformed, "an Ogg file begins with the first page of a stream", at: 0, in: .ogg)
    for number in 0..<limits.trackCount {
      guard let page = try pages.next(), page.isFirst else {
        if number == 0, pages.position < Int64(OggPageHeader.byteCount) { refusal.kind = .truncated }
        throw refusal
      }
      // The first packet is alone on its page and has far less than 255 bytes.
      let byteCount = Int(pages.lacing.first ?? 0)
      let bytes = pages.bytes
      let packet = bytes.span.extracting(pages.bodyIndex..<(pages.bodyIndex + byteCount))
      if let stream = try OggStream(packet, at: pages.pageOffset) {
        return (stream, page.serial, .init(offset: pages.position, sequence: page.sequence &+ 1))
      }
      if number == 0 || refusal.kind != .unsupported { refusal = OggStream.refusal(packet) }
    }
    throw refusal
  }

  // MARK: - Headers

  private mutating func readHeaders(_ limits: Limits) throws(ContainerError) {
    switch stream {
    case .opus:
      let place = packets.place
      guard let packet = try nextHeader(limits) else { return }
      guard scratch.starts(with: "OpusTags".utf8) else {
        openingWarnings.append("the second packet is not OpusTags")
        return packets.restore(place)
      }
      guard packet.byteCount == scratch.count else { return }
      let tags = scratch
      VorbisComments.read(tags.span.extracting(8..<tags.count), into: &metadata)
    case .flac(let mapping):
      var number = 0
      while mapping.headerPacketCount == 0 || number < mapping.headerPacketCount {
        let place = packets.place
        guard let packet = try nextHeader(limits) else { return }
        guard let first = scratch.first, first != 0xFF else { return packets.restore(place) }
        if packet.byteCount == scratch.count, scratch.count >= 4 {
          let block = scratch
          let body = block.span.extracting(4..<block.count)
          if first & 0x7F == 4 { VorbisComments.read(body, into: &metadata) }
          if first & 0x7F == 6 { VorbisComments.readPicture(body, into: &metadata) }
        }
        number += 1
        if mapping.headerPacketCount == 0, first & 0x80 != 0 { return }
      }
    }
  }

  private mutating func nextHeader(_ limits: Limits) throws(ContainerError) -> OggPacketScanner.Packet? {
    scratch.removeAll(keepingCapacity: true)
    let packet = try packets.next(into: &scratch, keeping: limits.structureByteCount)
    if let packet, packet.byteCount > scratch.count {
      openingWarnings.append("a packet of metadata is too long and was passed over")
    }
    return packet
  }

  // MARK: - Counts

  /// Counts the packets of a small file; of a large one looks only at both ends, for the length of the recording.
  private mutating func survey(_ pages: OggPageScanner, sourceByteCount: Int64) throws(ContainerError) {
    let opening = packets.place
    var tally = GranuleTally()
    let isSmall = sourceByteCount - opening.offset <= Self.surveyByteCount
    guard try walk(&tally, isWhole: isSmall) else { return packets.restore(opening) }
    packets.restore(opening)
    if isSmall {
      tracks[0].packetCount = tally.packetCount
      tracks[0].audioByteCount = tally.byteCount
      tracks[0].maximumPacketSize = tally.maximumByteCount
      tracks[0].packetSizeUpperBound = tally.maximumByteCount
    }
    guard let first = tally.first else { return }
    if !isSmall {
      // Enough for two pages of any length, of which the one before the last tells where the last begins.
      let start = max(opening.offset, sourceByteCount - 4 * Int64(OggPageHeader.maximumPageByteCount))
      tally = GranuleTally()
      packets.move(to: .init(offset: start))
      _ = try? walk(&tally, isWhole: true)
      packets.restore(opening)
    }
    guard let last = tally.last else { return }
    noteRecording(max(0, last - first - stream.primingFrames), remainder: tally.remainder)
  }

  /// Takes in the packets up to the first granule position, or all, and returns whether nothing stood in the way.
  private mutating func walk(_ tally: inout GranuleTally, isWhole: Bool) throws(ContainerError) -> Bool {
    while isWhole || tally.first == nil {
      scratch.removeAll(keepingCapacity: true)
      let packet: OggPacketScanner.Packet?
      do throws(ContainerError) {
        packet = try packets.next(into: &scratch, keeping: 16)
      } catch {
        guard error.kind != .inputOutput else { throw error }
        return false
      }
      guard let packet else { return true }
      tally.take(packet, frameCount: stream.frameCount(scratch.span))
    }
    return true
  }

  private mutating func noteRecording(_ frameCount: Int64, remainder: Int64) {
    let rate = tracks[0].format.sampleRate
    tracks[0].duration = Double(frameCount) / rate
    tracks[0].packetTable = PacketTable(
      primingFrames: stream.primingFrames, validFrames: frameCount, remainderFrames: remainder, timescale: rate)
  }

  var warnings: [String] {
    var warnings = openingWarnings
    if packets.skippedByteCount > 0 {
      warnings.append("\(packets.skippedByteCount) bytes of no sound page were skipped")
    }
    if packets.gapCount > 0 { warnings.append("pages are missing in \(packets.gapCount) places") }
    return warnings
  }

  // MARK: - Packets

  var lowestNeededOffset: Int64 { packets.place.offset }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    guard track == 0, packet >= 0 else {
      throw ContainerError(.invalidState, "there is no such track or packet", at: packets.place.offset, in: .ogg)
    }
    let mark = index.mark(before: packet)
    if packet < nextPacket || (mark?.packet ?? 0) > nextPacket {
      packets.move(to: mark.map { .init(offset: $0.offset) } ?? firstPlace)
      nextPacket = mark?.packet ?? 0
    }
    while nextPacket < packet {
      scratch.removeAll(keepingCapacity: true)
      guard let found = try packets.next(into: &scratch, keeping: 0) else { return nextPacket = packet }
      note(found)
    }
  }

  private mutating func note(_ packet: OggPacketScanner.Packet) {
    if let offset = packet.pageOffset { index.note(packet: nextPacket, at: offset) }
    nextPacket += 1
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    guard track == 0 else {
      throw ContainerError(.invalidState, "there is no such track", at: packets.place.offset, in: .ogg)
    }
    batch.removeAll(nextPacket: nextPacket)
    while !batch.isFull {
      let start = batch.bytes.count
      let earlier = packets.place
      do throws(ContainerError) {
        guard let packet = try packets.next(into: &batch.bytes, keeping: packetByteLimit) else { break }
        guard packet.byteCount <= packetByteLimit else {
          throw ContainerError(
            .limitExceeded, "a packet has more bytes than the limit allows", at: packet.offset, in: .ogg)
        }
        let frameCount = stream.frameCount(batch.bytes.span.extracting(start..<batch.bytes.count))
        batch.noteAppendedPacket(from: start, fileOffset: packet.offset, frameCount: frameCount)
        note(packet)
      } catch {
        batch.bytes.removeLast(batch.bytes.count - start)
        packets.restore(earlier)
        if batch.count == 0 { throw error }
        break
      }
    }
    return batch.count > 0
  }

  mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    guard byteOffset >= tracks[0].dataOffset, packet >= 0 else {
      throw ContainerError(.invalidState, "packets lie behind the headers", at: byteOffset, in: .ogg)
    }
    packets.move(to: .init(offset: byteOffset))
    nextPacket = packet
    index = SparsePacketIndex(stride: 16)
  }
}

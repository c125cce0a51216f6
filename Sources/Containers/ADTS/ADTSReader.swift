public import AudioBase

/// Reads the packets of an ADTS stream.
///
/// A source of up to 8 MiB is walked once when it is opened, header by header, for the counts; a longer one and a pipe
/// are not. A frame of several raw data blocks gives a packet for each block where it is protected, because only then
/// do its headers tell where each block begins; otherwise one packet whose description counts 1024 frames for each
/// block.
public struct ADTSReader: ContainerReader {
  /// The longest source that is walked when it is opened, in bytes.
  package static let surveyedByteCount: Int64 = 1 << 23

  /// `adts`.
  public let fileType: FourCharacterCode = "adts"
  /// One track; its cookie is the AudioSpecificConfig built from the headers.
  public private(set) var tracks: [TrackInfo] = []
  /// What an ID3v2 tag in front says.
  public let metadata: Metadata

  private var scanner: ADTSFrameScanner
  private var index = SparsePacketIndex()
  private var frame: ADTSFrame?
  private var nextBlock = 0
  private var nextPacket: Int64 = 0
  private var failure: ContainerError?
  private var surveyWarnings: [String] = []
  private let tagWarnings: [String]
  /// Whether packets were counted from the first one on, and not from a place where a caller guessed their number.
  private var countsAreExact = true

  /// Opens a stream.
  ///
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/malformed`` where no two headers in a row agree.
  public init(_ source: any ByteSource, limits: Limits = Limits()) throws(ContainerError) {
    scanner = ADTSFrameScanner(source, limits: limits)
    guard let first = try scanner.next() else {
      throw ContainerError(.malformed, "the source holds no ADTS frame", at: 0, in: "adts")
    }
    var tags = TagReading(source, limits: limits)
    try tags.read(scanner.tagsInFront, sampleRate: first.header.sampleRate)
    (metadata, tagWarnings) = (tags.metadata, tags.warnings + tags.metadata.remarksOnLimits)
    var block: [UInt8] = []
    _ = try scanner.append(first.blocks[0], to: &block)
    let configuration = ADTSConfiguration.audioSpecificConfig(for: first.header, firstBlock: block.span)
    let format = StreamFormat(
      formatID: .aac, sampleRate: first.header.sampleRate, channelsPerFrame: configuration.channelCount,
      framesPerPacket: 1024)
    var track = TrackInfo(format: format, cookie: configuration.bytes)
    track.containerCookie = configuration.bytes
    track.dataOffset = first.offset
    track.packetSizeUpperBound = ADTSHeader.maximumFrameByteCount - ADTSHeader.byteCount
    tracks = [track]
    scanner.move(to: first.offset)
    if !source.isArriving, let size = source.byteCount, size - first.offset <= Self.surveyedByteCount {
      try survey(from: first.offset)
    }
  }

  /// What was passed over so far; in a source that was walked when it was opened, in all of it.
  public var warnings: [String] { tagWarnings + (surveyWarnings.isEmpty ? currentWarnings : surveyWarnings) }

  private var currentWarnings: [String] {
    var lines: [String] = []
    if scanner.skippedByteCount > 0 { lines.append("\(scanner.skippedByteCount) bytes between frames were skipped") }
    if scanner.damagedFrameCount > 0 {
      lines.append("\(scanner.damagedFrameCount) frames with a wrong header check were left out")
    }
    return lines
  }

  /// Counts packets from the first frame to the end, then goes back.
  private mutating func survey(from start: Int64) throws(ContainerError) {
    var walker = scanner
    var count: Int64 = 0
    var blockCount: Int64 = 0
    var byteCount: Int64 = 0
    var largest = 0
    var ending: String?
    do throws(ContainerError) {
      while let frame = try walker.next() {
        index.note(packet: count, at: frame.offset)
        count += Int64(frame.count)
        for block in 0..<frame.count {
          blockCount += Int64(frame.blocks[block].blockCount)
          byteCount += Int64(frame.blocks[block].byteCount)
          largest = max(largest, frame.blocks[block].byteCount)
        }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      ending = "the stream cannot be read to its end: \(error)"
    }
    tracks[0].packetCount = count
    tracks[0].audioByteCount = byteCount
    tracks[0].maximumPacketSize = largest
    tracks[0].duration = Double(blockCount) * 1024 / tracks[0].format.sampleRate
    let own = scanner
    scanner = walker
    surveyWarnings = currentWarnings + (ending.map { [$0] } ?? [])
    scanner = own
  }

  /// Goes to a packet: from the nearest mark before it, frame by frame.
  public mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    guard track == 0, packet >= 0 else {
      throw ContainerError(.invalidState, "no such track or packet", at: scanner.position)
    }
    failure = nil
    let isAhead = packet >= nextPacket
    let mark = index.mark(before: packet) ?? .init(packet: 0, offset: tracks[0].dataOffset)
    if !isAhead || mark.packet > nextPacket || !countsAreExact {
      scanner.move(to: mark.offset)
      nextPacket = mark.packet
      frame = nil
      countsAreExact = true
    }
    while nextPacket < packet {
      do throws(ContainerError) {
        guard try loadFrame() else { return nextPacket = packet }
      } catch {
        // Reading on from here meets the same failure, which is where it belongs.
        if error.kind == .inputOutput { throw error }
        failure = error
        return nextPacket = packet
      }
      nextBlock += 1
      nextPacket += 1
    }
  }

  /// The packet that is read next, or where its frame is looked for.
  public var lowestNeededOffset: Int64 {
    if let frame, nextBlock < frame.count { return frame.blocks[nextBlock].offset }
    return scanner.position
  }

  /// Looks for the next frame from `byteOffset` on, which the one after it must confirm.
  public mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    guard byteOffset >= 0, packet >= 0 else {
      throw ContainerError(.invalidState, "no such place or packet", at: scanner.position)
    }
    scanner.resynchronize(at: max(byteOffset, tracks[0].dataOffset))
    (frame, nextBlock, nextPacket, failure) = (nil, 0, packet, nil)
    countsAreExact = false
  }

  /// Makes sure that a block is waiting, and returns whether there is one.
  private mutating func loadFrame() throws(ContainerError) -> Bool {
    if let frame, nextBlock < frame.count { return true }
    frame = nil
    guard let found = try scanner.next() else { return false }
    if countsAreExact { index.note(packet: nextPacket, at: found.offset) }
    frame = found
    nextBlock = 0
    return true
  }

  /// Fills the batch with the next packets.
  ///
  /// - Throws: ``ErrorKind/truncated`` at a last frame that is cut short, after all packets before it were given.
  public mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    guard track == 0 else { throw ContainerError(.invalidState, "no such track", at: scanner.position) }
    batch.removeAll(nextPacket: nextPacket)
    if let failure { throw failure }
    while !batch.isFull {
      do throws(ContainerError) {
        guard try loadFrame(), let frame else { break }
        let block = frame.blocks[nextBlock]
        let start = batch.bytes.count
        guard try scanner.append(block, to: &batch.bytes) else { break }
        let frameCount = block.blockCount > 1 ? 1024 * block.blockCount : 0
        batch.noteAppendedPacket(from: start, fileOffset: block.offset, frameCount: frameCount)
      } catch {
        failure = error
        if batch.count == 0 { throw error }
        break
      }
      nextBlock += 1
      nextPacket += 1
    }
    return batch.count > 0
  }
}

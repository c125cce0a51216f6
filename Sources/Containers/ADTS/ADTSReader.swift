public import AudioBase
import Bitstream
import MPEG4Systems

/// Reads the packets of an ADTS stream.
///
/// A source of up to 8 MiB is walked once when it is opened, header by header, for the counts; a longer one and a pipe
/// are not. A frame of several raw data blocks gives a packet for each block where it is protected, because only then
/// do its headers tell where each block begins; otherwise one packet whose description counts 1024 frames for each
/// block.
///
/// The stream may change, as where recordings were joined: two headers in a row that agree with each other and not with
/// those before begin another stream, and so does a program_config_element that the packet behind it bears out. What
/// lasts a single frame counts as damage.
public struct ADTSReader: ContainerReader {
  /// The longest source that is walked when it is opened, in bytes.
  package static let surveyedByteCount: Int64 = 1 << 23

  /// `adts`.
  public let fileType: FourCharacterCode = "adts"
  /// One track; its cookie is the AudioSpecificConfig built from the headers.
  public private(set) var tracks: [TrackInfo] = []
  /// What an ID3v2 tag in front says.
  public let metadata: Metadata

  /// Where the ID3v2 tags in front of the stream lie.
  let tagsInFront: [Range<Int64>]
  private var scanner: ADTSFrameScanner
  private let limits: ResourceLimits
  /// What is known of each stream, in the order of their numbers; there is a first one always.
  private var streams: [ADTSStream]
  private var changes = StreamChanges()
  /// The number of the stream that ``frame`` is of.
  private var streamNumber = 0
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
  /// - Throws: `ContainerError` of kind `ErrorKind.malformed` where no two headers in a row agree.
  public init(_ source: any ByteSource, limits: ResourceLimits = ResourceLimits()) throws(ContainerError) {
    scanner = ADTSFrameScanner(source, limits: limits)
    self.limits = limits
    guard let first = try scanner.next() else {
      throw ContainerError(.malformed, "the source holds no ADTS frame", at: 0, in: "adts")
    }
    var tags = TagReading(source, limits: limits)
    try tags.read(scanner.tagsInFront, sampleRate: first.header.sampleRate)
    tagsInFront = scanner.tagsInFront
    (metadata, tagWarnings) = (tags.metadata, tags.warnings + tags.metadata.remarksOnLimits)
    var block: [UInt8] = []
    _ = try scanner.append(first.blocks[0], to: &block)
    let stream = ADTSStream(first.header, firstBlock: block.span)
    streams = [stream]
    var track = TrackInfo(format: stream.format, cookie: stream.cookie)
    track.containerCookie = stream.cookie
    track.dataOffset = first.offset
    track.packetSizeUpperBound = ADTSHeader.maximumFrameByteCount - ADTSHeader.byteCount
    tracks = [track]
    scanner.move(to: first.offset)
    if !source.isArriving, let size = source.byteCount, size - first.offset <= Self.surveyedByteCount {
      try survey()
    }
  }

  /// What was passed over so far; in a source that was walked when it was opened, in all of it.
  public var warnings: [String] { tagWarnings + (surveyWarnings.isEmpty ? currentWarnings : surveyWarnings) }

  private var currentWarnings: [String] {
    var lines: [String] = []
    if scanner.skippedByteCount > 0 { lines.append("\(scanner.skippedByteCount) bytes between frames were skipped") }
    if scanner.cutFrameCount > 0 {
      lines.append("frames that state a length beyond the next one and were cut there: \(scanner.cutFrameCount)")
    }
    if scanner.damagedFrameCount > 0 {
      lines.append("\(scanner.damagedFrameCount) frames with a wrong header check were left out")
    }
    return lines
  }

  /// Counts packets from the first frame to the end, with a copy of this reader.
  private mutating func survey() throws(ContainerError) {
    var walker = self
    // Blocks of each stream, by its number.
    var blockCounts: [Int64] = [0]
    var byteCount: Int64 = 0
    var largest = 0
    var ending: String?
    do throws(ContainerError) {
      while try walker.loadFrame(), let frame = walker.frame {
        if walker.streamNumber >= blockCounts.count { blockCounts.append(0) }
        for block in 0..<frame.count {
          blockCounts[walker.streamNumber] += Int64(frame.blocks[block].blockCount)
          byteCount += Int64(frame.blocks[block].byteCount)
          largest = max(largest, frame.blocks[block].byteCount)
        }
        walker.nextPacket += Int64(frame.count)
        walker.frame = nil
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      ending = "the stream cannot be read to its end: \(error)"
    }
    tracks[0].packetCount = walker.nextPacket
    tracks[0].audioByteCount = byteCount
    tracks[0].maximumPacketSize = largest
    tracks[0].duration = zip(blockCounts, walker.streams).reduce(0) {
      $0 + Double($1.0) * 1024 / $1.1.format.sampleRate
    }
    (index, streams, changes) = (walker.index, walker.streams, walker.changes)
    surveyWarnings = walker.currentWarnings + (ending.map { [$0] } ?? [])
  }

  /// The streams behind the first, as far as frames have been walked.
  public func streamChanges(ofTrack track: Int) -> StreamChanges { track == 0 ? changes : StreamChanges() }

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
      streamNumber = changes.streamNumber(ofPacket: mark.packet)
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
    if !streams[streamNumber].describes(found.header) || found.beginsWithProgram { try settleStream(of: found) }
    if countsAreExact { index.note(packet: nextPacket, at: found.offset) }
    frame = found
    nextBlock = 0
    return true
  }

  /// Finds out which stream a frame is of whose headers differ from those before, or that begins with a
  /// program_config_element.
  private mutating func settleStream(of found: ADTSFrame) throws(ContainerError) {
    var block: [UInt8] = []
    if found.beginsWithProgram { _ = try scanner.append(found.blocks[0], to: &block) }
    let known = streams[streamNumber]
    if known.describes(found.header) {
      guard !known.isProgram(of: block.span), try isBorneOut(block.span, of: found) else { return }
    }
    let stream = ADTSStream(found.header, firstBlock: block.span)
    let number: Int
    if let earlier = streams.firstIndex(where: { $0.cookie == stream.cookie }) {
      number = earlier
    } else {
      number = try changes.add(stream.coded, at: found.offset, limits: limits)
      streams.append(stream)
    }
    guard number != streamNumber else { return }
    if countsAreExact {
      try changes.note(.init(packet: nextPacket, byteOffset: found.offset, stream: number), limits: limits)
    }
    streamNumber = number
  }

  /// Whether a program_config_element is believed that says something else than the one before: it says the object type
  /// and the rate of the header, and the next frame begins with it, too, or with the first of its channel elements.
  private mutating func isBorneOut(_ block: Span<UInt8>, of frame: ADTSFrame) throws(ContainerError) -> Bool {
    let header = frame.header
    var bits = BitReader(block)
    guard (try? bits.read(3)) == ADTSConfiguration.programConfigurationIdentifier,
      let program = try? ProgramConfigElement(parsing: &bits, anchor: 0),
      program.objectType == Int(header.profile), program.samplingFrequencyIndex == Int(header.samplingFrequencyIndex),
      let first = program.front.first ?? program.side.first ?? program.back.first
    else { return false }
    let byteCount = (bits.offset + 7) / 8
    let ahead = try scanner.block(behind: frame, byteCount)
    if ahead.count == byteCount, ahead.indices.allSatisfy({ ahead[$0] == block[$0] }) { return true }
    // id_syn_ele is 0 for a single channel and 1 for a pair; element_instance_tag follows.
    guard let start = ahead.first else { return false }
    return start >> 1 == UInt8(first.flag ? 1 : 0) << 4 | UInt8(first.tag & 15)
  }

  /// Fills the batch with the next packets.
  ///
  /// - Throws: `ErrorKind.truncated` at a last frame that is cut short, after all packets before it were given.
  public mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    guard track == 0 else { throw ContainerError(.invalidState, "no such track", at: scanner.position) }
    batch.removeAll(nextPacket: nextPacket)
    if let failure { throw failure }
    while !batch.isFull {
      do throws(ContainerError) {
        guard try loadFrame(), let frame else { break }
        if batch.count == 0 { batch.streamNumber = streamNumber }
        guard batch.streamNumber == streamNumber else { break }
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

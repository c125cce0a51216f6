public import AudioBase
import MPEG4Systems

/// Reads the packets of a LOAS stream.
///
/// A source of known size is walked when it is opened, for the counts, unless it is longer than 8 MiB. Frames in front
/// of the first StreamMuxConfig are left out, and those of a configuration that is not read. Another
/// AudioSpecificConfig begins another stream, unless the old one comes back before it was repeated: then its frames are
/// left out.
public struct LOASReader: ContainerReader {
  /// `loas`.
  public let fileType: FourCharacterCode = "loas"
  /// One track; its cookie is the AudioSpecificConfig of the stream. Its rate and its frames are those of the core.
  public private(set) var tracks: [TrackInfo] = []

  /// The most bytes that are walked for the counts when a stream is opened.
  private static let surveyByteCount: Int64 = 8 << 20

  private var scanner: LOASFrameScanner
  private let limits: ResourceLimits
  private var changes = StreamChanges()
  /// The number of the stream that ``frame`` is of.
  private var streamNumber = 0
  /// The configuration by which that is known.
  private var settled: Multiplex?
  /// Whether packets were counted from the first one on, and not from a place where a caller guessed their number.
  private var countsAreExact = true
  private var index = SparsePacketIndex()
  private var frame: LOASFrame?
  private var nextBit = 0
  private var packetsLeft = 0
  private var nextPacket: Int64 = 0
  private var failure: ContainerError?
  private var surveyWarnings: [String] = []

  /// Opens a stream.
  ///
  /// - Throws: `ContainerError` of kind `ErrorKind.malformed` where no frame with a configuration is found, and
  ///   `ErrorKind.unsupported` for several programs or layers and for codecs other than AAC.
  public init(_ source: any ByteSource, limits: ResourceLimits = ResourceLimits()) throws(ContainerError) {
    scanner = LOASFrameScanner(source, limits: limits)
    self.limits = limits
    guard let first = try scanner.next(), let config = scanner.multiplex?.config else {
      throw ContainerError(.malformed, "the source holds no LOAS frame with a configuration", at: 0, in: "loas")
    }
    var track = TrackInfo(format: config.configuration.coreFormat, cookie: config.cookie)
    track.containerCookie = config.cookie
    track.dataOffset = first.offset
    track.packetSizeUpperBound = LOASHeader.maximumElementByteCount
    tracks = [track]
    scanner.move(to: first.offset)
    if let size = source.byteCount, !source.isArriving, size - first.offset <= LOASReader.surveyByteCount {
      try survey()
    }
  }

  /// What was passed over so far; for a stream that was walked when it was opened, in all of it.
  public var warnings: [String] { surveyWarnings.isEmpty ? currentWarnings : surveyWarnings }

  private var currentWarnings: [String] {
    var lines: [String] = []
    if scanner.skippedByteCount > 0 { lines.append("\(scanner.skippedByteCount) bytes between frames were skipped") }
    if scanner.damagedFrameCount > 0 { lines.append("\(scanner.damagedFrameCount) damaged frames were left out") }
    if scanner.foreignFrameCount > 0 {
      let reason = scanner.foreignReason.map { ": \($0)" } ?? ""
      lines.append(
        "the configuration changes: \(scanner.foreignFrameCount) frames of another one were left out\(reason)")
    }
    return lines
  }

  /// Counts packets from the first frame to the end, with a copy of this reader.
  private mutating func survey() throws(ContainerError) {
    var walker = self
    // Packets of each stream, by its number.
    var counts: [Int64] = [0]
    var byteCount: Int64 = 0
    var largest = 0
    var ending: String?
    do throws(ContainerError) {
      while try walker.loadFrame(), let frame = walker.frame {
        while walker.streamNumber >= counts.count { counts.append(0) }
        counts[walker.streamNumber] += Int64(walker.packetsLeft)
        byteCount += Int64(frame.contents.byteCount)
        largest = max(largest, frame.contents.largestByteCount)
        walker.nextPacket += Int64(walker.packetsLeft)
        walker.packetsLeft = 0
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      ending = "the stream cannot be read to its end: \(error)"
    }
    tracks[0].packetCount = walker.nextPacket
    tracks[0].audioByteCount = byteCount
    tracks[0].maximumPacketSize = largest
    (index, changes) = (walker.index, walker.changes)
    tracks[0].duration = counts.indices.reduce(0) {
      let format = changes.stream($1)?.format ?? tracks[0].format
      return $0 + Double(counts[$1]) * Double(format.framesPerPacket) / format.sampleRate
    }
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
    let mark = index.mark(before: packet) ?? .init(packet: 0, offset: tracks[0].dataOffset)
    if packet < nextPacket || mark.packet > nextPacket || !countsAreExact {
      scanner.move(to: mark.offset)
      (frame, packetsLeft, nextPacket) = (nil, 0, mark.packet)
      countsAreExact = true
    }
    var unused: [UInt8] = []
    while nextPacket < packet {
      unused.removeAll(keepingCapacity: true)
      do throws(ContainerError) {
        guard try loadFrame() else { return nextPacket = packet }
        _ = try appendPacket(to: &unused)
      } catch {
        // Reading on from here meets the same failure, which is where it belongs.
        if error.kind == .inputOutput { throw error }
        failure = error
        return nextPacket = packet
      }
    }
  }

  /// The frame that is being read, or where the next one is looked for.
  public var lowestNeededOffset: Int64 {
    if let frame, packetsLeft > 0 { return frame.offset }
    return scanner.position
  }

  /// Looks for the next frame from `byteOffset` on. The configuration of the stream's start is taken to hold there.
  public mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    guard byteOffset >= 0, packet >= 0 else {
      throw ContainerError(.invalidState, "no such place or packet", at: byteOffset, in: "loas")
    }
    scanner.move(to: byteOffset)
    (frame, packetsLeft, nextPacket, failure) = (nil, 0, packet, nil)
    countsAreExact = false
  }

  /// Makes sure that a frame with packets left is at hand, and returns whether there is one.
  private mutating func loadFrame() throws(ContainerError) -> Bool {
    while packetsLeft == 0 {
      frame = nil
      guard let found = try scanner.next(), let multiplex = scanner.multiplex else { return false }
      if multiplex !== settled { try settleStream(multiplex, at: found.offset) }
      if found.isEntryPoint, countsAreExact { index.note(packet: nextPacket, at: found.offset) }
      frame = found
      nextBit = found.firstBit
      packetsLeft = multiplex.config.subframeCount
    }
    return true
  }

  /// Finds out which stream the frames of a configuration are of.
  private mutating func settleStream(_ multiplex: Multiplex, at offset: Int64) throws(ContainerError) {
    settled = multiplex
    let config = multiplex.config
    let number: Int
    if config.cookie == tracks[0].cookie {
      number = 0
    } else if let other = changes.otherStreams.firstIndex(where: { $0.cookie == config.cookie }) {
      number = other + 1
    } else {
      let stream = CodedStream(format: config.configuration.coreFormat, cookie: config.cookie)
      number = try changes.add(stream, at: offset, limits: limits)
    }
    guard number != streamNumber else { return }
    if countsAreExact {
      try changes.note(.init(packet: nextPacket, byteOffset: offset, stream: number), limits: limits)
    }
    streamNumber = number
  }

  /// Appends the next packet of the frame at hand and returns the offset at which it begins.
  private mutating func appendPacket(to bytes: inout [UInt8]) throws(ContainerError) -> Int64 {
    guard let frame else {
      throw ContainerError(.invalidState, "a packet is taken out of a frame", at: scanner.position, in: "loas")
    }
    let (bit, offset) = try scanner.appendPacket(of: frame, at: nextBit, to: &bytes)
    nextBit = bit
    packetsLeft -= 1
    nextPacket += 1
    return offset
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
        guard try loadFrame() else { break }
        if batch.count == 0 { batch.streamNumber = streamNumber }
        guard batch.streamNumber == streamNumber else { break }
        let start = batch.bytes.count
        let offset = try appendPacket(to: &batch.bytes)
        batch.noteAppendedPacket(from: start, fileOffset: offset)
      } catch {
        failure = error
        if batch.count == 0 { throw error }
        break
      }
    }
    return batch.count > 0
  }
}

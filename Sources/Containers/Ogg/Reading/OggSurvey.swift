import AudioBase
import XiphAudio

/// Counts over the packets of a stream.
struct OggPacketCounts: BitwiseCopyable {
  private(set) var packetCount: Int64 = 0
  private(set) var byteCount: Int64 = 0
  private(set) var maximumPacketSize = 0
  /// The frames of each packet where all have as many, otherwise 0.
  private(set) var framesPerPacket = 0

  mutating func add(byteCount: Int, frameCount: Int) {
    framesPerPacket = packetCount == 0 || frameCount == framesPerPacket ? frameCount : 0
    packetCount += 1
    self.byteCount += Int64(byteCount)
    maximumPacketSize = max(maximumPacketSize, byteCount)
  }
}

/// The findings about a stream when its file is opened.
struct OggSurvey {
  /// The longest file that is walked from end to end, in bytes, times the number of its streams.
  static let walkedByteCount: Int64 = 1 << 24
  /// The longest stretch at the end that is examined otherwise, and at the beginning.
  private static let endByteCount: Int64 = 1 << 20

  /// The frames that are the recording.
  private(set) var packetTable: PacketTable?
  /// The counts that only a walk from end to end determines.
  private(set) var whole: OggPacketCounts?
  /// True if the track is a chain of streams.
  private(set) var isChain = false
  /// The total duration of a chain whose streams have several rates, in seconds; `nil` for others.
  private(set) var secondsOfChain: Double?
  /// The streams that were met.
  private(set) var chain: OggChain
  /// The errors found while walking.
  private(set) var warnings: [String] = []

  /// Examines a stream: all of it, or its beginning and its end.
  ///
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/inputOutput`` alone; other errors are ``warnings``.
  init(_ start: OggCursor, byteCount: Int64, isWalked: Bool) throws(ContainerError) {
    var cursor = start
    chain = start.chain
    if isWalked || byteCount - start.lowestNeededOffset <= Self.endByteCount {
      try walk(&cursor)
      return
    }
    var scratch: [UInt8] = []
    let limit = start.lowestNeededOffset + Self.endByteCount
    while cursor.anchors.first == nil, cursor.lowestNeededOffset < limit {
      scratch.removeAll(keepingCapacity: true)
      do throws(ContainerError) {
        guard try cursor.next(into: &scratch) != nil else { break }
      } catch {
        if error.kind == .inputOutput { throw error }
        break
      }
    }
    let extent = OggExtent(cursor)
    for length in [Self.endByteCount / 16, Self.endByteCount] {
      var tail = start
      tail.resynchronize(at: byteCount - length, asPacket: 0)
      try Self.pass(&tail)
      if tail.linkCount > 0 || tail.anchors.previous == nil { continue }
      packetTable = extent.table(tail)
      if tail.isOpenEnded { warnings = tail.warnings }
      return
    }
    // A chain, whose last stream has another number.
    var all = start
    try walk(&all)
  }

  /// Moves to the end.
  private static func pass(_ cursor: inout OggCursor) throws(ContainerError) {
    var scratch: [UInt8] = []
    do throws(ContainerError) {
      while try cursor.next(into: &scratch) != nil { scratch.removeAll(keepingCapacity: true) }
    } catch {
      if error.kind == .inputOutput { throw error }
    }
  }

  private mutating func walk(_ cursor: inout OggCursor) throws(ContainerError) {
    var counts = OggPacketCounts()
    var scratch: [UInt8] = []
    do throws(ContainerError) {
      while let packet = try cursor.next(into: &scratch) {
        counts.add(byteCount: scratch.count, frameCount: packet.frameCount)
        scratch.removeAll(keepingCapacity: true)
        try cursor.countPage(&counts)
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      warnings.append("the stream cannot be read to its end: \(error)")
    }
    whole = counts
    chain = cursor.chain
    isChain = cursor.linkCount > 0
    if let first = chain.mappings.first, chain.mappings.contains(where: { $0.sampleRate != first.sampleRate }) {
      // Frames of several rates have no common count.
      secondsOfChain = cursor.seconds
    } else {
      let extent = OggExtent(cursor)
      packetTable = cursor.linkCount > 0 ? extent.table(ofChain: cursor) : extent.table(cursor)
    }
    warnings = cursor.warnings + warnings
  }
}

extension OggCursor {
  /// The remarks on things skipped so far.
  var warnings: [String] {
    var lines: [String] = []
    if skippedByteCount > 0 { lines.append("\(skippedByteCount) bytes between pages were skipped") }
    if missingPageCount > 0 { lines.append("\(missingPageCount) pages are missing") }
    if lostPacketCount > 0 { lines.append("\(lostPacketCount) packets are missing and are filled in for") }
    if isOpenEnded { lines.append("the last page does not end the stream: its end may be missing") }
    if passedPacketCount > 0 { lines.append("\(passedPacketCount) packets without sound were passed over") }
    if linkCount > 0 {
      var line = "the file is a chain of \(linkCount + 1) streams, which are read as one, with the tags of the first"
      let count = chain.changes.otherStreams.count
      if count > 0 { line += " of \(count + 1) configurations" }
      if case .flac = mapping {} else { line += "; where they meet, what begins and ends them is not cut" }
      lines.append(line)
    }
    return lines
  }
}

import AudioBase

/// Counts over the packets of a track.
struct TrackCounts {
  private(set) var packetCount: Int64 = 0
  private(set) var byteCount: Int64 = 0
  private(set) var maximumPacketSize = 0
  /// The number of frames of sound of all packets.
  private(set) var frameCount: Int64 = 0
  /// The frames of the first packet.
  private(set) var firstFrameCount: Int64 = 0
  /// The frames of each packet where all have as many, otherwise 0.
  private(set) var framesPerPacket: Int64 = 0
  /// `DiscardPadding` of the last block, in nanoseconds.
  private(set) var lastPadding: Int64 = 0
  /// The number of blocks that ask to leave sound out elsewhere than at the end of the track.
  private(set) var misplacedPaddingCount = 0
  /// The places of packets.
  private(set) var marks = SparseMarks<BlockMark>()
  /// Places at which the times of blocks leave more room, or less, than packets fill.
  private(set) var gapCount = 0

  private var previousBlock: Int?
  private var firstTime: Double?
  private var lag = 0.0
  /// A difference in seconds that no rounding of times explains.
  private static let leastGap = 0.1

  /// Begins the mark of a block that is about to be counted.
  mutating func begin(_ block: BlockHead, at place: BlockWalk.Mark, seconds: Double, rate: Double) {
    marks.note(
      BlockMark(packet: packetCount, frame: frameCount, previousBlock: previousBlock, place: place))
    if lastPadding != 0 { misplacedPaddingCount += 1 }
    lastPadding = block.discardPadding
    guard rate > 0, frameCount > 0 || packetCount == 0 else { return }
    let first = firstTime ?? seconds
    firstTime = first
    let difference = seconds - first - Double(frameCount) / rate
    if abs(difference - lag) > Self.leastGap { (gapCount, lag) = (gapCount + 1, difference) }
  }

  /// Counts the packets of a stored frame; false if the source ends within it.
  mutating func add(
    _ frame: StoredFrame, of track: SoundTrack, _ walk: inout BlockWalk, scratch: inout [UInt8]
  ) throws(ContainerError) -> Bool {
    guard let content = try track.content(of: frame, &walk, scratch: &scratch, previousBlock: &previousBlock) else {
      return false
    }
    guard content.packetCount > 0 else { return true }
    let each = content.frameCount / content.packetCount
    if packetCount == 0 { (firstFrameCount, framesPerPacket) = (each, each) }
    if each != framesPerPacket { framesPerPacket = 0 }
    packetCount += content.packetCount
    byteCount &+= Int64(content.byteCount)
    frameCount &+= content.frameCount
    maximumPacketSize = max(maximumPacketSize, content.byteCount / Int(content.packetCount))
    return true
  }

  /// A `DiscardPadding` of the last block that is not a padding at its end.
  var hasUnusablePadding: Bool { misplacedPaddingCount > 0 || lastPadding < 0 }
}

/// The result of a walk over all blocks when a file is opened: RFC 9559 has no place for the number of packets.
struct SegmentSurvey {
  /// The longest file that is walked from end to end, in bytes.
  static let walkedByteCount: Int64 = 1 << 30

  /// The counts, in the order of the tracks.
  private(set) var counts: [TrackCounts]
  /// The remarks on the walk.
  private(set) var remarks: [String] = []

  /// Walks over all blocks.
  ///
  /// - Parameter tracks: The tracks, and frames per second of each.
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/inputOutput`` alone; other errors end the walk with a remark.
  init(
    _ start: BlockWalk, _ tracks: [(track: SoundTrack, rate: Double)], timestampScale: UInt64
  ) throws(ContainerError) {
    counts = tracks.map { _ in TrackCounts() }
    var places: [UInt64: Int] = [:]
    for (index, track) in tracks.enumerated() { places[track.track.number] = index }
    var walk = start
    var scratch: [UInt8] = []
    let tick = Double(timestampScale) / 1e9
    do throws(ContainerError) {
      var mark = walk.mark
      while try walk.next({ places[$0] != nil }) {
        guard let index = places[walk.block.track] else { continue }
        // Before the block itself, in whatever cluster.
        mark = walk.mark
        mark.position = walk.block.start
        let (track, rate) = tracks[index]
        counts[index].begin(walk.block, at: mark, seconds: Double(walk.block.timestamp) * tick, rate: rate)
        for frame in walk.frames {
          guard try counts[index].add(frame, of: track, &walk, scratch: &scratch) else { break }
        }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      remarks.append("the blocks cannot be read to their end: \(error)")
    }
    remarks = walk.remarks + remarks
  }
}

extension BlockWalk {
  /// The remarks on things skipped so far.
  var remarks: [String] {
    var lines: [String] = []
    if skippedByteCount > 0 { lines.append("\(skippedByteCount) damaged bytes between blocks were skipped") }
    if damagedBlockCount > 0 { lines.append("\(damagedBlockCount) damaged blocks were left out") }
    if isCut { lines.append("the file ends within a block, which was left out") }
    if hasFurtherDocument { lines.append("another document follows in the file, and is not read") }
    return lines
  }
}

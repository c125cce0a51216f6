import AudioBase
import FramedStreams

/// The data of one stream, joined to a source for other readers, and their positions in the file.
protocol JoinedBytes: ByteSource {
  /// The remarks on what the walk skipped.
  var remarks: [String] { get }
  /// Walks to the end where the source can be read in any order, so that the length is known.
  func survey() throws(ContainerError)
  /// Returns the file position of a byte of the stream, or an earlier position if the search would be long.
  func fileOffset(of offset: Int64) -> Int64
  /// Returns the lowest place of the file that reading on from a byte of the stream can touch.
  func lowestNeededOffset(from offset: Int64) -> Int64
  /// Finds the first whole packet at a byte or after it; `nil` at the end.
  func packet(from offset: Int64) throws(ContainerError) -> Range<Int64>?
}

/// The bytes of one stream of a file, joined.
///
/// ```
/// file          [header │ data of 0] [header │ data of 1] [header │ data of 0] …
/// this source             data of 0 ──────────────────────────────── data of 0 …
/// ```
/// They are found by walking; at intervals a mark is kept, so that going back costs a short walk. The kept marks only
/// ever grow, so copies of a reader may share them.
final class JoinedStream<Walk: PayloadWalk>: JoinedBytes {
  /// A piece, and its place in the stream.
  private struct Run {
    var start: Int64
    var piece: PayloadRun
    var end: Int64 { start + Int64(piece.byteCount) }
  }

  /// A position at which the walk can continue.
  private struct Mark {
    /// The number of bytes of the stream before it.
    var start: Int64
    var place: Walk.Place
  }

  /// The longest file that is walked from end to end for counts, in bytes.
  private static var walkedByteCount: Int64 { 1 << 30 }
  /// The largest number of marks; when it is reached, every second one is dropped.
  private static var maximumMarkCount: Int { 1 << 14 }
  /// The latest pieces, from which places of packets are looked up: more than a reader's window holds.
  private static var recentRunCount: Int { 512 }

  private let source: any ByteSource
  private let first: Walk
  private var walk: Walk
  private let stream: Int
  private var nextStart: Int64 = 0
  private var current: Run?
  private var marks: [Mark]
  private var runsPerMark = 64
  private var runsSinceMark = 0
  private var recent: [Run] = []
  /// A copy of the stream for finding positions that are no longer among the recent pieces.
  private var finder: JoinedStream?
  /// The remarks of a walk to the end.
  private var surveyRemarks: [String]?
  private(set) var byteCount: Int64?

  /// Makes the source of a stream; `walk` is at the first piece of the file.
  init(_ source: any ByteSource, _ walk: Walk, stream: Int) {
    (self.source, first, self.walk, self.stream) = (source, walk, walk, stream)
    marks = [Mark(start: 0, place: walk.place)]
  }

  var isArriving: Bool { source.isArriving }
  var remarks: [String] { surveyRemarks ?? walk.remarks }

  func survey() throws(ContainerError) {
    guard let size = source.byteCount, !source.isArriving, size <= Self.walkedByteCount else { return }
    var gaps = TimeGaps()
    do throws(ContainerError) {
      while let run = try nextRun() {
        if let time = run.piece.time { gaps.note(time) }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
    }
    (byteCount, surveyRemarks) = (nextStart, walk.remarks + gaps.remarks)
  }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    guard offset >= 0 else { return 0 }
    var filled = 0
    while filled < buffer.count {
      // Of a stream that arrives no more is awaited than was requested.
      if filled >= minimum, isArriving { break }
      let (place, overflow) = offset.addingReportingOverflow(Int64(filled))
      guard !overflow, let run = try run(holding: place) else { break }
      let skipped = Int(place - run.start)
      let count = min(run.piece.byteCount - skipped, buffer.count - filled)
      var part = buffer._mutatingExtracting(filled..<(filled + count))
      let wanted = isArriving ? min(count, max(1, minimum - filled)) : count
      let got = try source.read(at: run.piece.fileOffset + Int64(skipped), into: &part, atLeast: wanted)
      filled += max(0, min(got, count))
      guard got >= wanted else { break }
    }
    return filled
  }

  func fileOffset(of offset: Int64) -> Int64 {
    if let run = recentRun(holding: offset) { return run.piece.fileOffset + (offset - run.start) }
    guard !isArriving else { return mark(before: offset).place.position }
    let finder = self.finder ?? JoinedStream(source, first, stream: stream)
    self.finder = finder
    if finder.marks.count < marks.count { finder.marks = marks }
    guard let run = try? finder.run(holding: offset) else { return mark(before: offset).place.position }
    return run.piece.fileOffset + (offset - run.start)
  }

  private func recentRun(holding offset: Int64) -> Run? {
    guard let first = recent.first, offset >= first.start else { return nil }
    var (low, high) = (0, recent.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if recent[middle].start <= offset { low = middle } else { high = middle }
    }
    return offset < recent[low].end ? recent[low] : nil
  }

  func lowestNeededOffset(from offset: Int64) -> Int64 {
    // Bytes in front of the piece that was read last are not read again.
    if let run = recentRun(holding: offset) { return run.piece.fileOffset }
    return offset >= nextStart ? walk.place.position : mark(before: offset).place.position
  }

  func packet(from offset: Int64) throws(ContainerError) -> Range<Int64>? {
    var place = offset
    while let run = try run(holding: place) {
      guard run.start == place, run.piece.packetByteCount > 0 else {
        place = run.end
        continue
      }
      let end = run.start + Int64(run.piece.packetByteCount)
      var reached = run.end
      while reached < end, let more = try self.run(holding: reached), more.piece.packetByteCount == 0 {
        reached = more.end
      }
      if reached >= end { return run.start..<end }
      place = reached
    }
    return nil
  }

  private func run(holding offset: Int64) throws(ContainerError) -> Run? {
    if let recent = recentRun(holding: offset) { return recent }
    if let current, offset < current.start {
      let mark = mark(before: offset)
      (walk.place, nextStart, self.current) = (mark.place, mark.start, nil)
      recent.removeAll(keepingCapacity: true)
    } else if current == nil, offset < nextStart {
      let mark = mark(before: offset)
      (walk.place, nextStart) = (mark.place, mark.start)
      recent.removeAll(keepingCapacity: true)
    }
    while let run = try nextRun() {
      if offset < run.end { return run }
    }
    return nil
  }

  private func mark(before offset: Int64) -> Mark {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    // The first mark is at 0.
    return marks[max(0, low - 1)]
  }

  /// Moves to the next piece, and returns `nil` at the end of the source.
  private func nextRun() throws(ContainerError) -> Run? {
    while true {
      let place = walk.place
      guard let piece = try walk.next() else { return nil }
      guard piece.stream == stream, piece.byteCount > 0 else { continue }
      let run = Run(start: nextStart, piece: piece)
      note(run, at: place)
      nextStart = run.end
      current = run
      return run
    }
  }

  private func note(_ run: Run, at place: Walk.Place) {
    if recent.count >= 2 * Self.recentRunCount { recent.removeFirst(Self.recentRunCount) }
    recent.append(run)
    runsSinceMark += 1
    guard runsSinceMark >= runsPerMark, let last = marks.last, run.start > last.start else { return }
    runsSinceMark = 0
    if marks.count >= Self.maximumMarkCount {
      marks = marks.indices.filter { $0 % 2 == 0 }.map { marks[$0] }
      runsPerMark *= 2
    }
    marks.append(Mark(start: run.start, place: place))
  }
}

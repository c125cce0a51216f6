import AudioBase
import FramedStreams

/// The bytes of one elementary stream of a transport stream, joined to a source for frame readers.
///
/// ```
/// transport packets   [47 … PES header │ data]  [47 … data]  [47 … another PID]  [47 … data │ stuffing]
/// this source                           data ─────── data ──────────────────────────── data
/// ```
/// Its runs are found by walking through the file. At regular intervals a mark is kept, so that going back costs only a
/// short walk. The kept marks only ever grow, so copies of a reader may share them.
final class ElementaryStream: ByteSource {
  /// A stretch of data within one transport packet.
  private struct Run {
    /// The number of bytes of the elementary stream before the run.
    var start: Int64
    /// The number of bytes from the start of the file to the run.
    var fileOffset: Int64
    var byteCount: Int
  }

  /// A position at which the walk can continue.
  private struct Mark {
    /// The number of bytes of the elementary stream before the next packet.
    var start: Int64
    /// The number of bytes from the start of the file to the next packet.
    var fileOffset: Int64
    var state: PacketizedState
  }

  /// Runs between two marks: 11 KiB of data at most.
  private static let runsPerMark = 64
  /// The largest number of marks; when it is reached, every second one is dropped.
  private static let maximumMarkCount = 1 << 14
  /// The latest runs, from which places of packets are looked up: more than a reader's window holds.
  private static let recentRunCount = 512

  let identifier: UInt16
  private let source: any ByteSource
  private var walk: TransportWalk
  private var cursor: Mark
  private var marks: [Mark]
  private var runsPerMark = ElementaryStream.runsPerMark
  private var runsSinceMark = 0
  private var recent: [Run] = []
  /// A copy of the stream for finding positions that are no longer among the recent runs.
  private var finder: ElementaryStream?
  private let layout: TransportLayout
  private let limits: ResourceLimits
  private var current: Run?

  private(set) var byteCount: Int64?
  var isArriving: Bool { source.isArriving }

  /// The number of transport packets of the stream that are missing, by their counters.
  private(set) var missingPacketCount: Int64 = 0
  /// The number of transport packets that are marked as damaged.
  private(set) var damagedPacketCount: Int64 = 0
  /// The number of transport packets whose payload is encrypted.
  private(set) var scrambledPacketCount: Int64 = 0
  /// The gaps between the times of its PES packets.
  private(set) var gaps = TimeGaps()
  /// True if transport packets were lost since the last PES packet began, or the counters started over.
  private var isInterrupted = false
  /// The farthest position of the file that was counted, so that a second walk counts nothing twice.
  private var countedUpTo: Int64

  /// Makes the source of a PID. Nothing is read before ``survey()`` or a first read.
  init(_ source: any ByteSource, _ layout: TransportLayout, identifier: UInt16, limits: ResourceLimits) {
    self.source = source
    self.identifier = identifier
    self.layout = layout
    self.limits = limits
    walk = TransportWalk(source, layout, limits: limits)
    cursor = Mark(start: 0, fileOffset: Int64(layout.start), state: PacketizedState())
    marks = [cursor]
    countedUpTo = Int64(layout.start)
  }

  /// Walks a source of up to 8 MiB to its end, so that the length is known.
  func survey() throws(ContainerError) {
    guard let size = source.walkableByteCount, size <= ResourceLimits.surveyedByteCount else { return }
    while let run = try nextRun() { byteCount = run.start + Int64(run.byteCount) }
    byteCount = byteCount ?? 0
  }

  /// The number of skipped bytes between packets and after the last whole packet.
  var skippedByteCount: Int64 { walk.skippedByteCount }
  var cutByteCount: Int { walk.cutByteCount }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    guard offset >= 0 else { return 0 }
    var filled = 0
    while filled < buffer.count {
      // For a stream that arrives no more is awaited than was requested.
      if filled >= minimum, isArriving { break }
      let (place, overflow) = offset.addingReportingOverflow(Int64(filled))
      guard !overflow, let run = try run(holding: place) else { break }
      let first = Int(place - run.start)
      let count = min(run.byteCount - first, buffer.count - filled)
      var part = buffer._mutatingExtracting(filled..<(filled + count))
      let got = try walk.copy(at: run.fileOffset + Int64(first), into: &part)
      filled += got
      guard got == count else { break }
    }
    return filled
  }

  /// Returns the place in the file of a byte of the stream; in an arriving stream whose byte was read long ago, a
  /// position before it.
  func fileOffset(of offset: Int64) -> Int64 {
    if let place = recentPlace(of: offset) { return place }
    guard !isArriving else { return mark(before: offset).fileOffset }
    let finder = self.finder ?? ElementaryStream(source, layout, identifier: identifier, limits: limits)
    self.finder = finder
    guard let run = try? finder.run(holding: offset) else { return mark(before: offset).fileOffset }
    return run.fileOffset + (offset - run.start)
  }

  private func recentPlace(of offset: Int64) -> Int64? {
    guard let first = recent.first, offset >= first.start else { return nil }
    var (low, high) = (0, recent.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if recent[middle].start <= offset { low = middle } else { high = middle }
    }
    let run = recent[low]
    return offset < run.start + Int64(run.byteCount) ? run.fileOffset + (offset - run.start) : nil
  }

  /// Returns the lowest place of the file that reading on from a byte of the stream can touch.
  func lowestNeededOffset(from offset: Int64) -> Int64 { mark(before: offset).fileOffset }

  private func run(holding offset: Int64) throws(ContainerError) -> Run? {
    if let current, offset >= current.start {
      if offset < current.start + Int64(current.byteCount) { return current }
    } else {
      cursor = mark(before: offset)
      current = nil
      recent.removeAll(keepingCapacity: true)
    }
    while let run = try nextRun() {
      if offset < run.start + Int64(run.byteCount) { return run }
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

  /// Moves to the next run, and returns `nil` at the end of the source; a failed read leaves everything unchanged.
  private func nextRun() throws(ContainerError) -> Run? {
    var next = cursor
    while let found = try walk.next(&next.fileOffset) {
      guard found.packet.identifier == identifier, let data = take(found, &next.state), !data.isEmpty else {
        // Skipped packets need not be walked again.
        cursor = next
        continue
      }
      let run = Run(
        start: next.start, fileOffset: found.offset + Int64(data.lowerBound), byteCount: data.count)
      next.start += Int64(data.count)
      cursor = next
      current = run
      note(run)
      return run
    }
    return nil
  }

  /// Returns the data of a packet of the stream, as indices of the packet; `nil` if it has no usable data.
  private func take(_ found: TransportWalk.Found, _ state: inout PacketizedState) -> Range<Int>? {
    let isNew = found.offset >= countedUpTo
    if isNew { countedUpTo = found.offset + 1 }
    let packet = found.packet
    guard !packet.isDamaged else {
      if isNew { damagedPacketCount += 1 }
      return nil
    }
    guard !packet.payload.isEmpty else { return nil }
    guard !packet.isScrambled else {
      if isNew { scrambledPacketCount += 1 }
      return nil
    }
    switch state.check(packet) {
    case .continues: isInterrupted = isInterrupted || packet.isDiscontinuity
    case .repeats: return nil
    case .follows(let missing):
      isInterrupted = true
      if isNew { missingPacketCount += Int64(missing) }
    }
    let data = walk.data(of: found, &state)
    if packet.startsUnit, isNew, let time = state.time {
      gaps.note(time, isContinuous: !isInterrupted)
      isInterrupted = false
    }
    return data
  }

  private func note(_ run: Run) {
    if recent.count >= 2 * Self.recentRunCount { recent.removeFirst(Self.recentRunCount) }
    recent.append(run)
    runsSinceMark += 1
    guard runsSinceMark >= runsPerMark, let last = marks.last, cursor.start > last.start else { return }
    runsSinceMark = 0
    if marks.count >= Self.maximumMarkCount {
      marks = marks.indices.filter { $0 % 2 == 0 }.map { marks[$0] }
      runsPerMark *= 2
    }
    marks.append(cursor)
  }
}

extension TransportWalk {
  /// Returns the data of a PES packet in a transport packet, as indices of the latter.
  func data(of found: Found, _ state: inout PacketizedState) -> Range<Int> {
    let payload = found.packet.payload
    let data = state.data(in: bytes(found.place).extracting(payload), startsUnit: found.packet.startsUnit)
    return (payload.lowerBound + data.lowerBound)..<(payload.lowerBound + data.upperBound)
  }

  /// Copies bytes of the file and returns their number.
  mutating func copy(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    let place = try load(buffer.count, at: offset)
    buffer.copy(bytes(place))
    return place.count
  }
}

import AudioBase

/// One packet of a track, as a place in the file.
struct PlacedPacket: Equatable, BitwiseCopyable {
  /// Bytes from the start of the file.
  var offset: Int64
  var byteCount: Int
  /// In the media's time scale.
  var duration: Int64
}

/// Walks the samples of a track in order, through four small windows on its tables.
///
/// ```
/// stsc  first_chunk 1, 3 per chunk │ first_chunk 5, 2 per chunk
/// stco  chunk 1 ──► offset         │ …
/// stsz  size size size             │ size …
/// ```
struct SampleCursor {
  private let tables: SampleTables
  private var sizes: SourceWindow
  private var offsets: SourceWindow
  private var runs: SourceWindow
  private var times: SourceWindow

  /// The sample that the next step gives.
  private(set) var sample: Int64 = 0
  /// The chunk of that sample, counted from 1; 0 before the first.
  private var chunk: Int64 = 0
  private var leftInChunk: Int64 = 0
  private var position: Int64 = 0
  /// The next entry of `stsc`, how many samples a chunk of the current one holds, and the chunk where the next begins.
  private var nextRun: Int64 = 0
  private var samplesPerChunk: Int64 = 0
  private var nextRunFirstChunk: Int64 = 1
  private var nextTime: Int64 = 0
  private var leftInTime: Int64 = 0
  private var delta: Int64 = 0

  init(_ tables: SampleTables, source: any ByteSource) {
    self.tables = tables
    sizes = SourceWindow(source, capacity: 4096)
    offsets = SourceWindow(source, capacity: 4096)
    runs = SourceWindow(source, capacity: 2048)
    times = SourceWindow(source, capacity: 1024)
  }

  /// The next sample, or `nil` after the last one.
  mutating func next() throws(ContainerError) -> PlacedPacket? {
    guard sample < tables.sizes.count else { return nil }
    guard sample < tables.readableCount else {
      throw ContainerError(.truncated, "the packets of a track fit into the file", at: position, in: "stsz")
    }
    if leftInChunk == 0 { try enterNextChunk() }
    let byteCount = try tables.sizes.size(of: sample, &sizes)
    let packet = PlacedPacket(offset: position, byteCount: byteCount, duration: try takeDuration())
    position = position.saturatingAdd(Int64(byteCount))
    leftInChunk -= 1
    sample += 1
    return packet
  }

  /// Moves on to the next chunk that holds samples. Entries of `stsc` that hold none are passed over as a whole.
  private mutating func enterNextChunk() throws(ContainerError) {
    while true {
      chunk += 1
      if chunk >= nextRunFirstChunk { try enterNextRun() }
      guard chunk <= tables.chunkOffsets.count, tables.chunkRuns.count > 0 else {
        throw ContainerError(.truncated, "every sample lies in a chunk", at: tables.chunkRuns.offset, in: "stsc")
      }
      if samplesPerChunk > 0 { break }
      chunk = min(nextRunFirstChunk - 1, tables.chunkOffsets.count)
    }
    try enterChunk(skipping: 0)
  }

  private mutating func enterNextRun() throws(ContainerError) {
    guard nextRun < tables.chunkRuns.count else { return }
    let place = tables.chunkRuns.offset + nextRun * 12
    samplesPerChunk = Int64(try runs.bigEndian(4, at: place + 4))
    nextRun += 1
    let first = nextRunFirstChunk
    nextRunFirstChunk = .max
    guard nextRun < tables.chunkRuns.count else { return }
    nextRunFirstChunk = Int64(try runs.bigEndian(4, at: place + 12))
    guard nextRunFirstChunk > first else {
      throw ContainerError(.malformed, "the chunks of stsc rise", at: place + 12, in: "stsc")
    }
  }

  /// Goes to the sample `skipped` of the current chunk, whose first one is ``sample``.
  private mutating func enterChunk(skipping skipped: Int64) throws(ContainerError) {
    let width = tables.chunkOffsetByteCount
    let offset = try offsets.bigEndian(Int(width), at: tables.chunkOffsets.offset + (chunk - 1) * width)
    guard let start = Int64(exactly: offset) else {
      throw ContainerError(.malformed, "an offset fits 63 bits", at: tables.chunkOffsets.offset, in: "co64")
    }
    position = start
    leftInChunk = samplesPerChunk
    try skipInChunk(skipped)
  }

  private mutating func skipInChunk(_ count: Int64) throws(ContainerError) {
    let end = min(sample + count, tables.sizes.count)
    position = position.saturatingAdd(try tables.sizes.total(of: sample..<end, &sizes))
    sample = end
    leftInChunk -= count
  }

  private mutating func takeDuration() throws(ContainerError) -> Int64 {
    try loadDuration()
    if leftInTime > 0 { leftInTime -= 1 }
    return delta
  }

  private mutating func loadDuration() throws(ContainerError) {
    while leftInTime == 0, nextTime < tables.durations.count {
      let place = tables.durations.offset + nextTime * 8
      leftInTime = Int64(try times.bigEndian(4, at: place))
      delta = Int64(try times.bigEndian(4, at: place + 4))
      nextTime += 1
    }
  }
}

extension SampleCursor {
  /// Goes to a sample; one past the end reads as the end.
  ///
  /// Within a chunk this adds up sizes, over chunks it only looks through `stsc`.
  mutating func seek(to target: Int64) throws(ContainerError) {
    if target >= sample, target - sample < leftInChunk {
      try skipDurations(target - sample)
      return try skipInChunk(target - sample)
    }
    sample = 0
    chunk = 0
    leftInChunk = 0
    nextRun = 0
    nextRunFirstChunk = 1
    nextTime = 0
    leftInTime = 0
    guard target < tables.sizes.count else { return sample = tables.sizes.count }
    try skipDurations(target)
    try seekFromStart(target)
  }

  private mutating func seekFromStart(_ target: Int64) throws(ContainerError) {
    var left = target
    while nextRun < tables.chunkRuns.count {
      let first = nextRunFirstChunk
      try enterNextRun()
      let end = min(nextRunFirstChunk, tables.chunkOffsets.count + 1)
      let held = max(0, end - first).saturatingMultiply(samplesPerChunk)
      if left < held {
        chunk = first + left / samplesPerChunk
        sample = target - left % samplesPerChunk
        return try enterChunk(skipping: left % samplesPerChunk)
      }
      left -= held
    }
    // No chunk holds the sample: the next step says so.
    sample = target
    chunk = tables.chunkOffsets.count
    nextRunFirstChunk = .max
  }

  private mutating func skipDurations(_ count: Int64) throws(ContainerError) {
    var left = count
    while left > 0 {
      try loadDuration()
      guard leftInTime > 0 else { return }
      let part = min(left, leftInTime)
      leftInTime -= part
      left -= part
    }
  }
}

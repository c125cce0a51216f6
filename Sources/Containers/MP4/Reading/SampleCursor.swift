import AudioBase

/// A packet of a track as a place in the file, or a run of packets that are all alike and adjacent.
struct PlacedPacket: Equatable, BitwiseCopyable {
  /// The offset from the start of the file, in bytes.
  var offset: Int64
  /// The number of bytes of all packets of the run.
  var byteCount: Int
  /// The number of packets of the run.
  var count: Int64 = 1
  /// The decode time, duration and the rest in the media's time scale; the duration of the whole run.
  var timing: PacketTiming
  /// The entry of `stsd` that describes the packet, if it is not the entry of the track; otherwise 0.
  var otherDescription: UInt32 = 0
}

/// Walks the samples of a track in order, through small windows on its tables.
///
/// ```
/// stsc  first_chunk 1, 3 per chunk │ first_chunk 5, 2 per chunk
/// stco  chunk 1 ──► offset         │ …
/// stsz  size size size             │ size …
/// ```
/// The cursor counts packets, which are samples except for ``PacketGrouping``.
struct SampleCursor {
  private let tables: SampleTables
  private var sizes: SourceWindow
  private var offsets: SourceWindow
  private var runs: SourceWindow
  private var timing: TimingCursor

  /// The sample that the next step gives.
  private(set) var sample: Int64 = 0
  /// The chunk of the current sample, counted from 1; 0 before the first.
  private var chunk: Int64 = 0
  private var leftInChunk: Int64 = 0
  /// The offset of the next packet of the chunk.
  private(set) var position: Int64 = 0
  /// The next entry of `stsc`, the number of samples per chunk of the current entry, and the chunk at which the next
  /// entry begins.
  private var nextRun: Int64 = 0
  private var samplesPerChunk: Int64 = 0
  private var nextRunFirstChunk: Int64 = 1
  private var otherDescription: UInt32 = 0

  init(_ tables: SampleTables, source: any ByteSource) {
    self.tables = tables
    sizes = SourceWindow(source, capacity: 4096)
    offsets = SourceWindow(source, capacity: 4096)
    runs = SourceWindow(source, capacity: 2048)
    timing = TimingCursor(tables, source: source)
  }

  /// Returns the next packet, or a run of up to `limit` packets that have one size and are adjacent; `nil` after the
  /// last one.
  mutating func next(limit: Int64 = 1) throws(ContainerError) -> PlacedPacket? {
    guard sample < tables.sizes.count else { return nil }
    guard sample < tables.readableCount else {
      throw ContainerError(.truncated, "the packets of a track fit into the file", at: position, in: "stsz")
    }
    if leftInChunk == 0 { try enterNextChunk() }
    let byteCount = try tables.sizes.size(of: sample, &sizes)
    var count: Int64 = 1
    if limit > 1, tables.sizes.constant != 0 {
      count = min(limit, leftInChunk, tables.sizes.count - sample, tables.readableCount - sample)
    }
    var packet = PlacedPacket(
      offset: position, byteCount: Int(clamping: count.saturatingMultiply(Int64(byteCount))), count: count,
      timing: try timing.take(count, from: sample))
    packet.otherDescription = otherDescription
    position = position.saturatingAdd(Int64(packet.byteCount))
    leftInChunk -= count
    sample += count
    return packet
  }

  /// Moves on to the next chunk that holds samples. Entries of `stsc` that hold none are skipped as a whole.
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
    samplesPerChunk = tables.grouping.packets(Int64(try runs.bigEndian(4, at: place + 4)))
    if tables.descriptionNumber > 0 {
      let number = try tables.descriptionNumber(ofRun: nextRun, &runs)
      otherDescription = number == tables.descriptionNumber ? 0 : number
    }
    nextRun += 1
    let first = nextRunFirstChunk
    nextRunFirstChunk = .max
    guard nextRun < tables.chunkRuns.count else { return }
    nextRunFirstChunk = Int64(try runs.bigEndian(4, at: place + 12))
    guard nextRunFirstChunk > first else {
      throw ContainerError(.malformed, "the chunks of stsc rise", at: place + 12, in: "stsc")
    }
  }

  /// Moves to the sample `skipped` of the current chunk, whose first one is ``sample``.
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
}

extension SampleCursor {
  /// Moves to a sample; a position past the end counts as the end.
  ///
  /// Within a chunk this adds up sizes; across chunks it only reads `stsc`.
  mutating func seek(to target: Int64) throws(ContainerError) {
    if target >= sample, target - sample < leftInChunk {
      try timing.skip(target - sample, to: target)
      return try skipInChunk(target - sample)
    }
    try timing.rewind()
    sample = 0
    chunk = 0
    leftInChunk = 0
    nextRun = 0
    nextRunFirstChunk = 1
    guard target < tables.sizes.count else {
      try timing.skip(tables.sizes.count, to: tables.sizes.count)
      return sample = tables.sizes.count
    }
    try timing.skip(target, to: target)
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

  /// Returns the packet that is decoded at a time in the media's time scale, or `nil` if that is after all of them.
  ///
  /// The next packet is undefined afterwards, until a seek.
  mutating func packet(at time: Int64) throws(ContainerError) -> Int64? {
    try timing.rewind()
    leftInChunk = 0
    return try timing.packet(at: time, count: tables.sizes.count)
  }

  /// Returns the last packet at or before `packet` at which decoding can begin, or `nil`.
  mutating func lastSync(upTo packet: Int64) throws(ContainerError) -> Int64? {
    leftInChunk = 0
    return try timing.lastSync(upTo: packet)
  }
}

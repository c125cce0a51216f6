import AudioBase

/// A writer's record of a track's samples: four bytes for each where sizes differ, and next to nothing else.
///
/// It serves for a whole track and for one fragment alike.
struct TrackTables {
  /// The largest number of samples with individually listed sizes: their table stays below 4 GiB.
  static let maximumListedSampleCount: Int64 = 1 << 29

  private(set) var sizes = SampleSizeList()
  /// `stts`.
  private(set) var durations = RunList()
  /// `ctts`, as bits of signed numbers; empty while no sample has an offset.
  private(set) var presentationOffsets = RunList()
  /// Numbers of the sync samples, from 1 on; empty while all are.
  private(set) var syncSamples: [UInt32] = []
  /// True if decoding can begin at every sample.
  private(set) var isAllSync = true
  private(set) var chunks = ChunkList()
  /// The sum of all durations, in the media's time scale.
  private(set) var duration: Int64 = 0
  /// The number of bytes of all samples.
  private(set) var byteCount: Int64 = 0
  /// Bytes of the largest sample.
  private(set) var largest: UInt32 = 0
  private var lastDuration: UInt32 = 0

  /// The number of samples so far.
  var count: Int64 { sizes.count }
  /// True if any presentation offset is below zero.
  var hasNegativeOffsets: Bool { presentationOffsets.values.contains { Int32(bitPattern: $0) < 0 } }
  /// True if any sample has different decoding and presentation times.
  var hasOffsets: Bool { presentationOffsets.runCount > 0 }

  /// Adds one sample at `offset`.
  mutating func append(_ sample: TimedSample, at offset: Int64, timescale: UInt32) {
    note(sample)
    sizes.append(sample.byteCount)
    durations.append(sample.duration)
    lastDuration = sample.duration
    duration += Int64(sample.duration)
    byteCount += Int64(sample.byteCount)
    largest = max(largest, sample.byteCount)
    chunks.append(
      PlacedSamples(offset: offset, byteCount: Int64(sample.byteCount), duration: Int64(sample.duration)),
      timescale: timescale)
  }

  /// Keeps presentation offsets and sync flags, which most tracks never have.
  private mutating func note(_ sample: TimedSample) {
    if sample.presentationOffset != 0, !hasOffsets, count > 0 {
      presentationOffsets.append(0, count: UInt32(truncatingIfNeeded: count))
    }
    if hasOffsets || sample.presentationOffset != 0 {
      presentationOffsets.append(UInt32(bitPattern: sample.presentationOffset))
    }
    let number = UInt32(truncatingIfNeeded: count + 1)
    if !sample.isSync, isAllSync {
      isAllSync = false
      syncSamples = (1..<number).map { $0 }
    }
    if !isAllSync, sample.isSync { syncSamples.append(number) }
  }

  /// Adds samples that are all alike and follow each other from `offset` on, a chunk at a time.
  mutating func append(_ added: Int, of sample: TimedSample, at offset: Int64, timescale: UInt32) {
    let size = Int64(sample.byteCount)
    let perSecond = Int64(timescale) / max(1, Int64(sample.duration))
    let perChunk = Int(max(1, min(perSecond, ChunkList.maximumByteCount / max(1, size))))
    var place = offset
    var left = added
    while left > 0 {
      let part = min(left, max(1, perChunk - chunks.openCount))
      chunks.append(
        PlacedSamples(
          offset: place, count: part, byteCount: size * Int64(part), duration: Int64(sample.duration) * Int64(part)),
        timescale: timescale)
      if chunks.openCount >= perChunk { chunks.close(timescale: timescale) }
      place += size * Int64(part)
      left -= part
    }
    sizes.append(sample.byteCount, count: added)
    durations.append(sample.duration, count: UInt32(added))
    lastDuration = sample.duration
    duration += Int64(sample.duration) * Int64(added)
    byteCount += size * Int64(added)
    largest = max(largest, sample.byteCount)
  }

  /// Lengthens or shortens the last sample by `difference`, within the largest duration of a sample.
  ///
  /// - Returns: True if that is possible.
  mutating func changeLastDuration(by difference: Int64) -> Bool {
    guard count > 0, let changed = UInt32(exactly: Int64(lastDuration) + difference) else { return false }
    durations.replaceLast(with: changed)
    lastDuration = changed
    duration += difference
    return true
  }

  /// Ends the chunk that is being filled.
  mutating func closeChunk(timescale: UInt32) { chunks.close(timescale: timescale) }

  /// Ends the chunk that is being filled; another entry of `stsd` describes the samples that follow.
  mutating func useDescription(_ number: UInt32, timescale: UInt32) {
    chunks.useDescription(number, timescale: timescale)
  }

  /// Moves all samples by `distance` bytes.
  mutating func move(by distance: Int64) { chunks.move(by: distance) }

  /// Clears all samples, keeping the memory.
  mutating func removeAll() {
    sizes.removeAll()
    durations.removeAll()
    presentationOffsets.removeAll()
    syncSamples.removeAll(keepingCapacity: true)
    isAllSync = true
    chunks.removeAll()
    duration = 0
    byteCount = 0
    largest = 0
    lastDuration = 0
  }
}

/// A sample as recorded in the tables.
struct TimedSample: BitwiseCopyable {
  var byteCount: UInt32
  /// The duration in the media's time scale.
  var duration: UInt32
  var presentationOffset: Int32 = 0
  var isSync = true
}

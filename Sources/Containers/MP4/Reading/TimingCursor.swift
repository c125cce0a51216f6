import AudioBase

/// Walks a table of runs, `stts` or `ctts`: a number of samples with one value for all of them.
struct TimeRunCursor {
  private let table: BoxTable
  private var window: SourceWindow
  private var nextEntry: Int64 = 0
  /// The number of remaining samples of the current run.
  private var left: Int64 = 0
  private(set) var value: UInt32 = 0
  /// True if samples beyond the table's end have its last value; otherwise they have 0.
  private let repeatsLast: Bool

  init(_ table: BoxTable, source: any ByteSource, capacity: Int, repeatsLast: Bool) {
    self.table = table
    self.repeatsLast = repeatsLast
    window = SourceWindow(source, capacity: table.count > 2 ? capacity : 16)
  }

  /// Returns to the first sample.
  mutating func rewind() {
    nextEntry = 0
    left = 0
    value = 0
  }

  /// Sets ``value`` to that of the next sample, and returns the number of samples with this value.
  mutating func load() throws(ContainerError) -> Int64 {
    while left == 0 {
      guard nextEntry < table.count else {
        if !repeatsLast { value = 0 }
        return .max
      }
      let place = table.offset + nextEntry * 8
      left = Int64(try window.bigEndian(4, at: place))
      value = UInt32(truncatingIfNeeded: try window.bigEndian(4, at: place + 4))
      nextEntry += 1
    }
    return left
  }

  /// Steps over samples and returns the sum of their values.
  mutating func skip(_ count: Int64) throws(ContainerError) -> Int64 {
    var toSkip = count
    var sum: Int64 = 0
    while toSkip > 0 {
      let part = min(toSkip, try load())
      sum = sum.saturatingAdd(part.saturatingMultiply(Int64(value)))
      if left > 0 { left -= part }
      toSkip -= part
    }
    return sum
  }

  /// Steps over samples while the sum of their values does not exceed `target`; at most `limit`.
  ///
  /// - Returns: Their number, and their sum.
  mutating func skip(upTo target: Int64, limit: Int64) throws(ContainerError) -> (count: Int64, sum: Int64) {
    var count: Int64 = 0
    var sum: Int64 = 0
    while count < limit {
      let run = min(try load(), limit - count)
      let fitting = value == 0 ? run : min(run, (target - sum) / Int64(value))
      count += fitting
      sum += fitting * Int64(value)
      if left > 0 { left -= fitting }
      guard fitting == run else { break }
    }
    return (count, sum)
  }
}

/// Walks the sample numbers of `stss`, which rise.
struct SyncCursor {
  private let table: BoxTable
  private var window: SourceWindow
  private var nextEntry: Int64 = 0
  /// The sample of the current entry, from 0 on; −1 before the first.
  private var current: Int64 = -1

  init(_ table: BoxTable, source: any ByteSource) {
    self.table = table
    window = SourceWindow(source, capacity: 1024)
  }

  /// Returns true if decoding can begin at a sample. Samples must be in ascending order, or follow a ``seek(to:)``.
  mutating func isSync(_ sample: Int64) throws(ContainerError) -> Bool {
    while current < sample, nextEntry < table.count {
      current = try entry(nextEntry)
      nextEntry += 1
    }
    return current == sample
  }

  /// Prepares for a sample.
  mutating func seek(to sample: Int64) throws(ContainerError) {
    nextEntry = try count(upTo: sample - 1)
    current = -1
  }

  /// Returns the last sample at or before `sample` at which decoding can begin, or `nil`.
  mutating func last(upTo sample: Int64) throws(ContainerError) -> Int64? {
    let count = try count(upTo: sample)
    return count > 0 ? try entry(count - 1) : nil
  }

  /// Returns the number of entries for samples up to `sample`.
  private mutating func count(upTo sample: Int64) throws(ContainerError) -> Int64 {
    var low: Int64 = 0
    var high = table.count
    while low < high {
      let middle = low + (high - low) / 2
      if try entry(middle) <= sample { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func entry(_ index: Int64) throws(ContainerError) -> Int64 {
    Int64(try window.bigEndian(4, at: table.offset + index * 4)) - 1
  }
}

/// The times at which the samples of a track are decoded and presented, one after the other.
struct TimingCursor {
  private var durations: TimeRunCursor
  private var offsets: TimeRunCursor?
  private var syncs: SyncCursor?
  private let packetDuration: Int64?
  /// The decode time of the next packet, in the media's time scale.
  private(set) var decodeTime: Int64 = 0

  init(_ tables: SampleTables, source: any ByteSource) {
    durations = TimeRunCursor(tables.durations, source: source, capacity: 1024, repeatsLast: true)
    if tables.presentationOffsets.count > 0 {
      offsets = TimeRunCursor(tables.presentationOffsets, source: source, capacity: 2048, repeatsLast: false)
    }
    syncs = tables.syncSamples.map { SyncCursor($0, source: source) }
    packetDuration = tables.grouping.packetDuration
  }

  /// Returns the timing of the next `count` packets, from `packet` on, which are alike, and steps over them.
  mutating func take(_ count: Int64, from packet: Int64) throws(ContainerError) -> PacketTiming {
    var timing = PacketTiming(decodeTime: decodeTime, duration: 0)
    if offsets != nil {
      _ = try offsets?.load()
      timing.presentationOffset = Int64(Int32(bitPattern: offsets?.value ?? 0))
      _ = try offsets?.skip(count)
    }
    if syncs != nil { timing.isSync = try syncs?.isSync(packet) ?? true }
    timing.duration = try duration(of: count)
    decodeTime = decodeTime.saturatingAdd(timing.duration)
    return timing
  }

  private mutating func duration(of count: Int64) throws(ContainerError) -> Int64 {
    if let packetDuration { return packetDuration.saturatingMultiply(count) }
    return try durations.skip(count)
  }

  /// Skips packets.
  mutating func skip(_ count: Int64, to packet: Int64) throws(ContainerError) {
    guard count > 0 else { return }
    _ = try offsets?.skip(count)
    try syncs?.seek(to: packet)
    decodeTime = decodeTime.saturatingAdd(try duration(of: count))
  }

  /// Returns to the first packet.
  mutating func rewind() throws(ContainerError) {
    decodeTime = 0
    durations.rewind()
    offsets?.rewind()
    try syncs?.seek(to: 0)
  }

  /// Returns the packet that is decoded at a time, counted from the first, or `nil` if that is after all `count` of
  /// them.
  ///
  /// The cursor must be at its start, and must be moved back there afterwards.
  mutating func packet(at time: Int64, count: Int64) throws(ContainerError) -> Int64? {
    guard time >= 0 else { return count > 0 ? 0 : nil }
    if let packetDuration, packetDuration > 0 {
      let packet = time / packetDuration
      return packet < count ? packet : nil
    }
    let found = try durations.skip(upTo: time, limit: count)
    return found.count < count ? found.count : nil
  }

  /// Returns the last packet at or before `packet` at which decoding can begin, or `nil`.
  mutating func lastSync(upTo packet: Int64) throws(ContainerError) -> Int64? {
    syncs == nil ? packet : try syncs?.last(upTo: packet)
  }
}

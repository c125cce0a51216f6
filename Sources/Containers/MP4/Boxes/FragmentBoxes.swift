import AudioBase

/// `trex`: what holds for the samples of a track's fragments unless they say otherwise. ISO/IEC 14496-12, 8.8.3.
struct FragmentDefaults: BitwiseCopyable {
  /// `default_sample_duration`.
  var duration: UInt32 = 0
  /// `default_sample_size`, in bytes.
  var size: UInt32 = 0
}

/// `traf` with its `tfhd`: the samples that a fragment adds to one track. ISO/IEC 14496-12, 8.8.6 and 8.8.7.
struct TrackFragment: BitwiseCopyable {
  /// `track_ID`.
  var identifier: UInt32
  /// `base_data_offset`, where it is given.
  var explicitBase: Int64?
  /// Whether offsets count from the `moof`, whatever came before.
  var isBasedOnMovieFragment: Bool
  /// What holds where a run does not say otherwise.
  var defaults: FragmentDefaults
  private var children: BoxSequence

  /// Reads the `tfhd` of a `traf`, or returns `nil` where there is none.
  init?(
    parsing traf: Box, defaults known: [UInt32: FragmentDefaults], _ window: inout SourceWindow
  ) throws(ContainerError) {
    children = traf.children
    var search = traf.children
    while let box = try search.next(&window) {
      guard box.type == "tfhd" else { continue }
      var fields = box.fields
      let flags = try fields.versionAndFlags(&window).flags
      identifier = try fields.uint32(&window)
      defaults = known[identifier] ?? FragmentDefaults()
      if flags & 0x1 != 0 {
        guard let base = Int64(exactly: try fields.uint64(&window)) else {
          throw ContainerError(.malformed, "a data offset fits 63 bits", at: box.body, in: box.type)
        }
        explicitBase = base
      }
      if flags & 0x2 != 0 { try fields.skip(4) }
      if flags & 0x8 != 0 { defaults.duration = try fields.uint32(&window) }
      if flags & 0x10 != 0 { defaults.size = try fields.uint32(&window) }
      isBasedOnMovieFragment = flags & 0x2_0000 != 0
      return
    }
    return nil
  }

  /// The next `trun`, or `nil` at the end.
  mutating func nextRun(_ window: inout SourceWindow) throws(ContainerError) -> TrackRun? {
    while let box = try children.next(&window) {
      if box.type == "trun" { return try TrackRun(parsing: box, defaults: defaults, &window) }
    }
    return nil
  }
}

/// `trun`: samples that lie one after the other. ISO/IEC 14496-12, 8.8.8.
struct TrackRun: BitwiseCopyable {
  /// The entries that say something of each sample, still in the file.
  var table: BoxTable
  /// Samples of the run.
  var count: Int64
  /// `data_offset`; where it is missing the run follows the one before it.
  var dataOffset: Int64?
  /// Whether a run without a table claims samples of no bytes, which no file needs to hold; they are left out.
  var isEmptyClaim = false
  private var flags: UInt32
  private var entryByteCount: Int64
  private var defaults: FragmentDefaults

  init(parsing box: Box, defaults: FragmentDefaults, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    flags = try fields.versionAndFlags(&window).flags
    let claimed = try fields.uint32(&window)
    if flags & 0x1 != 0 { dataOffset = Int64(Int32(bitPattern: try fields.uint32(&window))) }
    if flags & 0x4 != 0 { try fields.skip(4) }
    entryByteCount = Int64((flags >> 8 & 15).nonzeroBitCount) * 4
    self.defaults = defaults
    if entryByteCount > 0 {
      table = fields.table(claimed: claimed, entryByteCount: entryByteCount)
      count = table.count
    } else {
      table = BoxTable(offset: fields.position, count: 0, type: box.type)
      isEmptyClaim = defaults.size == 0 && claimed > 0
      count = isEmptyClaim ? 0 : Int64(claimed)
    }
  }

  private var hasDurations: Bool { flags & 0x100 != 0 }
  private var hasSizes: Bool { flags & 0x200 != 0 }

  /// The size in bytes and the duration of a sample, which must be one of ``count``.
  func sample(
    _ index: Int64, _ window: inout SourceWindow
  ) throws(ContainerError) -> (byteCount: Int, duration: UInt32) {
    var place = table.offset + index * entryByteCount
    var duration = defaults.duration
    if hasDurations {
      duration = UInt32(truncatingIfNeeded: try window.bigEndian(4, at: place))
      place += 4
    }
    guard hasSizes else { return (Int(defaults.size), duration) }
    return (Int(try window.bigEndian(4, at: place)), duration)
  }

  /// What the samples `range`, which must lie within ``count``, come to.
  func totals(of range: Range<Int64>, _ window: inout SourceWindow) throws(ContainerError) -> RunTotals {
    if !hasSizes, !hasDurations { return RunTotals(Int64(range.count), defaults) }
    var totals = RunTotals(0, defaults)
    for index in range {
      let (byteCount, duration) = try sample(index, &window)
      totals.byteCount = totals.byteCount.saturatingAdd(Int64(byteCount))
      totals.largest = max(totals.largest, byteCount)
      totals.duration = totals.duration.saturatingAdd(Int64(duration))
      totals.longest = max(totals.longest, duration)
      totals.last = duration
    }
    return totals
  }
}

/// The sum over samples of a run.
struct RunTotals: BitwiseCopyable {
  var byteCount: Int64
  var largest: Int
  var duration: Int64
  var longest: UInt32
  /// The duration of the last sample.
  var last: UInt32

  init(_ count: Int64, _ defaults: FragmentDefaults) {
    byteCount = count.saturatingMultiply(Int64(defaults.size))
    duration = count.saturatingMultiply(Int64(defaults.duration))
    largest = count > 0 ? Int(defaults.size) : 0
    longest = count > 0 ? defaults.duration : 0
    last = longest
  }
}

import AudioBase

/// `trex`: the defaults for the samples of a track's fragments. ISO/IEC 14496-12, 8.8.3.
struct FragmentDefaults: BitwiseCopyable {
  /// `default_sample_duration`.
  var duration: UInt32 = 0
  /// `default_sample_size`, in bytes.
  var size: UInt32 = 0
  /// `default_sample_flags`.
  var flags: UInt32 = 0
  /// `default_sample_description_index`, from 1 on; 0 if it is not stated.
  var descriptionNumber: UInt32 = 0
}

/// `traf` with its `tfhd`: the samples that a fragment adds to one track. ISO/IEC 14496-12, 8.8.6 and 8.8.7.
struct TrackFragment: BitwiseCopyable {
  /// `track_ID`.
  var identifier: UInt32
  /// `base_data_offset` if it is given.
  var explicitBase: Int64?
  /// True if offsets count from the `moof`, whatever preceded it.
  var isBasedOnMovieFragment = false
  /// `baseMediaDecodeTime` of `tfdt`: the decode time of the first sample, if it is given.
  var decodeTime: Int64?
  /// The defaults that apply if a run does not state a value.
  var defaults = FragmentDefaults()
  private var children: BoxSequence

  /// Reads the `tfhd` and `tfdt` of a `traf`, or returns `nil` if there is no `tfhd`.
  init?(
    parsing traf: Box, defaults known: [UInt32: FragmentDefaults], _ window: inout SourceWindow
  ) throws(ContainerError) {
    children = traf.children
    identifier = 0
    var hasHeader = false
    var search = traf.children
    search: while let box = try search.next(&window) {
      switch box.type {
      case "tfhd" where !hasHeader:
        try readHeader(box, known, &window)
        hasHeader = true
      case "tfdt":
        var fields = box.fields
        let isLong = try fields.versionAndFlags(&window).version == 1
        decodeTime = Int64(exactly: try fields.number(isLong ? 8 : 4, &window))
      // Runs come last.
      case "trun" where hasHeader: break search
      default: break
      }
    }
    if !hasHeader { return nil }
  }

  private mutating func readHeader(
    _ box: Box, _ known: [UInt32: FragmentDefaults], _ window: inout SourceWindow
  ) throws(ContainerError) {
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
    if flags & 0x2 != 0 { defaults.descriptionNumber = try fields.uint32(&window) }
    if flags & 0x8 != 0 { defaults.duration = try fields.uint32(&window) }
    if flags & 0x10 != 0 { defaults.size = try fields.uint32(&window) }
    if flags & 0x20 != 0 { defaults.flags = try fields.uint32(&window) }
    isBasedOnMovieFragment = flags & 0x2_0000 != 0
  }

  /// Returns the next `trun`, or `nil` at the end.
  mutating func nextRun(_ window: inout SourceWindow) throws(ContainerError) -> TrackRun? {
    while let box = try children.next(&window) {
      if box.type == "trun" { return try TrackRun(parsing: box, defaults: defaults, &window) }
    }
    return nil
  }
}

/// `trun`: samples that are one after the other. ISO/IEC 14496-12, 8.8.8.
struct TrackRun: BitwiseCopyable {
  /// The table of the samples' individual values, still in the file.
  var table: BoxTable
  /// The number of samples of the run.
  var count: Int64
  /// `data_offset`; if it is missing the run follows the previous one.
  var dataOffset: Int64?
  /// True if a run without a table states samples of 0 bytes; they are left out.
  var isEmptyClaim = false
  /// True if the samples are all alike: the defaults hold for each.
  var isUniform: Bool { entryByteCount == 0 && firstFlags == nil }
  /// The values that apply to samples for which the run states none.
  let defaults: FragmentDefaults
  private var flags: UInt32
  private var entryByteCount: Int64
  /// `first_sample_flags`.
  private var firstFlags: UInt32?

  init(parsing box: Box, defaults: FragmentDefaults, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    flags = try fields.versionAndFlags(&window).flags
    let claimed = try fields.uint32(&window)
    if flags & 0x1 != 0 { dataOffset = Int64(Int32(bitPattern: try fields.uint32(&window))) }
    if flags & 0x4 != 0 { firstFlags = try fields.uint32(&window) }
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
  private var hasFlags: Bool { flags & 0x400 != 0 }
  private var hasPresentationOffsets: Bool { flags & 0x800 != 0 }

  /// Reads the run's description of a sample with an index below ``count``.
  func sample(_ index: Int64, _ window: inout SourceWindow) throws(ContainerError) -> RunSample {
    var place = table.offset + index * entryByteCount
    var sample = RunSample(byteCount: Int(defaults.size), duration: defaults.duration, flags: defaults.flags)
    if hasDurations {
      sample.duration = UInt32(truncatingIfNeeded: try window.bigEndian(4, at: place))
      place += 4
    }
    if hasSizes {
      sample.byteCount = Int(clamping: try window.bigEndian(4, at: place))
      place += 4
    }
    if hasFlags {
      sample.flags = UInt32(truncatingIfNeeded: try window.bigEndian(4, at: place))
      place += 4
    }
    if index == 0, let firstFlags { sample.flags = firstFlags }
    if hasPresentationOffsets {
      // Version 0 calls them unsigned; a value of more than 31 bits is meant to be negative all the same.
      sample.presentationOffset = Int32(truncatingIfNeeded: try window.bigEndian(4, at: place))
    }
    return sample
  }

  /// Sums up the samples `range`, which must be within ``count``.
  func totals(of range: Range<Int64>, _ window: inout SourceWindow) throws(ContainerError) -> RunTotals {
    if !hasSizes, !hasDurations { return RunTotals(Int64(range.count), defaults) }
    var totals = RunTotals(0, defaults)
    for index in range {
      let sample = try sample(index, &window)
      totals.byteCount = totals.byteCount.saturatingAdd(Int64(sample.byteCount))
      totals.largest = max(totals.largest, sample.byteCount)
      totals.duration = totals.duration.saturatingAdd(Int64(sample.duration))
      totals.longest = max(totals.longest, sample.duration)
      totals.last = sample.duration
    }
    return totals
  }
}

/// A sample of a run.
struct RunSample: BitwiseCopyable {
  var byteCount: Int
  var duration: UInt32
  /// `sample_flags`. ISO/IEC 14496-12, 8.8.3.1.
  var flags: UInt32
  var presentationOffset: Int32 = 0

  /// True if decoding can begin here: the sample is neither a "non-sync" sample nor dependent on others.
  var isSync: Bool { flags & 0x1_0000 == 0 && flags >> 24 & 3 != 1 }
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

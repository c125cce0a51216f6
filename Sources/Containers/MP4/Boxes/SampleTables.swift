import AudioBase

/// `stsz` or `stz2`: the sizes of the samples. ISO/IEC 14496-12, 8.7.3.
struct SampleSizes: BitwiseCopyable {
  /// The size of every sample in bytes, 0 where they differ.
  var constant: UInt32 = 0
  /// Samples of the track.
  var count: Int64 = 0
  /// Bits of an entry of the table: 4, 8, 16 or 32.
  var entryBitCount: Int64 = 32
  var table = BoxTable()

  init() {}

  init(parsing box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    _ = try fields.versionAndFlags(&window)
    let first = try fields.uint32(&window)
    let claimed = try fields.uint32(&window)
    if box.type == "stz2" {
      entryBitCount = Int64(first & 0xFF)
      guard [4, 8, 16].contains(entryBitCount) else {
        throw ContainerError(.malformed, "a size takes 4, 8 or 16 bits", at: box.body, in: box.type)
      }
    } else {
      constant = first
    }
    let bytes = max(0, fields.remaining)
    let room = entryBitCount == 4 ? bytes.saturatingMultiply(2) : bytes / (entryBitCount / 8)
    table = BoxTable(offset: fields.position, count: Int64(claimed), type: box.type)
    if constant == 0 {
      table.count = min(Int64(claimed), room)
      table.isShort = Int64(claimed) > table.count
    }
    count = table.count
  }

  /// The size of a sample, which must be one of ``count``.
  func size(of sample: Int64, _ window: inout SourceWindow) throws(ContainerError) -> Int {
    guard constant == 0 else { return Int(constant) }
    switch entryBitCount {
    case 4:
      let pair = try window.bigEndian(1, at: table.offset + sample / 2)
      return Int(sample % 2 == 0 ? pair >> 4 : pair & 15)
    case 8: return Int(try window.bigEndian(1, at: table.offset + sample))
    case 16: return Int(try window.bigEndian(2, at: table.offset + sample * 2))
    default: return Int(try window.bigEndian(4, at: table.offset + sample * 4))
    }
  }

  /// Bytes of the samples `range`, which must lie within ``count``.
  func total(of range: Range<Int64>, _ window: inout SourceWindow) throws(ContainerError) -> Int64 {
    if constant != 0 { return Int64(constant).saturatingMultiply(Int64(range.count)) }
    var sum: Int64 = 0
    for sample in range { sum = sum.saturatingAdd(Int64(try size(of: sample, &window))) }
    return sum
  }
}

/// The tables of one track that say where its samples lie and how long they last. ISO/IEC 14496-12, 8.6 and 8.7.
struct SampleTables: BitwiseCopyable {
  /// `stsz` or `stz2`.
  var sizes = SampleSizes()
  /// `stco` or `co64`: the offset of each chunk.
  var chunkOffsets = BoxTable()
  /// Bytes of a chunk offset: 4 or 8.
  var chunkOffsetByteCount: Int64 = 4
  /// `stsc`: which chunks hold how many samples.
  var chunkRuns = BoxTable()
  /// `stts`: how long the samples last.
  var durations = BoxTable()
  /// Samples before their sizes add up to more than the file has: those after it cannot all be there.
  var readableCount: Int64 = .max
  private var seen: Kinds = []

  /// Takes in a child of `stbl`; of two of a kind the first counts.
  ///
  /// - Returns: The table, where the box was one.
  mutating func take(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) -> BoxTable? {
    switch box.type {
    case "stsz", "stz2":
      guard seen.insert(.sizes).inserted else { return nil }
      sizes = try SampleSizes(parsing: box, &window)
      return sizes.table
    case "stco", "co64":
      guard seen.insert(.offsets).inserted else { return nil }
      chunkOffsetByteCount = box.type == "co64" ? 8 : 4
      chunkOffsets = try SampleTables.table(box, chunkOffsetByteCount, &window)
      return chunkOffsets
    case "stsc":
      guard seen.insert(.runs).inserted else { return nil }
      chunkRuns = try SampleTables.table(box, 12, &window)
      return chunkRuns
    case "stts":
      guard seen.insert(.durations).inserted else { return nil }
      durations = try SampleTables.table(box, 8, &window)
      return durations
    default: return nil
    }
  }

  private static func table(
    _ box: Box, _ entryByteCount: Int64, _ window: inout SourceWindow
  ) throws(ContainerError) -> BoxTable {
    var fields = box.fields
    _ = try fields.versionAndFlags(&window)
    let claimed = try fields.uint32(&window)
    return fields.table(claimed: claimed, entryByteCount: entryByteCount)
  }

  private struct Kinds: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    static let sizes = Kinds(rawValue: 1)
    static let offsets = Kinds(rawValue: 2)
    static let runs = Kinds(rawValue: 4)
    static let durations = Kinds(rawValue: 8)
  }
}

/// How long the packets of a track last, in units of its time scale.
struct DurationSummary: Equatable, BitwiseCopyable {
  /// The duration of every packet, a shorter last one not counted; 0 where they differ.
  var constant: Int64 = 0
  /// The sum over all packets, or `nil` where it exceeds what a number can hold.
  var total: Int64? = 0

  init() {}

  /// Looks once through `stts`, for as many samples as the track has.
  init(_ table: BoxTable, sampleCount: Int64, _ window: inout SourceWindow) throws(ContainerError) {
    var left = sampleCount
    var entry: Int64 = 0
    var isConstant = true
    var delta: Int64 = 0
    while left > 0, entry < table.count {
      let count = min(left, Int64(try window.bigEndian(4, at: table.offset + entry * 8)))
      let value = Int64(try window.bigEndian(4, at: table.offset + entry * 8 + 4))
      entry += 1
      guard count > 0 else { continue }
      let isShortLast = count == 1 && left == 1 && value < delta
      if left == sampleCount {
        delta = value
      } else if value != delta, !isShortLast {
        isConstant = false
      }
      left -= count
      add(count, value)
    }
    // Samples that the table forgets last as long as the one before them.
    if left > 0 { add(left, delta) }
    constant = isConstant ? delta : 0
  }

  private mutating func add(_ count: Int64, _ value: Int64) {
    let (part, overflow) = count.multipliedReportingOverflow(by: value)
    guard let sum = total, !overflow else { return total = nil }
    let (next, more) = sum.addingReportingOverflow(part)
    total = more ? nil : next
  }
}

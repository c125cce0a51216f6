import AudioBase

/// `stsz` or `stz2`: the sizes of the samples. ISO/IEC 14496-12, 8.7.3.
struct SampleSizes: BitwiseCopyable {
  /// The size of every sample in bytes, 0 if they differ.
  var constant: UInt32 = 0
  /// The number of samples of the track.
  var count: Int64 = 0
  /// The number of bits of an entry of the table: 4, 8, 16 or 32.
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

  /// Returns the size of a sample with an index below ``count``.
  func size(of sample: Int64, _ window: inout SourceWindow) throws(ContainerError) -> Int {
    guard constant == 0 else { return Int(clamping: constant) }
    switch entryBitCount {
    case 4:
      let pair = try window.bigEndian(1, at: table.offset + sample / 2)
      return Int(sample % 2 == 0 ? pair >> 4 : pair & 15)
    case 8: return Int(try window.bigEndian(1, at: table.offset + sample))
    case 16: return Int(try window.bigEndian(2, at: table.offset + sample * 2))
    default: return Int(clamping: try window.bigEndian(4, at: table.offset + sample * 4))
    }
  }

  /// Returns the number of bytes of the samples `range`, which must be within ``count``.
  func total(of range: Range<Int64>, _ window: inout SourceWindow) throws(ContainerError) -> Int64 {
    if constant != 0 { return Int64(constant).saturatingMultiply(Int64(range.count)) }
    var sum: Int64 = 0
    for sample in range { sum = sum.saturatingAdd(Int64(try size(of: sample, &window))) }
    return sum
  }
}

/// The grouping of samples, as counted in QuickTime's tables, into packets.
struct PacketGrouping: Equatable, BitwiseCopyable {
  /// The number of samples of one packet: tables of compressed sound count frames.
  var samplesPerPacket: Int64 = 1
  /// The number of packets of one sample: a sample of linear PCM may hold many frames.
  var packetsPerSample: Int64 = 1
  /// The duration of every packet, if the tables do not state it.
  var packetDuration: Int64?

  /// Returns the number of packets that `count` samples form.
  func packets(_ count: Int64) -> Int64 {
    count.saturatingMultiply(packetsPerSample).saturatingAdd(samplesPerPacket - 1) / samplesPerPacket
  }
}

/// The tables of one track with the positions and times of its samples. ISO/IEC 14496-12, 8.6 and 8.7.
struct SampleTables: BitwiseCopyable {
  /// `stsz` or `stz2`, in packets.
  var sizes = SampleSizes()
  /// `stco` or `co64`: the offset of each chunk.
  var chunkOffsets = BoxTable()
  /// The number of bytes of a chunk offset: 4 or 8.
  var chunkOffsetByteCount: Int64 = 4
  /// `stsc`: which chunks hold how many samples.
  var chunkRuns = BoxTable()
  /// `stts`: how long the samples last.
  var durations = BoxTable()
  /// `ctts`: how much later than decoded they are presented.
  var presentationOffsets = BoxTable()
  /// `stss`: the samples at which decoding can begin; `nil` if it can begin at every sample.
  var syncSamples: BoxTable?
  /// The number of samples whose sizes add up to no more than the file's: later samples cannot be complete.
  var readableCount: Int64 = .max
  /// The grouping of samples into packets.
  var grouping = PacketGrouping()
  /// The number of samples according to the tables.
  var sampleCount: Int64 = 0
  /// The entry of `stsd` that describes the track; packets of others are refused. 0 if there is only one.
  var descriptionNumber: UInt32 = 0
  private var seen: Kinds = []

  /// Reads a child of `stbl`; of two boxes of a kind the first counts.
  ///
  /// - Returns: The table, where the box was one.
  mutating func take(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) -> BoxTable? {
    switch box.type {
    case "stsz", "stz2":
      guard seen.insert(.sizes).inserted else { return nil }
      sizes = try SampleSizes(parsing: box, &window)
      sampleCount = sizes.count
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
    case "ctts":
      guard seen.insert(.presentationOffsets).inserted else { return nil }
      presentationOffsets = try SampleTables.table(box, 8, &window)
      return presentationOffsets
    case "stss":
      guard seen.insert(.syncSamples).inserted else { return nil }
      let table = try SampleTables.table(box, 4, &window)
      syncSamples = table
      return table
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
    static let presentationOffsets = Kinds(rawValue: 16)
    static let syncSamples = Kinds(rawValue: 32)
  }

  /// Returns the entry of `stsd` that the samples of a run of `stsc` belong to.
  func descriptionNumber(ofRun run: Int64, _ window: inout SourceWindow) throws(ContainerError) -> UInt32 {
    UInt32(truncatingIfNeeded: try window.bigEndian(4, at: chunkRuns.offset + run * 12 + 8))
  }

  /// Returns true if the track's chunks are in file order, which a file must have to be read while it arrives.
  func isInFileOrder(_ window: inout SourceWindow) throws(ContainerError) -> Bool {
    var last: UInt64 = 0
    for chunk in 0..<chunkOffsets.count {
      let width = chunkOffsetByteCount
      let offset = try window.bigEndian(Int(width), at: chunkOffsets.offset + chunk * width)
      guard offset >= last else { return false }
      last = offset
    }
    return true
  }
}

extension SampleTables {
  /// Forms packets from QuickTime's samples: each byte of plain PCM, each frame of sound with constant packets.
  ///
  /// - Parameters:
  ///   - packet: The size and duration of a packet, if all are alike.
  ///   - duration: The duration of every sample in the tables, 0 if they differ.
  /// - Returns: True if the packets are all alike.
  mutating func regroup(as packet: (byteCount: Int, frameCount: Int), sampleDuration duration: Int64) -> Bool {
    guard sizes.count > 0 else { return true }
    let size = Int64(packet.byteCount)
    let constant = Int64(sizes.constant)
    guard constant != size else { return true }
    guard constant > 0, duration > 0 else { return false }
    if constant < size, packet.frameCount == 1 || duration == 1 {
      grouping.samplesPerPacket = Int64(packet.frameCount)
    } else if constant % size == 0, duration == constant / size * Int64(packet.frameCount) {
      grouping.packetsPerSample = constant / size
    } else {
      return false
    }
    grouping.packetDuration = packet.frameCount == 1 && constant < size ? duration : Int64(packet.frameCount)
    sizes.constant = UInt32(packet.byteCount)
    sizes.count = grouping.packets(sampleCount)
    return true
  }
}

/// The durations of a track's packets, in units of its time scale.
struct DurationSummary: Equatable, BitwiseCopyable {
  /// The duration of every packet, apart from a shorter last one; 0 if they differ.
  var constant: Int64 = 0
  /// The sum over all packets, or `nil` if it overflows.
  var total: Int64? = 0
  /// The longest duration of a packet.
  var longest: Int64 = 0

  init() {}

  /// Reads through `stts` once, for as many samples as the track has.
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
    // Samples beyond the table last as long as the last one in it.
    if left > 0 { add(left, delta) }
    constant = isConstant ? delta : 0
  }

  private mutating func add(_ count: Int64, _ value: Int64) {
    longest = max(longest, value)
    let (part, overflow) = count.multipliedReportingOverflow(by: value)
    guard let sum = total, !overflow else { return total = nil }
    let (next, more) = sum.addingReportingOverflow(part)
    total = more ? nil : next
  }
}

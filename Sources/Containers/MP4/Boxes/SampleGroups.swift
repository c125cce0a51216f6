import AudioBase

/// `sgpd` and `sbgp` of type `roll` or `prol`: the number of packets to decode before a seek target. ISO/IEC 14496-12,
/// 8.9 and 10.1.
struct RollGroups {
  /// The largest number of entries and runs that are read.
  private static let maximumEntryCount: UInt32 = 4096

  /// `roll_distance` of each entry, negated: the number of packets to decode before a seek target.
  private var distances: [Int] = []
  /// The entry of samples that no run names, counted from 1; 0 for none.
  private var defaultEntry = 0
  /// The entries to which samples belong, from 1 on; `nil` if that is not stated.
  private var usedEntries: Set<Int>?

  /// Reads a `sgpd`; a box of another type is ignored.
  mutating func read(descriptions box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    let version = try fields.versionAndFlags(&window).version
    guard distances.isEmpty, RollGroups.isRoll(try fields.code(&window)) else { return }
    var length: UInt32 = 2
    if version == 1 { length = try fields.uint32(&window) }
    if version >= 2 { defaultEntry = Int(clamping: try fields.uint32(&window)) }
    let count = min(try fields.uint32(&window), RollGroups.maximumEntryCount)
    for _ in 0..<count where fields.remaining >= 2 {
      let entryByteCount = version == 1 && length == 0 ? try fields.uint32(&window) : length
      guard entryByteCount >= 2 else { break }
      distances.append(-Int(Int16(bitPattern: try fields.uint16(&window))))
      try fields.skip(Int64(entryByteCount) - 2)
    }
  }

  /// Reads a `sbgp`, which puts runs of samples into groups.
  mutating func read(members box: Box, sampleCount: Int64, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    let version = try fields.versionAndFlags(&window).version
    guard usedEntries == nil, RollGroups.isRoll(try fields.code(&window)) else { return }
    if version == 1 { try fields.skip(4) }
    let claimed = try fields.uint32(&window)
    let count = min(fields.table(claimed: claimed, entryByteCount: 8).count, Int64(RollGroups.maximumEntryCount))
    var used: Set<Int> = []
    var covered: Int64 = 0
    for _ in 0..<count {
      let length = Int64(try fields.uint32(&window))
      let entry = Int(clamping: try fields.uint32(&window))
      if length > 0 { used.insert(entry) }
      covered = covered.saturatingAdd(length)
    }
    if covered < sampleCount { used.insert(defaultEntry) }
    usedEntries = used
  }

  private static func isRoll(_ type: FourCharacterCode) -> Bool { type == "roll" || type == "prol" }

  /// The largest pre-roll of the groups that the track's samples are in, in packets, or `nil` if there is none.
  ///
  /// All groups count if their samples are not known, as in the movie box of a file in fragments.
  var preroll: Int? {
    let entries = usedEntries ?? (defaultEntry > 0 ? [defaultEntry] : Set(1...max(1, distances.count)))
    let largest = entries.compactMap { distances.indices.contains($0 - 1) ? distances[$0 - 1] : nil }.max() ?? 0
    return largest > 0 ? largest : nil
  }
}

import AudioBase

/// `mdhd` or `mvhd`: a time scale and a duration in it. ISO/IEC 14496-12, 8.2.2 and 8.4.2.
struct TimeHeader: BitwiseCopyable {
  /// Units in a second.
  var timescale: UInt32 = 0
  /// The duration in those units, `nil` where it is not known.
  var duration: Int64?

  init() {}

  init(parsing box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    let isLong = try fields.versionAndFlags(&window).version == 1
    try fields.skip(isLong ? 16 : 8)
    timescale = try fields.uint32(&window)
    let claimed = try fields.number(isLong ? 8 : 4, &window)
    // All ones means "not known".
    if isLong || claimed != UInt64(UInt32.max) { duration = Int64(exactly: claimed) }
  }
}

/// `elst`, reduced to what audio needs: which part of the media is shown. ISO/IEC 14496-12, 8.6.6.
struct EditList: BitwiseCopyable {
  /// How many edits show media, counted up to 2.
  var shownCount = 0
  /// `segment_duration` of the first of them, in the movie's time scale.
  var duration: Int64 = 0
  /// `media_time` of the first of them, in the media's time scale.
  var mediaTime: Int64 = 0
  /// Whether empty edits delay the track.
  var isDelayed = false

  init() {}

  init(parsing box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    let isLong = try fields.versionAndFlags(&window).version == 1
    let claimed = try fields.uint32(&window)
    let table = fields.table(claimed: claimed, entryByteCount: isLong ? 20 : 12)
    var left = table.count
    while left > 0, shownCount < 2 {
      left -= 1
      let duration = try fields.number(isLong ? 8 : 4, &window)
      let raw = try fields.number(isLong ? 8 : 4, &window)
      try fields.skip(4)
      let time = isLong ? Int64(bitPattern: raw) : Int64(Int32(truncatingIfNeeded: raw))
      if time == -1 {
        isDelayed = isDelayed || (duration > 0 && shownCount == 0)
        continue
      }
      shownCount += 1
      guard shownCount == 1 else { continue }
      mediaTime = time
      self.duration = Int64(exactly: duration) ?? .max
    }
  }
}

/// `sgpd` of type `roll` or `prol`: packets to decode before the one wanted. ISO/IEC 14496-12, 10.1 and 10.4.
enum RollGroup {
  /// The most entries that are looked at.
  private static let maximumEntryCount: UInt32 = 256

  /// The largest pre-roll that the entries ask for, in packets, or `nil` where there is none.
  static func preroll(parsing box: Box, _ window: inout SourceWindow) throws(ContainerError) -> Int? {
    var fields = box.fields
    let version = try fields.versionAndFlags(&window).version
    let kind = try fields.code(&window)
    guard kind == "roll" || kind == "prol" else { return nil }
    var length: UInt32 = 2
    if version == 1 { length = try fields.uint32(&window) }
    if version >= 2 { try fields.skip(4) }
    let count = min(try fields.uint32(&window), maximumEntryCount)
    var largest = 0
    for _ in 0..<count where fields.remaining >= 2 {
      let entryByteCount = version == 1 && length == 0 ? try fields.uint32(&window) : length
      guard entryByteCount >= 2 else { break }
      largest = max(largest, -Int(Int16(bitPattern: try fields.uint16(&window))))
      try fields.skip(Int64(entryByteCount) - 2)
    }
    return largest > 0 ? largest : nil
  }
}

import AudioBase

/// `mdhd` or `mvhd`: a time scale and a duration in it. ISO/IEC 14496-12, 8.2.2 and 8.4.2.
struct TimeHeader: BitwiseCopyable {
  /// The number of units in a second.
  var timescale: UInt32 = 0
  /// The duration in these units, `nil` if it is unknown.
  var duration: Int64?
  /// `language` of `mdhd`, packed; 0x55C4 (`und`) if there is none.
  var language: UInt16 = 0x55C4

  init() {}

  init(parsing box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    let isLong = try fields.versionAndFlags(&window).version == 1
    try fields.skip(isLong ? 16 : 8)
    timescale = try fields.uint32(&window)
    let claimed = try fields.number(isLong ? 8 : 4, &window)
    // All ones means "not known".
    if isLong || claimed != UInt64(UInt32.max) { duration = Int64(exactly: claimed) }
    if box.type == "mdhd", fields.remaining >= 2 { language = try fields.uint16(&window) }
  }
}

/// `tkhd`: a track's number, and how its pictures are shown. ISO/IEC 14496-12, 8.3.2.
struct TrackHeader {
  /// `track_ID`.
  var identifier: UInt32 = 0
  /// `width` and `height`, in pixels of the movie.
  var width = 0.0
  var height = 0.0
  /// `matrix`, nine numbers; the unit matrix if the box ends before it.
  var matrix: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]

  init() {}

  init(parsing box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    var fields = box.fields
    let isLong = try fields.versionAndFlags(&window).version == 1
    try fields.skip(isLong ? 16 : 8)
    identifier = try fields.uint32(&window)
    // Reserved, duration, reserved, layer, alternate group, volume, reserved.
    let skipped: Int64 = 4 + (isLong ? 8 : 4) + 8 + 8
    guard fields.remaining >= skipped + 44 else { return }
    try fields.skip(skipped)
    for index in 0..<9 {
      let number = Double(Int32(bitPattern: try fields.uint32(&window)))
      // The third column has 30 fractional bits, the others 16.
      matrix[index] = number / (index % 3 == 2 ? 0x1p30 : 0x1p16)
    }
    width = Double(try fields.uint32(&window)) / 65536
    height = Double(try fields.uint32(&window)) / 65536
  }
}

/// `elst`: which part of the media is shown, and when. ISO/IEC 14496-12, 8.6.6.
struct EditList: BitwiseCopyable {
  /// The number of edits that show media, counted up to 2.
  var shownCount = 0
  /// `segment_duration` of the first of them, in the movie's time scale.
  var duration: Int64 = 0
  /// `media_time` of the first of them, in the media's time scale.
  var mediaTime: Int64 = 0
  /// The duration of the empty edits before it, in the movie's time scale.
  var delay: Int64 = 0
  /// True if `media_rate` of one of the first two edits is not 1.
  var hasOtherRate = false

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
      let rate = try fields.uint32(&window)
      let time = isLong ? Int64(bitPattern: raw) : Int64(Int32(truncatingIfNeeded: raw))
      if time == -1 {
        if shownCount == 0 { delay = delay.saturatingAdd(Int64(exactly: duration) ?? .max) }
        continue
      }
      shownCount += 1
      if rate != 1 << 16 { hasOtherRate = true }
      guard shownCount == 1 else { continue }
      mediaTime = time
      self.duration = Int64(exactly: duration) ?? .max
    }
  }

  /// Returns the presentation time of the media's time 0, in the media's time scale; 0 if that makes no sense.
  func presentationStart(mediaTimescale: UInt32, movieTimescale: UInt32) -> Int64 {
    guard shownCount > 0, let delay = delay.rescaled(from: max(1, movieTimescale), to: mediaTimescale) else { return 0 }
    let (start, overflow) = delay.subtractingReportingOverflow(max(0, mediaTime))
    return overflow ? 0 : start
  }
}

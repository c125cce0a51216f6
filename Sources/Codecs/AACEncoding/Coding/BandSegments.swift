import AACSyntax

/// The runs of lines that share a place: one for each band of a long window, one for each window of a group otherwise.
///
/// They are in the order of the lines, so that loops over all segments walk forward, and in units of four lines, of
/// which all bands of all tables are multiples.
struct BandSegments: Sendable {
  struct Segment: Sendable, BitwiseCopyable {
    var place: Int
    /// First and end, in quads of lines.
    var start: Int
    var end: Int
  }

  /// Room for eight windows of 15 bands, or for 51 bands.
  private(set) var segments: [Segment]
  private(set) var count = 0
  /// The places in the order of the bit stream, and the group of each.
  private(set) var places: [Int]
  private(set) var placeCount = 0
  private(set) var groupCount = 1
  private(set) var bandsPerGroup = 0
  private(set) var isShort = false

  init() {
    segments = Array(repeating: Segment(place: 0, start: 0, end: 0), count: 128)
    places = Array(repeating: 0, count: 128)
  }

  /// A multiple of four beyond all positions of the frame. Values are computed four positions at a time up to here, and
  /// have no meaning between the positions of the frame.
  var placeEnd: Int { placeCount > 0 ? places[placeCount - 1] & ~3 + 4 : 0 }

  /// Lists the segments of a frame.
  mutating func set(_ info: borrowing IndividualChannelInfo, _ bands: borrowing BandLayout) {
    isShort = info.isShort
    groupCount = info.groupCount
    bandsPerGroup = info.bandCount
    placeCount = 0
    for group in 0..<groupCount {
      for band in 0..<bandsPerGroup {
        places[placeCount] = ChannelStream.place(group, band)
        placeCount += 1
      }
    }
    count = 0
    var window = 0
    for group in 0..<groupCount {
      let windowCount = isShort ? Int(info.groupLengths[group]) : 1
      for _ in 0..<windowCount {
        let first = window * bands.shortLength
        for band in 0..<bandsPerGroup {
          let start = first + (isShort ? bands.shortOffsets[band] : bands.longOffsets[band])
          let end = first + (isShort ? bands.shortOffsets[band + 1] : bands.longOffsets[band + 1])
          segments[count] = Segment(place: ChannelStream.place(group, band), start: start / 4, end: end / 4)
          count += 1
        }
        window += 1
      }
    }
  }
}

import Foundation

/// The tables of a track, from which the place and the times of each picture follow (ISO/IEC 14496-12, 8.6 and 8.7).
struct SampleTables {
  private let tables: Box
  private let firstTime: Int64

  init(_ tables: Box, startingAt firstTime: Int64) {
    self.tables = tables
    self.firstTime = firstTime
  }

  func pictures() throws -> [VideoTrack.Picture] {
    let sizes = try sizes()
    let ranges = try ranges(sizes)
    let durations = try runs("stts", count: sizes.count, default: nil)
    let offsets = try runs("ctts", count: sizes.count, default: 0)
    var time = -firstTime
    return ranges.indices.map { index in
      defer { time += durations[index] }
      return VideoTrack.Picture(
        range: ranges[index], decoded: time, shown: time + offsets[index], duration: durations[index])
    }
  }

  /// `stsz`: one size for all, or one for each.
  private func sizes() throws -> [Int] {
    guard let box = tables.first("stsz"), let common = box.number(at: 4), let count = box.number(at: 8),
      common > 0 || count <= box.content.count / 4
    else { throw MovieError.brokenTables }
    // A track cannot have more pictures than the file has bytes.
    guard count <= 1 << 24 else { throw MovieError.brokenTables }
    return (0..<count).map { common > 0 ? common : box.number(at: 12 + 4 * $0) ?? 0 }
  }

  /// `stco` or `co64` says where chunks begin, `stsc` how many pictures lie in each.
  private func ranges(_ sizes: [Int]) throws -> [Range<Int>] {
    let chunks = try chunkOffsets()
    guard let map = tables.first("stsc"), let runCount = map.number(at: 4) else { throw MovieError.brokenTables }
    var ranges: [Range<Int>] = []
    for run in 0..<runCount {
      guard let first = map.number(at: 8 + 12 * run), let perChunk = map.number(at: 12 + 12 * run) else {
        throw MovieError.brokenTables
      }
      let end = run + 1 < runCount ? (map.number(at: 20 + 12 * run) ?? 1) - 1 : chunks.count
      guard first >= 1, first - 1 <= end, end <= chunks.count else { throw MovieError.brokenTables }
      for chunk in chunks[(first - 1)..<end] {
        var place = chunk
        for size in sizes[ranges.count...].prefix(perChunk) {
          guard place <= Int.max - size else { throw MovieError.brokenTables }
          ranges.append(place..<(place + size))
          place += size
        }
      }
    }
    guard ranges.count == sizes.count else { throw MovieError.brokenTables }
    return ranges
  }

  private func chunkOffsets() throws -> [Int] {
    let short = tables.first("stco")
    guard let box = short ?? tables.first("co64"), let count = box.number(at: 4) else { throw MovieError.brokenTables }
    let offsets = (0..<min(count, box.content.count)).compactMap { index in
      short != nil ? box.number(at: 8 + 4 * index) : box.number64(at: 8 + 8 * index).flatMap(Int.init(exactly:))
    }
    guard offsets.count == count, offsets.allSatisfy({ $0 >= 0 }) else { throw MovieError.brokenTables }
    return offsets
  }

  /// A table of runs: how many pictures in turn have a value.
  private func runs(_ type: String, count: Int, default missing: Int64?) throws -> [Int64] {
    guard let box = tables.first(type), let runCount = box.number(at: 4) else {
      guard let missing else { throw MovieError.brokenTables }
      return Array(repeating: missing, count: count)
    }
    var values: [Int64] = []
    for run in 0..<runCount {
      guard let length = box.number(at: 8 + 8 * run), let value = box.number(at: 12 + 8 * run),
        length <= count - values.count
      else { throw MovieError.brokenTables }
      values += Array(repeating: Int64(Int32(truncatingIfNeeded: value)), count: length)
    }
    guard values.count == count else { throw MovieError.brokenTables }
    return values
  }
}

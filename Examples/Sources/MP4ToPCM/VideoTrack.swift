import AudioToolbox
import CoreMedia
import Foundation

enum MovieError: Error {
  case noMovie
  case brokenTables
  case pictureOutsideFile
}

/// What the boxes of a movie say of its first video track (ISO/IEC 14496-12, clause 8).
struct VideoTrack {
  /// A coded picture: where it lies, and when it is decoded and shown, in units of the track's time scale.
  struct Picture: Equatable {
    var range: Range<Int>
    var decoded: Int64
    var shown: Int64
    var duration: Int64
  }

  let codec: CMVideoCodecType
  let width: Int32
  let height: Int32
  let transform: CGAffineTransform
  let timescale: Int32
  let duration: Int64
  let pictures: [Picture]

  /// - Returns: `nil` for a movie without video.
  init?(of file: Data) throws {
    let root = Box(file)
    guard let movie = root.first("moov") else { throw MovieError.noMovie }
    let tracks = movie.all("trak")
    guard let track = tracks.first(where: { $0.first("mdia", "hdlr")?.text(at: 8) == "vide" }),
      let header = track.first("tkhd"), let media = track.first("mdia"), let clock = media.first("mdhd"),
      let tables = media.first("minf", "stbl"), let description = tables.first("stsd")
    else { return nil }
    // A full box of version 1 has times of 64 bits.
    let isLong = clock.number8(at: 0) == 1
    guard let timescale = clock.number(at: isLong ? 20 : 12), timescale > 0,
      let duration = isLong ? clock.number64(at: 24) : clock.number(at: 16).map(Int64.init),
      let codec = description.number(at: 12), let width = description.number16(at: 40),
      let height = description.number16(at: 42)
    else { throw MovieError.brokenTables }
    self.codec = CMVideoCodecType(codec)
    self.width = Int32(width)
    self.height = Int32(height)
    self.timescale = Int32(clamping: timescale)
    self.duration = duration
    transform = Self.transform(in: header)
    pictures = try SampleTables(tables, startingAt: Self.firstTime(in: track)).pictures()
  }

  /// The matrix of a track header: numbers of 16.16, or of 2.30 in its third column.
  private static func transform(in header: Box) -> CGAffineTransform {
    let start = header.number8(at: 0) == 1 ? 52 : 40
    let words = (0..<9).map { Double(Int32(bitPattern: UInt32(header.number(at: start + 4 * $0) ?? 0))) / 65536 }
    var transform = CGAffineTransform()
    (transform.a, transform.b) = (words[0], words[1])
    (transform.c, transform.d) = (words[3], words[4])
    (transform.tx, transform.ty) = (words[6], words[7])
    return transform
  }

  /// What time of the media is time 0: the edit list's first entry that is not empty.
  private static func firstTime(in track: Box) -> Int64 {
    guard let list = track.first("edts", "elst"), let count = list.number(at: 4) else { return 0 }
    let isLong = list.number8(at: 0) == 1
    for index in 0..<count {
      let entry = 8 + index * (isLong ? 20 : 12)
      let time =
        isLong ? list.number64(at: entry + 8) : list.number(at: entry + 4).map { Int64(Int32(truncatingIfNeeded: $0)) }
      if let time, time >= 0 { return time }
    }
    return 0
  }
}

/// A box and what is in it; the whole file counts as one.
struct Box {
  let content: Data

  init(_ content: Data) { self.content = content }

  /// The boxes of a type that lie directly in this one.
  func all(_ type: String) -> [Box] {
    var found: [Box] = []
    var place = 0
    while let short = number(at: place), let name = text(at: place + 4) {
      var (size, header) = (short, 8)
      if short == 1 {
        guard let long = number64(at: place + 8) else { break }
        (size, header) = (Int(clamping: long), 16)
      } else if short == 0 {
        size = content.count - place
      }
      guard size >= header, size <= content.count - place else { break }
      if name == type {
        found.append(Box(content.dropFirst(place + header).prefix(size - header)))
      }
      place += size
    }
    return found
  }

  /// The box that a path leads to.
  func first(_ path: String...) -> Box? {
    path.reduce(Optional(self)) { box, type in box?.all(type).first }
  }

  func number8(at place: Int) -> Int? { bigEndian(place, 1).map(Int.init) }
  func number16(at place: Int) -> Int? { bigEndian(place, 2).map(Int.init) }
  func number(at place: Int) -> Int? { bigEndian(place, 4).map(Int.init) }
  func number64(at place: Int) -> Int64? { bigEndian(place, 8).map(Int64.init(bitPattern:)) }

  func text(at place: Int) -> String? {
    guard place + 4 <= content.count else { return nil }
    return String(decoding: content.dropFirst(place).prefix(4), as: UTF8.self)
  }

  private func bigEndian(_ place: Int, _ count: Int) -> UInt64? {
    guard place >= 0, count <= content.count - place else { return nil }
    return content.dropFirst(place).prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }
}

import AudioBase
import Bitstream

/// Finds the parts of a fragmented MP4 file while its bytes arrive, and the durations of its fragments.
struct FragmentCutter {
  /// The part that bytes are of.
  enum Part: Equatable {
    /// The part before the first fragment.
    case initial
    /// A fragment; true for its first bytes.
    case fragment(isFirst: Bool)
    /// The bytes behind the fragments, which segments do not need.
    case directory
  }

  /// The longest `moof`: one that describes 64 MiB of packets.
  private static let maximumHeadByteCount = 1 << 26

  /// The number of remaining bytes of the present box, `nil` while its header is incomplete.
  private var rest: Int64?
  private var part = Part.initial
  /// The `moof` of the present fragment.
  private var head: [UInt8] = []
  private var isInHead = false
  /// The duration of the fragment whose `moof` was completed last, in the time scale of its track.
  private(set) var duration: UInt64 = 0

  /// Returns the number of first bytes that belong to one part, at least one, and the part.
  mutating func take(_ bytes: Span<UInt8>) throws(ContainerError) -> (count: Int, part: Part) {
    if let left = rest {
      let count = Int(min(left, Int64(bytes.count)))
      if isInHead {
        guard head.count + count <= Self.maximumHeadByteCount else {
          throw ContainerError(.limitExceeded, "a fragment describes too many packets", at: 0, in: "moof")
        }
        head.append(copying: bytes.extracting(0..<count))
      }
      rest = left == Int64(count) ? nil : left - Int64(count)
      if isInHead, rest == nil { duration = headDuration() }
      return (count, part)
    }
    // A header of eight bytes comes whole, as this package's writer gives it.
    guard bytes.count >= 8 else {
      throw ContainerError(.invalidState, "the box of a segmented file comes with its whole header", at: 0)
    }
    let start = (0..<8).map { bytes[$0] }
    let size = start.number(4, at: 0)
    let type = FourCharacterCode(rawValue: UInt32(start.number(4, at: 4)))
    guard size >= 8 else {
      throw ContainerError(.invalidState, "the boxes of a segmented file state their sizes", at: 0, in: type)
    }
    rest = size > 8 ? Int64(size) - 8 : nil
    isInHead = type == "moof"
    switch type {
    case "moof":
      part = .fragment(isFirst: false)
      head = start
      return (8, .fragment(isFirst: true))
    case "mfra": part = .directory
    default: break
    }
    return (8, part)
  }

  /// Returns the duration that the present `moof` states; ISO/IEC 14496-12, 8.8.8.
  private func headDuration() -> UInt64 {
    var sum: UInt64 = 0
    for traf in head.boxes("moof").flatMap({ head.boxes("traf", in: $0) }).prefix(1) {
      var usual: UInt64 = 0
      for place in head.boxes("tfhd", in: traf) {
        let flags = head.number(3, at: place.lowerBound + 1)
        var offset = place.lowerBound + 8
        for (flag, size) in [(1, 8), (2, 4)] where flags & UInt64(flag) != 0 { offset += size }
        if flags & 8 != 0 { usual = head.number(4, at: offset) }
      }
      for place in head.boxes("trun", in: traf) {
        let flags = head.number(3, at: place.lowerBound + 1)
        let count = head.number(4, at: place.lowerBound + 4)
        guard flags & 0x100 != 0 else {
          sum += count * usual
          continue
        }
        var offset = place.lowerBound + 8
        for flag in [1, 4] where flags & UInt64(flag) != 0 { offset += 4 }
        let width = 4 * [0x100, 0x200, 0x400, 0x800].count { flags & UInt64($0) != 0 }
        for _ in 0..<count where offset + width <= place.upperBound {
          sum += head.number(4, at: offset)
          offset += width
        }
      }
    }
    return sum
  }
}

/// The time scale of the only track, and the frames at the ends that are not presented, from the movie box.
struct SegmentTimes {
  private let scale: Double
  /// The frames omitted at the beginning, and the duration of the presented ones; `nil` if there is no edit, 0 to the
  /// end.
  private var edit: (start: UInt64, duration: Double)?

  init?(_ initial: [UInt8]) {
    let bytes = initial
    let tracks = bytes.boxes("moov").flatMap { bytes.boxes("trak", in: $0) }
    guard tracks.count == 1, let header = bytes.boxes("moov").flatMap({ bytes.boxes("mvhd", in: $0) }).first,
      let media = tracks.flatMap({ bytes.boxes("mdia", in: $0) }).flatMap({ bytes.boxes("mdhd", in: $0) }).first
    else { return nil }
    func timescale(_ box: Range<Int>) -> Double {
      Double(bytes.number(4, at: box.lowerBound + (bytes.number(1, at: box.lowerBound) == 1 ? 20 : 12)))
    }
    scale = timescale(media)
    guard scale > 0, timescale(header) > 0 else { return nil }
    guard let list = tracks.flatMap({ bytes.boxes("edts", in: $0) }).flatMap({ bytes.boxes("elst", in: $0) }).first
    else { return }
    guard bytes.number(4, at: list.lowerBound + 4) == 1 else { return nil }
    let width = bytes.number(1, at: list.lowerBound) == 1 ? 8 : 4
    let (length, start) = (
      bytes.number(width, at: list.lowerBound + 8), bytes.number(width, at: list.lowerBound + 8 + width)
    )
    edit = (start, Double(length) / timescale(header) * scale)
  }

  /// Returns the seconds of each segment that are heard.
  func seconds(_ durations: [UInt64]) -> [Double] {
    let first = Double(edit?.start ?? 0)
    let end = edit.map { $0.duration > 0 ? first + $0.duration : .infinity } ?? .infinity
    var place = 0.0
    return durations.map { duration in
      let (start, stop) = (max(place, first), min(place + Double(duration), end))
      place += Double(duration)
      return max(0, stop - start) / scale
    }
  }
}

extension [UInt8] {
  /// Reads a big-endian number; 0 if the bytes end before it.
  fileprivate func number(_ width: Int, at offset: Int) -> UInt64 {
    guard offset >= 0, offset + width <= count else { return 0 }
    return (0..<width).reduce(0) { $0 << 8 | UInt64(self[offset + $1]) }
  }

  /// Returns the bodies of all boxes of a type in a range.
  fileprivate func boxes(_ type: FourCharacterCode, in range: Range<Int>? = nil) -> [Range<Int>] {
    var (found, place): ([Range<Int>], Int) = ([], range?.lowerBound ?? 0)
    let end = range?.upperBound ?? count
    while place + 8 <= end {
      let size = Int(number(4, at: place))
      guard size >= 8, place + size <= end else { break }
      if FourCharacterCode(rawValue: UInt32(number(4, at: place + 4))) == type {
        found.append((place + 8)..<(place + size))
      }
      place += size
    }
    return found
  }
}

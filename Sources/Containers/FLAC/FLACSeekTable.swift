import Bitstream

/// `SEEKTABLE`, RFC 9639, 8.5, for a stream of unknown length: evenly spread points in constant memory.
///
/// Every so manieth frame is a point. Once all places are taken, every other point is given up and half as many frames
/// are noted from then on.
struct FLACSeekTable {
  /// The number of points in the table if the length is not known in advance, and the largest number.
  static let largestCapacity = 128
  /// The distance between points, in seconds, if the length is known.
  private static let interval = 10.0

  /// Places in this table.
  let capacity: Int
  /// The number of bytes of the block's body.
  var byteCount: Int { capacity * 18 }

  private struct Point {
    var firstSample: UInt64
    var offset: UInt64
    var sampleCount: UInt16
  }

  private var points: [Point] = []
  private var stride: Int64 = 1

  /// Creates an empty table; `seconds` is how long the stream will be, if that is known.
  init(seconds: Double?) {
    let wanted = seconds.map { ($0 / Self.interval).rounded(.up) } ?? .infinity
    capacity = wanted < Double(Self.largestCapacity) ? max(2, Int(wanted)) : Self.largestCapacity
  }

  /// Records a frame: its number, its first frame of sound, its bytes from the first frame and its length.
  mutating func note(frame: Int64, firstSample: Int64, offset: Int64, sampleCount: Int) {
    guard frame % stride == 0 else { return }
    if points.count == capacity {
      points = (0..<(capacity / 2)).map { points[2 * $0] }
      stride *= 2
      guard frame % stride == 0 else { return }
    }
    points.append(
      Point(firstSample: UInt64(firstSample), offset: UInt64(offset), sampleCount: UInt16(clamping: sampleCount)))
  }

  /// The body of the block; unused points are marked as such.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    // Bound: 128 points.
    bytes.reserveCapacity(byteCount)
    for point in points {
      bytes.append(bigEndian: point.firstSample)
      bytes.append(bigEndian: point.offset)
      bytes.append(bigEndian: point.sampleCount)
    }
    for _ in points.count..<capacity {
      bytes.append(bigEndian: UInt64.max)
      bytes.append(bigEndian: UInt64(0))
      bytes.append(bigEndian: UInt16(0))
    }
    return bytes
  }
}

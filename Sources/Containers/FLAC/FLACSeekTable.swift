import Bitstream

/// `SEEKTABLE`, RFC 9639, 8.5, of a stream whose length nobody knows while it is written: evenly spread points in
/// constant memory.
///
/// Every so manieth frame is a point. Once all places are taken, every other point is given up and half as many frames
/// are noted from then on.
struct FLACSeekTable {
  /// Places in the table.
  static let capacity = 128
  /// Bytes of the block's body.
  static let byteCount = capacity * 18

  private struct Point {
    var firstSample: UInt64
    var offset: UInt64
    var sampleCount: UInt16
  }

  private var points: [Point] = []
  private var stride: Int64 = 1

  init() { points.reserveCapacity(Self.capacity) }

  /// Takes note of a frame: its number, its first frame of sound, its bytes from the first frame and its length.
  mutating func note(frame: Int64, firstSample: Int64, offset: Int64, sampleCount: Int) {
    guard frame % stride == 0 else { return }
    if points.count == Self.capacity {
      points = (0..<(Self.capacity / 2)).map { points[2 * $0] }
      stride *= 2
      guard frame % stride == 0 else { return }
    }
    points.append(
      Point(firstSample: UInt64(firstSample), offset: UInt64(offset), sampleCount: UInt16(clamping: sampleCount)))
  }

  /// The body of the block; places that are not taken are marked so.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for point in points {
      bytes.append(bigEndian: point.firstSample)
      bytes.append(bigEndian: point.offset)
      bytes.append(bigEndian: point.sampleCount)
    }
    for _ in points.count..<Self.capacity {
      bytes.append(bigEndian: UInt64.max)
      bytes.append(bigEndian: UInt64(0))
      bytes.append(bigEndian: UInt16(0))
    }
    return bytes
  }
}

import AudioBase

/// A stretch of one stream's data in a file that holds several, piece by piece.
struct PayloadRun: BitwiseCopyable {
  /// The stream, as the file numbers it.
  var stream: Int
  /// The number of bytes from the start of the file to the data.
  var fileOffset: Int64
  /// The number of available bytes, at least 1.
  var byteCount: Int
  /// The number of bytes of the packet that begins with the data; 0 if the data continue a packet, or pieces are not
  /// packets.
  var packetByteCount: Int
  /// The time at which the data are heard, in seconds; `nil` if the piece states none.
  var time: Double?
}

/// A place that a walk can return to.
protocol WalkPlace: BitwiseCopyable {
  /// The number of bytes from the start of the file to what is read next.
  var position: Int64 { get }
}

/// Walks over the pieces of all streams of a file, in their order.
///
/// A walk is a value: a copy of it continues from the same place, independently.
protocol PayloadWalk {
  /// The type of the places.
  associatedtype Place: WalkPlace
  /// The place of the next piece.
  var place: Place { get set }
  /// The remarks on what was skipped so far.
  var remarks: [String] { get }
  /// Finds the next piece and moves past it; `nil` at the end. A failed read leaves the place unchanged.
  mutating func next() throws(ContainerError) -> PayloadRun?
}

extension Int64: WalkPlace {
  var position: Int64 { self }
}

extension SourceWindow {
  /// The capacity of a window that sees headers between pieces: small, for the pieces themselves are not read by it.
  static let headerCapacity = 1 << 12

  /// Reads a little-endian number of `width` bytes, 1…8, or throws if the source ends before it.
  mutating func littleEndian(_ width: Int, at offset: Int64) throws(ContainerError) -> UInt64 {
    let number = try bigEndian(width, at: offset)
    return number.byteSwapped >> UInt64(64 - 8 * width)
  }

  /// Returns up to `count` bytes from an offset: fewer only at the end of the source.
  mutating func bytes(_ count: Int, at offset: Int64) throws(ContainerError) -> [UInt8] {
    var found: [UInt8] = []
    _ = try append(count, at: offset, to: &found)
    return found
  }

  /// The number of bytes that a source has from `offset` on, at most `count`.
  func present(_ count: Int, at offset: Int64) -> Int {
    guard let size = source.byteCount else { return count }
    return Int(max(0, min(Int64(count), size - offset)))
  }
}

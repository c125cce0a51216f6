import AudioBase
import Bitstream

extension [UInt8] {
  /// Appends a box whose contents the closure appends. ISO/IEC 14496-12, 4.2.
  ///
  /// All boxes of an index are far below 4 GiB: ``TrackTables/maximumListedSampleCount`` sees to it.
  mutating func appendBox(_ type: FourCharacterCode, _ contents: (inout [UInt8]) -> Void) {
    let start = count
    append(bigEndian: 0 as UInt32)
    append(type)
    contents(&self)
    replace(at: start, with: UInt32(truncatingIfNeeded: count - start))
  }

  /// Appends a box with `version` and `flags`.
  mutating func appendFullBox(
    _ type: FourCharacterCode, version: UInt8 = 0, flags: UInt32 = 0, _ contents: (inout [UInt8]) -> Void
  ) {
    appendBox(type) { bytes in
      bytes.append(bigEndian: UInt32(version) << 24 | flags)
      contents(&bytes)
    }
  }

  /// Appends the four characters of a code.
  mutating func append(_ code: FourCharacterCode) { append(bigEndian: code.rawValue) }

  /// Appends `byteCount` zeros.
  mutating func append(zeros byteCount: Int) { append(contentsOf: repeatElement(0, count: byteCount)) }

  /// Appends a real number as fixed point with `fractionBits` of 32 bits after the point, clipped to what fits.
  mutating func append(fixedPoint value: Double, fractionBits: Int = 16) {
    let scaled = (value * Double(1 << fractionBits)).rounded()
    append(bigEndian: Int32(exactly: scaled) ?? (scaled > 0 ? .max : scaled < 0 ? .min : 0))
  }

  /// Appends bytes that are not an array, in one piece.
  mutating func append(copying bytes: Span<UInt8>) {
    let start = count
    append(zeros: bytes.count)
    var all = mutableSpan
    var target = all._mutatingExtracting(start..<(start + bytes.count))
    for index in bytes.indices { target[index] = bytes[index] }
  }

  /// Puts a big-endian number in the place of four bytes.
  mutating func replace(at start: Int, with number: UInt32) {
    for index in 0..<4 { self[start + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * index)) }
  }
}

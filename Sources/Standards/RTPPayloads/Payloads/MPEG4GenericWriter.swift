import AudioBase
import Bitstream

/// Makes payloads of `mpeg4-generic` of access units, RFC 3640.
struct MPEG4GenericWriter: Sendable {
  let format: AccessUnitHeaderFormat

  /// Returns the bytes of a payload with units of the given number of bytes in all.
  func byteCount(unitCount: Int, unitByteCount: Int) -> Int {
    let bits = unitCount * (format.sizeLength + max(format.indexLength, format.indexDeltaLength))
    return 2 + (bits + 7) / 8 + unitByteCount
  }

  /// Returns a payload with whole units.
  func payload(of units: [[UInt8]]) -> [UInt8] {
    var bytes = header(sizes: units.map(\.count))
    for unit in units { bytes.append(contentsOf: unit) }
    return bytes
  }

  /// Returns the payloads with the parts of one unit: each states the size of the whole, RFC 3640, 3.2.3.1.
  func payloads(ofParts unit: [UInt8], maximumByteCount: Int) -> [[UInt8]] {
    let room = max(1, maximumByteCount - byteCount(unitCount: 1, unitByteCount: 0))
    return stride(from: 0, to: unit.count, by: room).map { start in
      header(sizes: [unit.count]) + unit[start..<min(start + room, unit.count)]
    }
  }

  private func header(sizes: [Int]) -> [UInt8] {
    var writer = BitWriter()
    for (index, size) in sizes.enumerated() {
      writer.write(UInt32(size), format.sizeLength)
      writer.write(0, index == 0 ? format.indexLength : format.indexDeltaLength)
    }
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: writer.offset))
    return bytes + writer.bytes
  }
}

import Bitstream

/// Builds elements of EBML (RFC 8794, 5 to 7), with sizes as short as they can be.
struct ElementBytes {
  private(set) var bytes: [UInt8] = []

  /// Adds an element with a body.
  mutating func add(_ name: UInt32, _ body: [UInt8]) {
    append(name)
    bytes += Self.size(UInt64(body.count))
    bytes += body
  }

  /// Adds an element of elements.
  mutating func add(_ name: UInt32, _ build: (inout ElementBytes) -> Void) {
    var body = ElementBytes()
    build(&body)
    add(name, body.bytes)
  }

  /// Adds a number in as few bytes as possible, or in eight, which can be overwritten.
  mutating func add(_ name: UInt32, unsigned value: UInt64, isFixed: Bool = false) {
    let count = isFixed ? 8 : max(1, (71 - value.leadingZeroBitCount) / 8)
    add(name, (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) })
  }

  /// Adds a number of 64 bits with a sign.
  mutating func add(_ name: UInt32, signed value: Int64) {
    add(name, unsigned: UInt64(bitPattern: value), isFixed: true)
  }

  /// Adds a floating-point number of 64 bits.
  mutating func add(_ name: UInt32, float value: Double) { add(name, unsigned: value.bitPattern, isFixed: true) }

  /// Adds a text.
  mutating func add(_ name: UInt32, text: String) { add(name, Array(text.utf8)) }

  /// Adds bytes that elements were made of elsewhere.
  mutating func append(contentsOf other: [UInt8]) { bytes += other }

  /// Fills up to a number of bytes, at least 9, with an element that states nothing.
  mutating func addVoid(byteCount: Int) {
    // Bound: the room for a head, which the writer left by itself.
    bytes += [0xEC] + Self.wideSize(UInt64(byteCount - 9)) + [UInt8](repeating: 0, count: byteCount - 9)
  }

  /// Adds the name and the size of an element whose body follows elsewhere, in eight bytes.
  mutating func addHead(_ name: UInt32, wideSize: UInt64?) {
    append(name)
    bytes += wideSize.map(Self.wideSize) ?? Self.openSize
  }

  private mutating func append(_ name: UInt32) {
    for place in stride(from: 24, through: 0, by: -8) where name >> UInt32(place) != 0 {
      bytes.append(UInt8(truncatingIfNeeded: name >> UInt32(place)))
    }
  }

  /// The size that means "up to where another element begins".
  static let openSize: [UInt8] = [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]

  /// Returns a size in eight bytes.
  static func wideSize(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: value | 1 << 56)
    return bytes
  }

  /// Returns a size in as few bytes as possible; sizes of only one bits are reserved for unknown sizes.
  private static func size(_ value: UInt64) -> [UInt8] {
    var count = 1
    while count < 8, value >= 1 << UInt64(7 * count) - 1 { count += 1 }
    let marked = value | 1 << UInt64(7 * count)
    return (0..<count).map { UInt8(truncatingIfNeeded: marked >> UInt64(8 * (count - 1 - $0))) }
  }
}

import ArgumentParser

/// Bytes, given or shown as hexadecimal digits.
struct HexBytes: ExpressibleByArgument {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init?(argument: String) {
    var digits = argument.filter { $0 != " " }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits.removeFirst(2) }
    let values = digits.map(\.hexDigitValue)
    guard !values.isEmpty, values.count % 2 == 0, !values.contains(nil) else { return nil }
    let nibbles = values.compactMap { $0 }
    bytes = stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
  }

  /// The digits, in upper case.
  var text: String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined()
  }
}

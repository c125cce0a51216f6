/// Bytes of files written by hand, least significant byte first.
enum Bytes {
  static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func big(_ value: Int, _ width: Int) -> [UInt8] { little(value, width).reversed() }

  /// A chunk with its padding.
  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  /// A file whose header counts what follows.
  static func file(_ chunks: [UInt8], form: String = "RIFF") -> [UInt8] {
    Array(form.utf8) + little(chunks.count + 4, 4) + Array("WAVE".utf8) + chunks
  }

  /// `fmt ` of the given fields, with what follows the sixteenth byte.
  static func format(
    _ tag: Int, channels: Int = 1, rate: Int = 8000, align: Int, bits: Int, rest: [UInt8] = []
  ) -> [UInt8] {
    chunk(
      "fmt ",
      little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * align, 4) + little(align, 2)
        + little(bits, 2) + rest)
  }

  /// The extension of WAVEFORMATEXTENSIBLE with one of Microsoft's subformats.
  static func extensible(_ tag: Int, valid: Int, mask: Int) -> [UInt8] {
    little(22, 2) + little(valid, 2) + little(mask, 4) + little(tag, 4)
      + [0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
  }

  /// A chunk of Wave64: the GUID's first four bytes are `name`.
  static func wide(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let guid: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    let padding = [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
    return Array(name.utf8) + guid + little(body.count + 24, 8) + body + padding
  }

  static func wave64(_ chunks: [UInt8]) -> [UInt8] {
    let riff: [UInt8] = [
      0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00,
    ]
    let wave: [UInt8] = [
      0x77, 0x61, 0x76, 0x65, 0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
    ]
    return riff + little(chunks.count + 40, 8) + wave + chunks
  }
}

/// A message of MIDI 1.0 of up to three bytes.
package struct MIDIMessage: Sendable, Hashable, BitwiseCopyable {
  /// The status byte: the type, and for channel messages the channel.
  package var status: UInt8
  /// The first data byte, or 0.
  package var first: UInt8
  /// The second data byte, or 0.
  package var second: UInt8

  /// Creates a message.
  package init(status: UInt8, first: UInt8 = 0, second: UInt8 = 0) {
    (self.status, self.first, self.second) = (status, first, second)
  }

  /// Returns the number of bytes of a message with a status; `nil` for an undefined status and for system exclusive
  /// messages.
  package static func count(status: UInt8) -> Int? {
    switch status {
    case 0x80..<0xC0, 0xE0..<0xF0, 0xF2: 3
    case 0xC0..<0xE0, 0xF1, 0xF3: 2
    case 0xF6, 0xF8...0xFF: 1
    default: nil
    }
  }

  /// The number of bytes.
  package var count: Int { Self.count(status: status) ?? 1 }

  /// Creates the first message in the bytes; `nil` if it is truncated or system exclusive.
  package init?(beginning bytes: Span<UInt8>) {
    guard bytes.count > 0, let count = Self.count(status: bytes[0]), bytes.count >= count else { return nil }
    self.init(status: bytes[0], first: count > 1 ? bytes[1] : 0, second: count > 2 ? bytes[2] : 0)
    if (first | second) & 0x80 != 0 { return nil }
  }
}

/// The duration of Opus packets, by their first bytes. RFC 6716, 3.1 and 3.2.
package enum OpusPacket {
  /// The rate in which Opus counts frames, in Hz.
  package static let sampleRate = 48_000
  /// The largest number of frames of a packet, at 48 kHz: 120 ms.
  package static let maximumFrameCount = 5760

  /// Returns the number of frames at 48 kHz that a packet decodes to; `nil` for bytes that do not begin a packet.
  package static func frameCount(_ packet: Span<UInt8>) -> Int? {
    guard packet.count > 0 else { return nil }
    let frames: Int
    switch packet[0] & 3 {
    case 0: frames = 1
    case 1, 2: frames = 2
    default:
      guard packet.count > 1 else { return nil }
      frames = Int(packet[1] & 63)
    }
    let count = frames * codedFrameCount(packet[0])
    return (1...maximumFrameCount).contains(count) ? count : nil
  }

  /// Returns the frames at 48 kHz of one coded frame, by the five highest bits of the first byte. RFC 6716, Table 2.
  private static func codedFrameCount(_ byte: UInt8) -> Int {
    let configuration = Int(byte >> 3)
    switch configuration {
    // SILK: 10, 20, 40, 60 ms.
    case 0..<12: return min(480 << (configuration & 3), 2880)
    // Hybrid: 10, 20 ms.
    case 12..<16: return 480 << (configuration & 1)
    // CELT: 2.5, 5, 10, 20 ms.
    default: return 120 << (configuration & 3)
    }
  }
}

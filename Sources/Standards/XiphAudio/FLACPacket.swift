/// The duration of FLAC frames, by their headers. RFC 9639, 9.1.
package enum FLACPacket {
  /// The number of bytes at the start of a frame that state its duration.
  package static let headByteCount = 16

  /// Returns the number of frames of sound of a FLAC frame, by its header: RFC 9639, 9.1.1; `nil` if it is malformed.
  package static func frameCount(_ packet: Span<UInt8>) -> Int? {
    guard packet.count > 5, packet[0] == 0xFF, packet[1] & 0xFE == 0xF8 else { return nil }
    switch Int(packet[2] >> 4) {
    case 0: return nil
    case 1: return 192
    case let code where code < 6: return 576 << (code - 2)
    case let code where code > 7: return 256 << (code - 8)
    case let code:
      // The size follows the number of the frame, which is as long as its first byte says.
      let ones = (~packet[4]).leadingZeroBitCount
      let place = 4 + max(1, ones)
      guard ones != 1, ones < 8, place + code - 5 <= packet.count else { return nil }
      return 1 + (code == 6 ? Int(packet[place]) : Int(packet[place]) << 8 | Int(packet[place + 1]))
    }
  }
}

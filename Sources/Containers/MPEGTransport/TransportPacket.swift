import AudioBase

/// The header of a transport packet (ISO/IEC 13818-1, 2.4.3.2), and the range of its payload.
struct TransportPacket: Equatable {
  /// The number of bytes of a packet.
  static let byteCount = 188
  /// `sync_byte`.
  static let syncByte: UInt8 = 0x47

  /// `transport_error_indicator`: a bit of the packet is known to be wrong.
  var isDamaged: Bool
  /// `payload_unit_start_indicator`: a PES packet, or a section, begins in the payload.
  var startsUnit: Bool
  /// `PID`: the stream that the packet belongs to, 0…8191.
  var identifier: UInt16
  /// `transport_scrambling_control` is not 0: the payload is encrypted.
  var isScrambled: Bool
  /// `continuity_counter`, 0…15, counted for each PID over the packets with a payload.
  var continuityCounter: UInt8
  /// `discontinuity_indicator`: the counter may jump.
  var isDiscontinuity: Bool
  /// The payload as indices of the packet; empty if there is none.
  var payload: Range<Int>

  /// Reads the header of a packet, or returns `nil` if these bytes, at least 188, cannot be one.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= TransportPacket.byteCount, bytes[0] == TransportPacket.syncByte else { return nil }
    isDamaged = bytes[1] & 0x80 != 0
    startsUnit = bytes[1] & 0x40 != 0
    identifier = UInt16(bytes[1] & 0x1F) << 8 | UInt16(bytes[2])
    isScrambled = bytes[3] & 0xC0 != 0
    continuityCounter = bytes[3] & 15
    isDiscontinuity = false
    payload = 0..<0
    // `adaptation_field_control`; 0 is reserved.
    switch bytes[3] >> 4 & 3 {
    case 1: payload = 4..<TransportPacket.byteCount
    case 2: isDiscontinuity = bytes[4] > 0 && bytes[5] & 0x80 != 0
    case 3:
      let length = Int(bytes[4])
      // With a payload the field leaves it a byte at least.
      guard length < TransportPacket.byteCount - 5 else { return nil }
      isDiscontinuity = length > 0 && bytes[5] & 0x80 != 0
      payload = (5 + length)..<TransportPacket.byteCount
    default: return nil
    }
  }
}

/// The layout of transport packets in a file.
struct TransportLayout: Equatable, BitwiseCopyable {
  /// The bytes from one `sync_byte` to the next: 188; 192 with the preceding four bytes of time of Blu-ray discs and
  /// camcorders; 204 followed by sixteen bytes of error correction (ISO/IEC 13818-1; ETSI EN 300 429).
  var stride: Int
  /// The number of bytes from the start of the file to the first `sync_byte`.
  var start: Int

  /// The number of consecutive packets that confirm a layout, if there are as many.
  static let confirmingPacketCount = 5

  /// Finds the packet layout in the first bytes of a file, or returns `nil` if there is none.
  init?(_ head: Span<UInt8>) {
    for stride in [188, 192, 204] {
      for start in 0..<min(stride, max(0, head.count - TransportPacket.byteCount + 1)) {
        guard head[start] == TransportPacket.syncByte else { continue }
        let count = TransportLayout.packetCount(in: head, start: start, stride: stride)
        let room = (head.count - start + stride - TransportPacket.byteCount) / stride
        if count == room, count >= 2 || head.count - start == TransportPacket.byteCount {
          (self.stride, self.start) = (stride, start)
          return
        }
        if count >= TransportLayout.confirmingPacketCount, count * stride >= (head.count - start) / 2 {
          (self.stride, self.start) = (stride, start)
          return
        }
      }
    }
    return nil
  }

  /// Returns the packets that follow each other from `start` on.
  private static func packetCount(in head: Span<UInt8>, start: Int, stride: Int) -> Int {
    var count = 0
    var place = start
    while place + TransportPacket.byteCount <= head.count {
      guard TransportPacket(head.extracting(place..<(place + TransportPacket.byteCount))) != nil else { return count }
      count += 1
      place += stride
    }
    return count
  }
}

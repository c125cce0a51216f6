package import AudioBase

extension StreamFormat {
  /// Returns the number of bytes before the contents of a packet: that of an ADTS header, which parsers of transport
  /// streams leave in place; otherwise 0.
  ///
  /// It cannot be its own packet: bare AAC that begins with these bits ends at once. ISO/IEC 14496-3, 1.A.3.2.
  package func framingByteCount(_ packet: Span<UInt8>) -> Int {
    switch formatID {
    case .aac, .aacHighEfficiency, .aacHighEfficiencyV2: break
    default: return 0
    }
    guard packet.count > 9, packet[0] == 0xFF, packet[1] & 0xF6 == 0xF0 else { return 0 }
    let length = Int(packet[3] & 3) << 11 | Int(packet[4]) << 3 | Int(packet[5]) >> 5
    // More than one block in a frame would be more than one packet.
    guard length == packet.count, packet[6] & 3 == 0 else { return 0 }
    return packet[1] & 1 == 1 ? 7 : 9
  }
}

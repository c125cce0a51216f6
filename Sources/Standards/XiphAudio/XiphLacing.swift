/// Several packets in one, the form in which the three headers of Vorbis become a magic cookie.
///
/// ```
/// number of packets − 1 │ length of each but the last: bytes 255 and a lower one, added │ the packets
/// ```
/// Matroska's `CodecPrivate` of Vorbis is the same, and FFmpeg's extradata.
package enum XiphLacing {
  /// Joins up to 256 packets.
  package static func join(_ packets: [[UInt8]]) -> [UInt8] {
    var bytes = [UInt8(truncatingIfNeeded: packets.count - 1)]
    for packet in packets.dropLast() {
      // Bound: as long as a 255th of the packet.
      bytes += [UInt8](repeating: 255, count: packet.count / 255)
      bytes.append(UInt8(packet.count % 255))
    }
    return bytes + packets.flatMap { $0 }
  }

  /// Splits the packets; `nil` if the lengths do not fit.
  package static func split(_ bytes: [UInt8]) -> [[UInt8]]? {
    guard let first = bytes.first else { return nil }
    var place = 1
    var lengths: [Int] = []
    for _ in 0..<first {
      var length = 0
      while true {
        guard place < bytes.count else { return nil }
        length += Int(bytes[place])
        place += 1
        if bytes[place - 1] < 255 { break }
      }
      lengths.append(length)
    }
    var packets: [[UInt8]] = []
    for length in lengths {
      guard length <= bytes.count - place else { return nil }
      packets.append(Array(bytes[place..<(place + length)]))
      place += length
    }
    return packets + [Array(bytes[place...])]
  }
}

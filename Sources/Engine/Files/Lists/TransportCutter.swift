import AudioBase

/// The kinds of files that a list of segments names.
package enum SegmentKind: CaseIterable, Sendable {
  /// Finds the segments of a transport stream while its packets arrive, by their tables (RFC 8216, 3.2), and their
  /// durations by its clock.
  case fragments
  /// Parts of a transport stream.
  case transport

  /// The end of their names.
  var suffix: String { self == .fragments ? ".m4s" : ".ts" }
}

/// Finds where the segments of a transport stream begin while its packets come, by their tables (RFC 8216, 3.2), and
/// their durations by its clock.
struct TransportCutter {
  private static let packetByteCount = 188

  /// The clock at the beginning of each segment, and the last that was stated, in units of 1 / 27 MHz.
  private var starts: [UInt64] = []
  private var last: UInt64 = 0
  private var isAtStart = false

  /// Returns the number of first bytes that belong to one part, at least one, and the part.
  mutating func take(_ bytes: Span<UInt8>) throws(ContainerError) -> (count: Int, part: FragmentCutter.Part) {
    guard bytes.count % Self.packetByteCount == 0, bytes[0] == 0x47 else {
      throw ContainerError(.invalidState, "a transport stream that is cut comes in whole packets", at: 0, in: "mp2t")
    }
    var place = 0
    repeat {
      let packet = bytes.extracting(place..<(place + Self.packetByteCount))
      // The program association table has PID 0.
      if packet[1] & 0x1F == 0, packet[2] == 0 {
        if place > 0 { return (place, .fragment(isFirst: false)) }
        isAtStart = true
        return (Self.packetByteCount, .fragment(isFirst: true))
      }
      note(packet)
      place += Self.packetByteCount
    } while place < bytes.count
    return (place, .fragment(isFirst: false))
  }

  /// Records the clock that a packet states in its adaptation field; ISO/IEC 13818-1, 2.4.3.5.
  private mutating func note(_ packet: Span<UInt8>) {
    guard packet[3] & 0x20 != 0, packet[4] >= 7, packet[5] & 0x10 != 0 else { return }
    let field = (6..<12).reduce(UInt64(0)) { $0 << 8 | UInt64(packet[$1]) }
    last = (field >> 15) * 300 + field & 0x1FF
    if isAtStart { starts.append(last) }
    isAtStart = false
  }

  /// The seconds of each segment.
  var seconds: [Double] {
    zip(starts, starts.dropFirst() + [last]).map { start, end in
      // The clock begins again after 26.5 hours.
      Double(end >= start ? end - start : end + 300 << 33 - start) / 27e6
    }
  }
}

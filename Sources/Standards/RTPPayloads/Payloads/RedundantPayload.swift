import AudioBase

/// The payload of `red`: older payloads before the newest one, RFC 2198.
///
/// ```
/// bits  1   7             14                 10            older ones, oldest first
///       1   payload type  timestamp offset   length
///       0   payload type                                   the newest; then the contents in the same order
/// ```
public struct RedundantPayload: Sendable, Equatable {
  /// A payload.
  public struct Block: Sendable, Equatable {
    /// The payload type.
    public var payloadType: UInt8
    /// The number of ticks by which the payload is older than the newest one, 0…16383.
    public var timestampOffset: Int
    /// The block's range in the payload of the packet.
    public var range: Range<Int>
  }

  /// The largest timestamp offset in 14 bits.
  public static let maximumTimestampOffset = 16_383
  /// The largest size of an older payload in ten bits.
  public static let maximumByteCount = 1023
  /// The largest number of older payloads that are read.
  public static let maximumBlockCount = 32

  /// The older payloads, oldest first, followed by the newest one.
  public var blocks: [Block] = []

  /// Reads the headers of a payload.
  ///
  /// - Throws: ``RTPError`` of kind truncated, and limit exceeded for more than 32 older payloads.
  public init(parsing payload: Span<UInt8>) throws(RTPError) {
    var headers: [(type: UInt8, offset: Int, count: Int)] = []
    var place = 0
    while place < payload.count, payload[place] & 0x80 != 0 {
      guard payload.count - place >= 4 else { throw Self.cut(place) }
      guard headers.count < Self.maximumBlockCount else {
        throw RTPError(.limitExceeded, "a packet has 32 older payloads at most", clause: "RFC 2198, 3", at: place)
      }
      let bits = UInt32(payload[place + 1]) << 16 | UInt32(payload[place + 2]) << 8 | UInt32(payload[place + 3])
      headers.append((payload[place] & 127, Int(bits >> 10), Int(bits & 1023)))
      place += 4
    }
    guard place < payload.count else { throw Self.cut(place) }
    let newestType = payload[place]
    place += 1
    for header in headers {
      guard header.count <= payload.count - place else { throw Self.cut(place) }
      let range = place..<(place + header.count)
      blocks.append(Block(payloadType: header.type, timestampOffset: header.offset, range: range))
      place += header.count
    }
    blocks.append(Block(payloadType: newestType, timestampOffset: 0, range: place..<payload.count))
  }

  private static func cut(_ offset: Int) -> RTPError {
    RTPError(.truncated, "the blocks lie within the packet", clause: "RFC 2198, 3", at: offset)
  }

  /// Returns a combined payload of older payloads and the newest one, all of one payload type.
  ///
  /// - Parameters:
  ///   - newest: The newest payload.
  ///   - older: The older units, oldest first; units that are too long or too old for the header are left out.
  ///   - payloadType: Their payload type.
  public static func payload(
    _ newest: [UInt8], older: [(timestampOffset: Int, bytes: [UInt8])], payloadType: UInt8
  ) -> [UInt8] {
    let fitting = older.filter {
      $0.bytes.count <= maximumByteCount && (0...maximumTimestampOffset).contains($0.timestampOffset)
    }
    var bytes: [UInt8] = []
    for block in fitting {
      let bits = UInt32(block.timestampOffset) << 10 | UInt32(block.bytes.count)
      bytes += [0x80 | payloadType & 127, UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
    }
    bytes.append(payloadType & 127)
    for block in fitting { bytes += block.bytes }
    return bytes + newest
  }
}

import AudioBase
import FramedStreams

/// The position of one PID's payload within its PES packets (ISO/IEC 13818-1, 2.4.3.6).
struct PacketizedState: Equatable, BitwiseCopyable {
  /// True if a PES packet has begun; bytes before it are the end of a packet whose beginning is missing.
  private var hasBegun = false
  /// The number of header bytes in the next transport packets.
  private var headerByteCount = 0
  /// The number of remaining bytes of the PES packet, `nil` if its length is not stated.
  private var dataByteCount: Int?
  /// The presentation time of the last PES packet that began, in seconds; `nil` if it states none.
  private(set) var time: Double?
  /// `continuity_counter` of the last payload, `nil` before the first.
  private var continuityCounter: UInt8?

  /// The use of a transport packet's payload, and the loss before it.
  enum Continuity {
    case continues
    case repeats
    case follows(missing: Int)
  }

  /// Compares the counter of a packet with a payload with the previous one.
  mutating func check(_ packet: TransportPacket) -> Continuity {
    defer { continuityCounter = packet.continuityCounter }
    guard let last = continuityCounter, !packet.isDiscontinuity else { return .continues }
    // A packet may be sent twice.
    if packet.continuityCounter == last { return .repeats }
    let missing = Int((packet.continuityCounter &- last &- 1) & 15)
    return missing == 0 ? .continues : .follows(missing: missing)
  }

  /// Returns the part of a payload that belongs to the elementary stream, as indices of `payload`.
  mutating func data(in payload: Span<UInt8>, startsUnit: Bool) -> Range<Int> {
    var start = 0
    if startsUnit {
      guard let header = PacketizedState.header(payload) else {
        hasBegun = false
        return 0..<0
      }
      hasBegun = true
      headerByteCount = header.byteCount
      dataByteCount = header.dataByteCount
      time = header.time
    }
    guard hasBegun else { return 0..<0 }
    start = min(headerByteCount, payload.count)
    headerByteCount -= start
    var end = payload.count
    if let left = dataByteCount {
      end = min(end, start + left)
      dataByteCount = left - (end - start)
    }
    return start..<end
  }

  /// Returns the bytes of the header of the PES packet that begins a payload, and of the data after it and its time if
  /// they are stated.
  private static func header(_ payload: Span<UInt8>) -> (byteCount: Int, dataByteCount: Int?, time: Double?)? {
    // `packet_start_code_prefix`, and the two bits '10' that the header of an audio stream has.
    guard payload.count >= 9, payload[0] == 0, payload[1] == 0, payload[2] == 1, payload[6] & 0xC0 == 0x80 else {
      return nil
    }
    let byteCount = 9 + Int(payload[8])
    var time: Double?
    if payload[7] & 0x80 != 0, payload[8] >= 5, payload.count >= 14 {
      time = PresentationTime.seconds((9..<14).reduce(0) { $0 << 8 | UInt64(payload[$1]) })
    }
    // `PES_packet_length` counts the bytes after it; 0 leaves the end open.
    let length = Int(payload[4]) << 8 | Int(payload[5])
    guard length > 0 else { return (byteCount, nil, time) }
    guard length >= byteCount - 6 else { return nil }
    return (byteCount, length - (byteCount - 6), time)
  }
}

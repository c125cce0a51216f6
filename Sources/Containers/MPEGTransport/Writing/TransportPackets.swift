import AudioBase
import Bitstream

/// Makes the packets of a transport stream, and counts their continuity counters (ISO/IEC 13818-1, 2.4.3).
struct TransportPackets {
  /// The duration, in seconds, by which the clock is behind the times at which sound is heard, while the sound is in a
  /// buffer.
  static let bufferSeconds = 0.2
  /// The bits of the clock's units of 1/90000 s.
  private static let clockMask: UInt64 = 1 << 33 - 1
  /// The largest number of the clock's units: packets may state any duration.
  private static let longest = 0x1p62

  private let streamIdentifier: UInt8
  private var counters: [UInt16: UInt8] = [:]

  /// Begins a stream whose PES packets have this `stream_id`.
  init(streamIdentifier: UInt8) { self.streamIdentifier = streamIdentifier }

  /// Appends a section of a table, which fits one packet.
  mutating func append(section: [UInt8], identifier: UInt16, to bytes: inout [UInt8]) {
    appendHeader(identifier, startsUnit: true, control: 1, to: &bytes)
    // `pointer_field`, and stuffing up to the end.
    bytes.append(0)
    bytes += section
    // Bound: what is left of 183 bytes.
    bytes += [UInt8](repeating: 0xFF, count: max(0, TransportPacket.byteCount - 5 - section.count))
  }

  /// Appends a PES packet of whole frames that are heard from a time on.
  mutating func append(
    frames: [UInt8], seconds: Double, to bytes: inout [UInt8], at offset: Int64
  ) throws(ContainerError) {
    var payload: [UInt8] = [0, 0, 1, streamIdentifier]
    // Three bytes of flags, and the time.
    let length = frames.count + 8
    guard length <= 0xFFFF else {
      throw ContainerError(.unsupported, "a frame has fewer than 65528 bytes", at: offset, in: "mp2t")
    }
    payload.append(bigEndian: UInt16(length))
    // '10', `data_alignment_indicator`; `PTS_DTS_flags` of a time alone; the bytes that follow of the header.
    payload += [0x84, 0x80, 5]
    let time = Self.clock(seconds + Self.bufferSeconds)
    payload += [
      0x21 | UInt8(truncatingIfNeeded: time >> 29) & 0x0E, UInt8(truncatingIfNeeded: time >> 22),
      UInt8(truncatingIfNeeded: time >> 14) | 1, UInt8(truncatingIfNeeded: time >> 7),
      UInt8(truncatingIfNeeded: time << 1) | 1,
    ]
    payload += frames
    var place = 0
    while place < payload.count {
      let clock = place == 0 ? seconds : nil
      // An adaptation field has its length; a clock needs flags and six bytes.
      let (fieldByteCount, left) = (clock == nil ? 0 : 8, payload.count - place)
      let room = TransportPacket.byteCount - 4 - fieldByteCount
      let stuffing = max(0, room - left)
      let hasField = fieldByteCount + stuffing > 0
      appendHeader(TransportTables.streamIdentifier, startsUnit: place == 0, control: hasField ? 3 : 1, to: &bytes)
      if hasField { Self.appendField(byteCount: fieldByteCount + stuffing, clock: clock, to: &bytes) }
      let count = min(room, left)
      bytes += payload[place..<(place + count)]
      place += count
    }
  }

  /// Appends a packet without a payload that states the clock at the end of the sound, which no other time states.
  mutating func append(clockAt seconds: Double, to bytes: inout [UInt8]) {
    // The counter counts payloads.
    bytes += [TransportPacket.syncByte, UInt8(TransportTables.streamIdentifier >> 8)]
    bytes.append(UInt8(truncatingIfNeeded: TransportTables.streamIdentifier))
    bytes.append(0x20 | (counters[TransportTables.streamIdentifier, default: 0] &- 1) & 15)
    Self.appendField(byteCount: TransportPacket.byteCount - 4, clock: seconds, to: &bytes)
  }

  private mutating func appendHeader(_ identifier: UInt16, startsUnit: Bool, control: UInt8, to bytes: inout [UInt8]) {
    let counter = counters[identifier, default: 0]
    counters[identifier] = counter &+ 1
    bytes += [TransportPacket.syncByte, (startsUnit ? 0x40 : 0) | UInt8(identifier >> 8)]
    bytes += [UInt8(truncatingIfNeeded: identifier), control << 4 | counter & 15]
  }

  /// Appends an adaptation field of the given number of bytes, with its length; 2.4.3.4.
  private static func appendField(byteCount: Int, clock seconds: Double?, to bytes: inout [UInt8]) {
    bytes.append(UInt8(byteCount - 1))
    guard byteCount > 1 else { return }
    var stuffing = byteCount - 2
    // `random_access_indicator` and `PCR_flag`.
    bytes.append(seconds == nil ? 0 : 0x50)
    if let seconds {
      // 27 MHz: parts of 300 in nine bits behind six that are reserved.
      let ticks = UInt64(min(seconds * 27e6, longest).rounded())
      bytes.append(bigEndian: (ticks / 300 & clockMask) << 31 | 0x7E00_0000 | (ticks % 300) << 16, byteCount: 6)
      stuffing -= 6
    }
    // Bound: less than a packet.
    bytes += [UInt8](repeating: 0xFF, count: max(0, stuffing))
  }

  private static func clock(_ seconds: Double) -> UInt64 {
    UInt64(min(seconds * 90_000, longest).rounded()) & clockMask
  }
}

extension [UInt8] {
  /// Appends the first bytes of a number.
  fileprivate mutating func append(bigEndian number: UInt64, byteCount: Int) {
    for byte in 0..<byteCount { append(UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * byte))) }
  }
}

import AudioBase
import Bitstream
import SpeechFrames

/// The payloads of AMR and AMR-WB: a request for a mode, a table of the frames, and the frames (RFC 4867, 4.3 and 4.4).
///
/// ```
/// CMR 4 │ F 1, FT 4, Q 1 │ … │ speech │ …      bandwidth-efficient: nothing between the fields
/// CMR 4, 0 │ F 1, FT 4, Q 1, 0 │ … │ speech │ …      octet-aligned: each field in whole bytes
/// ```
/// Units are frames as files have them: the type in a byte, and the speech in whole bytes.
struct AMRPayload: Sendable {
  let kind: AMRFrame
  let isOctetAligned: Bool
  /// No mode is asked for.
  private static let anyMode: UInt32 = 15
  /// Bits of speech by the type: 3GPP TS 26.101, Table 1a, and TS 26.201, Table 1a.
  private static let narrowBitCounts = [95, 103, 118, 134, 148, 159, 204, 244, 39]
  private static let wideBitCounts = [132, 177, 253, 285, 317, 365, 397, 461, 477, 40]

  private func bitCount(_ type: Int) -> Int {
    let counts = kind == .narrowBand ? Self.narrowBitCounts : Self.wideBitCounts
    return type < counts.count ? counts[type] : 0
  }

  /// Cuts a packet of a file into its frames.
  ///
  /// - Throws: ``RTPError`` if a frame is cut, or has a type that does not exist.
  func frames(of packet: [UInt8]) throws(RTPError) -> [[UInt8]] {
    var (place, frames): (Int, [[UInt8]]) = (0, [])
    while place < packet.count {
      guard let count = kind.byteCount(first: packet[place]), count <= packet.count - place else {
        throw RTPError(.malformed, "a packet of AMR has whole frames", clause: "RFC 4867, 5.3", at: place)
      }
      frames.append(Array(packet[place..<(place + count)]))
      place += count
    }
    return frames
  }

  /// Returns the bytes of a payload of frames.
  func payload(of frames: [[UInt8]]) -> [UInt8] {
    var writer = BitWriter()
    writer.write(Self.anyMode, 4)
    if isOctetAligned { writer.align() }
    for (index, frame) in frames.enumerated() {
      writer.write(index < frames.count - 1)
      writer.write(UInt32(frame[0] >> 2 & 31), 5)
      if isOctetAligned { writer.align() }
    }
    for frame in frames {
      writer.write(bitsOf: frame.span, 8..<(8 + bitCount(Int(frame[0] >> 3 & 15))))
      if isOctetAligned { writer.align() }
    }
    return writer.bytes
  }

  /// Appends the frames of a payload.
  ///
  /// - Throws: ``RTPError`` if the payload ends within them, or has a type that does not exist.
  func read(_ payload: ArraySlice<UInt8>, into units: inout [PayloadUnit]) throws(RTPError) {
    let bytes = payload.span
    var reader = BitReader(bytes)
    do throws(EndOfBits) {
      try reader.skip(isOctetAligned ? 8 : 4)
      var heads: [UInt8] = []
      var hasMore = true
      while hasMore {
        hasMore = try reader.readFlag()
        heads.append(UInt8(truncatingIfNeeded: try reader.read(5)) << 2)
        if isOctetAligned { try reader.skip(2) }
      }
      for (index, head) in heads.enumerated() {
        guard kind.byteCount(first: head) != nil else { break }
        var frame = BitWriter()
        frame.write(UInt32(head), 8)
        var left = bitCount(Int(head >> 3))
        while left > 0 {
          let count = min(32, left)
          frame.write(try reader.read(count), count)
          left -= count
        }
        if isOctetAligned { try reader.align(from: 0) }
        units.append(PayloadUnit(frameOffset: Int64(index * kind.sampleCount), bytes: frame.bytes[...]))
      }
      if heads.allSatisfy({ kind.byteCount(first: $0) != nil }) { return }
    } catch {
      throw RTPError(.truncated, "a payload has the frames of its table", clause: "RFC 4867, 4.3", at: error.offset / 8)
    }
    throw RTPError(.malformed, "a frame of AMR has a type that exists", clause: "RFC 4867, 4.3.2")
  }
}

extension PayloadFormat {
  /// The frames of AMR that the format has.
  var amrKind: AMRFrame { format.formatID == "sawb" ? .wideBand : .narrowBand }
}

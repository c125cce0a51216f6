import AudioBase
import Bitstream
import MPEG4Systems

/// `AudioPreRoll()`: the frames before the one that carries it, so that a decoder that starts there has the right
/// state; and the configuration, which may change there.
///
/// ISO/IEC 23003-3, Annex B. Such a packet is an immediate play-out frame.
struct AudioPreRoll: Sendable {
  /// The most frames of one.
  static let maximumFrameCount = 3

  /// The payload, whose first bit may be anywhere in a byte of the packet; the memory is reused from packet to packet.
  private(set) var bytes: [UInt8] = []
  /// The range of the `UsacConfig()` in ``bytes``, in bits; empty if none is sent.
  private(set) var configuration = 0..<0
  /// `applyCrossfade`: true to crossfade from the sound of the previous configuration to that of the new one.
  private(set) var isCrossfaded = false
  /// The range of each frame in ``bytes``, in bits.
  private(set) var frames: [3 of Range<Int>] = .init(repeating: 0..<0)
  private(set) var frameCount = 0

  /// Clears the last payload.
  mutating func clear() {
    configuration = 0..<0
    frameCount = 0
  }

  /// Returns true if there is no configuration, or it has the known bytes, possibly followed by zeros.
  func hasConfiguration(_ known: [UInt8]) -> Bool {
    var reader = BitReader(bytes.span, bits: configuration)
    guard reader.remaining > 0 else { return true }
    guard reader.remaining >= 8 * known.count else { return false }
    var place = 0
    while reader.remaining > 0 {
      guard reader.readUnchecked(8) == (place < known.count ? UInt32(known[place]) : 0) else { return false }
      place += 1
    }
    return true
  }

  /// Reads the payload of an extension element.
  mutating func read(_ packet: Span<UInt8>, _ payload: USACFrame.Payload) throws(USACError) {
    copy(packet, payload)
    frameCount = 0
    let payloadBytes = bytes
    var reader = BitReader(payloadBytes.span)
    let configurationByteCount = try reader.escapedValue(4, 4, 8)
    configuration = try reader.range(byteCount: configurationByteCount)
    isCrossfaded = try reader.bit()
    // A reserved bit.
    _ = try reader.bit()
    let count = try reader.escapedValue(2, 4, 0)
    guard count <= AudioPreRoll.maximumFrameCount else { throw USACError(.prerollFrames, at: payload.start) }
    for frame in 0..<count {
      let byteCount = try reader.escapedValue(16, 16, 0)
      frames[frame] = try reader.range(byteCount: byteCount)
      frameCount = frame + 1
    }
  }

  /// Bound: as many bytes as the packet has.
  private mutating func copy(_ packet: Span<UInt8>, _ payload: USACFrame.Payload) {
    var reader = BitReader(packet, bits: payload.start..<(payload.start + 8 * payload.byteCount))
    bytes.removeAll(keepingCapacity: true)
    for _ in 0..<payload.byteCount { bytes.append(UInt8(truncatingIfNeeded: reader.readUnchecked(8))) }
  }
}

extension BitReader {
  /// The next bytes as a range of bits, which is skipped.
  fileprivate mutating func range(byteCount: Int) throws(USACError) -> Range<Int> {
    guard byteCount <= remaining / 8 else { throw USACError(.truncated, at: offset) }
    defer { consume(8 * byteCount) }
    return offset..<(offset + 8 * byteCount)
  }
}

import Bitstream

/// The fields at the start of an element, and for compressed elements how its channels are mixed.
struct ElementHeader: Equatable, Sendable {
  /// `numSamples`: frames of the element.
  var frameCount: Int
  /// `bytesShifted`: bytes of each sample that are stored as they are, 0…2.
  var shiftedByteCount = 0
  /// The storage of the samples.
  var coding = Coding.compressed(StereoMix())

  /// The storage of an element's samples.
  enum Coding: Equatable, Sendable {
    /// Uncompressed samples: `escapeFlag` is set.
    case verbatim
    /// Residuals of a predictor; the mix applies to channel pairs.
    case compressed(StereoMix)
  }

  /// Returns the number of bits of the samples that are predicted, without the bit that a pair adds.
  func predictedWidth(bitDepth: Int) -> Int { bitDepth - 8 * shiftedByteCount }

  /// Reads the fields after the element's ID, the instance tag first.
  init(_ bits: inout BitReader, frameLength: Int) throws(ALACError) {
    _ = try bits.field(4)
    let start = bits.offset
    guard try bits.field(12) == 0 else { throw ALACError(.reservedHeaderBits, at: start) }
    let isPartial = try bits.field(1) == 1
    shiftedByteCount = Int(try bits.field(2))
    guard shiftedByteCount < 3 else { throw ALACError(.threeBytesShifted, at: start) }
    let isVerbatim = try bits.field(1) == 1
    frameCount = isPartial ? Int(try bits.field(32)) : frameLength
    guard frameCount > 0 else { throw ALACError(.noFrames, at: start) }
    guard frameCount <= frameLength else { throw ALACError(.frameCountBeyondPacket, at: start) }
    if isVerbatim {
      coding = .verbatim
    } else {
      let shift = Int(try bits.field(8))
      let weight = Int8(truncatingIfNeeded: try bits.field(8))
      coding = .compressed(StereoMix(shift: shift, weight: Int(weight)))
    }
  }

  /// Creates a header to write.
  init(frameCount: Int, shiftedByteCount: Int, coding: Coding) {
    self.frameCount = frameCount
    self.shiftedByteCount = shiftedByteCount
    self.coding = coding
  }

  /// Writes the fields that ``init(_:frameLength:)`` reads, except for the instance tag.
  func write(to packet: inout PacketBits, frameLength: Int) {
    packet.put(0, 12)
    packet.put(frameCount < frameLength ? 1 : 0, 1)
    packet.put(UInt32(shiftedByteCount), 2)
    packet.put(coding == .verbatim ? 1 : 0, 1)
    if frameCount < frameLength { packet.put(UInt32(frameCount), 32) }
    guard case .compressed(let mix) = coding else { return }
    packet.put(UInt32(mix.shift), 8)
    packet.put(UInt32(UInt8(truncatingIfNeeded: mix.weight)), 8)
  }
}

/// A storage of samples other than in sequence: groups of bytes that are rearranged as a whole.
enum Repacking: Equatable {
  /// Two frames of DVDs: the upper 16 bits of all samples, then the lower 8 bits, or the lower 4 in half as many bytes.
  case regrouped(channelCount: Int, bits: Int)
  /// Two samples of AES3 with the lowest bit first, each followed by four bits without sound: SMPTE 302M, and D-Cinema
  /// (20 bits). They become big-endian integers of 16 or 24 bits.
  case reversed(bits: Int)
  /// A frame with filler channels after the others: Blu-ray has an even number of channels.
  case filled(storedByteCount: Int, usedByteCount: Int)
  /// A block of 16-bit samples, one channel after the other.
  case planar(channelCount: Int, blockByteCount: Int)

  /// The number of bytes of a stored group.
  var storedByteCount: Int {
    switch self {
    case .regrouped(let channels, let bits): 4 * channels + (bits == 24 ? 2 * channels : channels)
    case .reversed(let bits): (bits + 4) / 4
    case .filled(let stored, _): stored
    case .planar(let channels, let block): channels * block
    }
  }

  /// The number of bytes of a rearranged group.
  var madeByteCount: Int {
    switch self {
    case .regrouped(let channels, _): 6 * channels
    case .reversed(let bits): bits == 16 ? 4 : 6
    case .filled(_, let used): used
    case .planar(let channels, let block): channels * block
    }
  }

  /// Returns the number of bytes made from the first bytes of a group at the end of the stream: the last block of
  /// several channels may be shorter.
  func madeByteCount(ofLast count: Int) -> Int {
    guard case .planar(let channels, _) = self else { return 0 }
    return count / (2 * channels) * 2 * channels
  }

  /// Returns a byte of a group; `count` of its bytes are available.
  func byte(_ group: Span<UInt8>, count: Int, _ index: Int) -> UInt8 {
    switch self {
    case .regrouped(let channels, let bits):
      let (sample, part) = index.quotientAndRemainder(dividingBy: 3)
      guard part == 2 else { return group[2 * sample + part] }
      if bits == 24 { return group[4 * channels + sample] }
      let both = group[4 * channels + sample / 2]
      return sample & 1 == 0 ? both & 0xF0 : both << 4
    case .reversed(let bits):
      let width = bits == 16 ? 2 : 3
      let (sample, part) = index.quotientAndRemainder(dividingBy: width)
      // The lowest bit of the byte, where samples of 20 bits have four zeros beneath.
      let lowest = 8 * (width - 1 - part) - (bits == 20 ? 4 : 0)
      var byte: UInt8 = 0
      for bit in max(0, -lowest)..<8 {
        let place = sample * (bits + 4) + lowest + bit
        byte |= (group[place >> 3] >> UInt8(7 - place & 7) & 1) << UInt8(bit)
      }
      return byte
    case .filled: return group[index]
    case .planar(let channels, _):
      let plane = count / (2 * channels) * 2
      let (frame, within) = index.quotientAndRemainder(dividingBy: 2 * channels)
      return group[within / 2 * plane + 2 * frame + within & 1]
    }
  }
}

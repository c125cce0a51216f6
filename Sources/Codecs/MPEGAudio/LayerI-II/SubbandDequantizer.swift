import Transforms

/// Dequantises the codes of layers I and II to subband samples.
///
/// ISO/IEC 11172-3, 2.4.3.2 and 2.4.3.3. A quantiser of L steps has the values `(2 · code − (L − 1)) / L`, to which the
/// standard's constants C and D are equivalent; a scale factor of index i is `2^(1 − i/3)` (Table B.1).
struct SubbandDequantizer: Sendable {
  /// The scale factors by index 0…63; index 63, which is not in the standard, continues the series.
  private let scaleFactors: [Float]

  init() {
    // The cube roots of 1, 1/2 and 1/4.
    let roots: [3 of Double] = [1, 0.793_700_525_984_099_73, 0.629_960_524_947_436_58]
    scaleFactors = (0..<64).map { Float(Double(sign: .plus, exponent: 1 - $0 / 3, significand: roots[$0 % 3])) }
  }

  /// Writes the 12 slots of a part.
  func apply(_ channel: borrowing SubbandFrame.Channel, part: Int, to slots: inout SubbandSlots) {
    for subband in 0..<32 {
      let levelCount = channel.levelCounts[subband]
      guard levelCount > 0 else {
        for slot in 0..<SubbandFrame.slotsPerPart { slots[slot, subband] = 0 }
        continue
      }
      let gain = scaleFactors[Int(channel.scaleFactors[32 * part + subband] & 63)] / Float(levelCount)
      for slot in 0..<SubbandFrame.slotsPerPart {
        let code = Int(channel.codes[32 * (SubbandFrame.slotsPerPart * part + slot) + subband])
        slots[slot, subband] = Float(2 * code - (levelCount - 1)) * gain
      }
    }
  }
}

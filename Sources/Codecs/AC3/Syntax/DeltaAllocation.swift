import Bitstream

/// Corrections of a channel's masking curve: at most eight segments of bands.
///
/// ETSI TS 102 366, 4.4.3.47 and 6.2.2.6 (ATSC A/52, 5.4.3.47 and 7.2.2.6).
struct DeltaAllocation: Sendable, BitwiseCopyable {
  /// The offset added to each of the 50 bands.
  private(set) var offsets: [50 of Int16] = InlineArray(repeating: 0)
  private(set) var isEmpty = true

  /// Reads the segments.
  mutating func read(_ reader: inout BitReader) throws(AC3Error) {
    self = DeltaAllocation()
    var band = 0
    for _ in 0...(try reader.bits(3)) {
      band += try reader.bits(5)
      let (length, code) = (try reader.bits(4), try reader.bits(3))
      guard band + length <= 50 else { throw AC3Error(.deltaBand, at: reader.offset) }
      let offset = Int16(128 * (code >= 4 ? code - 3 : code - 4))
      for index in band..<(band + length) { offsets[index] += offset }
      band += length
    }
    isEmpty = false
  }
}

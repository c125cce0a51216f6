package import AACSyntax
package import Bitstream

/// `SmgData()`: which bands of a set are smoothed over time, and how slowly.
///
/// ISO/IEC 23003-2.
package struct SurroundSmoothing: Sendable {
  /// The time of smoothing in slots, 64…512.
  package private(set) var time = 256
  /// The flags of the bands, 0 or 1.
  package private(set) var flags: SurroundBandValues = .init(repeating: 0)

  /// Creates data that smooth nothing.
  package init() {}

  /// Reads the smoothing of a set, based on that of the previous set.
  package mutating func parse(_ reader: inout BitReader, bandCount: Int) throws(AACError) {
    let mode = try reader.bits(2)
    if mode == 0 {
      self = SurroundSmoothing()
    } else if mode > 1 {
      time = 64 << (try reader.bits(2))
      flags = .init(repeating: 1)
    }
    guard mode == 3 else { return }
    let groups = SurroundGroups(strideCode: try reader.bits(2), bandCount: bandCount)
    var values: SurroundBandValues = .init(repeating: 0)
    for group in 0..<groups.count { values[group] = try reader.bits(1) }
    groups.spread(values, into: &flags)
  }
}

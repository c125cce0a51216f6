/// The lines of a granule in the form of the filterbank.
///
/// Line `18 · subband + row` is at `32 · row + subband`: neighbours are the lines of the same number in neighbouring
/// subbands, which all go through the same arithmetic, so that loops over subbands become SIMD instructions.
package enum Spectrum {
  /// The number of subbands.
  static let subbandCount = 32
  /// The number of lines of a subband, and samples of a granule in each.
  static let rowCount = 18
  /// The number of lines in all.
  static let count = 576
  /// The capacity of an array that holds a spectrum: larger than needed, so that every ten-bit index is valid.
  package static let capacity = 1024

  /// Returns the index of a line.
  package static func place(ofLine line: Int) -> UInt16 { UInt16(line % rowCount * subbandCount + line / rowCount) }
}

// Bound throughout: the counts are constants of layer III.

/// The 18 lines of each of 32 subbands, in the order of the transforms.
///
/// Four neighbouring subbands are the lanes of a vector, and a column of them has its lines one after the other.
/// Vectors that are made of single numbers in the function that works with them LLVM takes apart again: reading these
/// from a spectrum is its own pass, which reduces aliases by the way.
package struct SubbandLines: Sendable {
  /// Line n of subbands 4c … 4c + 3 is at 18 · c + n.
  var vectors = [SIMD4<Float>](
    repeating: SIMD4(repeating: 0), count: SubbandSlots.columnCount * Spectrum.rowCount)

  package init() {}

  /// A line of a subband.
  package subscript(line: Int, subband: Int) -> Float {
    get { vectors[Spectrum.rowCount &* (subband &>> 2) &+ line][subband & 3] }
    set { vectors[Spectrum.rowCount &* (subband &>> 2) &+ line][subband & 3] = newValue }
  }
}

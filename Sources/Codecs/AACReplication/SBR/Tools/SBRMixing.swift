import Transforms

// Bound throughout: at most 64 columns of 64 subbands.
// Holds throughout: blocks are in the matrix.

/// Applies gains to generated subbands, and adds noise: ISO/IEC 14496-3, 4.6.18.7.5.
struct SBRMixing: Sendable {
  /// The length of the noise, after which it repeats.
  static let noiseLength = 512
  /// Subbands of a column.
  private static let width = QuadratureMirrorMatrix.bandCount

  /// The noise with its beginning repeated, so that a column's values always are adjacent.
  private let noiseReal: [Float]
  private let noiseImaginary: [Float]

  init() {
    let places = 0..<(SBRMixing.noiseLength + 2 * SBRMixing.width)
    noiseReal = places.map { sbrNoiseReal[$0 % SBRMixing.noiseLength] }
    noiseImaginary = places.map { sbrNoiseImaginary[$0 % SBRMixing.noiseLength] }
  }

  /// Four subbands in columns with the same gains.
  struct Block {
    var gain = SIMD4<Float>(repeating: 1)
    var noise = SIMD4<Float>()
    /// The distance of the first of the four from the crossover, in subbands.
    var place: Int
    /// The index of the first column in a matrix.
    var start: Int
    var columnCount: Int
    /// The index of the first column's noise, and the distance to the next column's.
    var noiseIndex: Int
    var noiseStep: Int
  }

  /// Applies the gains of a block, and adds its noise.
  ///
  /// Four subbands at a time, all columns. The compiler sees how the lengths follow from the count of columns, and
  /// leaves no checks in the loop: column by column this took 29,000 instructions per frame of HE-AAC, with sinusoids.
  func apply(_ block: Block, to real: inout [Float], _ imaginary: inout [Float]) {
    let count = block.columnCount
    guard count > 0, count <= 2 * SBRMixing.width else { return }
    let size = SBRMixing.width &* count
    let allReals = real.mutableSpan
    var reals = allReals._consumingExtracting(block.start..<(block.start + size))
    let allImaginaries = imaginary.mutableSpan
    var imaginaries = allImaginaries._consumingExtracting(block.start..<(block.start + size))
    precondition(reals.count == size && imaginaries.count == size)
    let noises = 0..<(SBRMixing.noiseLength + 2 * SBRMixing.width)
    let (u, v) = (noiseReal.span.extracting(noises), noiseImaginary.span.extracting(noises))
    let (gain, noise) = (block.gain, block.noise)
    var index = block.noiseIndex
    for column in 0..<count {
      let place = SBRMixing.width &* column
      let from = index & (SBRMixing.noiseLength - 1) &+ block.place & (SBRMixing.width - 1)
      reals.setKnown(reals.quad(at: place) * gain + u.known(at: from) * noise, at: place)
      imaginaries.setKnown(imaginaries.quad(at: place) * gain + v.known(at: from) * noise, at: place)
      index &+= block.noiseStep
    }
  }
}

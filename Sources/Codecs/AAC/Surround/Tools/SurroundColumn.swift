/// Complex subband samples of one time slot.
struct SurroundColumn: Sendable {
  var real = [Float](repeating: 0, count: QuadratureMirrorMatrix.bandCount)
  var imaginary = [Float](repeating: 0, count: QuadratureMirrorMatrix.bandCount)

  /// The energy of a subband.
  func energy(_ subband: Int) -> Float {
    real[subband] * real[subband] + imaginary[subband] * imaginary[subband]
  }

  /// The energy of the sum of two columns in a subband.
  static func energy(_ a: borrowing SurroundColumn, _ b: borrowing SurroundColumn, _ subband: Int) -> Float {
    let (re, im) = (a.real[subband] + b.real[subband], a.imaginary[subband] + b.imaginary[subband])
    return re * re + im * im
  }

  /// Multiplies a subband.
  mutating func scale(_ subband: Int, by factor: Float) {
    real[subband] *= factor
    imaginary[subband] *= factor
  }
}

/// The columns of which left and right are the sums: each channel's part of the downmix, and of its decorrelated twin.
struct SurroundParts: Sendable {
  var dryLeft = SurroundColumn()
  var dryRight = SurroundColumn()
  var wetLeft = SurroundColumn()
  var wetRight = SurroundColumn()
}

import AACReplication
import Transforms

/// Four subbands side by side.
struct UpmixQuad: Sendable, BitwiseCopyable {
  /// The first one in its matrix.
  let band: Int
  /// Their parameter bands.
  let bands: SIMD4<UInt8>
  /// −1 for bands of negative frequency, whose phases have the opposite sign.
  let signs: SIMD4<Float>

  /// Cuts a matrix into fours.
  ///
  /// - Parameter mirroredCount: The number of subbands of negative frequency, which come first.
  static func quads(_ bands: [UInt8], mirroredCount: Int) -> [UpmixQuad] {
    (0..<(bands.count / 4)).map { quad in
      let band = 4 * quad
      let places = SIMD4<Int32>(0, 1, 2, 3) &+ Int32(band)
      return UpmixQuad(
        band: band, bands: SIMD4(bands[band], bands[band + 1], bands[band + 2], bands[band + 3]),
        signs: SIMD4<Float>(repeating: 1).replacing(with: -1, where: places .< Int32(mirroredCount)))
    }
  }
}

/// The mixing of four subbands, in the slots that lead to a set of parameters.
///
/// The first lanes are those of ``UpmixMixing``, of four bands at a time.
struct UpmixGlides {
  typealias Columns = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  private let quad: UpmixQuad
  private let isPlain: Bool
  private let lastShares: Columns
  private let stepShares: Columns
  private let lastTurns: Columns
  private let stepTurns: Columns

  /// Stores the mixing of the bands of four subbands.
  init(_ parameters: borrowing UpmixParameters, _ set: Int, block: Int, _ quad: UpmixQuad) {
    self.quad = quad
    isPlain = parameters.isPlain
    let bands = quad.bands
    let a = parameters.glide(set, block: block, band: Int(bands[0]))
    let b = parameters.glide(set, block: block, band: Int(bands[1]))
    let c = parameters.glide(set, block: block, band: Int(bands[2]))
    let d = parameters.glide(set, block: block, band: Int(bands[3]))
    lastShares = SIMD4.transpose(a.last.lowHalf, b.last.lowHalf, c.last.lowHalf, d.last.lowHalf)
    stepShares = SIMD4.transpose(a.step.lowHalf, b.step.lowHalf, c.step.lowHalf, d.step.lowHalf)
    lastTurns = SIMD4.transpose(a.last.highHalf, b.last.highHalf, c.last.highHalf, d.last.highHalf)
    stepTurns = SIMD4.transpose(a.step.highHalf, b.step.highHalf, c.step.highHalf, d.step.highHalf)
  }

  /// Computes left and right of four subbands in slots of a block; `left` holds the downmix before.
  func mix(
    _ slots: Range<Int>, _ second: borrowing QuadratureMirrorMatrix, _ left: inout QuadratureMirrorMatrix,
    _ right: inout QuadratureMirrorMatrix
  ) {
    let part = SurroundPart(band: quad.band, slots: slots)
    let plain = SurroundGlide(last: UpmixGlides.shares(lastShares), step: UpmixGlides.shares(stepShares))
    guard !isPlain else { return SurroundMixer.mix((part, plain), second, &left, &right) }
    let leftGlide = SurroundGlide(
      last: side(lastShares.0, lastShares.1, lastTurns.0, lastTurns.2),
      step: side(stepShares.0, stepShares.1, stepTurns.0, stepTurns.2))
    let rightGlide = SurroundGlide(
      last: side(lastShares.2, lastShares.3, lastTurns.1, lastTurns.3),
      step: side(stepShares.2, stepShares.3, stepTurns.1, stepTurns.3))
    SurroundMixer.mix((part, left: leftGlide, right: rightGlide), second, &left, &right)
  }

  /// The shares of a side: of the downmix, real and imaginary parts, of the second signal, and the rotations.
  private func side(
    _ real: SIMD4<Float>, _ wet: SIMD4<Float>, _ imaginary: SIMD4<Float>, _ turns: SIMD4<Float>
  ) -> SurroundTurnedShares {
    SurroundTurnedShares(
      dry: ComplexQuad(real: real, imaginary: quad.signs * imaginary), wet: wet,
      turn: UpmixGlides.unit(quad.signs * turns))
  }

  private static func shares(_ columns: Columns) -> SurroundQuadShares {
    SurroundQuadShares(dryLeft: columns.0, wetLeft: columns.1, dryRight: columns.2, wetRight: columns.3)
  }

  /// Returns the numbers of magnitude 1 with the given phases.
  private static func unit(_ turns: SIMD4<Float>) -> ComplexQuad {
    guard turns != SIMD4() else { return ComplexQuad(real: SIMD4(repeating: 1), imaginary: SIMD4()) }
    var unit = ComplexQuad.zero
    for lane in 0..<4 {
      let value = Trigonometry.cosineAndSine(turns: Double(turns[lane]))
      (unit.real[lane], unit.imaginary[lane]) = (Float(value.cosine), Float(value.sine))
    }
    return unit
  }
}

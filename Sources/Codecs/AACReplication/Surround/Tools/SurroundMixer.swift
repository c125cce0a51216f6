package import Transforms

// Bound throughout: a frame has at most 64 slots of 64 subbands.
// Holds throughout: parts are in matrices of the given number of slots.

/// The shares of the downmix and of its decorrelated signal in left and right in four subbands.
package struct SurroundQuadShares: Sendable, BitwiseCopyable {
  var dryLeft: SIMD4<Float>
  var wetLeft: SIMD4<Float>
  var dryRight: SIMD4<Float>
  var wetRight: SIMD4<Float>

  package init(
    dryLeft: SIMD4<Float>, wetLeft: SIMD4<Float>, dryRight: SIMD4<Float>, wetRight: SIMD4<Float>
  ) {
    self.dryLeft = dryLeft
    self.wetLeft = wetLeft
    self.dryRight = dryRight
    self.wetRight = wetRight
  }

  @inline(__always)
  static func += (shares: inout SurroundQuadShares, step: SurroundQuadShares) {
    shares.dryLeft += step.dryLeft
    shares.wetLeft += step.wetLeft
    shares.dryRight += step.dryRight
    shares.wetRight += step.wetRight
  }
}

/// The shares of the downmix and of the decorrelated signal in one side, if those of the downmix are complex and the
/// side is rotated afterwards, as only in USAC.
package struct SurroundTurnedShares: Sendable, BitwiseCopyable {
  var dry: ComplexQuad
  var wet: SIMD4<Float>
  /// A number of absolute value 1.
  var turn: ComplexQuad

  package init(dry: ComplexQuad, wet: SIMD4<Float>, turn: ComplexQuad) {
    self.dry = dry
    self.wet = wet
    self.turn = turn
  }
}

/// Four subbands in slots side by side.
package struct SurroundPart: Sendable, BitwiseCopyable {
  /// The index of the first subband in a matrix.
  let start: Int
  let slotCount: Int

  package init(band: Int, slots: Range<Int>) {
    start = slots.lowerBound * QuadratureMirrorMatrix.bandCount + band
    slotCount = slots.count
  }
}

/// Values that grow linearly from slot to slot: those of the previous slot, and their increments; for rotations, the
/// factors.
package struct SurroundGlide<Shares: Sendable & BitwiseCopyable>: Sendable, BitwiseCopyable {
  package var last: Shares
  package var step: Shares

  package init(last: Shares, step: Shares) {
    self.last = last
    self.step = step
  }
}

/// Computes left and right, four subbands at a time and in slots side by side, so that their shares stay in registers.
///
/// Slot after slot this took 33,000 instructions per frame of AAC-ELD v2. The lengths depend on the count of slots in a
/// way that the compiler sees, which leaves no checks in the loops.
package enum SurroundMixer {
  /// Computes left and right from the downmix in `left`.
  package static func mix(
    _ part: (SurroundPart, SurroundGlide<SurroundQuadShares>), _ twin: borrowing QuadratureMirrorMatrix,
    _ left: inout QuadratureMirrorMatrix, _ right: inout QuadratureMirrorMatrix
  ) {
    mix(part, twin.real.span, &left.real, &right.real)
    mix(part, twin.imaginary.span, &left.imaginary, &right.imaginary)
  }

  /// Mixes the real or imaginary parts of both channels at once.
  private static func mix(
    _ part: (SurroundPart, SurroundGlide<SurroundQuadShares>), _ twin: Span<Float>, _ left: inout [Float],
    _ right: inout [Float]
  ) {
    let count = part.0.slotCount
    guard count > 0, count <= QuadratureMirrorMatrix.bandCount else { return }
    let size = QuadratureMirrorMatrix.bandCount &* count
    let places = part.0.start..<(part.0.start + size)
    let decorrelated = twin.extracting(places)
    let allLeft = left.mutableSpan
    var lefts = allLeft._consumingExtracting(places)
    let allRight = right.mutableSpan
    var rights = allRight._consumingExtracting(places)
    precondition(decorrelated.count == size && lefts.count == size && rights.count == size)
    var shares = part.1.last
    for slot in 0..<count {
      shares += part.1.step
      let place = QuadratureMirrorMatrix.bandCount &* slot
      let (x, u) = (lefts.quad(at: place), decorrelated.known(at: place))
      lefts.setKnown(x * shares.dryLeft + u * shares.wetLeft, at: place)
      rights.setKnown(x * shares.dryRight + u * shares.wetRight, at: place)
    }
  }

  /// Computes left and right with complex shares of the downmix in `left`, and rotates them.
  package static func mix(
    _ part: (SurroundPart, left: SurroundGlide<SurroundTurnedShares>, right: SurroundGlide<SurroundTurnedShares>),
    _ twin: borrowing QuadratureMirrorMatrix, _ left: inout QuadratureMirrorMatrix,
    _ right: inout QuadratureMirrorMatrix
  ) {
    copy(part.0, left.real, to: &right.real)
    copy(part.0, left.imaginary, to: &right.imaginary)
    turn((part.0, part.left), twin, &left.real, &left.imaginary)
    turn((part.0, part.right), twin, &right.real, &right.imaginary)
  }

  private static func copy(_ part: SurroundPart, _ source: [Float], to target: inout [Float]) {
    let from = source.span
    var to = target.mutableSpan
    for slot in 0..<part.slotCount {
      let place = part.start &+ QuadratureMirrorMatrix.bandCount &* slot
      to.setQuad(from.quad(at: place), at: place)
    }
  }

  /// Replaces the downmix by one side.
  private static func turn(
    _ part: (SurroundPart, SurroundGlide<SurroundTurnedShares>), _ twin: borrowing QuadratureMirrorMatrix,
    _ real: inout [Float], _ imaginary: inout [Float]
  ) {
    let (twinReal, twinImaginary) = (twin.real.span, twin.imaginary.span)
    var x = real.mutableSpan
    var y = imaginary.mutableSpan
    var shares = part.1.last
    let step = part.1.step
    for slot in 0..<part.0.slotCount {
      shares.dry = shares.dry + step.dry
      shares.wet += step.wet
      shares.turn = shares.turn * step.turn
      let place = part.0.start &+ QuadratureMirrorMatrix.bandCount &* slot
      let direct = ComplexQuad(real: x.quad(at: place), imaginary: y.quad(at: place))
      let second = ComplexQuad(real: twinReal.quad(at: place), imaginary: twinImaginary.quad(at: place))
      let side = (direct * shares.dry + second * shares.wet) * shares.turn
      x.setQuad(side.real, at: place)
      y.setQuad(side.imaginary, at: place)
    }
  }
}

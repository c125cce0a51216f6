import Transforms

// Bound throughout: at most 32 slots of 64 subbands, a filter of order 15 and a delay of 11 slots.
// Holds throughout: matrices have the slots of the region, and lines the lengths of this file.

/// The decorrelation filter of neighbouring subbands: a delay followed by an all-pass.
///
/// ISO/IEC 23003-2. With K the order, b[0] … b[K] the numerator, b[K] = 1, and the denominator the same backward, each
/// product serves both of them:
/// ```
/// y(t) = x(t − K) + Σ_{j<K} b[j] · (x(t − j) − y(t − K + j))
/// ```
/// The coefficients are real. Four subbands are filtered at a time, in all slots, those at the region's borders with
/// some of its neighbours that are left out in the end. Slot after slot, a row of subbands at a time, this took 47,000
/// instructions per frame of AAC-ELD v2.
package struct SurroundAllPass: Sendable {
  /// The number of slots of a frame and its history, rounded up to a power of two, so that a mask replaces the index
  /// check.
  private static let lineLength = 64
  private static let slotLimit = 32

  private let subbands: Range<Int>
  private let slotCount: Int
  private let delay: Int
  /// The coefficients b[0] … b[K−1], each in all lanes.
  private let coefficients: [SIMD4<Float>]
  /// The history of each four subbands: the last K and ``delay`` slots of input, then the last K of output.
  private var past: [ComplexQuad]
  /// The slots of a frame with the preceding ones.
  private var input = [ComplexQuad](repeating: .zero, count: lineLength)
  private var output = [ComplexQuad](repeating: .zero, count: lineLength)

  private var order: Int { coefficients.count }
  private var keptCount: Int { 2 * order + delay }
  /// The fours that hold a subband of the region.
  private var quads: Range<Int> { (subbands.lowerBound / 4)..<((subbands.upperBound + 3) / 4) }

  /// Prepares a filter.
  ///
  /// - Parameters:
  ///   - subbands: The subbands that it filters.
  ///   - numerator: b[0] … b[K], 16 at most.
  ///   - delay: The slots before the all-pass, 11 at most.
  ///   - slotCount: The number of slots per frame, 32 at most.
  package init(subbands: Range<Int>, numerator: [Float], delay: Int, slotCount: Int) {
    precondition(numerator.count <= 16 && delay <= 11 && slotCount <= SurroundAllPass.slotLimit)
    self.subbands = subbands
    self.slotCount = slotCount
    self.delay = delay
    coefficients = numerator.dropLast().map { SIMD4(repeating: $0) }
    let quadCount = (subbands.upperBound + 3) / 4 - subbands.lowerBound / 4
    past = Array(repeating: .zero, count: quadCount * (2 * coefficients.count + delay))
  }

  /// Clears the history.
  package mutating func reset() {
    for index in past.indices { past[index] = .zero }
  }

  /// Writes the filtered subbands of a frame to those of `twin`.
  package mutating func apply(_ direct: borrowing QuadratureMirrorMatrix, to twin: inout QuadratureMirrorMatrix) {
    precondition(direct.columnCount == slotCount && twin.columnCount == slotCount)
    for (index, quad) in quads.enumerated() {
      let start = index * keptCount
      let middle = start + order + delay
      Self.copy(past, start..<middle, to: &input)
      Self.copy(past, middle..<(start + keptCount), to: &output)
      Self.load(direct, at: 4 * quad, from: order + delay, into: &input)
      Self.filter(coefficients, input, slotCount, to: &output)
      Self.store(
        output.span.extracting(order..<(order + slotCount)), (4 * quad, lanes(quad)), in: &twin.real, &twin.imaginary)
      Self.copy(input, slotCount..<(slotCount + order + delay), to: &past, at: start)
      Self.copy(output, slotCount..<(slotCount + order), to: &past, at: middle)
    }
  }

  /// Returns the lanes of a four that are in the region.
  private func lanes(_ quad: Int) -> SIMDMask<SIMD4<Int32>> {
    let places = SIMD4<Int32>(0, 1, 2, 3) &+ Int32(4 * quad)
    return places .>= Int32(subbands.lowerBound) .& (places .< Int32(subbands.upperBound))
  }

  private static func copy(
    _ source: [ComplexQuad], _ places: Range<Int>, to target: inout [ComplexQuad], at start: Int = 0
  ) {
    let from = source.span.extracting(places)
    let all = target.mutableSpan
    var to = all._consumingExtracting(start..<(start + places.count))
    for place in from.indices { to[place] = from[place] }
  }

  /// Loads four subbands of all slots, from `band` on.
  private static func load(
    _ matrix: borrowing QuadratureMirrorMatrix, at band: Int, from start: Int, into line: inout [ComplexQuad]
  ) {
    let count = matrix.columnCount
    guard count > 0, count <= slotLimit else { return }
    let size = QuadratureMirrorMatrix.bandCount &* count
    let x = matrix.real.span.extracting(band..<(band + size))
    let y = matrix.imaginary.span.extracting(band..<(band + size))
    precondition(x.count == size && y.count == size)
    let all = line.mutableSpan
    var target = all._consumingExtracting(0..<lineLength)
    for slot in 0..<count {
      let place = QuadratureMirrorMatrix.bandCount &* slot
      target[(start &+ slot) & (lineLength - 1)] = ComplexQuad(real: x.known(at: place), imaginary: y.known(at: place))
    }
  }

  /// Filters the given number of slots. The usual orders are compile-time constants, so that the loops over
  /// coefficients are unrolled.
  private static func filter(
    _ coefficients: [SIMD4<Float>], _ input: [ComplexQuad], _ slotCount: Int, to output: inout [ComplexQuad]
  ) {
    let coefficients = coefficients.span
    let x = input.span.extracting(0..<lineLength)
    let all = output.mutableSpan
    var y = all._consumingExtracting(0..<lineLength)
    switch coefficients.count {
    case 15: filter(coefficients, x, (15, slotCount), to: &y)
    case 10: filter(coefficients, x, (10, slotCount), to: &y)
    case 8: filter(coefficients, x, (8, slotCount), to: &y)
    case 6: filter(coefficients, x, (6, slotCount), to: &y)
    case 3: filter(coefficients, x, (3, slotCount), to: &y)
    case 2: filter(coefficients, x, (2, slotCount), to: &y)
    default: filter(coefficients, x, (coefficients.count, slotCount), to: &y)
    }
  }

  @inline(__always)
  private static func filter(
    _ coefficients: Span<SIMD4<Float>>, _ x: Span<ComplexQuad>, _ extent: (order: Int, slotCount: Int),
    to y: inout MutableSpan<ComplexQuad>
  ) {
    let order = extent.order
    let b = coefficients.extracting(0..<order)
    for index in 0..<extent.slotCount {
      let slot = index & (slotLimit - 1)
      var sum = x[slot]
      for j in 0..<order { sum = sum + (x[slot &+ order &- j] - y[slot &+ j]) * b[j] }
      y[slot &+ order] = sum
    }
  }

  /// Writes lanes of all slots into those of a matrix, from subband `band` on.
  private static func store(
    _ line: Span<ComplexQuad>, _ place: (band: Int, lanes: SIMDMask<SIMD4<Int32>>), in real: inout [Float],
    _ imaginary: inout [Float]
  ) {
    let (band, lanes) = place
    let count = line.count
    guard count > 0, count <= slotLimit else { return }
    let size = QuadratureMirrorMatrix.bandCount &* count
    let allReals = real.mutableSpan
    var reals = allReals._consumingExtracting(band..<(band + size))
    let allImaginaries = imaginary.mutableSpan
    var imaginaries = allImaginaries._consumingExtracting(band..<(band + size))
    precondition(line.count == count && reals.count == size && imaginaries.count == size)
    if all(lanes) {
      for slot in 0..<count {
        reals.setKnown(line[slot].real, at: QuadratureMirrorMatrix.bandCount &* slot)
        imaginaries.setKnown(line[slot].imaginary, at: QuadratureMirrorMatrix.bandCount &* slot)
      }
    } else {
      for slot in 0..<count {
        let at = QuadratureMirrorMatrix.bandCount &* slot
        reals.setKnown(reals.quad(at: at).replacing(with: line[slot].real, where: lanes), at: at)
        imaginaries.setKnown(
          imaginaries.quad(at: at).replacing(with: line[slot].imaginary, where: lanes), at: at)
      }
    }
  }
}

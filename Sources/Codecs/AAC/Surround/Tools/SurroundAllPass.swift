import Transforms

// Bound throughout: at most 32 slots of 64 subbands, and a filter of order 15.
// Holds throughout: rows have the width of the region, and matrices the region's subbands.

/// The decorrelation filter of neighbouring subbands: a delay, and an all-pass behind it.
///
/// ISO/IEC 23003-2. With K the order, b[0] … b[K] the numerator, b[K] = 1, and the denominator the same backward, each
/// product serves both of them:
/// ```
/// y(t) = x(t − K) + Σ_{j<K} b[j] · (x(t − j) − y(t − K + j))
/// ```
/// The coefficients are real. A row holds the real parts of a slot and then the imaginary ones, both filled up with
/// zeros to a multiple of four.
package struct SurroundAllPass: Sendable {
  private let subbands: Range<Int>
  private let slotCount: Int
  /// b[0] … b[K−1].
  private let coefficients: [Float]
  /// Values of a row.
  private let width: Int
  /// The rows of a frame, those of the last slots that its first row looks at in front: K and the delay of them.
  private var input: [Float]
  /// Likewise, with K rows in front.
  private var output: [Float]

  /// Prepares a filter.
  ///
  /// - Parameters:
  ///   - subbands: The subbands that it filters.
  ///   - numerator: b[0] … b[K].
  ///   - delay: Slots in front of the all-pass.
  ///   - slotCount: Slots of a frame.
  package init(subbands: Range<Int>, numerator: [Float], delay: Int, slotCount: Int) {
    self.subbands = subbands
    self.slotCount = slotCount
    coefficients = numerator.dropLast()
    width = 2 * ((subbands.count + 3) / 4 * 4)
    input = Array(repeating: 0, count: (coefficients.count + delay + slotCount) * width)
    output = Array(repeating: 0, count: (coefficients.count + slotCount) * width)
  }

  /// Forgets the past.
  mutating func reset() {
    for index in input.indices { input[index] = 0 }
    for index in output.indices { output[index] = 0 }
  }

  /// Writes the filtered subbands of a frame into those of `twin`.
  package mutating func apply(_ direct: borrowing QuadratureMirrorMatrix, to twin: inout QuadratureMirrorMatrix) {
    precondition(direct.columnCount == slotCount && twin.columnCount == slotCount)
    Self.advance(&input, by: slotCount * width)
    Self.advance(&output, by: slotCount * width)
    let inputStart = input.count - slotCount * width
    let outputStart = output.count - slotCount * width
    load(direct.real, at: inputStart)
    load(direct.imaginary, at: inputStart + width / 2)
    Self.filter(coefficients, input, to: &output, width: width)
    store(at: outputStart, into: &twin.real)
    store(at: outputStart + width / 2, into: &twin.imaginary)
  }

  /// Takes the region's values of all columns of a matrix into rows, of which the first begins at `start`.
  private mutating func load(_ matrix: [Float], at start: Int) {
    let (subbands, width, slotCount) = (subbands, width, slotCount)
    let source = matrix.span
    var rows = input.mutableSpan
    for slot in 0..<slotCount {
      let column = slot * QuadratureMirrorMatrix.bandCount
      let from = source.extracting((column + subbands.lowerBound)..<(column + subbands.upperBound))
      let place = start + slot * width
      var to = rows._mutatingExtracting(place..<(place + subbands.count))
      Self.copy(from, to: &to)
    }
  }

  /// The reverse.
  private func store(at start: Int, into matrix: inout [Float]) {
    let rows = output.span
    var target = matrix.mutableSpan
    for slot in 0..<slotCount {
      let column = slot * QuadratureMirrorMatrix.bandCount
      let place = start + slot * width
      let from = rows.extracting(place..<(place + subbands.count))
      var to = target._mutatingExtracting((column + subbands.lowerBound)..<(column + subbands.upperBound))
      Self.copy(from, to: &to)
    }
  }

  /// Copies a row, those of the usual arrangement by counts that the compiler knows: 15,000
  /// instructions a frame of AAC-ELD v2 for both ways in the place of 19,000.
  @inline(__always)
  private static func copy(_ row: Span<Float>, to target: inout MutableSpan<Float>) {
    switch row.count {
    case 14: copy(row, 14, &target)
    case 9: copy(row, 9, &target)
    case 41: copy(row, 41, &target)
    default: for index in row.indices { target[index] = row[index] }
    }
  }

  @inline(__always)
  private static func copy(_ row: Span<Float>, _ count: Int, _ target: inout MutableSpan<Float>) {
    let from = row.extracting(0..<count)
    var to = target._mutatingExtracting(0..<count)
    for quad in 0..<(count / 4) { to.setQuad(from.quad(at: 4 &* quad), at: 4 &* quad) }
    for index in (count & ~3)..<count { to[index] = from[index] }
  }

  /// Filters slot after slot, eight values at a time: row j of those that a slot looks at is x(t − K + j) and y(t − K +
  /// j).
  ///
  /// The regions of the usual arrangement have orders and widths that the compiler knows, which leaves no checks in the
  /// loops: 42 instructions for eight values and a coefficient become 17.
  private static func filter(_ coefficients: [Float], _ input: [Float], to output: inout [Float], width: Int) {
    let b = coefficients.span
    let source = input.span
    var all = output.mutableSpan
    switch (b.count, width) {
    case (15, 32): filter(b, source, (15, 32), to: &all)
    case (6, 24): filter(b, source, (6, 24), to: &all)
    case (3, 88): filter(b, source, (3, 88), to: &all)
    default: filter(b, source, (b.count, width), to: &all)
    }
  }

  @inline(__always)
  private static func filter(
    _ coefficients: Span<Float>, _ source: Span<Float>, _ extent: (order: Int, width: Int),
    to all: inout MutableSpan<Float>
  ) {
    let (order, width) = extent
    let b = coefficients.extracting(0..<order)
    let length = (order &+ 1) &* width
    for start in stride(from: 0, through: all.count - length, by: width) {
      let x = source.extracting(start..<(start + length)).extracting(0..<length)
      var row = all._mutatingExtracting(start..<(start + length))
      var y = row._mutatingExtracting(0..<length)
      for place in stride(from: 0, to: width, by: 8) {
        y.setOctet(sum(b, x, y.span, (place, order, width)), at: place &+ order &* width)
      }
    }
  }

  /// y(t) at eight places of a row. The span of the rows before is made once for all coefficients, as its making is
  /// checked.
  @inline(__always)
  private static func sum(
    _ b: Span<Float>, _ x: Span<Float>, _ y: Span<Float>, _ extent: (place: Int, order: Int, width: Int)
  ) -> SIMD8<Float> {
    let (place, order, width) = extent
    var sum = x.octet(at: place)
    for j in 0..<order {
      sum += b[j] * (x.octet(at: place &+ (order &- j) &* width) - y.octet(at: place &+ j &* width))
    }
    return sum
  }

  /// Moves the last rows to the front.
  private static func advance(_ values: inout [Float], by count: Int) {
    var span = values.mutableSpan
    let kept = span.count - count
    for index in 0..<kept { span[index] = span[index &+ count] }
  }
}

extension Span<Float> {
  /// The eight samples from `index` on; one check, two loads.
  @inline(__always)
  fileprivate func octet(at index: Int) -> SIMD8<Float> {
    let eight = extracting(droppingFirst: index)
    let last = eight[7]
    return SIMD8(eight[0], eight[1], eight[2], eight[3], eight[4], eight[5], eight[6], last)
  }
}

extension MutableSpan<Float> {
  /// Stores eight samples from `index` on; one check, two stores.
  @inline(__always)
  @_lifetime(self: copy self)
  fileprivate mutating func setOctet(_ value: SIMD8<Float>, at index: Int) {
    var eight = _mutatingExtracting(index..<(index &+ 8))
    for lane in 0..<8 { eight[lane] = value[lane] }
  }
}

// Bound throughout: 64 subbands.
// Holds throughout: all shares of an upmix are made for its number of subbands.

/// The shares of the downmix and of the decorrelated signal in left and right in each subband of a slot.
package struct SurroundShares: Sendable {
  /// The number of subbands.
  let count: Int
  /// The factors of the output channels, in the order dry left, wet left, dry right, wet right, `count` each.
  private var values: [Float]

  /// Creates shares of 0.
  package init(count: Int) {
    self.count = count
    values = Array(repeating: 0, count: 4 * count)
  }

  package var dryLeft: Span<Float> {
    @_lifetime(borrow self) get { plane(0) }
  }
  package var wetLeft: Span<Float> {
    @_lifetime(borrow self) get { plane(1) }
  }
  package var dryRight: Span<Float> {
    @_lifetime(borrow self) get { plane(2) }
  }
  package var wetRight: Span<Float> {
    @_lifetime(borrow self) get { plane(3) }
  }

  @_lifetime(borrow self)
  private func plane(_ index: Int) -> Span<Float> {
    values.span.extracting((index * count)..<((index + 1) * count))
  }

  /// Sets the mixing of each subband to that of its parameter band.
  ///
  /// - Parameter mixings: Those of the bands, from `start` on.
  mutating func spread(_ mixings: [SurroundMixing], from start: Int, over bandOfSubband: [Int]) {
    let count = count
    precondition(bandOfSubband.count == count)
    var target = values.mutableSpan
    for subband in 0..<count {
      let mixing = mixings[start + bandOfSubband[subband]]
      for place in 0..<4 { target[place * count + subband] = mixing[place] }
    }
  }

  /// Sets the values between two others: all of the first at 0, all of the second at 1.
  mutating func interpolate(_ before: borrowing SurroundShares, _ after: borrowing SurroundShares, at part: Float) {
    Self.interpolate(before.values.span, after.values.span, at: part, into: &values)
  }

  private static func interpolate(
    _ before: Span<Float>, _ after: Span<Float>, at part: Float, into target: inout [Float]
  ) {
    var values = target.mutableSpan
    let count = values.count
    let rest = 1 - part
    precondition(before.count == count && after.count == count)
    for index in 0..<count { values[index] = part * after[index] + rest * before[index] }
  }
}

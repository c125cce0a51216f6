import Transforms

// Bound throughout: the counts are constants of this file.
// Holds throughout: slots come in the parts of a frame, whose sizes are constants of the layers.

/// The polyphase filterbank: from 32 subband samples to 32 samples of sound, slot by slot.
///
/// ISO/IEC 11172-3, 2.4.3.2 and Annex A. With `C[m] = Σ_{k<32} S[k] · cos(π/64 · m(2k+1))`, C[32] being 0, the 64
/// values V of the standard are `C[16…31], 0, −C[31…0], −C[1…15]`. Signs of V are moved to the window. Sample j of a
/// slot takes C[16+j] of the slots at even distances and C[16−j] of those at odd ones, and so does sample 32 − j.
///
/// Four slots go side by side through all of it, so that neither V nor its order need be made: 75,000 instructions a
/// frame of layer III in stereo, in the place of 106,000 with the subbands of one slot side by side.
/// ```
/// history   C[0] of 16 slots from before │ of up to 18 new ones │ two unused     36 values
///           C[1] …                                                               32 rows
/// ```
package struct PolyphaseSynthesis: Sendable {
  /// The largest number of slots that one call takes.
  static let maximumSlotCount = 18
  /// The number of slots from before that are kept; a sample depends on 15 of them.
  private static let keptSlotCount = 16
  private static let rowLength = SubbandCosineTransform.rowLength
  /// Values from the first that four slots depend on to the last.
  private static let reach = 31 * rowLength + keptSlotCount + 4

  private let transform = SubbandCosineTransform()
  /// D with the signs of V, in the order in which ``filter(_:_:)`` needs it, each four times.
  private let window: [SIMD4<Float>]

  package init() {
    let coefficients = synthesisWindow.span
    // The factor of a sample for the slot so many before.
    func factor(_ sample: Int, _ distance: Int) -> SIMD4<Float> {
      let isNegative = distance % 2 == 1 || sample > 16
      return SIMD4(repeating: Float(coefficients[32 * distance + sample]) / (isNegative ? -65536 : 65536))
    }
    var window = (0..<16).map { factor(0, $0) } + (0..<8).map { factor(16, 2 * $0 + 1) }
    for sample in 1..<16 {
      for distance in stride(from: 0, to: 16, by: 2) {
        window += [factor(sample, distance), factor(sample, distance + 1)]
        window += [factor(32 - sample, distance), factor(32 - sample, distance + 1)]
      }
    }
    self.window = window
  }

  /// The state that a channel keeps from one call to the next.
  package struct State: Sendable {
    fileprivate var history = [Float](repeating: 0, count: 32 * rowLength)
    /// Subbands or samples of four slots side by side; of no use later.
    fileprivate var lanes = [SIMD4<Float>](repeating: SIMD4(repeating: 0), count: 32)

    package init() {}

    /// Clears all slots.
    mutating func reset() {
      for place in history.indices { history[place] = 0 }
    }
  }

  /// Turns rows of 32 subband samples, at least four, into as many times 32 samples.
  package func synthesize(
    _ values: [Float], _ state: inout State, into output: inout MutableSpan<Float>
  ) {
    synthesize(values.span, &state.history, &state.lanes, &output)
  }

  private func synthesize(
    _ slots: Span<Float>, _ past: inout [Float], _ vectors: inout [SIMD4<Float>], _ output: inout MutableSpan<Float>
  ) {
    let slotCount = output.count / 32
    precondition(slotCount >= 4 && slotCount <= Self.maximumSlotCount)
    precondition(slots.count >= 32 * slotCount && output.count == 32 * slotCount)
    var history = past.mutableSpan
    var lanes = vectors.mutableSpan
    for quad in 0..<((slotCount + 3) / 4) {
      // Where slots do not come in fours the last ones overlap those before, and come out twice.
      let slot = min(4 &* quad, slotCount &- 4)
      Self.spread(slots.extracting(32 &* slot..<32 &* slot &+ 128), &lanes)
      let place = Self.keptSlotCount &+ slot
      var rows = history._mutatingExtracting(place..<(place &+ SubbandCosineTransform.extent))
      transform.transform(lanes.span, into: &rows)
      filter(history.span.extracting(slot..<(slot &+ Self.reach)), &lanes)
      var samples = output._mutatingExtracting(32 &* slot..<32 &* slot &+ 128)
      Self.collect(lanes.span, &samples)
    }
    Self.advance(&history, by: slotCount)
  }

  /// Makes the last slots those from before.
  private static func advance(_ history: inout MutableSpan<Float>, by slotCount: Int) {
    for row in 0..<32 {
      let place = rowLength &* row
      let last = history._mutatingExtracting((place &+ slotCount)..<(place &+ slotCount &+ 16))
      let (a, b, c, d) = (last.quad(at: 0), last.quad(at: 4), last.quad(at: 8), last.quad(at: 12))
      var kept = history._mutatingExtracting(place..<(place &+ 16))
      kept.setQuad(a, at: 0)
      kept.setQuad(b, at: 4)
      kept.setQuad(c, at: 8)
      kept.setQuad(d, at: 12)
    }
  }

  /// Transposes four rows of 32 subbands to 32 vectors of four slots.
  private static func spread(_ slots: Span<Float>, _ lanes: inout MutableSpan<SIMD4<Float>>) {
    let rows = slots.extracting(0..<128)
    var vectors = lanes._mutatingExtracting(0..<32)
    for quad in 0..<8 {
      let k = 4 &* quad
      let columns = SIMD4.transpose(
        rows.quad(at: k), rows.quad(at: k &+ 32), rows.quad(at: k &+ 64), rows.quad(at: k &+ 96))
      vectors[k] = columns.0
      vectors[k &+ 1] = columns.1
      vectors[k &+ 2] = columns.2
      vectors[k &+ 3] = columns.3
    }
  }

  /// Collects 32 vectors of four slots into four rows of 32 samples.
  private static func collect(_ lanes: Span<SIMD4<Float>>, _ samples: inout MutableSpan<Float>) {
    let vectors = lanes.extracting(0..<32)
    var rows = samples._mutatingExtracting(0..<128)
    for quad in 0..<8 {
      let k = 4 &* quad
      let columns = SIMD4.transpose(vectors[k], vectors[k &+ 1], vectors[k &+ 2], vectors[k &+ 3])
      rows.setQuad(columns.0, at: k)
      rows.setQuad(columns.1, at: k &+ 32)
      rows.setQuad(columns.2, at: k &+ 64)
      rows.setQuad(columns.3, at: k &+ 96)
    }
  }

  /// Computes 32 samples of four slots from C of these and the 15 before.
  private func filter(_ history: Span<Float>, _ samples: inout MutableSpan<SIMD4<Float>>) {
    let rows = history.extracting(0..<Self.reach)
    let window = window.span.extracting(0..<504)
    var result = samples._mutatingExtracting(0..<32)
    let (middle, lowest) = (Self.row(16, of: rows), Self.row(0, of: rows))
    var (even, odd, halfway) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
    for pair in 0..<8 {
      let late = 15 &- 2 &* pair
      even += middle.quad(at: late &+ 1) * window[2 &* pair]
      odd += middle.quad(at: late) * window[2 &* pair &+ 1]
      // C[32] is zero.
      halfway += lowest.quad(at: late) * window[16 &+ pair]
    }
    result[0] = even + odd
    result[16] = halfway
    for sample in 1..<16 {
      let (above, below) = (Self.row(16 &+ sample, of: rows), Self.row(16 &- sample, of: rows))
      let first = 32 &* sample &- 8
      let factors = window.extracting(first..<(first &+ 32)).extracting(0..<32)
      var (sum0, sum1) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
      var (sum2, sum3) = (sum0, sum1)
      for pair in 0..<8 {
        let late = below.quad(at: 15 &- 2 &* pair)
        let early = above.quad(at: 16 &- 2 &* pair)
        sum0 += early * factors[4 &* pair]
        sum1 += late * factors[4 &* pair &+ 1]
        sum2 += early * factors[4 &* pair &+ 2]
        sum3 += late * factors[4 &* pair &+ 3]
      }
      result[sample] = sum0 + sum1
      result[32 &- sample] = sum2 + sum3
    }
  }

  /// Returns the values of a member of C on which four slots depend: those of the 16 slots before the first, and of the
  /// four.
  @inline(__always)
  @_lifetime(copy rows)
  private static func row(_ member: Int, of rows: Span<Float>) -> Span<Float> {
    rows.extracting(rowLength &* member..<rowLength &* member &+ 20).extracting(0..<20)
  }
}

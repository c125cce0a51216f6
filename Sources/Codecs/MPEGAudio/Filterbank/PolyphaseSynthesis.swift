import Transforms

// Bound throughout: the counts are constants of this file.
// Holds throughout: slots come in the parts of a frame, whose sizes are constants of the layers.

/// The polyphase filterbank: from 32 subband samples to 32 samples of sound, slot by slot.
///
/// ISO/IEC 11172-3, 2.4.3.2 and Annex A. With `C[m] = Σ_{k<32} S[k] · cos(π/64 · m(2k+1))`, C[32] being 0, the 64
/// values V of the standard are `C[16…31], 0, −C[31…0], −C[1…15]`. Sums and differences of mirrored subbands split C
/// into its odd members (16 × 16 products), its even ones not divisible by four, and the others (8 × 8 each). Signs of
/// V are moved to the window.
/// ```
/// history   the V of 15 slots from before │ of up to 18 new ones        64 values each, signs apart
/// ```
package struct PolyphaseSynthesis: Sendable {
  /// Slots that one call takes at most.
  static let maximumSlotCount = 18
  /// Slots from before that a sample depends on.
  private static let keptSlotCount = 15

  /// Rows k of `cos(π/64 · (2n+1)(2k+1))`, n = 0…15.
  private let oddCosines: [Float]
  /// Rows k of `cos(π/64 · (4n+2)(2k+1))`, n = 0…7.
  private let middleCosines: [Float]
  /// Rows k of `cos(π/64 · 4n(2k+1))`, n = 0…7.
  private let evenCosines: [Float]
  /// D with the signs of V, by slot from the latest on.
  private let window: [Float]

  package init() {
    func rows(_ count: Int, _ factor: (Int) -> Int) -> [Float] {
      (0..<count * count).map { place in
        Float(Trigonometry.cosine(turns: factor(place % count) * (2 * (place / count) + 1), over: 128))
      }
    }
    oddCosines = rows(16) { 2 * $0 + 1 }
    middleCosines = rows(8) { 4 * $0 + 2 }
    evenCosines = rows(8) { 4 * $0 }
    let coefficients = synthesisWindow.span
    window = coefficients.indices.map { index in
      let isNegative = index & 32 != 0 || index & 31 > 16
      return Float(coefficients[index]) / (isNegative ? -65536 : 65536)
    }
  }

  /// What remains of a channel from one call to the next.
  package struct State: Sendable {
    fileprivate var history = [Float](repeating: 0, count: 64 * (keptSlotCount + maximumSlotCount))

    package init() {}

    /// Forgets all slots.
    mutating func reset() {
      for place in history.indices { history[place] = 0 }
    }
  }

  /// Turns rows of 32 subband samples into as many times 32 samples.
  package func synthesize(
    _ values: [Float], _ state: inout State, into output: inout MutableSpan<Float>
  ) {
    let slots = values.span
    let slotCount = output.count / 32
    precondition(slotCount > 0 && slotCount <= Self.maximumSlotCount)
    precondition(slots.count >= 32 * slotCount && output.count == 32 * slotCount)
    var history = state.history.mutableSpan
    for slot in 0..<slotCount {
      let start = 64 &* (Self.keptSlotCount &+ slot)
      var values = history._mutatingExtracting(start..<(start &+ 64))
      matrix(slots.extracting(32 &* slot..<32 &* slot &+ 32), &values)
    }
    for slot in 0..<slotCount {
      var samples = output._mutatingExtracting(32 &* slot..<32 &* slot &+ 32)
      filter(history.span.extracting(64 &* slot..<64 &* slot &+ 1024), &samples)
    }
    let kept = 64 * Self.keptSlotCount
    let shift = 64 * slotCount
    for index in 0..<kept { history[index] = history[index + shift] }
  }

  /// The new V of a slot.
  private func matrix(_ slot: Span<Float>, _ values: inout MutableSpan<Float>) {
    precondition(slot.count == 32 && values.count == 64)
    var odd: [16 of Float] = .init(repeating: 0)
    var even: [8 of Float] = .init(repeating: 0)
    var middle = even
    fold(slot, &odd, &even, &middle)
    // Members of C: the 16 odd ones, then the eight that four divides, then the others.
    var members: [32 of Float] = .init(repeating: 0)
    var sums = members.mutableSpan
    for half in 0..<2 {
      var (sum, other) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
      let rows = evenCosines.span.extracting(4 &* half..<64)
      let otherRows = middleCosines.span.extracting(4 &* half..<64)
      for k in 0..<8 {
        sum += rows.quad(at: 8 &* k) * even[k]
        other += otherRows.quad(at: 8 &* k) * middle[k]
      }
      sums.setQuad(sum, at: 16 &+ 4 &* half)
      sums.setQuad(other, at: 24 &+ 4 &* half)
    }
    let rows = oddCosines.span.extracting(0..<256)
    var (sum0, sum1) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
    var (sum2, sum3) = (sum0, sum1)
    for k in 0..<16 {
      let row = rows.extracting(16 &* k..<256)
      sum0 += row.quad(at: 0) * odd[k]
      sum1 += row.quad(at: 4) * odd[k]
      sum2 += row.quad(at: 8) * odd[k]
      sum3 += row.quad(at: 12) * odd[k]
    }
    sums.setQuad(sum0, at: 0)
    sums.setQuad(sum1, at: 4)
    sums.setQuad(sum2, at: 8)
    sums.setQuad(sum3, at: 12)
    unfold(sums.span, &values)
  }

  /// Sums and differences of mirrored subbands.
  @inline(__always)
  private func fold(
    _ slot: Span<Float>, _ odd: inout [16 of Float], _ even: inout [8 of Float], _ middle: inout [8 of Float]
  ) {
    var sums: [16 of Float] = .init(repeating: 0)
    var oddSpan = odd.mutableSpan
    var sumSpan = sums.mutableSpan
    for quad in 0..<4 {
      let low = slot.quad(at: 4 &* quad)
      let high = slot.quad(at: 28 &- 4 &* quad).mirrored
      sumSpan.setQuad(low + high, at: 4 &* quad)
      oddSpan.setQuad(low - high, at: 4 &* quad)
    }
    var evenSpan = even.mutableSpan
    var middleSpan = middle.mutableSpan
    for quad in 0..<2 {
      let low = sumSpan.span.quad(at: 4 &* quad)
      let high = sumSpan.span.quad(at: 12 &- 4 &* quad).mirrored
      evenSpan.setQuad(low + high, at: 4 &* quad)
      middleSpan.setQuad(low - high, at: 4 &* quad)
    }
  }

  /// C, rising and falling, as V has it but for the signs.
  @inline(__always)
  private func unfold(_ members: Span<Float>, _ values: inout MutableSpan<Float>) {
    // C[32] = 0 stands behind the others.
    var all: [33 of Float] = .init(repeating: 0)
    for n in 0..<8 {
      all[4 &* n] = members[16 &+ n]
      all[4 &* n &+ 1] = members[2 &* n]
      all[4 &* n &+ 2] = members[24 &+ n]
      all[4 &* n &+ 3] = members[2 &* n &+ 1]
    }
    for index in 0..<16 {
      values[index] = all[16 &+ index]
      values[16 &+ index] = all[32 &- index]
      values[32 &+ index] = all[16 &- index]
      values[48 &+ index] = all[index]
    }
  }

  /// 32 samples from the V of 16 slots, the latest last.
  private func filter(_ history: Span<Float>, _ samples: inout MutableSpan<Float>) {
    precondition(history.count == 1024 && samples.count == 32)
    let window = window.span.extracting(0..<512)
    for half in 0..<2 {
      // Four sums side by side, so that additions need not wait for each other.
      let start = 16 &* half
      var (sum0, sum1) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
      var (sum2, sum3) = (sum0, sum1)
      for tap in 0..<16 {
        let values = history.extracting(64 &* (15 &- tap) &+ 32 &* (tap & 1) &+ start..<1024)
        let factors = window.extracting(32 &* tap &+ start..<512)
        sum0 += values.quad(at: 0) * factors.quad(at: 0)
        sum1 += values.quad(at: 4) * factors.quad(at: 4)
        sum2 += values.quad(at: 8) * factors.quad(at: 8)
        sum3 += values.quad(at: 12) * factors.quad(at: 12)
      }
      samples.setQuad(sum0, at: start)
      samples.setQuad(sum1, at: start &+ 4)
      samples.setQuad(sum2, at: start &+ 8)
      samples.setQuad(sum3, at: start &+ 12)
    }
  }
}

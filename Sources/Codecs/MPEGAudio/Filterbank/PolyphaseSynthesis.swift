import SignalProcessing

/// The polyphase filterbank: from 32 subband samples to 32 samples of sound, slot by slot.
///
/// ISO/IEC 11172-3, 2.4.3.2 and Annex A. With `C[m] = Σ_{k<32} S[k] · cos(π/64 · m(2k+1))`, C[32] being 0, the 64 values V of the
/// standard are `C[16…31], 0, −C[31…0], −C[1…15]`. Sums and differences of mirrored subbands split C into its odd members
/// (16 × 16 products), its even ones not divisible by four, and the others (8 × 8 each). Signs of V are moved to the window.
/// ```
/// history   the V of 15 slots from before │ of up to 18 new ones        64 values each, signs apart
/// ```
struct PolyphaseSynthesis: Sendable {
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

  init() {
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
  struct State: Sendable {
    fileprivate var history = [Float](repeating: 0, count: 64 * (keptSlotCount + maximumSlotCount))

    /// Forgets all slots.
    mutating func reset() {
      for place in history.indices { history[place] = 0 }
    }
  }

  /// Turns rows of 32 subband samples into as many times 32 samples.
  func synthesize(
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
    var sums: [16 of Float] = .init(repeating: 0)
    for k in 0..<16 {
      sums[k] = slot[k] + slot[31 &- k]
      odd[k] = slot[k] - slot[31 &- k]
    }
    var middle: [8 of Float] = .init(repeating: 0)
    var even: [8 of Float] = .init(repeating: 0)
    for k in 0..<8 {
      even[k] = sums[k] + sums[15 &- k]
      middle[k] = sums[k] - sums[15 &- k]
    }
    var c: [33 of Float] = .init(repeating: 0)
    let oddRows = oddCosines.span.extracting(0..<256)
    for n in 0..<16 {
      var sum: Float = 0
      for k in 0..<16 { sum += odd[k] * oddRows[16 &* k &+ n] }
      c[2 &* n &+ 1] = sum
    }
    let middleRows = middleCosines.span.extracting(0..<64)
    let evenRows = evenCosines.span.extracting(0..<64)
    for n in 0..<8 {
      var sum: Float = 0
      var other: Float = 0
      for k in 0..<8 {
        sum += middle[k] * middleRows[8 &* k &+ n]
        other += even[k] * evenRows[8 &* k &+ n]
      }
      c[4 &* n &+ 2] = sum
      c[4 &* n] = other
    }
    for index in 0..<16 {
      values[index] = c[16 &+ index]
      values[16 &+ index] = c[32 &- index]
      values[32 &+ index] = c[16 &- index]
      values[48 &+ index] = c[index]
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

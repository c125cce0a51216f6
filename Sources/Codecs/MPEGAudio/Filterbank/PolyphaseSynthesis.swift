import Transforms

// Bound throughout: the counts are constants of this file.
// Holds throughout: slots come in the parts of a frame, whose sizes are constants of the layers.

/// The polyphase filterbank: from 32 subband samples to 32 samples of sound, slot by slot.
///
/// ISO/IEC 11172-3, 2.4.3.2 and Annex A. With `C[m] = Σ_{k<32} S[k] · cos(π/64 · m(2k+1))`, C[32] being 0, the 64
/// values V of the standard are `C[16…31], 0, −C[31…0], −C[1…15]`. Signs of V are moved to the window. Sample j of a
/// slot takes C[16+j] of the slots at even distances and C[16−j] of those at odd ones, and so does sample 32 − j.
///
/// Samples are lanes in the window's sums: a row of the history has C[16…31] upwards and C[16…1] downwards, so that
/// either is read as it lies. Four slots go side by side, which share what is loaded of the window.
package struct PolyphaseSynthesis: Sendable {
  /// The number of earlier slots that are kept; a sample depends on 15 of them.
  private static let keptSlotCount = 16
  private static let rowCount = keptSlotCount + SubbandSlots.capacity

  private let transform = SubbandCosineTransform()
  /// D with the signs of V, in the order of ``filter(_:_:_:)``: for samples 4q … 4q + 3 and each pair of an even and an
  /// odd distance, the factors of the even distance, those of the even distance for the mirrored samples, and those of
  /// the odd distance.
  private let window: [SIMD4<Float>]
  /// The factors of sample 16 at odd distances, each four times.
  private let middle: [SIMD4<Float>]

  package init() {
    let coefficients = synthesisWindow.span
    // The factor of a sample for the slot so many before.
    func factor(_ sample: Int, _ distance: Int) -> Float {
      let isNegative = distance % 2 == 1 || sample > 16
      return Float(coefficients[32 * distance + sample]) / (isNegative ? -65536 : 65536)
    }
    func factors(_ samples: (Int) -> Int, _ distance: Int) -> SIMD4<Float> {
      var result = SIMD4<Float>(repeating: 0)
      // Sample 32 is the next slot's.
      for lane in 0..<4 where samples(lane) < 32 { result[lane] = factor(samples(lane), distance) }
      return result
    }
    var window: [SIMD4<Float>] = []
    for quad in 0..<4 {
      for distance in 0..<16 {
        window += [factors({ 4 * quad + $0 }, distance), factors({ 32 - 4 * quad - $0 }, distance)]
      }
    }
    self.window = window
    middle = (0..<8).map { SIMD4(repeating: factor(16, 2 * $0 + 1)) }
  }

  /// The state that a channel keeps from one call to the next.
  package struct State: Sendable {
    /// Rows of eight vectors, one for each slot: C[16…31] and C[16…1].
    fileprivate var history = [SIMD4<Float>](repeating: SIMD4(repeating: 0), count: 8 * rowCount)
    /// C[0] of the same slots.
    fileprivate var lowest = [Float](repeating: 0, count: rowCount)
    /// Memory of the transform; of no use later.
    fileprivate var work = [SIMD4<Float>](repeating: SIMD4(repeating: 0), count: SubbandCosineTransform.workCount)

    package init() {}

    /// Clears all slots.
    mutating func reset() {
      for place in history.indices { history[place] = SIMD4(repeating: 0) }
      for place in lowest.indices { lowest[place] = 0 }
    }
  }

  /// Converts slots, at least four, to as many times 32 samples.
  package func synthesize(
    _ slots: borrowing SubbandSlots, _ state: inout State, into output: inout MutableSpan<Float>
  ) {
    let slots = slots.vectors.span
    let slotCount = output.count / 32
    precondition(slotCount >= 4 && slotCount <= SubbandSlots.capacity && output.count == 32 * slotCount)
    // Taken out for a while: spans of two arrays of one structure exclude one another.
    var (past, pastLowest, memory) = ([SIMD4<Float>](), [Float](), [SIMD4<Float>]())
    swap(&past, &state.history)
    swap(&pastLowest, &state.lowest)
    swap(&memory, &state.work)
    defer { (state.history, state.lowest, state.work) = (past, pastLowest, memory) }
    var history = past.mutableSpan
    var lowest = pastLowest.mutableSpan
    var work = memory.mutableSpan
    for quad in 0..<((slotCount + 3) / 4) {
      // Where slots do not come in fours the last ones overlap those before, and come out twice.
      let slot = min(4 &* quad, slotCount &- 4)
      transform.transform(slots, slot: slot, &work)
      Self.keep(work.span, slot: slot, &history, &lowest)
      // The first of the rows is that at a distance of 15 from the first slot.
      filter(history.span.extracting(8 &* (slot &+ 1)..<8 &* (slot &+ 20)), &work)
      let centre = centre(lowest.span.extracting(slot &+ 1..<slot &+ 20))
      var samples = output._mutatingExtracting(32 &* slot..<32 &* slot &+ 128)
      Self.collect(work.span, centre, &samples)
    }
    for place in 0..<(8 &* Self.keptSlotCount) { history[place] = history[8 &* slotCount &+ place] }
    for place in 0..<Self.keptSlotCount { lowest[place] = lowest[slotCount &+ place] }
  }

  /// Converts the members of C, whose lanes are four slots, to rows of the history.
  @inline(never)
  private static func keep(
    _ work: Span<SIMD4<Float>>, slot: Int, _ history: inout MutableSpan<SIMD4<Float>>,
    _ lowest: inout MutableSpan<Float>
  ) {
    let members = work.extracting(SubbandCosineTransform.results).extracting(0..<32)
    let first = keptSlotCount &+ slot
    var rows = history._mutatingExtracting(8 &* first..<8 &* first &+ 32)
    var target = rows._mutatingExtracting(0..<32)
    for quad in 0..<4 {
      let up = 16 &+ 4 &* quad
      let rising = SIMD4.transpose(members[up], members[up &+ 1], members[up &+ 2], members[up &+ 3])
      target[quad] = rising.0
      target[quad &+ 8] = rising.1
      target[quad &+ 16] = rising.2
      target[quad &+ 24] = rising.3
      let down = 16 &- 4 &* quad
      let falling = SIMD4.transpose(members[down], members[down &- 1], members[down &- 2], members[down &- 3])
      target[quad &+ 4] = falling.0
      target[quad &+ 12] = falling.1
      target[quad &+ 20] = falling.2
      target[quad &+ 28] = falling.3
    }
    lowest.setQuad(members[0], at: first)
  }

  /// Computes the samples of four slots, except for sample 16 of each, from C of these slots and of the 15 before.
  ///
  /// Vectors stay whole in this function, and another function separates their lanes: otherwise LLVM would work on
  /// single lanes.
  @inline(never)
  private func filter(_ history: Span<SIMD4<Float>>, _ work: inout MutableSpan<SIMD4<Float>>) {
    let all = history.extracting(0..<152)
    let factors = window.span.extracting(0..<128)
    var results = work._mutatingExtracting(0..<32)
    for quad in 0..<4 {
      var sums = SampleSums()
      for pair in 0..<8 {
        let (row, factor) = (16 &* (7 &- pair) &+ 4 &+ quad, 32 &* quad &+ 4 &* pair)
        sums.add(
          all.extracting(row..<row &+ 29).extracting(0..<29),
          factors.extracting(factor..<factor &+ 4).extracting(0..<4))
      }
      let place = 8 &* quad
      results[place] = sums.a0
      results[place &+ 1] = sums.a1
      results[place &+ 2] = sums.a2
      results[place &+ 3] = sums.a3
      results[place &+ 4] = sums.b0
      results[place &+ 5] = sums.b1
      results[place &+ 6] = sums.b2
      results[place &+ 7] = sums.b3
    }
  }

  /// Computes sample 16 of four slots, which depends only on C[0] of slots at odd distances, because C[32] is zero.
  private func centre(_ lowest: Span<Float>) -> SIMD4<Float> {
    let values = lowest.extracting(0..<19)
    let factors = middle.span.extracting(0..<8)
    var sum = SIMD4<Float>(repeating: 0)
    for pair in 0..<8 { sum += values.quad(at: 14 &- 2 &* pair) * factors[pair] }
    return sum
  }

  /// Writes four slots: the first half of the samples as they are, the second half from the last on.
  @inline(never)
  private static func collect(
    _ work: Span<SIMD4<Float>>, _ centre: SIMD4<Float>, _ output: inout MutableSpan<Float>
  ) {
    let results = work.extracting(0..<32)
    var samples = output._mutatingExtracting(0..<128)
    for slot in 0..<4 {
      let place = 32 &* slot
      for quad in 0..<4 { samples.setQuad(results[8 &* quad &+ slot], at: place &+ 4 &* quad) }
      let (a, b) = (results[slot &+ 28], results[slot &+ 20])
      let (c, d) = (results[slot &+ 12], results[slot &+ 4])
      samples.setQuad(SIMD4(centre[slot], a[3], a[2], a[1]), at: place &+ 16)
      samples.setQuad(SIMD4(a[0], b[3], b[2], b[1]), at: place &+ 20)
      samples.setQuad(SIMD4(b[0], c[3], c[2], c[1]), at: place &+ 24)
      samples.setQuad(SIMD4(c[0], d[3], d[2], d[1]), at: place &+ 28)
    }
  }
}

/// The samples of four slots while they are summed: four of each, and those that mirror them.
private struct SampleSums {
  var (a0, a1) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
  var (a2, a3) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
  var (b0, b1) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
  var (b2, b3) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))

  /// Adds the products at an even distance and at the next odd distance.
  ///
  /// In a loop that is not unrolled: LLVM would keep rows for the slots two later, more than there are registers for.
  @inline(__always)
  mutating func add(_ rows: Span<SIMD4<Float>>, _ window: Span<SIMD4<Float>>) {
    let (w0, w1, w2, w3) = (window[0], window[1], window[2], window[3])
    a0 += rows[4] * w0
    b0 += rows[4] * w1
    a1 += rows[12] * w0
    b1 += rows[12] * w1
    a2 += rows[20] * w0
    b2 += rows[20] * w1
    a3 += rows[28] * w0
    b3 += rows[28] * w1
    a0 += rows[0] * w2
    b0 += rows[0] * w3
    a1 += rows[8] * w2
    b1 += rows[8] * w3
    a2 += rows[16] * w2
    b2 += rows[16] * w3
    a3 += rows[24] * w2
    b3 += rows[24] * w3
  }
}

import Transforms

// Holds throughout: columns have the quads of the largest resolution.

/// Makes a second signal like the first in its spectrum but unlike in its phases, and quiet behind transients.
///
/// ISO/IEC 14496-3, 8.6.4.5: delays in all sub-subbands, and chains of three all-pass filters in the lower ones.
package struct StereoDecorrelator: Sendable {
  /// Columns of delay of the three links.
  private static let linkDelays: [3 of Int] = [3, 4, 5]
  private static let linkGains: [3 of Float] = [0.65143905753106, 0.56471812200776, 0.48954165955695]
  /// Thousandths of half a turn per subband, by link, and in front of them.
  private static let linkPhases: [3 of Int] = [430, 750, 347]
  private static let frontPhase = 390

  /// Subbands below have all-pass filters, those from here on the long delay.
  private static let filteredEnd = 23
  /// Subbands from here on have the short delay.
  private static let shortStart = 35
  /// The quads of whole subbands that have all-pass filters, and those that have delays; one has both.
  private static let filteredQuads = 8..<14
  private static let delayedQuads = 13..<24

  private let partQuads: Range<Int>
  /// The phases in front of the links.
  private let fronts: [ComplexQuad]
  /// Link `m` of quad `q` at `24 m + q`.
  private let links: [Link]
  /// 1 where a slot has the long delay, and where it has the short one.
  private let delays: [(long: SIMD4<Float>, short: SIMD4<Float>)]
  private let members: BandMembers
  private let bandOfSlot: [UInt8]

  package init(_ resolution: HybridResolution) {
    partQuads = resolution.partQuads
    members = BandMembers(resolution)
    bandOfSlot = resolution.bandOfSlot()
    var fronts = [ComplexQuad](repeating: .zero, count: StereoColumn.quadCount)
    var links = [Link](repeating: Link(), count: 3 * StereoColumn.quadCount)
    var delays = [(long: SIMD4<Float>, short: SIMD4<Float>)](
      repeating: (SIMD4(), SIMD4()), count: StereoColumn.quadCount)
    let cutoff = resolution == .coarse ? 10 : 32
    for k in 0..<resolution.subbandCount {
      let (quad, lane) = resolution.slot(k).quotientAndRemainder(dividingBy: 4)
      let subband = resolution.slot(k) - StereoColumn.wholeStart
      guard subband < StereoDecorrelator.filteredEnd else {
        if subband < StereoDecorrelator.shortStart { delays[quad].long[lane] = 1 } else { delays[quad].short[lane] = 1 }
        continue
      }
      let center = StereoDecorrelator.center(resolution, k)
      let front = StereoDecorrelator.turn(StereoDecorrelator.frontPhase, center)
      fronts[quad].real[lane] = front.real
      fronts[quad].imaginary[lane] = front.imaginary
      let decay = min(max(1 - 0.05 * Double(k - cutoff), 0), 1)
      for link in 0..<3 {
        let place = StereoColumn.quadCount * link + quad
        let turn = StereoDecorrelator.turn(StereoDecorrelator.linkPhases[link], center)
        links[place].phase.real[lane] = turn.real
        links[place].phase.imaginary[lane] = turn.imaginary
        links[place].gain[lane] = StereoDecorrelator.linkGains[link] * Float(decay)
      }
    }
    self.fronts = fronts
    self.links = links
    self.delays = delays
  }

  /// The phases of one all-pass link, and `a g`.
  private struct Link: Sendable, BitwiseCopyable {
    var phase = ComplexQuad.zero
    var gain = SIMD4<Float>(repeating: 0)

    /// `y = Q v(t − d) − a g x`, `v = x + a g y`.
    @inline(__always)
    func apply(_ x: ComplexQuad, _ v: inout ComplexQuad) -> ComplexQuad {
      let y = v * phase - x * gain
      v = x + y * gain
      return y
    }
  }

  /// The phase of a sub-subband for a rate of ``linkPhases``.
  private static func turn(_ rate: Int, _ center: Int) -> (real: Float, imaginary: Float) {
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: -rate * center, over: 2 * 24 * 1000)
    return (Float(cosine), Float(sine))
  }

  /// Twenty-fourths of a subband from zero to the middle of a sub-subband.
  private static func center(_ resolution: HybridResolution, _ k: Int) -> Int {
    switch resolution {
    case .coarse:
      let parts: [10 of Int] = [-9, -3, 3, 9, 15, 21, 30, 42, 54, 66]
      return k < 10 ? parts[k] : 24 * k - 156
    case .fine:
      let parts: [32 of Int] = [
        2, 6, 10, 14, 18, 22, 26, 30, 34, -10, -6, -2, 51, 57, 15, 21, 27, 33, 39, 45, 54, 66, 78, 42, 102, 66, 78, 90,
        102, 114, 126, 90,
      ]
      return k < 32 ? parts[k] : 24 * k - 636
    }
  }

  /// What is kept from column to column.
  package struct State: Sendable {
    /// The last 16 columns of input.
    fileprivate var past = [ComplexQuad](repeating: .zero, count: 16 * StereoColumn.quadCount)
    /// The last 3, 4 and 5 columns of the links.
    fileprivate var links = [ComplexQuad](repeating: .zero, count: 12 * StereoColumn.quadCount)
    fileprivate var time = 0
    fileprivate var transients = StereoTransients()

    package init() {}
  }

  /// Writes the second signal of a column.
  package func apply(_ input: borrowing StereoColumn, _ state: inout State, into output: inout StereoColumn) {
    state.transients.update(input, members)
    remember(input, &state.past, at: state.time & 15)
    filter(state.past, &state.links, at: state.time, into: &output)
    delay(state.past, at: state.time, into: &output)
    state.transients.attenuate(&output, bandOfSlot)
    // A multiple of all ring lengths keeps the count small.
    state.time = (state.time + 1) % 240
  }

  private func remember(_ input: borrowing StereoColumn, _ past: inout [ComplexQuad], at slot: Int) {
    let source = input.quads.span
    let all = past.mutableSpan
    var column = all._consumingExtracting(columnRange(slot))
    precondition(source.count == column.count)
    for quad in source.indices { column[quad] = source[quad] }
  }

  private func columnRange(_ slot: Int) -> Range<Int> {
    (slot * StereoColumn.quadCount)..<((slot + 1) * StereoColumn.quadCount)
  }

  /// The column of so long ago in the past.
  private func pastRange(_ time: Int, _ delay: Int) -> Range<Int> { columnRange((time - delay) & 15) }

  /// Turns the phases of the signal of two columns ago, and sends it through the three links.
  ///
  /// Link by link, each with spans of one length that the compiler knows: with all three in one loop 9 of 16 checks
  /// stayed, and 153 instructions were a quad's.
  private func filter(
    _ past: [ComplexQuad], _ rings: inout [ComplexQuad], at time: Int, into output: inout StereoColumn
  ) {
    let count = StereoColumn.quadCount
    let input = past.span.extracting(pastRange(time, 2)).extracting(0..<count)
    let fronts = fronts.span.extracting(0..<count)
    let all = output.quads.mutableSpan
    var column = all._consumingExtracting(0..<count)
    for quad in 0..<partQuads.upperBound { column[quad] = input[quad] * fronts[quad] }
    for quad in StereoDecorrelator.filteredQuads { column[quad] = input[quad] * fronts[quad] }
    var ring = rings.mutableSpan
    let rows: [3 of Int] = [time % 3, 3 + time % 4, 7 + time % 5]
    for link in 0..<3 {
      var row = ring._mutatingExtracting(columnRange(rows[link]))
      pass(links.span.extracting(columnRange(link)), &row, &column)
    }
  }

  /// Sends a column through one link.
  private func pass(
    _ links: Span<Link>, _ row: inout MutableSpan<ComplexQuad>, _ column: inout MutableSpan<ComplexQuad>
  ) {
    let count = StereoColumn.quadCount
    let links = links.extracting(0..<count)
    var past = row._mutatingExtracting(0..<count)
    var values = column._mutatingExtracting(0..<count)
    for quad in 0..<partQuads.upperBound { values[quad] = links[quad].apply(values[quad], &past[quad]) }
    for quad in StereoDecorrelator.filteredQuads { values[quad] = links[quad].apply(values[quad], &past[quad]) }
  }

  /// Gives the higher subbands their delays.
  private func delay(_ past: [ComplexQuad], at time: Int, into output: inout StereoColumn) {
    let long = past.span.extracting(pastRange(time, 14))
    let short = past.span.extracting(pastRange(time, 1))
    let delays = delays.span
    var column = output.quads.mutableSpan
    for quad in StereoDecorrelator.delayedQuads {
      let delayed = long[quad] * delays[quad].long + short[quad] * delays[quad].short
      column[quad] = quad < StereoDecorrelator.filteredQuads.upperBound ? column[quad] + delayed : delayed
    }
  }
}

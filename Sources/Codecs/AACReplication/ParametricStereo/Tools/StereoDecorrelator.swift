package import Transforms

// Bound throughout: 24 quads, and 32 columns of a frame with 14 before them.
// Holds throughout: rows have the columns of a ``StereoSignal``.

/// Makes a second signal with a similar spectrum but different phases, and quiet after transients.
///
/// ISO/IEC 14496-3, 8.6.4.5: delays in all sub-subbands, and chains of three all-pass filters in the lower ones.
package struct StereoDecorrelator: Sendable {
  /// Columns of delay of the three links.
  private static let linkDelays = (3, 4, 5)
  private static let linkGains: [3 of Float] = [0.65143905753106, 0.56471812200776, 0.48954165955695]
  /// The phases, in thousandths of half a turn per subband, of each link, and before the links.
  private static let linkPhases: [3 of Int] = [430, 750, 347]
  private static let frontPhase = 390

  /// The columns of delay before the links, and of the subbands without.
  private static let frontDelay = 2
  private static let longDelay = 14
  private static let shortDelay = 1

  /// The first subband with a long delay; lower subbands have all-pass filters.
  private static let filteredEnd = 23
  /// Subbands from here on have the short delay.
  private static let shortStart = 35
  /// The quads of whole subbands that have all-pass filters.
  private static let filteredQuads = 8..<14
  /// The number of quads with all-pass filters.
  static let filteredCount = 6
  /// Quads of whole subbands in which some lanes have the long delay; later quads have the short delay in all lanes.
  private static let mixedQuads = 13..<17

  private let quads: [Factors]
  private let members: BandMembers

  /// The factors that a quad is multiplied by.
  private struct Factors: Sendable, BitwiseCopyable {
    /// The phases before the links.
    var front = ComplexQuad.zero
    var links: [3 of Link] = .init(repeating: Link())
    /// 1 if a slot has the long delay, and where it has the short one.
    var long = SIMD4<Float>(repeating: 0)
    var short = SIMD4<Float>(repeating: 0)
  }

  package init(_ resolution: HybridResolution) {
    members = BandMembers(resolution)
    var quads = [Factors](repeating: Factors(), count: StereoColumn.quadCount)
    let cutoff = resolution == .coarse ? 10 : 32
    for k in 0..<resolution.subbandCount {
      let (quad, lane) = resolution.slot(k).quotientAndRemainder(dividingBy: 4)
      let subband = resolution.slot(k) - StereoColumn.wholeStart
      guard subband < StereoDecorrelator.filteredEnd else {
        if subband < StereoDecorrelator.shortStart { quads[quad].long[lane] = 1 } else { quads[quad].short[lane] = 1 }
        continue
      }
      let center = StereoDecorrelator.center(resolution, k)
      let front = StereoDecorrelator.turn(StereoDecorrelator.frontPhase, center)
      quads[quad].front.real[lane] = front.real
      quads[quad].front.imaginary[lane] = front.imaginary
      let decay = min(max(1 - 0.05 * Double(k - cutoff), 0), 1)
      for link in 0..<3 {
        let turn = StereoDecorrelator.turn(StereoDecorrelator.linkPhases[link], center)
        quads[quad].links[link].phase.real[lane] = turn.real
        quads[quad].links[link].phase.imaginary[lane] = turn.imaginary
        quads[quad].links[link].gain[lane] = StereoDecorrelator.linkGains[link] * Float(decay)
      }
    }
    self.quads = quads
  }

  /// The phases of one all-pass link, and `a g`.
  private struct Link: Sendable, BitwiseCopyable {
    var phase = ComplexQuad.zero
    var gain = SIMD4<Float>(repeating: 0)

    /// `y = Q v(t − d) − a g x`, `v = x + a g y`.
    @inline(__always)
    func apply(_ x: ComplexQuad, _ v: ComplexQuad) -> (y: ComplexQuad, v: ComplexQuad) {
      let y = v * phase - x * gain
      return (y, x + y * gain)
    }
  }

  /// Returns the phase of a sub-subband for a rate of ``linkPhases``.
  private static func turn(_ rate: Int, _ center: Int) -> (real: Float, imaginary: Float) {
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: -rate * center, over: 2 * 24 * 1000)
    return (Float(cosine), Float(sine))
  }

  /// Returns the middle of a sub-subband in twenty-fourths of a subband from zero.
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

  /// The state kept from frame to frame.
  package struct State: Sendable {
    fileprivate static let kept = 12
    /// The last 3, 4 and 5 columns of the links of quad `q` from `12 q` on.
    fileprivate var links = [ComplexQuad](repeating: .zero, count: kept * StereoColumn.quadCount)
    /// The links of one quad, each preceded by the columns before the frame: link `m` from `64 m` on.
    fileprivate var lines = [ComplexQuad](repeating: .zero, count: 3 * lineLength)
    /// The output of the filters.
    fileprivate var echo = [ComplexQuad](repeating: .zero, count: StereoSignal.columnCount)
    fileprivate var transients = StereoTransients()
    /// The number of columns of the frame.
    fileprivate var columnCount = 0

    package init() {}

    /// Clears all frames.
    mutating func reset() {
      for place in links.indices { links[place] = .zero }
      transients.reset()
    }
  }

  private static let lineLength = 64

  /// Analyses a frame of a number of columns.
  package func prepare(_ signal: borrowing StereoSignal, _ state: inout State, columnCount: Int) {
    state.columnCount = columnCount
    state.transients.update(signal, members, columnCount: columnCount)
  }

  /// Writes the second signal for one quad of a frame.
  ///
  /// A quad at a time, all its columns: factors stay in registers, and no ring has to be indexed. Column by column the
  /// decorrelation took 57,000 instructions per frame of HE-AAC v2.
  package func apply(
    _ quad: Int, _ signal: borrowing StereoSignal, _ state: inout State, into twin: inout [ComplexQuad]
  ) {
    let row = signal.row(quad)
    let factors = quads[quad]
    let isFiltered = quad < StereoDecorrelator.filteredQuads.upperBound
    if isFiltered {
      StereoDecorrelator.load(state.links, quad, into: &state.lines)
      StereoDecorrelator.filter(row, factors, &state.lines, into: &state.echo)
      StereoDecorrelator.keep(state.lines, state.columnCount, quad, in: &state.links)
    }
    if StereoDecorrelator.mixedQuads.contains(quad) {
      StereoDecorrelator.delay(row, factors, adding: isFiltered, to: &state.echo)
    }
    if quad < StereoDecorrelator.mixedQuads.upperBound {
      state.transients.hold(state.echo.span, members, quad, into: &twin)
    } else {
      let start = StereoSignal.pastCount - StereoDecorrelator.shortDelay
      state.transients.hold(row.extracting(droppingFirst: start), members, quad, into: &twin)
    }
  }

  /// Rotates the phases of the signal of two columns earlier, and passes it through the three links.
  private static func filter(
    _ row: Span<ComplexQuad>, _ factors: Factors, _ lines: inout [ComplexQuad], into output: inout [ComplexQuad]
  ) {
    let start = StereoSignal.pastCount - frontDelay
    let input = row.extracting(start..<(start + StereoSignal.columnCount)).extracting(0..<StereoSignal.columnCount)
    let (front, first, second, third) = (factors.front, factors.links[0], factors.links[1], factors.links[2])
    let allLines = lines.mutableSpan
    var past = allLines._consumingExtracting(0..<(3 * lineLength))
    let all = output.mutableSpan
    var echo = all._consumingExtracting(0..<StereoSignal.columnCount)
    for column in 0..<StereoSignal.columnCount {
      var value = input[column] * front
      let (a, b, c) = (past[column], past[lineLength + column], past[2 * lineLength + column])
      var next: ComplexQuad
      (value, next) = first.apply(value, a)
      past[column + linkDelays.0] = next
      (value, next) = second.apply(value, b)
      past[lineLength + column + linkDelays.1] = next
      (value, next) = third.apply(value, c)
      past[2 * lineLength + column + linkDelays.2] = next
      echo[column] = value
    }
  }

  /// Copies the columns that a quad's all-pass links have stored to the start of its delay lines.
  private static func load(_ links: [ComplexQuad], _ quad: Int, into lines: inout [ComplexQuad]) {
    let kept = links.span.extracting((State.kept * quad)..<(State.kept * (quad + 1))).extracting(0..<State.kept)
    let all = lines.mutableSpan
    var line = all._consumingExtracting(0..<(3 * lineLength))
    for column in 0..<3 { line[column] = kept[column] }
    for column in 0..<4 { line[lineLength + column] = kept[3 + column] }
    for column in 0..<5 { line[2 * lineLength + column] = kept[7 + column] }
  }

  /// Stores the last columns of a frame.
  private static func keep(_ lines: [ComplexQuad], _ columnCount: Int, _ quad: Int, in links: inout [ComplexQuad]) {
    let line = lines.span
    var all = links.mutableSpan
    var kept = all._mutatingExtracting((State.kept * quad)..<(State.kept * (quad + 1)))
    for column in 0..<3 { kept[column] = line[columnCount + column] }
    for column in 0..<4 { kept[3 + column] = line[lineLength + columnCount + column] }
    for column in 0..<5 { kept[7 + column] = line[2 * lineLength + columnCount + column] }
  }

  /// Delays lanes; the others become zero or keep their present values.
  private static func delay(
    _ row: Span<ComplexQuad>, _ factors: Factors, adding isAdding: Bool, to output: inout [ComplexQuad]
  ) {
    let row = row.extracting(0..<StereoSignal.rowLength)
    let (long, short) = (factors.long, factors.short)
    let all = output.mutableSpan
    var echo = all._consumingExtracting(0..<StereoSignal.columnCount)
    for column in 0..<StereoSignal.columnCount {
      let early = row[column + StereoSignal.pastCount - longDelay]
      let late = row[column + StereoSignal.pastCount - shortDelay]
      let delayed = early * long + late * short
      echo[column] = isAdding ? echo[column] + delayed : delayed
    }
  }
}

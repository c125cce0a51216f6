package import AACSyntax
package import AudioBase

/// The signal path of SBR for one channel at a time: analysis, generation, adjustment, synthesis.
///
/// ```
/// core samples ── analysis ── low ──┬─────────────────────────────┬── matrix ── [Parametric Stereo] ── synthesis ──
///                                   └── generation ── adjustment ─┘
/// ```
/// ISO/IEC 14496-3, 4.6.18.5.
package struct SBREngine: ~Copyable, Sendable {
  private let configuration: SBRConfiguration
  private var analysis: SubbandAnalysis
  private var generation = SBRHighFrequencyGeneration()
  private var adjustment: SBRAdjustment
  private var synthesis: SubbandSynthesis

  package init(_ configuration: SBRConfiguration) {
    self.configuration = configuration
    let kind = configuration.bankKind
    analysis = SubbandAnalysis(
      kind, bandCount: configuration.analysisBandCount, columnCount: configuration.columnCount,
      synthesisBandCount: configuration.synthesisBandCount)
    adjustment = SBRAdjustment(columnsPerSlot: configuration.columnsPerSlot)
    synthesis = SubbandSynthesis(
      kind, bandCount: configuration.synthesisBandCount, columnCount: configuration.columnCount)
  }

  /// Analyses core samples to low subbands.
  package mutating func analyze(
    _ output: borrowing PCMBlock, _ state: inout SBRChannelState, channel: Int, at start: Int
  ) {
    state.low.advance()
    let samples = output.channel(channel).extracting(start..<(start + configuration.coreFrameLength))
    analysis.analyze(samples, history: &state.analysis, into: &state.low)
  }

  /// Fills the matrix of all subbands from the low ones.
  ///
  /// - Parameter bands: `nil` if only the rate changes.
  package mutating func fillMatrix(
    _ frame: borrowing SBRFrame, _ bands: inout SBRBands?, _ state: inout SBRChannelState
  ) {
    let overlap = configuration.columnsPerSlot * state.overhang
    state.matrix.advance(keeping: overlap)
    guard bands != nil else {
      state.matrix.copy(state.low, below: state.crossover, LowSubbands.bandCount, from: overlap)
      state.crossover = LowSubbands.bandCount
      state.overhang = 0
      return
    }
    fillMatrix(frame, &bands!, &state)  // Holds: looked at just above.
  }

  private mutating func fillMatrix(
    _ frame: borrowing SBRFrame, _ bands: inout SBRBands, _ state: inout SBRChannelState
  ) {
    let overlap = configuration.columnsPerSlot * state.overhang
    // Of bands that the core takes over from the replication nothing is known of earlier frames.
    if bands.first > state.crossover { state.low.clearHistory(state.crossover..<bands.first) }
    let time = frame.time
    let rate = configuration.columnsPerSlot
    let envelopes = (rate * time.borders[0])..<(rate * time.end)
    let slots = frame.slotLevels.slots
    let columns = slots.isEmpty ? envelopes : (rate * slots.lowerBound)..<(rate * slots.upperBound)
    SBRHighFrequencyGeneration.advance(
      &state.generation, to: frame.inverseFiltering, bandCount: bands.noiseBandCount)
    // Copies of subbands that will be made are overwritten, unless the envelopes begin later than the last ones ended:
    // copies of all 32 have a known length.
    let isOverwritten = bands.end >= LowSubbands.bandCount && columns.lowerBound <= overlap
    let copied = isOverwritten ? LowSubbands.bandCount : bands.first
    state.matrix.copy(state.low, below: state.crossover, copied, from: overlap)
    if frame.isTransposed {
      generation.generateTransposed(&bands, columns: columns, in: &state)
    } else {
      generation.generate(&bands, columns: columns, in: &state)
      if frame.isFlattened { SBRFlattening.apply(bands, envelopes: envelopes, to: columns, in: &state) }
    }
    adjustment.apply(frame, &bands, state: &state.adjustment, to: &state.matrix)
    state.envelopes.keep(frame)
    state.crossover = bands.first
    state.overhang = (slots.isEmpty ? time.end : slots.upperBound) - configuration.slotCount
  }

  /// Multiplies all subbands by the matrix to get samples.
  package mutating func synthesize(
    _ state: inout SBRChannelState, into output: inout PCMBlock, channel: Int, at start: Int
  ) {
    var plane = output.plane(channel)
    let count = configuration.outputFrameLength
    var samples = plane._mutatingExtracting(start..<(start + count))
    synthesis.synthesize(state.matrix, history: &state.synthesis, into: &samples)
  }
}

extension QuadratureMirrorMatrix {
  /// Begins a frame: the part that reached beyond the last one becomes its first `overlap` columns; the others are
  /// cleared.
  package mutating func advance(keeping overlap: Int) {
    Self.advance(&real, overlap * Self.bandCount, columnCount * Self.bandCount)
    Self.advance(&imaginary, overlap * Self.bandCount, columnCount * Self.bandCount)
  }

  private static func advance(_ values: inout [Float], _ kept: Int, _ start: Int) {
    var span = values.mutableSpan
    for index in 0..<kept { span[index] = span[start + index] }
    for index in kept..<span.count { span[index] = 0 }
  }

  /// Copies low subbands: those below `before` into the first `change` columns, those below `after` into all others.
  mutating func copy(_ low: borrowing LowSubbands, below before: Int, _ after: Int, from change: Int) {
    // The columns two earlier are available to the filters of the generation.
    let available = min(columnCount + reachCount, low.usedCount - 2)
    let extent = ColumnCopy(columnCount: available, before: before, after: after, change: change)
    Self.copy(low.real, to: &real, extent)
    Self.copy(low.imaginary, to: &imaginary, extent)
  }

  /// The number of subbands to copy in each column: it changes at one column.
  private struct ColumnCopy {
    var columnCount: Int
    var before: Int
    var after: Int
    var change: Int
  }

  private static func copy(_ source: [Float], to target: inout [Float], _ extent: ColumnCopy) {
    let low = source.span
    var all = target.mutableSpan
    for column in 0..<extent.columnCount {
      let count = column < extent.change ? extent.before : extent.after
      let start = (column + 2) * LowSubbands.bandCount
      let from = low.extracting(start..<(start + LowSubbands.bandCount)).extracting(0..<LowSubbands.bandCount)
      let place = column * Self.bandCount
      var row = all._mutatingExtracting(place..<(place + LowSubbands.bandCount))
      var to = row._mutatingExtracting(0..<LowSubbands.bandCount)
      if count == LowSubbands.bandCount {
        for band in 0..<LowSubbands.bandCount { to[band] = from[band] }
      } else {
        for band in 0..<count { to[band] = from[band] }
      }
    }
  }
}

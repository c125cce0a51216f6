import AACReplication
import AACSyntax
import AudioBase

/// The band replication of an element: what lasts, and the frame that is prepared.
struct ReplicationState: Sendable {
  /// The largest number of consecutive substituted frames; after that the high subbands stay empty.
  private static let longestGap = 10

  private let isPair: Bool
  /// The bands of the last frame; `nil` before the first.
  private var bands: SBRBands?
  /// Those of the frame that is prepared.
  private var nextBands: SBRBands?
  private var isCoupled = false
  private var missingCount = 0
  var first: SBRChannelState
  var second: SBRChannelState
  private var firstFrame = SBRFrame()
  private(set) var secondFrame = SBRFrame()
  /// The transposers of the element, if it has them.
  private var firstTransposer: HarmonicTransposer?
  private var secondTransposer: HarmonicTransposer?
  private var firstPitch = 0
  private var secondPitch = 0
  /// The predictors of the last frame, and of the one that is prepared.
  private var vectors = VectorCodingData()
  private var nextVectors = VectorCodingData()
  private var prediction: VectorPrediction
  /// The prediction mode of the last frame.
  private var lastMode: VectorCodingData.Mode?
  private var lastReach = 0
  /// The history that replaces the last envelopes if the bands have changed.
  private let noHistory = SBREnvelopeHistory()

  init(_ configuration: SBRConfiguration, isPair: Bool) {
    self.isPair = isPair
    prediction = VectorPrediction(columnsPerSlot: configuration.columnsPerSlot)
    first = SBRChannelState(configuration)
    second = SBRChannelState(configuration)
    guard let enhancement = configuration.enhancement, enhancement.isHarmonic else { return }
    firstTransposer = HarmonicTransposer(columnCount: configuration.columnCount, enhancement.ratio)
    if isPair { secondTransposer = firstTransposer }
  }

  /// True if the bands are those of the last frame.
  private func isContinued(_ new: borrowing SBRBands) -> Bool {
    guard let bands else { return false }
    return SBRBands.areSame(bands.header, new.header)
  }

  /// Adds up a frame's differences and converts them to energies; lasting state is not changed.
  mutating func prepare(
    _ data: borrowing ReplicationData, _ state: borrowing ReplicationParseState, _ dequantization: SBRDequantization
  ) throws(USACError) {
    guard let new = state.bands else { throw USACError(.notIndependent) }
    let isContinued = isContinued(new)
    do throws(AACError) {
      if data.vectors.mode == nil {
        try firstFrame.addUp(
          data.first, data.first.envelopeUse(.level, new, isLowDelay: false), new,
          after: isContinued ? first.envelopes : noHistory)
      } else {
        try firstFrame.addUpWithoutEnvelopes(data.first, new, after: isContinued ? first.envelopes : noHistory)
      }
      if isPair {
        let meaning = data.isCoupled ? SBRCodebooks.Use.Meaning.balance : .level
        try secondFrame.addUp(
          data.second, data.second.envelopeUse(meaning, new, isLowDelay: false), new,
          after: isContinued ? second.envelopes : noHistory)
      }
    } catch {
      throw USACError(error, at: 0)
    }
    if data.vectors.mode != nil { try beginVectors(data.vectors) }
    firstFrame.isFlattened = state.isFlattened
    secondFrame.isFlattened = state.isFlattened
    firstFrame.isTransposed = data.firstPatching.isTransposed
    secondFrame.isTransposed = data.secondPatching.isTransposed
    (firstPitch, secondPitch) = (data.firstPatching.pitch, data.secondPatching.pitch)
    nextVectors = data.vectors
    isCoupled = data.isCoupled
    nextBands = copy new
    dequantize(dequantization)
  }

  /// Sets the borders of a frame that begins at the end of the last one.
  private mutating func beginVectors(_ data: VectorCodingData) throws(USACError) {
    let start = lastMode == nil ? first.overhang : lastReach
    guard data.noisePosition == 0 || data.noisePosition > start else { throw USACError(.replicationTimeGrid) }
    firstFrame.time.borders[0] = start
    // Slots that vector coding reaches in the following frame are made there; those of envelopes are made already.
    firstFrame.slotLevels.slots = (lastMode == nil ? start : 0)..<SBRSlotLevels.slotCount
  }

  private mutating func dequantize(_ dequantization: SBRDequantization) {
    if isPair, isCoupled {
      dequantization.apply(left: &firstFrame, right: &secondFrame)
    } else {
      dequantization.apply(to: &firstFrame)
      if isPair { dequantization.apply(to: &secondFrame) }
    }
  }

  /// Adopts the frame that was prepared.
  ///
  /// A change between ordinary envelopes and predictive vector coding, or of its mode, resets nothing: so libxaac, the
  /// reference of the only streams with such changes.
  private mutating func adopt() {
    guard let new = nextBands else { return }
    nextBands = nil
    vectors = nextVectors
    missingCount = 0
    let isContinued = isContinued(new)
    if !isContinued {
      first.restart()
      second.restart()
    }
    if bands?.header != new.header { bands = new }
    guard !isContinued, firstTransposer != nil else { return }
    firstTransposer?.restart(new, &first)
    secondTransposer?.restart(new, &second)
  }

  /// Makes a frame that continues the last one; after ten such frames there is none.
  ///
  /// - Parameter level: The level of the core against that before the loss, an amplitude.
  mutating func makeUp(_ dequantization: SBRDequantization, level: Float) {
    nextBands = nil
    guard bands != nil, missingCount < ReplicationState.longestGap else {
      bands = nil
      return
    }
    missingCount += 1
    first.makeUp(&firstFrame, to: 16, isBalance: false)
    if isPair { second.makeUp(&secondFrame, to: 16, isBalance: isCoupled) }
    (firstPitch, secondPitch) = (0, 0)
    if lastMode != nil {
      vectors.repeatLast()
      firstFrame.time.borders[0] = lastReach
      firstFrame.slotLevels.slots = 0..<SBRSlotLevels.slotCount
    }
    dequantize(dequantization)
    guard level < 1 else { return }
    firstFrame.scale(level)
    if isPair { secondFrame.scale(level) }
  }

  /// Replaces the core's samples at the start of the element's channels by the frame's.
  mutating func apply(_ engine: inout SBREngine, to output: inout PCMBlock, channel: Int) {
    engine.analyze(output, &first, channel: channel, at: 0)
    if isPair { engine.analyze(output, &second, channel: channel + 1, at: 0) }
    fillMatrices(&engine)
    engine.synthesize(&first, into: &output, channel: channel, at: 0)
    if isPair { engine.synthesize(&second, into: &output, channel: channel + 1, at: 0) }
  }

  /// Computes the matrices of the channels that have band replication, from their low subbands.
  mutating func fillMatrices(_ engine: inout SBREngine) {
    adopt()
    firstTransposer?.transpose(&first, pitch: firstPitch)
    predict()
    engine.fillMatrix(firstFrame, &bands, &first)
    guard isPair else { return }
    secondTransposer?.transpose(&second, pitch: secondPitch)
    engine.fillMatrix(secondFrame, &bands, &second)
  }

  /// Predicts the energies of the first channel if its frame has no envelopes.
  private mutating func predict() {
    (lastMode, lastReach) = (nil, 0)
    guard !firstFrame.slotLevels.slots.isEmpty, let bands else { return prediction.interrupt() }
    prediction.predict(vectors, from: first.low, first: bands.first, into: &firstFrame.slotLevels)
    (lastMode, lastReach) = (vectors.mode, vectors.reach)
  }
}

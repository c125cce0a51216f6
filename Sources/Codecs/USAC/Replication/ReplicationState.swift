import AACCodec
import AudioBase

/// The band replication of an element: what lasts, and the frame that is prepared.
struct ReplicationState: Sendable {
  /// Frames in a row that are made up; after that the high subbands stay empty.
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
  /// The history that stands for the last envelopes where the bands have changed.
  private let noHistory = SBREnvelopeHistory()

  init(_ configuration: SBRConfiguration, isPair: Bool) {
    self.isPair = isPair
    first = SBRChannelState(configuration)
    second = SBRChannelState(configuration)
  }

  /// True if the bands are those of the last frame.
  private func isContinued(_ new: borrowing SBRBands) -> Bool {
    guard let bands else { return false }
    return SBRBands.areSame(bands.header, new.header)
  }

  /// Adds up a frame's differences and makes energies of them; nothing that lasts is changed.
  mutating func prepare(
    _ data: borrowing ReplicationData, _ state: borrowing ReplicationParseState, _ dequantization: SBRDequantization
  ) throws(USACError) {
    guard let new = state.bands else { throw USACError(.notIndependent) }
    let isContinued = isContinued(new)
    do throws(AACError) {
      try firstFrame.addUp(
        data.first, data.first.envelopeUse(.level, new, isLowDelay: false), new,
        after: isContinued ? first.envelopes : noHistory)
      if isPair {
        let meaning = data.isCoupled ? SBRCodebooks.Use.Meaning.balance : .level
        try secondFrame.addUp(
          data.second, data.second.envelopeUse(meaning, new, isLowDelay: false), new,
          after: isContinued ? second.envelopes : noHistory)
      }
    } catch {
      throw USACError(error, at: 0)
    }
    firstFrame.isFlattened = state.isFlattened
    secondFrame.isFlattened = state.isFlattened
    isCoupled = data.isCoupled
    nextBands = copy new
    dequantize(dequantization)
  }

  private mutating func dequantize(_ dequantization: SBRDequantization) {
    if isPair, isCoupled {
      dequantization.apply(left: &firstFrame, right: &secondFrame)
    } else {
      dequantization.apply(to: &firstFrame)
      if isPair { dequantization.apply(to: &secondFrame) }
    }
  }

  /// Takes over the frame that was prepared.
  ///
  /// Where the bands change less is forgotten than in MPEG-4: the strengths of the inverse filtering and the phase of
  /// the sinusoids go on, as decoders have it.
  private mutating func adopt() {
    guard let new = nextBands else { return }
    nextBands = nil
    missingCount = 0
    if !isContinued(new) {
      first.restart(noiseBandCount: new.noiseBandCount)
      second.restart(noiseBandCount: new.noiseBandCount)
    }
    if bands?.header != new.header { bands = new }
  }

  /// Makes up a frame that goes on where the last one ended; after ten of them there is none.
  mutating func makeUp(_ dequantization: SBRDequantization) {
    nextBands = nil
    guard bands != nil, missingCount < ReplicationState.longestGap else {
      bands = nil
      return
    }
    missingCount += 1
    first.makeUp(&firstFrame, to: 16, isBalance: false)
    if isPair { second.makeUp(&secondFrame, to: 16, isBalance: isCoupled) }
    dequantize(dequantization)
  }

  /// Replaces the core's samples at the start of the element's channels by the frame's.
  mutating func apply(_ engine: inout SBREngine, to output: inout PCMBlock, channel: Int) {
    engine.analyze(output, &first, channel: channel, at: 0)
    if isPair { engine.analyze(output, &second, channel: channel + 1, at: 0) }
    fillMatrices(&engine)
    engine.synthesize(&first, into: &output, channel: channel, at: 0)
    if isPair { engine.synthesize(&second, into: &output, channel: channel + 1, at: 0) }
  }

  /// Makes the matrices of the channels that have band replication, from their low subbands.
  mutating func fillMatrices(_ engine: inout SBREngine) {
    adopt()
    engine.fillMatrix(firstFrame, &bands, &first)
    if isPair { engine.fillMatrix(secondFrame, &bands, &second) }
  }
}

extension SBRChannelState {
  /// Starts over after a change of the bands; noise bands that come to the old ones begin without filtering.
  fileprivate mutating func restart(noiseBandCount: Int) {
    envelopes.clear()
    adjustment.restart()
    for band in noiseBandCount..<5 { (generation.modes[band], generation.strengths[band]) = (0, 0) }
  }
}

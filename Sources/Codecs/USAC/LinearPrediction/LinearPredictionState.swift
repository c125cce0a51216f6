import Transforms

// Bound throughout: frames have 768 or 1,024 samples: USACConfiguration checks it.

/// The state of the linear-prediction domain for a channel from frame to frame.
///
/// Samples are those of a sample of 1.0 being 32768. With N samples per frame and its output beginning at time 0, the
/// blocks of a frame fill the region N/2 ..< 3N/2.
struct LinearPredictionState: Sendable {
  /// The kind of the last block.
  enum Block: Sendable, Equatable {
    /// No linear prediction: a frame of the frequency domain, or nothing.
    case frequencyDomain
    /// No linear prediction, and short windows.
    case shortWindows
    case excitation
    case transform
  }

  /// The number of past samples that are kept: the longest delay, 411, and 17 for the filters, in quads.
  static let history = 448

  let frameLength: Int
  let pitchRange: PitchRange
  var block = Block.frequencyDomain
  /// The signal before the bass post-filter: ``history`` samples before the frame's output, the output and the region.
  /// A transform's last samples are not windowed: their mirror image overlaps with the next block.
  var line: [Float]
  /// The excitation: ``history`` samples before the region and the region.
  var excitation: [Float]
  /// The filter at the end of the region.
  var lineSpectrum = LineSpectrum.flat
  /// The threshold of the noise enhancer.
  var noiseThreshold: Float = 0
  /// The synthesis filter's last 16 samples, of an excitation.
  var synthesisMemory = SIMD16<Float>(repeating: 0)
  /// The last transform.
  var transform = TransformGains()
  /// The remaining samples of the data against aliasing for the end of a transform, when that has been overlapped.
  var ringing: [Float]
  var hasRinging = false
  var postFilter: BassPostFilterState
  /// True if the last frame was one of this domain.
  private(set) var isContinued = false

  /// Creates the state before the first frame, of 768 or 1,024 samples at a core rate in ``PitchRange/rates``.
  init(frameLength: Int, coreRate: Int) {
    self.frameLength = frameLength
    pitchRange = PitchRange(coreRate: coreRate)
    line = Array(repeating: 0, count: LinearPredictionState.history + frameLength + frameLength / 2)
    // Four samples more than the last subframe, which the adaptive codebook fills.
    excitation = Array(repeating: 0, count: LinearPredictionState.history + frameLength + 4)
    ringing = Array(repeating: 0, count: frameLength / 8)
    postFilter = BassPostFilterState(frameLength: frameLength)
  }

  /// The place of the region in ``line``.
  var regionStart: Int { LinearPredictionState.history + frameLength / 2 }

  /// Clears the state, as before the first frame.
  mutating func reset() {
    isContinued = false
    block = .frequencyDomain
    restart()
    for n in line.indices { line[n] = 0 }
  }

  /// Takes the second half of a frequency domain frame before the first frame of this domain.
  mutating func begin(after tail: FrequencyDomainTail) {
    reset()
    block = tail.isShort ? .shortWindows : .frequencyDomain
    for n in 0..<(frameLength / 2) { line[LinearPredictionState.history + n] = tail.samples[n] * 32768 }
  }

  /// Restarts at a frame that is marked as the first, or has none before it.
  mutating func restart() {
    for n in excitation.indices { excitation[n] = 0 }
    noiseThreshold = 0
    hasRinging = false
    lineSpectrum = .flat
    postFilter.restart()
    if block != .shortWindows { block = .frequencyDomain }
  }

  /// Advances by a frame.
  mutating func advance() {
    let (kept, start) = (LinearPredictionState.history, frameLength)
    LinearPredictionState.move(&line, by: start, count: kept + frameLength / 2)
    LinearPredictionState.move(&excitation, by: start, count: kept)
    postFilter.advance(frameLength: frameLength)
    isContinued = true
  }

  /// Moves samples to the start, four at a time: all counts are multiples of four.
  private static func move(_ line: inout [Float], by distance: Int, count: Int) {
    var samples = line.mutableSpan
    for block in 0..<(count / 4) {
      samples.setQuad(samples.quad(at: 4 &* block &+ distance), at: 4 &* block)
    }
  }
}

/// Converts the rate by any ratio: each output frame is a sum of input frames, weighted by the taps for its position
/// between them.
struct PolyphaseStage<Real: ResamplerSample>: Sendable {
  /// The way an output frame is computed.
  enum Method: Sendable {
    /// A filter.
    case filter(FilterBank<Real>)
    /// Linear interpolation between the adjacent frames.
    case line
  }

  let method: Method
  let ratio: RateRatio
  /// The input frame that output frame 0 is at.
  let start: Int
  private let step: ResamplingPosition
  private let behind: Int
  private let ahead: Int
  private var channels: [Channel]
  /// The samples that were NaN or infinite, of all channels.
  private(set) var replacedSampleCount = 0

  /// The state of one channel.
  private struct Channel: Sendable {
    var history: [Real]
    var filled: Int
    /// The number of early input frames that no output uses and that are skipped.
    var skipped: Int
    /// The position of the next output frame in `history`; its taps start `behind` − 1 frames before.
    var position: ResamplingPosition
  }

  /// Returns the number of input frames that fit in addition to the span of one output frame: with fewer than half of
  /// the span, moving them would take longer than the sums.
  private static func chunk(span: Int) -> Int { max(1024, span / 2) }

  init(method: Method, ratio: RateRatio, channelCount: Int, start: Int) {
    self.method = method
    self.ratio = ratio
    self.start = start
    step = ResamplingPosition(frame: ratio.input / ratio.output, part: ratio.input % ratio.output)
    switch method {
    case .filter(let bank): (behind, ahead) = (bank.behind, bank.ahead)
    case .line: (behind, ahead) = (1, 1)
    }
    let room = max(Self.chunk(span: behind + ahead), -start)
    let channel = Channel(
      history: Array(repeating: 0, count: behind + ahead + room), filled: 0, skipped: 0,
      position: ResamplingPosition(frame: 0, part: 0))
    channels = Array(repeating: channel, count: channelCount)
    reset()
  }

  /// Clears all input.
  mutating func reset() {
    replacedSampleCount = 0
    for index in channels.indices {
      // Silence before the first frame, as much as the first output frame spans.
      channels[index].filled = max(behind - 1 - start, 0)
      channels[index].skipped = max(start - behind + 1, 0)
      channels[index].position = ResamplingPosition(frame: behind - 1, part: 0)
      for frame in channels[index].history.indices { channels[index].history[frame] = 0 }
    }
  }

  /// Returns the total of input frames that `count` output frames take.
  func inputFrameCount(forOutput count: Int) -> Int {
    guard count > 0 else { return 0 }
    return max(ratio.position(ofOutputFrame: count - 1).frame + 1 + ahead + start, 0)
  }

  /// Returns the total number of output frames for `count` input frames.
  func outputFrameCount(forInput count: Int) -> Int {
    ratio.outputFrameCount(beforeInputFrame: count - ahead - start)
  }

  /// Takes input frames, as many as there is room for.
  ///
  /// Frames that no later output frame needs make room. There is no room only while output frames can be computed.
  /// - Returns: The number of frames taken.
  mutating func push(channel: Int, _ input: Span<some ResamplerSample>) -> Int {
    let skipped = min(channels[channel].skipped, input.count)
    channels[channel].skipped -= skipped
    if input.count - skipped > channels[channel].history.count - channels[channel].filled {
      makeRoom(channel: channel)
    }
    let start = channels[channel].filled
    let count = min(channels[channel].history.count - start, input.count - skipped)
    var history = channels[channel].history.mutableSpan
    var part = history._mutatingExtracting(start..<(start + count))
    SampleCopying.convert(input.extracting(skipped..<(skipped + count)), into: &part)
    replacedSampleCount += NonNumbers.silence(&part)
    channels[channel].filled = start + count
    return skipped + count
  }

  /// Drops the frames before the next output frame's taps.
  private mutating func makeRoom(channel index: Int) {
    let dropped = min(channels[index].position.frame - behind + 1, channels[index].filled)
    guard dropped > 0 else { return }
    let kept = channels[index].filled - dropped
    var history = channels[index].history.mutableSpan
    for frame in 0..<kept {
      history[frame] = history[frame &+ dropped]
    }
    channels[index].filled = kept
    channels[index].position.frame -= dropped
  }

  /// Computes output frames, as many as fit and the input allows.
  ///
  /// - Returns: The number of frames.
  @inline(__always)
  mutating func pop(channel: Int, into output: inout MutableSpan<some ResamplerSample>) -> Int {
    var walk = PolyphaseWalk(
      position: channels[channel].position, step: step, partsPerFrame: ratio.output,
      limit: channels[channel].filled - ahead)
    let produced =
      switch method {
      case .filter(let bank):
        switch bank.selection {
        case .exact: walk.filter(channels[channel].history, bank, into: &output)
        case .interpolated(let rows):
          walk.filter(channels[channel].history, bank, rowsPerFrame: rows, into: &output)
        }
      case .line: walk.connect(channels[channel].history, into: &output)
      }
    channels[channel].position = walk.position
    return produced
  }
}

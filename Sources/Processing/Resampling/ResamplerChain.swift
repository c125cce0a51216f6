// Holds throughout: there is a spectral or a polyphase stage from the beginning, and each stage is checked for before
// it is used.

/// The stages of a converter: a spectral stage, a polyphase stage, or one after the other; before a spectral stage, a
/// decimator if the rate becomes much lower.
struct ResamplerChain<Real: ResamplerSample>: Sendable {
  private var decimator: PolyphaseStage<Real>?
  private var spectral: SpectralStage<Real>?
  private var polyphase: PolyphaseStage<Real>?
  /// Frames in transit from one stage to the other.
  private var bridge: [Real]

  init(spectral: SpectralStage<Real>?, polyphase: PolyphaseStage<Real>?) {
    precondition(spectral != nil || polyphase != nil)
    self.spectral = spectral
    self.polyphase = polyphase
    bridge = spectral != nil && polyphase != nil ? Array(repeating: 0, count: 512) : []
  }

  /// Returns this chain preceded by a decimator; the spectral stage takes the decimator's output.
  consuming func preceded(by decimator: PolyphaseStage<Real>) -> ResamplerChain {
    precondition(spectral != nil)
    self.decimator = decimator
    bridge = Array(repeating: 0, count: 512)
    return self
  }

  /// Clears all input.
  mutating func reset() {
    decimator?.reset()
    spectral?.reset()
    polyphase?.reset()
  }

  /// The samples that were NaN or infinite, of all channels.
  var replacedSampleCount: Int {
    (decimator?.replacedSampleCount ?? 0) + (spectral?.replacedSampleCount ?? 0)
      + (polyphase?.replacedSampleCount ?? 0)
  }

  /// Returns the total of input frames that `count` output frames take.
  func inputFrameCount(forOutput count: Int) -> Int {
    let between = polyphase?.inputFrameCount(forOutput: count) ?? count
    let first = max(spectral?.inputFrameCount(forOutput: between) ?? between, 0)
    return decimator?.inputFrameCount(forOutput: first) ?? first
  }

  /// Returns the total number of output frames for `count` input frames.
  func outputFrameCount(forInput count: Int) -> Int {
    let first = max(decimator?.outputFrameCount(forInput: count) ?? count, 0)
    let between = spectral?.outputFrameCount(forInput: first) ?? first
    return max(polyphase?.outputFrameCount(forInput: between) ?? between, 0)
  }

  /// Takes input frames; to be called when ``pop(channel:into:)`` returns none.
  ///
  /// - Returns: The number of frames taken; at least one of any.
  mutating func push(channel: Int, _ input: Span<some ResamplerSample>) -> Int {
    if decimator != nil { return decimator!.push(channel: channel, input) }
    if spectral != nil { return spectral!.push(channel: channel, input) }
    return polyphase!.push(channel: channel, input)
  }

  /// Writes output frames, as many as fit and the input allows.
  ///
  /// - Returns: The number of frames.
  mutating func pop(channel: Int, into output: inout MutableSpan<some ResamplerSample>) -> Int {
    guard polyphase != nil else { return popSpectral(channel, into: &output) }
    while true {
      let count = polyphase!.pop(channel: channel, into: &output)
      guard count == 0, spectral != nil else { return count }
      if Self.move(channel, from: &spectral!, by: &bridge, to: &polyphase!) > 0 { continue }
      guard decimator != nil, Self.move(channel, from: &decimator!, by: &bridge, to: &spectral!) > 0 else { return 0 }
    }
  }

  private mutating func popSpectral(_ channel: Int, into output: inout MutableSpan<some ResamplerSample>) -> Int {
    while true {
      let count = spectral!.pop(channel: channel, into: &output)
      guard count == 0, decimator != nil else { return count }
      guard Self.move(channel, from: &decimator!, by: &bridge, to: &spectral!) > 0 else { return 0 }
    }
  }

  /// Moves ready frames to the spectral stage, as many as it has room for.
  private static func move(
    _ channel: Int, from decimator: inout PolyphaseStage<Real>, by bridge: inout [Real],
    to spectral: inout SpectralStage<Real>
  ) -> Int {
    let room = min(bridge.count, spectral.room(channel: channel))
    var frames = bridge.mutableSpan
    var part = frames._mutatingExtracting(0..<room)
    let count = decimator.pop(channel: channel, into: &part)
    if count > 0 { _ = spectral.push(channel: channel, frames.span.extracting(0..<count)) }
    return count
  }

  /// Moves ready frames, at most as many as the bridge holds.
  ///
  /// `polyphase` takes all: it could not give a frame, and then it has room for more.
  private static func move(
    _ channel: Int, from spectral: inout SpectralStage<Real>, by bridge: inout [Real],
    to polyphase: inout PolyphaseStage<Real>
  ) -> Int {
    var frames = bridge.mutableSpan
    let count = spectral.pop(channel: channel, into: &frames)
    if count > 0 { _ = polyphase.push(channel: channel, frames.span.extracting(0..<count)) }
    return count
  }
}

import SignalProcessing

/// The rule that turns ``ResamplerDelivery/automatic`` into one of the other two values: once, at the caller's first
/// input or request.
///
/// - A request for up to ``promptFrameCount`` frames that needs input means that sound is requested a little at a time.
/// - Input of up to as many frames means that sound arrives a little at a time, unless a larger request needed no more.
///
/// The choice stays until ``reset()``, so that the output of a conversion does not change.
struct DeliveryChoice {
  /// The largest number of frames that counts as a small amount: 85 ms at 48 kHz, about the delay of a block at that
  /// rate.
  static let promptFrameCount = 4096

  private enum State {
    case open
    /// True if many frames are requested, judging by the number of input frames.
    case much(asked: Int)
    case made
  }

  private var state: State
  private let isFree: Bool

  /// - Parameter settings: The settings of a conversion. There is a choice only if they leave it open and it makes a
  ///   difference; a conversion that awaits no input at its start is prompt.
  init(_ settings: ResamplerSettings) {
    let hasBlocks = settings.complexity == .normal || settings.complexity == .mastering
    isFree = settings.delivery == .automatic && hasBlocks && settings.priming != .latency
    state = isFree ? .open : .made
  }

  /// Creates a choice that is already made.
  init() { (isFree, state) = (false, .made) }

  /// Returns true if nothing is left to choose.
  var isMade: Bool { if case .made = state { true } else { false } }

  /// Returns the settings that a conversion begins with: as long as nothing is chosen it is prompt.
  static func beginning(_ settings: ResamplerSettings) -> ResamplerSettings {
    var settings = settings
    if settings.delivery == .automatic { settings.delivery = .prompt }
    return settings
  }

  /// Records a request that needs input, and returns the decision.
  mutating func request(frameCount: Int) -> ResamplerDelivery? {
    guard case .open = state else { return nil }
    guard frameCount <= Self.promptFrameCount else {
      state = .much(asked: Int.max)
      return nil
    }
    return choose(.prompt)
  }

  /// Records the number of input frames that are requested.
  mutating func ask(frameCount: Int) {
    if case .much = state { state = .much(asked: frameCount) }
  }

  /// Records the arrival of input, and returns the decision.
  mutating func bring(frameCount: Int) -> ResamplerDelivery? {
    switch state {
    case .made: return nil
    case .open: break
    case .much(let asked): if frameCount >= asked { return choose(.blocks) }
    }
    guard frameCount > 0 else { return nil }
    return choose(frameCount <= Self.promptFrameCount ? .prompt : .blocks)
  }

  private mutating func choose(_ delivery: ResamplerDelivery) -> ResamplerDelivery {
    state = .made
    return delivery
  }

  /// Leaves the choice to the next input or request.
  mutating func reset() { state = isFree ? .open : .made }
}

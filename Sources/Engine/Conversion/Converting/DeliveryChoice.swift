import SignalProcessing

/// How ``ResamplerDelivery/automatic`` becomes one of the two others: once, by what a caller brings or asks for first.
///
/// - A request for up to ``promptFrameCount`` frames, for which input is asked, is one of sound that is wanted a little
///   at a time.
/// - Input of up to as many frames is sound that arrives a little at a time, unless a larger request asked for no more.
///
/// What has been chosen stays until ``reset()``, so that the output of a conversion does not change its ways.
struct DeliveryChoice {
  /// Frames that count as a little: 85 ms at 48 kHz, about what a block of that rate waits for.
  static let promptFrameCount = 4096

  private enum State {
    case open
    /// Much is wanted; of the input so many frames were asked for.
    case much(asked: Int)
    case made
  }

  private var state: State
  private let isFree: Bool

  /// - Parameter settings: What a conversion is made by. Only where they leave the choice, and it makes a difference,
  ///   there is one; a conversion that awaits nothing at its start is prompt.
  init(_ settings: ResamplerSettings) {
    let hasBlocks = settings.complexity == .normal || settings.complexity == .mastering
    isFree = settings.delivery == .automatic && hasBlocks && settings.priming != .latency
    state = isFree ? .open : .made
  }

  /// Nothing to choose.
  init() { (isFree, state) = (false, .made) }

  /// Returns true where nothing is left to choose.
  var isMade: Bool { if case .made = state { true } else { false } }

  /// The settings that a conversion begins with: as long as nothing is chosen it is prompt.
  static func beginning(_ settings: ResamplerSettings) -> ResamplerSettings {
    var settings = settings
    if settings.delivery == .automatic { settings.delivery = .prompt }
    return settings
  }

  /// Takes note of a request that input will be asked for, and returns what it decides.
  mutating func request(frameCount: Int) -> ResamplerDelivery? {
    guard case .open = state else { return nil }
    guard frameCount <= Self.promptFrameCount else {
      state = .much(asked: Int.max)
      return nil
    }
    return choose(.prompt)
  }

  /// Takes note of input frames that are asked for.
  mutating func ask(frameCount: Int) {
    if case .much = state { state = .much(asked: frameCount) }
  }

  /// Takes note of input, and returns what it decides.
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

  /// Lets the next input or request choose.
  mutating func reset() { state = isFree ? .open : .made }
}

import AudioBase
public import AudioErrors

/// Holds the units of a network until it is time to play them: in order, each once, at a delay that follows the
/// network.
///
/// ```
/// network ─ append ─► │ by timestamp │ ─ take(at:) ─► decoder
///   any thread        └ bounded ─────┘     one thread
/// ```
/// The buffer learns the network's minimum transit time from timestamps and arrivals, and how much later than that
/// units arrive. The delay that it aims at is a quantile of the latter. Units are given in an unbroken sequence as long
/// as they are there, whatever the delay: the player makes the delay longer or shorter by a slightly different rate.
/// Where the sequence breaks, and where it is quiet, the buffer changes to the delay at once, by leaving units out or
/// having them filled in.
///
/// Its contents are bounded whatever arrives: units, bytes, and entries of its statistics.
///
/// All calls may come from any thread; they take a lock for some hundred nanoseconds, so none may come from a device's.
public final class JitterBuffer: Sendable {
  /// Frames a second, in which timestamps count.
  public let sampleRate: Double
  /// The number of frames of a unit that does not say how many it has.
  public let framesPerUnit: Int
  /// Options for the choice of the delay.
  public let options: JitterBufferOptions
  private let state: Lock<JitterState>

  /// Makes an empty buffer.
  ///
  /// - Parameters:
  ///   - sampleRate: Frames a second, in which timestamps count, from 1 up to 768,000.
  ///   - framesPerUnit: Frames of a unit, from 1 up to 65,536.
  ///   - options: Options for the choice of the delay, and for how much is held at most.
  /// - Throws: `AudioError` where a number or an option is out of its range.
  public init(
    sampleRate: Double, framesPerUnit: Int, options: JitterBufferOptions = JitterBufferOptions()
  ) throws(AudioError) {
    guard (1...768_000).contains(sampleRate), (1...65_536).contains(framesPerUnit) else {
      throw .timing(sampleRate: sampleRate, framesPerUnit: framesPerUnit)
    }
    try options.check()
    self.sampleRate = sampleRate
    self.framesPerUnit = framesPerUnit
    self.options = options
    state = Lock(JitterState(sampleRate: sampleRate, framesPerUnit: framesPerUnit, options: options))
  }

  // MARK: The network's side

  /// Takes a unit that has arrived, with its bytes, which are not copied. Invalid units are discarded and counted.
  public func append(_ unit: ReceivedAccessUnit) { state.withLock { if !$0.hasEnded { $0.append(unit) } } }

  /// Ends the input: waiting units are returned, and then the end. Anything that a sender still sends is ignored.
  public func endInput() { state.withLock { $0.hasEnded = true } }

  /// Clears all units and the sender's clock, as when a new sender takes over. The measured jitter of the network and
  /// the statistics stay.
  public func restart() { state.withLock { $0.restart() } }

  // MARK: The decoder's side

  /// Returns the next unit, or the reason why there is none.
  ///
  /// Each answer except ``JitterEvent/buffering`` and ``JitterEvent/ended`` covers the time of one unit, so call again
  /// once that has been played.
  ///
  /// - Parameters:
  ///   - now: The moment for which the unit is wanted, in nanoseconds of the clock of ``ReceivedAccessUnit/arrival``.
  ///   - isQuiet: True if nothing can be heard at the moment, so that a unit more or less does no harm.
  public func take(at now: Int64, isQuiet: Bool = false) -> JitterDelivery {
    state.withLock { $0.take(at: now, isQuiet: isQuiet) }
  }

  /// The statistics since the buffer was made.
  public var statistics: JitterStatistics { state.withLock { $0.currentStatistics } }

  /// Records the player's measurements in ``statistics``.
  ///
  /// - Parameters:
  ///   - drift: The relative excess of the sender's clock: 0.0001 for 100 millionths.
  ///   - damagedUnits: Units that could not be decoded so far.
  func note(drift: Double, damagedUnits: Int) {
    state.withLock { state in
      state.statistics.driftPartsPerMillion = drift * 1e6
      state.statistics.damagedUnits = damagedUnits
    }
  }
}

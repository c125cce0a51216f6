import AudioBase
public import AudioErrors

/// Holds units from a network until they are due: in order, each once, with a delay that follows the network.
///
/// ```
/// network ─ append ─► │ by timestamp │ ─ take(at:) ─► decoder
///   any thread        └ bounded ─────┘     one thread
/// ```
/// The buffer learns the network's minimum transit time from timestamps and arrivals, and how much later than that
/// units arrive. The delay that it aims at is a quantile of the latter. Units are given in an unbroken sequence as long
/// as they are there, whatever the delay: the player makes the delay longer or shorter by a slightly different rate. If
/// the sequence breaks, and where it is quiet, the buffer changes to the delay at once, by leaving units out or having
/// them filled in.
///
/// Its contents are bounded whatever arrives: units, bytes, and entries of its statistics.
///
/// All calls may come from any thread; they take a lock for some hundred nanoseconds, so none may come from a device's.
public final class JitterBuffer: Sendable {
  /// The rate of the timestamps, in frames per second.
  public let sampleRate: Double
  /// The number of frames of a unit that does not state it.
  public let framesPerUnit: Int
  /// The options for the choice of the delay.
  public let options: JitterBufferOptions
  private let state: Lock<JitterState>

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate in which timestamps are counted, in Hz, from 1 up to 768,000.
  ///   - framesPerUnit: The number of frames per unit, from 1 up to 65,536.
  ///   - options: Options for the delay, and the limits of the buffer.
  /// - Throws: `AudioError` if a number or an option is out of its range.
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

  /// Adds a unit that has arrived, without copying its bytes. Discards and counts invalid units.
  public func append(_ unit: ReceivedAccessUnit) { state.withLock { if !$0.hasEnded { $0.append(unit) } } }

  /// Ends the input: waiting units are returned, then the end. Later units are ignored.
  public func endInput() { state.withLock { $0.hasEnded = true } }

  /// Clears all units and the sender's clock, for a new sender. The measured jitter and the statistics stay.
  public func restart() { state.withLock { $0.restart() } }

  // MARK: The decoder's side

  /// Returns the next unit, or the reason for which there is none.
  ///
  /// Each answer except ``JitterEvent/buffering`` and ``JitterEvent/ended`` covers the duration of one unit, so call
  /// again after that time.
  ///
  /// - Parameters:
  ///   - now: The moment for which the unit is requested, in nanoseconds of the clock of
  ///     ``ReceivedAccessUnit/arrival``.
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

import AudioErrors

/// Options by which a ``JitterBuffer`` chooses its delay, and limits on what it holds.
public struct JitterBufferOptions: Sendable, Hashable {
  /// The seconds of delay that the buffer begins with, until it has seen how units arrive.
  public var initialDelay = 0.04
  /// The shortest delay in seconds, 0 or more.
  public var minimumDelay = 0.02
  /// The longest delay in seconds, at most ``longestDelay``.
  public var maximumDelay = 0.5
  /// The share of units that shall be there in time, above 0 and at most 1: the delay is that quantile of how much
  /// later than the fastest ones units arrive.
  public var shareInTime = 0.99
  /// The seconds after which the arrival of a unit counts for little, from 1 up to 3,600.
  public var memory = 20.0
  /// The largest number of units that are held, 16 or more; the oldest is dropped for a new one.
  public var unitLimit = 1024
  /// The largest number of bytes of units that are held, 1 or more.
  public var byteLimit = 1 << 20
  /// The largest number of bytes of a unit, 1 or more; larger ones are discarded.
  public var unitByteLimit = 1 << 16

  /// The longest delay that can be requested, in seconds.
  public static let longestDelay = 10.0

  /// Creates a delay that follows the network.
  public init() {}

  /// Returns a delay that stays the same.
  ///
  /// - Parameter delay: Seconds, 0 up to ``longestDelay``.
  public static func fixed(_ delay: Double) -> JitterBufferOptions {
    var options = JitterBufferOptions()
    (options.initialDelay, options.minimumDelay, options.maximumDelay) = (delay, delay, delay)
    return options
  }

  /// Throws where an option is out of range.
  func check() throws(AudioError) {
    guard minimumDelay >= 0, maximumDelay >= minimumDelay, maximumDelay <= Self.longestDelay,
      (minimumDelay...maximumDelay).contains(initialDelay)
    else { throw .delays(minimum: minimumDelay, initial: initialDelay, maximum: maximumDelay) }
    guard shareInTime > 0, shareInTime <= 1 else { throw .option("shareInTime", shareInTime) }
    guard (1...3600).contains(memory) else { throw .option("memory", memory) }
    guard unitLimit >= 16 else { throw .option("unitLimit", Double(unitLimit)) }
    guard byteLimit >= 1 else { throw .option("byteLimit", Double(byteLimit)) }
    guard unitByteLimit >= 1 else { throw .option("unitByteLimit", Double(unitByteLimit)) }
  }
}

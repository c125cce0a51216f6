import AudioErrors

/// The options for the delay of a ``JitterBuffer``, and the limits of its content.
public struct JitterBufferOptions: Sendable, Hashable {
  /// The delay in seconds at the start, before the buffer has seen units arrive.
  public var initialDelay = 0.04
  /// The shortest delay in seconds, 0 or more.
  public var minimumDelay = 0.02
  /// The longest delay in seconds, at most ``longestDelay``.
  public var maximumDelay = 0.5
  /// The share of units that are to arrive in time, above 0 and at most 1: the delay is this quantile of the units'
  /// lateness relative to the fastest ones.
  public var shareInTime = 0.99
  /// The seconds after which an arrival hardly influences the delay, 1 to 3,600.
  public var memory = 20.0
  /// The largest number of units held, 16 or more; a new unit replaces the oldest.
  public var unitLimit = 1024
  /// The largest number of bytes held, 1 or more.
  public var byteLimit = 1 << 20
  /// The largest size of a unit in bytes, 1 or more; larger units are discarded.
  public var unitByteLimit = 1 << 16

  /// The longest delay that can be requested, in seconds.
  public static let longestDelay = 10.0

  /// Creates a delay that follows the network.
  public init() {}

  /// Returns options with a constant delay.
  ///
  /// - Parameter delay: Seconds, 0 up to ``longestDelay``.
  public static func fixed(_ delay: Double) -> JitterBufferOptions {
    var options = JitterBufferOptions()
    (options.initialDelay, options.minimumDelay, options.maximumDelay) = (delay, delay, delay)
    return options
  }

  /// Throws if an option is out of range.
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

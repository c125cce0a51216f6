public import AudioBase
public import AudioCatalog
import AudioDevices
public import AudioPlayback

/// How a stream is received and played.
public struct ReceptionOptions: Sendable {
  /// The delay of the jitter buffer.
  public var jitter = JitterBufferOptions()
  /// What the decoder is asked for.
  public var decoder = DecoderSettings()
  /// The decoders to choose from.
  public var catalog = Catalog.standard
  /// The clock of arrivals, in nanoseconds: `HostClock.now` unless a program counts time itself.
  public var clock: @Sendable () -> Int64 = { Int64(truncatingIfNeeded: HostClock.now) }
  /// Seconds of sound that are ready ahead of the device, 0.002 up to 1; two of the device's cycles where that is more.
  public var queueSeconds = 0.01

  /// Who makes samples ready for the device.
  public var feeding = PlayerFeeding.thread

  /// Creates options: a delay that follows the network.
  public init() {}
}

public import AudioBase
public import AudioCatalog
import AudioDevices
public import AudioPlayback

/// Options for receiving and playing a stream.
public struct ReceptionOptions: Sendable {
  /// The delay of the jitter buffer.
  public var jitter = JitterBufferOptions()
  /// The settings of the decoder.
  public var decoder = DecoderSettings()
  /// The decoders to choose from.
  public var catalog = Catalog.standard
  /// The clock of arrivals, in nanoseconds: `HostClock.now` unless a program counts time itself.
  public var clock: @Sendable () -> Int64 = { Int64(truncatingIfNeeded: HostClock.now) }
  /// The seconds of sound that are ready ahead of the device, 0.002 up to 1; two of the device's cycles where that is
  /// more.
  public var queueSeconds = 0.01

  /// The party that makes samples ready for the device.
  public var feeding = PlayerFeeding.thread

  /// Creates options: a delay that follows the network.
  public init() {}
}

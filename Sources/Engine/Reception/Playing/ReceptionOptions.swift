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
  /// The clock of arrivals, in nanoseconds: by default `HostClock.now`, or the program's own.
  public var clock: @Sendable () -> Int64 = { Int64(truncatingIfNeeded: HostClock.now) }
  /// The seconds of sound prepared for the device, 0.002 to 1, at least two of the device's cycles.
  public var queueSeconds = 0.01

  /// The party that prepares samples for the device.
  public var feeding = PlayerFeeding.thread

  /// Creates options: a delay that follows the network.
  public init() {}
}

public import AudioDevices
public import AudioPlayback

/// Plays a received stream through a device.
///
/// ```swift
/// let player = try ReceivedStreamPlayer(ReceivedStream(coded))
/// try player.start()
/// player.buffer.append(unit)     // from any thread, as units arrive
/// ```
/// ```
/// network ─► JitterBuffer ─► ReceivedSamples ─► ring ─► device
///            └──────── feeding thread ─────────┘   └── device's thread: no lock, no allocation
/// ```
/// The feeding thread, the ring and the volume are those of a `Player`, which may also be used directly: it has the
/// volume, the events, and the frames that were missing.
public final class ReceivedStreamPlayer: Sendable {
  /// The buffer that units arrive in.
  public let buffer: JitterBuffer
  /// The player of the units.
  public let player: Player
  /// The delay of the samples because of the conversion, in seconds.
  private let conversionDelay: Double

  /// Prepares to play a stream.
  ///
  /// - Parameters:
  ///   - stream: The received stream.
  ///   - device: The device that plays.
  ///   - options: The delay, the decoder, the queue.
  /// - Throws: `AudioError`, like ``JitterBuffer/init(sampleRate:framesPerUnit:options:)``.
  public init(
    _ stream: ReceivedStream, on device: any AudioDevice = DeviceList.standard,
    options: ReceptionOptions = ReceptionOptions()
  ) throws(AudioError) {
    buffer = try JitterBuffer(
      sampleRate: stream.sampleRate, framesPerUnit: stream.framesPerUnit, options: options.jitter)
    let samples = try ReceivedSamples(stream, through: buffer, for: device.format, options: options)
    conversionDelay = samples.conversionDelay
    var playing = PlayerOptions()
    playing.queueSeconds = options.queueSeconds
    playing.feeding = options.feeding
    player = try Player(samples, on: device, options: playing)
  }

  /// Starts playing: silence until the first units are due.
  public func start() throws(AudioError) {
    try player.play()
  }

  /// Releases the device permanently.
  public func stop() {
    player.stop()
    buffer.endInput()
  }

  /// The statistics, including the delay of sound in each stage.
  public var statistics: ReceivedStreamStatistics {
    var statistics = ReceivedStreamStatistics()
    statistics.network = buffer.statistics
    statistics.missingFrames = player.underruns
    let rate = player.device.format.sampleRate
    statistics.delays.buffer = statistics.network.actualDelay
    statistics.delays.conversion = conversionDelay
    statistics.delays.queue = Double(player.core.queuedFrameCount) / rate
    statistics.delays.device = Double(player.device.report(.output).latencyFrameCount) / rate
    return statistics
  }
}

/// The statistics of playing a received stream.
public struct ReceivedStreamStatistics: Sendable, Hashable {
  /// The statistics of the jitter buffer.
  public var network = JitterStatistics()
  /// The number of frames that were not ready for the device; those lost by the network, which the decoder conceals, do
  /// not count.
  public var missingFrames = UnderrunCount()
  /// The present delays of the sound.
  public var delays = ReceptionDelays()

  /// Creates statistics of 0.
  public init() {}
}

/// The delay of sound in each stage, in seconds, counted from a unit's arrival by the network's fastest path.
public struct ReceptionDelays: Sendable, Hashable {
  /// The delay until the unit is taken for decoding.
  public var buffer = 0.0
  /// The delay of packets that the decoder waits for, of rate conversion and of drift compensation.
  public var conversion = 0.0
  /// The delay of the queue between the decoder and the device, by its present contents.
  public var queue = 0.0
  /// The delay within the device, as the device reports it.
  public var device = 0.0

  /// The sum of all stages.
  public var total: Double { buffer + conversion + queue + device }

  /// Creates delays of 0.
  public init() {}
}

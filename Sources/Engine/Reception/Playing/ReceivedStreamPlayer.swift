public import AudioDevices
public import AudioPlayback

/// Plays a stream that is received through a device.
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
/// The feeding thread, the ring and the volume are those of a `Player`, which may be used besides: it has the volume,
/// the events, and the frames that were missing.
public final class ReceivedStreamPlayer: Sendable {
  /// Where units arrive.
  public let buffer: JitterBuffer
  /// What plays them.
  public let player: Player
  /// Seconds by which samples come later because of the conversion.
  private let conversionDelay: Double

  /// Prepares to play a stream.
  ///
  /// - Parameters:
  ///   - stream: What is received.
  ///   - device: Where it is heard.
  ///   - options: The delay, the decoder, the queue.
  /// - Throws: What ``JitterBuffer/init(sampleRate:framesPerUnit:options:)`` throws, ``ReceptionError/conversion(_:)``
  ///   and ``ReceptionError/playback(_:)``.
  public init(
    _ stream: ReceivedStream, on device: any AudioDevice = DeviceList.standard,
    options: ReceptionOptions = ReceptionOptions()
  ) throws(ReceptionError) {
    buffer = try JitterBuffer(
      sampleRate: stream.sampleRate, framesPerUnit: stream.framesPerUnit, options: options.jitter)
    let samples = try ReceivedSamples(stream, through: buffer, for: device.format, options: options)
    conversionDelay = samples.conversionDelay
    var playing = PlayerOptions()
    playing.queueSeconds = options.queueSeconds
    playing.feeding = options.feeding
    do throws(PlaybackError) {
      player = try Player(samples, on: device, options: playing)
    } catch {
      throw .playback(error)
    }
  }

  /// Plays, from now on: silence until the first units are due.
  public func start() throws(ReceptionError) {
    do throws(PlaybackError) { try player.play() } catch { throw .playback(error) }
  }

  /// Lets the device go for good.
  public func stop() {
    player.stop()
    buffer.endInput()
  }

  /// What has come to pass, and how long sound takes in each stage.
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

/// What the playing of a received stream has come to.
public struct ReceivedStreamStatistics: Sendable, Hashable {
  /// What the jitter buffer has met.
  public var network = JitterStatistics()
  /// Frames that were not ready when the device asked for them: never those that the network lost, for which the
  /// decoder fills in.
  public var missingFrames = UnderrunCount()
  /// How long sound takes now.
  public var delays = ReceptionDelays()

  /// Nothing has come to pass.
  public init() {}
}

/// Seconds that sound takes in each stage, from the moment at which its unit would have arrived on the network's
/// fastest way.
public struct ReceptionDelays: Sendable, Hashable {
  /// Until the unit is taken for decoding.
  public var buffer = 0.0
  /// By packets that the decoder waits for, rate conversion and the compensation of drift.
  public var conversion = 0.0
  /// In the queue between the decoder and the device: what it holds now.
  public var queue = 0.0
  /// Within the device, as far as it tells.
  public var device = 0.0

  /// All stages together.
  public var total: Double { buffer + conversion + queue + device }

  /// No delay.
  public init() {}
}

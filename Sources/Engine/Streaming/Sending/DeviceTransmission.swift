public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioDevices
public import AudioPlayback
public import RTPPayloads

/// Sends what a device captures, as it is captured.
///
/// ```swift
/// let eld = StreamFormat(formatID: .aacEnhancedLowDelay, sampleRate: 0, channelsPerFrame: 0)
/// let transmission = try DeviceTransmission(from: device, as: eld) { payload throws(StreamingError) in
///   try RTPSender(TransmissionSettings(payload), to: destination, pacing: .asFed)
/// }
/// try transmission.start()
/// …
/// try transmission.finish()
/// ```
/// ```
/// device's thread ─▶ ring ─▶ encoder ─▶ RTPSender ─▶ network
///   no lock           └ the recorder's thread ┘
/// ```
/// All calls may come from any thread but the device's and an event loop's.
public final class DeviceTransmission: Sendable {
  /// How a device is sent.
  public struct Options: Sendable {
    /// How AAC is laid into packets.
    public var packing = PayloadFormat.AACPacking.highBitRate
    /// How channels and rates are converted.
    public var conversion = ConversionOptions()
    /// What an encoder is asked for, or `nil` for what is usual; format, rate and layout in it are not looked at.
    public var encoding: EncoderSettings?
    /// The layout of the channels, or `nil` for the usual one of their number.
    public var layout: ChannelLayout?
    /// How the device is recorded from. Its thread looks for frames eight times in the length of the queue, so a long
    /// queue makes packets late; a program that calls `Recorder.drain()` itself may have both.
    public var recording = RecorderOptions()
    /// The codecs to choose from.
    public var catalog = Catalog.standard

    /// Creates options: AAC as `mpeg4-generic`, and a queue of 20 ms, which is looked at every 2.5 ms.
    public init() { recording.queueSeconds = 0.02 }
  }

  /// Where the packets go.
  public let sender: RTPSender
  /// What captures: how much, and what was lost on the way.
  public let recorder: Recorder
  private let coding: CapturedEncoder.Timing
  private let status: CapturedPackets.Status

  /// Prepares the encoder, and opens the way out. Nothing is captured before ``start()``.
  ///
  /// - Parameters:
  ///   - device: What captures.
  ///   - format: What is sent, linear PCM being big endian; a rate or a number of channels of 0 stands for the
  ///     device's.
  ///   - options: How it is encoded.
  ///   - connecting: Makes the sender for the payload format that the encoder gives: one that sends packets as they
  ///     are fed, for the device sets the pace.
  /// - Throws: ``StreamingError`` where the format cannot be made or not be sent, and what `connecting` throws.
  public init(
    from device: any AudioDevice, as format: StreamFormat, options: Options = Options(),
    connecting: (PayloadFormat) throws(StreamingError) -> RTPSender
  ) throws(StreamingError) {
    let encoder = try CapturedEncoder(of: device.format, as: format, options)
    coding = encoder.timing
    sender = try connecting(encoder.payload)
    let packets = CapturedPackets(encoder, to: sender)
    status = packets.status
    do throws(PlaybackError) {
      recorder = try Recorder(to: packets, from: device, options: options.recording)
    } catch {
      throw StreamingError(.unsupported, "the device is recorded from", detail: error.description)
    }
  }

  /// Captures and sends, from the device's next cycle on.
  ///
  /// - Throws: `PlaybackError` where the device does not start.
  public func start() throws(PlaybackError) { try recorder.record() }

  /// Sends what is left, and the report that the sender leaves. The sockets stay open.
  ///
  /// - Throws: ``StreamingError`` where sending has failed.
  public func finish() throws(StreamingError) {
    do throws(PlaybackError) {
      try recorder.finish()
    } catch {
      throw status.failure ?? StreamingError(.invalidState, "what was captured is sent", detail: error.description)
    }
  }

  /// What sending has failed with, or `nil`. Nothing is sent behind it.
  public var failure: StreamingError? { status.failure }

  /// How long sound takes on this side.
  public var delays: TransmissionDelays {
    var delays = TransmissionDelays()
    let device = recorder.device
    delays.device = Double(device.report(.input).latencyFrameCount) / device.format.sampleRate
    delays.packet = max(coding.unit, (sender.settings.packetTime ?? 0) / 1000)
    delays.coding = coding.delay
    return delays
  }
}

/// Seconds that sound takes from a microphone to the network.
public struct TransmissionDelays: Sendable, Hashable {
  /// Within the device, as far as it tells: the frames that it works on at a time, and what it holds besides.
  public var device = 0.0
  /// Until the packet is full in which a frame is the first.
  public var packet = 0.0
  /// By rate conversion, and by the overlap of encoder and decoder, which costs the same whoever decodes.
  public var coding = 0.0

  /// All stages together.
  public var total: Double { device + packet + coding }

  /// No delay.
  public init() {}
}

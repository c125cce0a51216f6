import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioDevices
public import AudioErrors
public import AudioPlayback
public import RTPPayloads

/// Sends the sound of a device while it is captured.
///
/// ```swift
/// let eld = StreamFormat(formatID: .aacEnhancedLowDelay, sampleRate: 0, channelsPerFrame: 0)
/// let transmission = try DeviceTransmission(from: device, as: PacketRequest(eld)) { payload throws(AudioError) in
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
  /// Options for sending from a device.
  public struct Options: Sendable {
    /// The packing of AAC into packets.
    public var packing = PayloadFormat.AACPacking.highBitRate
    /// Options for recording from the device. The recorder's thread checks for frames eight times per length of the
    /// queue, so a long queue makes packets late; a program that calls `Recorder.drain()` itself may have both.
    public var recording = RecorderOptions()
    /// The codecs to choose from.
    public var catalog = Catalog.standard

    /// Creates options: AAC as `mpeg4-generic`, and a queue of 20 ms, which is checked every 2.5 ms.
    public init() { recording.queueSeconds = 0.02 }
  }

  /// The sender of the packets.
  public let sender: RTPSender
  /// The recorder, with its counts of captured and lost frames.
  public let recorder: Recorder
  private let coding: CapturedEncoder.Timing
  private let status: CapturedPackets.Status

  /// Prepares the encoder and the sender. ``start()`` begins capturing.
  ///
  /// - Parameters:
  ///   - device: The device that captures.
  ///   - packets: The packets that are sent, linear PCM being big endian; a rate or a number of channels of 0 means the
  ///     device's.
  ///   - options: The options of packing and recording.
  ///   - connecting: Makes the sender for the payload format that the encoder gives: one that sends packets as they
  ///     are fed, for the device sets the pace.
  /// - Throws: `AudioError` if the format cannot be made or not be sent, and the errors of `connecting`.
  public init(
    from device: any AudioDevice, as packets: PacketRequest, options: Options = Options(),
    connecting: (PayloadFormat) throws(AudioError) -> RTPSender
  ) throws(AudioError) {
    let encoder = try CapturedEncoder(of: device.format, as: packets, options)
    coding = encoder.timing
    sender = try connecting(encoder.payload)
    let captured = CapturedPackets(encoder, to: sender)
    status = captured.status
    recorder = try Recorder(to: captured, from: device, options: options.recording)
  }

  /// Captures and sends, from the device's next cycle on.
  ///
  /// - Throws: `AudioError` if the device does not start.
  public func start() throws(AudioError) { try recorder.record() }

  /// Sends the remaining packets and the report that the sender leaves. The sockets stay open.
  ///
  /// - Throws: `AudioError` where sending has failed.
  public func finish() throws(AudioError) { try recorder.finish() }

  /// The error that ended sending, or `nil`.
  public var failure: AudioError? { status.failure }

  /// The delays of the sound on the sender's side.
  public var delays: TransmissionDelays {
    var delays = TransmissionDelays()
    let device = recorder.device
    delays.device = Double(device.report(.input).latencyFrameCount) / device.format.sampleRate
    delays.packet = max(coding.unit, (sender.settings.packetTime ?? 0) / 1000)
    delays.coding = coding.delay
    return delays
  }
}

/// The delays of sound from a microphone to the network, in seconds.
public struct TransmissionDelays: Sendable, Hashable {
  /// The delay within the device, as it reports it: the frames that it processes at a time, and those that it buffers.
  public var device = 0.0
  /// The time that a packet takes to fill.
  public var packet = 0.0
  /// The delay of rate conversion, and of the overlap of encoder and decoder, which is the same for all decoders.
  public var coding = 0.0

  /// The sum of all stages.
  public var total: Double { device + packet + coding }

  /// Creates delays of 0.
  public init() {}
}

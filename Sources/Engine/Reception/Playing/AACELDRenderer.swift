import AudioBase
import AudioConversion
public import AudioDevices
import AudioPlayback
import MPEG4Systems

/// Plays AAC-ELD units from a network smoothly.
///
/// ```swift
/// let renderer = try AACELDRenderer(audioSpecificConfig: [0xF8, 0xE8, 0x50, 0x00])
/// try renderer.play(accessUnit)      // from any thread, as often as units arrive
/// ```
/// Each call takes one access unit. With a timestamp and a sequence number, units may arrive in any order, twice or not
/// at all; without, they count as consecutive, and losses show only by the time that passes. Playing begins with the
/// first unit.
public final class AACELDRenderer: Sendable {
  private struct State: Sendable {
    var unnumbered: UnnumberedUnits
    var isPlaying = false
    var isStopped = false
  }

  /// The jitter buffer and the player of the units.
  public let receiver: ReceivedStreamPlayer
  private let clock: @Sendable () -> Int64
  private let state: Lock<State>

  /// Prepares a decoder and a device.
  ///
  /// - Parameters:
  ///   - configuration: `AudioSpecificConfig()` of AAC-ELD, ISO/IEC 14496-3, 1.6.2.1; for AirPlay's mirroring
  ///     F8 E8 50 00.
  ///   - device: The device that plays.
  ///   - options: The delay, the decoder, the queue.
  /// - Throws: `AudioError` if the configuration is not one of AAC-ELD that can be decoded, and
  ///   the errors of ``ReceivedStreamPlayer``.
  public init(
    audioSpecificConfig configuration: [UInt8], on device: any AudioDevice = DeviceList.standard,
    options: ReceptionOptions = ReceptionOptions()
  ) throws(AudioError) {
    let parsed = try raising(.format) { () throws(CodecError) in
      try AudioSpecificConfig(parsing: configuration.span)
    }
    guard parsed.objectType == .erAACELD else {
      throw .format(CodecError(.unsupported, "the configuration is not one of AAC-ELD"))
    }
    let format = StreamFormat(
      formatID: .aacEnhancedLowDelay, sampleRate: Double(parsed.samplingFrequency.hertz), channelsPerFrame: 0,
      framesPerPacket: parsed.coreFrameLength)
    let received = ReceivedStream(CodedStream(format: format, cookie: configuration))
    receiver = try ReceivedStreamPlayer(received, on: device, options: options)
    clock = options.clock
    let units = UnnumberedUnits(sampleRate: received.sampleRate, framesPerUnit: received.framesPerUnit)
    state = Lock(State(unnumbered: units))
  }

  /// Prepares for units without a configuration, such as those of AirPlay's mirroring.
  ///
  /// - Parameters:
  ///   - sampleRate: The sample rate, in Hz.
  ///   - channelCount: 1 or 2.
  ///   - framesPerPacket: 480 or 512.
  ///   - device: The device that plays.
  /// - Throws: The errors of the other initializer.
  public convenience init(
    sampleRate: Int, channelCount: Int, framesPerPacket: Int = 480, on device: any AudioDevice = DeviceList.standard
  ) throws(AudioError) {
    guard (1...2).contains(channelCount), framesPerPacket == 480 || framesPerPacket == 512,
      (8000...96000).contains(sampleRate)
    else { throw .timing(sampleRate: Double(sampleRate), framesPerUnit: framesPerPacket) }
    let configuration = AudioSpecificConfig(
      objectType: .erAACELD, samplingFrequency: SamplingFrequency(hertz: sampleRate),
      channelConfiguration: channelCount, hasShortFrames: framesPerPacket == 480)
    try self.init(audioSpecificConfig: configuration.bytes, on: device)
  }

  deinit { receiver.stop() }

  /// Plays the unit that follows the last one.
  ///
  /// - Throws: `AudioError` if the device does not start. Units that cannot be decoded are
  ///   counted and filled in for.
  public func play(_ accessUnit: some Sequence<UInt8>) throws(AudioError) {
    let arrival = clock()
    let place = state.withLock { $0.unnumbered.next(at: arrival) }
    try play(
      ReceivedAccessUnit(
        timestamp: place.timestamp, sequenceNumber: place.sequenceNumber, arrival: arrival, bytes: Array(accessUnit)))
  }

  /// Plays a unit at the time of its timestamp.
  ///
  /// - Parameters:
  ///   - accessUnit: The unit.
  ///   - timestamp: Frames from any origin, like ``ReceivedAccessUnit/timestamp``.
  ///   - sequenceNumber: The number of its packet, like ``ReceivedAccessUnit/sequenceNumber``.
  /// - Throws: `AudioError` if the device does not start.
  public func play(
    _ accessUnit: some Sequence<UInt8>, timestamp: Int64, sequenceNumber: Int64
  ) throws(AudioError) {
    try play(
      ReceivedAccessUnit(
        timestamp: timestamp, sequenceNumber: sequenceNumber, arrival: clock(), bytes: Array(accessUnit)))
  }

  private func play(_ unit: ReceivedAccessUnit) throws(AudioError) {
    receiver.buffer.append(unit)
    let mustStart = state.withLock { state in
      defer { state.isPlaying = true }
      return !state.isPlaying && !state.isStopped
    }
    guard mustStart else { return }
    do throws(AudioError) {
      try receiver.start()
    } catch {
      state.withLock { $0.isPlaying = false }
      throw error
    }
  }

  /// Releases the device permanently; later units are not heard.
  public func stop() {
    state.withLock { $0.isStopped = true }
    receiver.stop()
  }

  /// Sets the volume, from 0 up; 1 leaves samples unchanged.
  public func setVolume(_ volume: Float) throws(AudioError) {
    try receiver.player.setVolume(volume)
  }

  /// The statistics, including the delay of sound in each stage.
  public var statistics: ReceivedStreamStatistics { receiver.statistics }
}

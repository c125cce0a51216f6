import AudioBase
import AudioConversion
import AudioDevices
import AudioFiles
import AudioJobs
import AudioPlayback
import AudioStreaming
import RTPPayloads

extension SendCommand {
  /// The number of frames in the shorter packets of AAC-ELD, the default for sending a device.
  private static let liveFrameCount = 480
  /// The nanoseconds between two checks for captured frames.
  private static let pause: UInt64 = 2_000_000

  /// Sends the sound that a device captures, until it is interrupted.
  func sendDevice(_ key: CryptoAttribute?) throws(CommandFailure) {
    let source = try device.open(for: .input)
    var settings = encoding.settings
    if dataFormat == nil { settings.framesPerPacket = settings.framesPerPacket ?? Self.liveFrameCount }
    let format = try encoding.choosingReplication(
      wanted(from: source.format), &settings, of: (source.format.sampleRate, source.format.channelCount),
      layout: processing.layout, file)
    let count = processing.channelCount
    let packets = processing.packets(format, settings, mixing: count > 0 && count < source.format.channelCount)
    let transmission: DeviceTransmission
    do throws(AudioError) {
      transmission = try DeviceTransmission(from: source, as: packets, options: options) {
        payload throws(AudioError) in try open(payload, key, .asFed)
      }
    } catch {
      throw CommandFailure(file, error)
    }
    Interruption.deferFirst()
    do throws(AudioError) {
      try transmission.start()
    } catch {
      throw error.kind == .device ? CommandFailure(named: source.identifier, error) : CommandFailure(file, error)
    }
    while Interruption.requested == nil, transmission.failure == nil, transmission.recorder.deviceFailure == nil,
      !isLongEnough(transmission.sender)
    {
      transmission.recorder.drain()
      HostClock.sleep(until: HostClock.now + Self.pause)
    }
    try end(transmission)
  }

  private func end(_ transmission: DeviceTransmission) throws(CommandFailure) {
    let (delays, reason) = (transmission.delays, transmission.recorder.deviceFailure)
    do throws(AudioError) {
      try transmission.finish()
    } catch {
      throw CommandFailure(file, error)
    }
    tell(SendingRecord(file, transmission, delays))
    transmission.sender.close()
    if let reason { throw CommandFailure(named: transmission.recorder.device.identifier, .device(reason)) }
  }

  private var options: DeviceTransmission.Options {
    var options = DeviceTransmission.Options()
    options.packing = stream.aacPacking
    // The loop above takes frames itself: packets are on time, and a busy machine loses none for a second.
    (options.recording.feeding, options.recording.queueSeconds) = (.caller, 1)
    return options
  }

  /// Returns the format to send.
  private func wanted(from captured: DeviceFormat) throws(CommandFailure) -> StreamFormat {
    let channels = processing.channelCount
    switch dataFormat?.format.kind {
    case .keep: throw CommandFailure(file, "a device gives no packets that could be kept")
    case .samples(let samples):
      return StreamFormat(
        try checked(samples), sampleRate: dataFormat?.format.sampleRate ?? captured.sampleRate,
        channelsPerFrame: channels > 0 ? channels : captured.channelCount)
    case .coded(let code): return StreamedFormat.coded(code, dataFormat?.format, channels)
    case .usual, nil:
      return StreamFormat(
        formatID: .aacEnhancedLowDelay, sampleRate: dataFormat?.format.sampleRate ?? 0, channelsPerFrame: channels)
    }
  }
}

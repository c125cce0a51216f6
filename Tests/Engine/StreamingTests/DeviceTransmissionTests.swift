import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import AudioReception
import AudioStreaming
import RTPPayloads
import TestSupport
import Testing

/// A device whose time is stepped, sent to a receiver on 127.0.0.1.
@Suite(.serialized, .ownThreads) struct DeviceTransmissionTests {
  /// A device that captures a signal, what sends it, and what comes.
  struct Link {
    let device: VirtualDevice
    let inbox = LoopbackTests.Inbox()
    let receiver: RTPReceiver
    let transmission: DeviceTransmission

    init(
      _ signal: [[Float]], as format: StreamFormat, frames: Int? = nil, packetTime: Double? = nil,
      key: CryptoAttribute? = nil
    ) throws {
      let device = VirtualDevice(
        "stepped", DeviceFormat(sampleRate: 48_000, channelCount: signal.count), pacing: .stepped, bufferFrameCount: 240
      )
      device.setInput(signal)
      var options = DeviceTransmission.Options()
      (options.recording.feeding, options.recording.queueSeconds) = (.caller, 1)
      var request = PacketRequest(format)
      request.encoding.framesPerPacket = frames
      let packets = request
      var receiver: RTPReceiver?
      let inbox = inbox
      transmission = try DeviceTransmission(from: device, as: packets, options: options) {
        payload throws(AudioError) in
        let opened = try RTPReceiver(ReceptionSettings(payload), at: .init(address: "127.0.0.1", port: 0)) {
          inbox.append($0)
        }
        receiver = opened
        var settings = TransmissionSettings(payload)
        (settings.packetTime, settings.key) = (packetTime, key)
        return try RTPSender(settings, to: .init(host: "127.0.0.1", port: opened.port), pacing: .asFed)
      }
      self.device = device
      self.receiver = try required(receiver)
    }

    func close() {
      receiver.close()
      transmission.sender.close()
    }
  }

  @Test func samplesArriveAsTheyWereCaptured() async throws {
    var random = SplitMix64(seed: 5)
    let values = (0..<9600).map { _ in Int16(truncatingIfNeeded: random.next()) }
    let signal = (0..<2).map { channel in (0..<4800).map { Float(values[2 * $0 + channel]) / 32_768 } }
    let big = SampleFormat(.signedInteger, bitsPerSample: 16, byteOrder: .bigEndian)
    // The number of channels is left to the device.
    var format = StreamFormat(big, sampleRate: 0, channelsPerFrame: 0)
    (format.bytesPerFrame, format.bytesPerPacket) = (0, 0)
    let link = try Link(signal, as: format, packetTime: 5)
    try link.transmission.start()
    link.device.advance(frameCount: 4800)
    link.transmission.recorder.drain()
    try link.transmission.finish()
    let units = try await link.inbox.wait(for: 20)
    link.close()
    #expect(units.count == 20 && units.map(\.frameCount).allSatisfy { $0 == 240 })
    let sent = values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    expectEqual(units.flatMap(\.bytes), sent)
    #expect(link.transmission.delays.packet == 0.02 && link.transmission.delays.coding == 0)
  }

  @Test func aPacketLeavesWithItsLastFrame() throws {
    let tone = (0..<48_000).map { Float($0 % 48) / 100 }
    let eld = StreamFormat(formatID: .aacEnhancedLowDelay, sampleRate: 0, channelsPerFrame: 0)
    let link = try Link([tone], as: eld, frames: 480)
    try link.transmission.start()
    for count in 1...20 {
      // One frame is missing, and then it comes.
      link.device.advance(frameCount: 479)
      link.transmission.recorder.drain()
      expectEqual(link.transmission.sender.report.packetCount, Int64(count) - 1)
      link.device.advance(frameCount: 1)
      link.transmission.recorder.drain()
      expectEqual(link.transmission.sender.report.packetCount, Int64(count))
    }
    // 480 frames of a packet; half of it for the overlap of the transforms: ISO/IEC 14496-3, 4.6.20.
    #expect(link.transmission.delays.packet == 0.01 && link.transmission.delays.coding == 0.005)
    try link.transmission.finish()
    #expect(link.transmission.failure == nil && link.transmission.recorder.overruns.gaps == 0)
    link.close()
  }

  @Test func formatsThatCannotBeSentAreRefused() {
    #expect(throws: AudioError.self) {
      try Link([[0]], as: StreamFormat(formatID: .appleLossless, sampleRate: 0, channelsPerFrame: 0))
    }
    #expect(throws: AudioError.self) {
      try Link([[0]], as: StreamFormat(.float32, sampleRate: 48_000, channelsPerFrame: 1))
    }
  }

  @Test func aKeyThatIsUsedUpEndsIt() throws {
    var key = try SRTPTests.master(.aes128CounterHMAC80)
    key.lifetime = 3
    let signal = [[Float](repeating: 0.5, count: 48_000)]
    let link = try Link(signal, as: StreamFormat(formatID: .muLaw, sampleRate: 8000, channelsPerFrame: 1), key: key)
    try link.transmission.start()
    link.device.advance(frameCount: 24_000)
    link.transmission.recorder.drain()
    let failure = try required(link.transmission.failure)
    let count = link.transmission.sender.report.packetCount
    link.device.advance(frameCount: 24_000)
    link.transmission.recorder.drain()
    #expect(link.transmission.sender.report.packetCount == count && count <= 4)
    #expect(throws: AudioError.self) { try link.transmission.finish() }
    #expect(failure.description.contains("key"), "\(failure)")
    link.close()
  }
}

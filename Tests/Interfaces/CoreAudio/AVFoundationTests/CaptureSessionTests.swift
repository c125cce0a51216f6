import AVFoundation
import AudioDevices
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// Keeps the bytes and times of the buffers that a session hands over.
private final class Listener: AVCaptureAudioDataOutputSampleBufferDelegate, Sendable {
  struct Heard: Sendable {
    var bytes: [UInt8] = []
    var times: [(seconds: Double, frameCount: Int)] = []
    var formats: [AudioStreamBasicDescription] = []
  }

  let heard = Mutex(Heard())
  let queue = DispatchQueue(label: "captured sound")

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    let bytes = (try? sampleBuffer.dataBuffer?.dataBytes()) ?? Data()
    let (seconds, count) = (sampleBuffer.presentationTimeStamp.seconds, sampleBuffer.numSamples)
    let format = sampleBuffer.formatDescription?.audioStreamBasicDescription
    heard.withLock { heard in
      heard.bytes += bytes
      heard.times.append((seconds, count))
      if let format { heard.formats.append(format) }
    }
  }

  /// Lets a device capture frames, and takes them over in time: what waits for more than a second is dropped.
  func hear(_ frameCount: Int, of device: VirtualDevice) {
    for start in stride(from: 0, to: frameCount, by: 5120) {
      device.advance(frameCount: min(5120, frameCount - start))
      queue.sync {}
    }
  }

  /// Returns what has come once all that was captured is handed over.
  func settled() -> Heard {
    queue.sync {}
    return heard.withLock { $0 }
  }
}

@Suite("Capture sessions", .serialized, .ownThreads) struct CaptureSessionTests {
  /// A microphone of two channels that hears a rising ramp, and its negative.
  private func microphone(_ name: String, rate: Double = 44100) throws -> (device: VirtualDevice, AVCaptureDevice) {
    let device = VirtualDevice(
      name, DeviceFormat(sampleRate: rate, channelCount: 2), pacing: .stepped, bufferFrameCount: 512)
    let ramp = (0..<60_000).map { Float($0 % 30_000) / 32768 }
    device.setInput([ramp, ramp.map { -$0 }])
    DeviceList.register(device)
    return (device, try required(AVCaptureDevice(uniqueID: name)))
  }

  @Test("The samples of a microphone come as integers of 16 bits, at the times at which they were captured")
  func samples() throws {
    let (device, microphone) = try microphone("capture session")
    defer { DeviceList.unregister(device) }
    let (session, output, listener) = (AVCaptureSession(), AVCaptureAudioDataOutput(), Listener())
    session.beginConfiguration()
    let input = try AVCaptureDeviceInput(device: microphone)
    #expect(session.canAddInput(input) && session.canAddOutput(output))
    session.addInput(input)
    session.addOutput(output)
    session.commitConfiguration()
    #expect(!session.canAddInput(input) && !session.canAddOutput(output))
    #expect(session.connections.count == 1 && output.connection(with: .audio)?.isActive == true)
    output.setSampleBufferDelegate(listener, queue: listener.queue)
    session.startRunning()
    #expect(session.isRunning)
    device.advance(frameCount: 5120)
    session.stopRunning()
    #expect(!session.isRunning)
    device.advance(frameCount: 512)

    let heard = listener.settled()
    // One frame of the ramp is one step of an integer.
    let expected = (0..<5120).flatMap { frame -> [UInt8] in
      [Int16(frame), -Int16(frame)].flatMap { sample in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
    }
    expectEqual(heard.bytes, expected)
    let format = try required(heard.formats.first)
    #expect(format.mFormatID == kAudioFormatLinearPCM && format.mSampleRate == 44100)
    #expect(format.mChannelsPerFrame == 2 && format.mBitsPerChannel == 16 && format.mBytesPerFrame == 4)
    expectEqual(heard.times.map(\.frameCount), Array(repeating: 512, count: 10))
    let start = Double(device.time(atSampleTime: 0).hostTime) / 1e9
    for (index, time) in heard.times.enumerated() {
      expectLess(abs(time.seconds - start - Double(512 * index) / 44100), 1e-6)
    }
    let channel: AVCaptureAudioChannel = try required(output.connection(with: .audio)?.audioChannels.last)
    expectLess(abs(channel.peakHoldLevel - Float(20 * log10(5119.0 / 32768))), 0.01)
    // The last cycle hardly rises: its mean is next to its peak.
    #expect((0...0.5).contains(channel.peakHoldLevel - channel.averagePowerLevel))
  }

  @Test("Settings choose rate, channels and samples; others than linear PCM are told, and nothing runs")
  func settings() throws {
    let (device, microphone) = try microphone("capture settings", rate: 48000)
    defer { DeviceList.unregister(device) }
    let (session, output, listener) = (AVCaptureSession(), AVCaptureAudioDataOutput(), Listener())
    session.addInput(try AVCaptureDeviceInput(device: microphone))
    session.addOutput(output)
    output.setSampleBufferDelegate(listener, queue: listener.queue)
    output.audioSettings = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 24000, AVLinearPCMBitDepthKey: 32,
      AVLinearPCMIsFloatKey: true,
    ]
    session.startRunning()
    listener.hear(48_000, of: device)
    session.stopRunning()
    let heard = listener.settled()
    let format = try required(heard.formats.first)
    #expect(format.mSampleRate == 24000 && format.mBitsPerChannel == 32 && format.mChannelsPerFrame == 2)
    // A resampler holds the last frames back.
    let count = heard.times.reduce(0) { $0 + $1.frameCount }
    #expect((23_000...24_000).contains(count) && heard.bytes.count == 8 * count)

    let failures = Mutex<[AVError?]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: .AVCaptureSessionRuntimeError, object: session, queue: nil
    ) { notification in
      failures.withLock { $0.append(notification.userInfo?[AVCaptureSessionErrorKey] as? AVError) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    output.audioSettings = [AVFormatIDKey: kAudioFormatMPEG4AAC]
    session.startRunning()
    #expect(!session.isRunning)
    expectEqual(failures.withLock { $0.map { $0?.code } }, [AVError.Code.unsupportedOutputSettings.rawValue])
  }

  @Test("An output that is added while the session runs, or whose connection is switched, begins and pauses")
  func changes() throws {
    let (device, microphone) = try microphone("capture changes")
    defer { DeviceList.unregister(device) }
    let (session, output, listener) = (AVCaptureSession(), AVCaptureAudioDataOutput(), Listener())
    session.addInput(try AVCaptureDeviceInput(device: microphone))
    session.startRunning()
    device.advance(frameCount: 512)
    output.setSampleBufferDelegate(listener, queue: listener.queue)
    session.addOutput(output)
    device.advance(frameCount: 1024)
    expectEqual(listener.settled().bytes.count, 4 * 1024)
    output.connection(with: .audio)?.isEnabled = false
    device.advance(frameCount: 1024)
    expectEqual(listener.settled().bytes.count, 4 * 1024)
    output.connection(with: .audio)?.isEnabled = true
    device.advance(frameCount: 512)
    let heard = listener.settled()
    expectEqual(heard.bytes.count, 4 * 1536)
    // The pause is in the times.
    let gap = try required(heard.times.last).seconds - heard.times[0].seconds
    expectLess(abs(gap - Double(1024 + 1024) / 44100), 1e-6)
    session.removeOutput(output)
    device.advance(frameCount: 512)
    #expect(listener.settled().bytes.count == 4 * 1536 && output.connections.isEmpty)
    session.stopRunning()
  }

  @Test("A program that is a second behind loses frames, and memory does not grow")
  func slowPrograms() throws {
    let (device, microphone) = try microphone("capture slowly", rate: 8000)
    defer { DeviceList.unregister(device) }
    let (session, output, listener) = (AVCaptureSession(), AVCaptureAudioDataOutput(), Listener())
    session.addInput(try AVCaptureDeviceInput(device: microphone))
    session.addOutput(output)
    output.setSampleBufferDelegate(listener, queue: listener.queue)
    session.startRunning()
    listener.queue.suspend()
    device.advance(frameCount: 40_960)
    listener.queue.resume()
    expectLessOrEqual(listener.settled().bytes.count, 4 * (8000 + 512))
    device.advance(frameCount: 512)
    session.stopRunning()
    let times = listener.settled().times
    expectLess(abs(try #require(times.last).seconds - times[0].seconds - 40_960.0 / 8000), 1e-6)
  }

  @Test("Parts of a session are what was given; its presets change nothing, and nothing interrupts it")
  func parts() throws {
    let (device, microphone) = try microphone("capture parts")
    defer { DeviceList.unregister(device) }
    let (session, output, listener) = (AVCaptureSession(), AVCaptureAudioDataOutput(), Listener())
    expectNil(output.recommendedAudioSettingsForAssetWriter(writingTo: .m4a))
    let input: AVCaptureInput = try AVCaptureDeviceInput(device: microphone)
    output.setSampleBufferDelegate(listener, queue: listener.queue)
    #expect(output.sampleBufferDelegate === listener && output.sampleBufferCallbackQueue === listener.queue)
    session.addInput(input)
    session.addOutput(output)
    #expect(output.connections.first?.inputPorts.first?.input === input)
    let aac = try required(output.recommendedAudioSettingsForAssetWriter(writingTo: .m4a))
    #expect(aac[AVFormatIDKey] as? UInt32 == kAudioFormatMPEG4AAC && aac[AVSampleRateKey] as? Double == 44100)
    let samples = try required(output.recommendedAudioSettingsForAssetWriter(writingTo: .wav))
    #expect(samples[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM && samples[AVLinearPCMBitDepthKey] as? Int == 16)
    #expect(session.sessionPreset == .high && session.canSetSessionPreset(.low))
    session.sessionPreset = .medium
    #expect(session.sessionPreset == .medium && !session.isInterrupted && session.synchronizationClock != nil)
    session.removeInput(input)
    #expect(session.connections.isEmpty && session.canAddInput(input))
  }

  @Test("A microphone that is gone is named")
  func lostMicrophone() throws {
    let (device, microphone) = try microphone("capture nothing")
    DeviceList.unregister(device)
    #expect { try AVCaptureDeviceInput(device: microphone) } throws: { AVError.deviceNotConnected ~= $0 }
    let found = AVCaptureDevice.DiscoverySession(deviceTypes: [.microphone], mediaType: .audio, position: .unspecified)
    #expect(!found.devices.contains(microphone))
  }

  @Test("The encoder of AAC-ELD takes a session's buffers: packets for all that was captured", .timeLimit(.minutes(15)))
  func encodingELD() throws {
    let (device, microphone) = try microphone("capture for AAC-ELD")
    defer { DeviceList.unregister(device) }
    let (session, output, listener) = (AVCaptureSession(), AVCaptureAudioDataOutput(), Listener())
    session.addInput(try AVCaptureDeviceInput(device: microphone))
    session.addOutput(output)
    output.setSampleBufferDelegate(listener, queue: listener.queue)
    session.startRunning()
    listener.hear(44_160, of: device)
    session.stopRunning()
    let heard = listener.settled()
    var source = try required(heard.formats.first)
    var wanted = AudioStreamBasicDescription()
    (wanted.mSampleRate, wanted.mFormatID) = (source.mSampleRate, kAudioFormatMPEG4AAC_ELD)
    (wanted.mFramesPerPacket, wanted.mChannelsPerFrame) = (480, 2)
    let from = try required(AVAudioFormat(streamDescription: &source))
    let target = try required(AVAudioFormat(streamDescription: &wanted))
    let converter = try required(AVAudioConverter(from: from, to: target))
    let input = try required(AVAudioPCMBuffer(pcmFormat: from, frameCapacity: 44_160))
    input.frameLength = 44_160
    heard.bytes.withUnsafeBytes { bytes in
      input.mutableAudioBufferList.pointee.mBuffers.mData?.copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
    }
    let packets = AVAudioCompressedBuffer(format: target, packetCapacity: 100, maximumPacketSize: 1536)
    var given = false
    converter.convert(to: packets, error: nil) { _, status in
      status.pointee = given ? .endOfStream : .haveData
      defer { given = true }
      return given ? nil : input
    }
    expectGreaterOrEqual(packets.packetCount, 92)
  }
}

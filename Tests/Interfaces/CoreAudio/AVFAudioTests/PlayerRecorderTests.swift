import AVFoundation
import AudioDevices
import Foundation
import TestSupport
import Testing

/// Players and recorders on a device whose time a test moves.
@Suite("AVAudioPlayer and AVAudioRecorder", .ownThreads) struct PlayerRecorderTests {
  private func device(_ cycle: Int = 480) -> VirtualDevice {
    let format = DeviceFormat(sampleRate: 48000, channelCount: 2)
    let device = VirtualDevice("player", format, pacing: .stepped, bufferFrameCount: cycle)
    device.keepOutput(frameLimit: 1_000_000)
    return device
  }

  /// A file with a tone, and its samples.
  private func tone(_ frames: Int) throws -> (url: URL, samples: [Float]) {
    let url = Make.url("caf")
    let buffer = Make.tone(Make.format(rate: 48000), frames: frames)
    let file = try AVAudioFile(forWriting: url, settings: buffer.format.settings)
    try file.write(from: buffer)
    file.close()
    return (url, buffer.floats())
  }

  /// Waits for what another thread does.
  private func wait(_ isDone: () -> Bool) async {
    for _ in 0..<6000 where !isDone() { try? await Task.sleep(for: .milliseconds(10)) }
  }

  @Test func aFileIsPlayedBitForBitAndRepeated() async throws {
    let (url, samples) = try tone(6000)
    defer { try? FileManager.default.removeItem(at: url) }
    let device = device()
    for player in [try AVAudioPlayer(contentsOf: url), try AVAudioPlayer(data: Data(contentsOf: url))] {
      #expect(player.duration == 0.125 && player.numberOfChannels == 2 && player.format.sampleRate == 48000)
      player.play(through: device)
      player.numberOfLoops = 2
      #expect(player.prepareToPlay())
      device.keepOutput(frameLimit: 1_000_000)
      #expect(player.play() && player.isPlaying)
      while device.keptOutput[0].count < 24_000 {
        device.advance(frameCount: 480)
        // Repetitions are scheduled behind each other's end, which a queue tells.
        try await Task.sleep(for: .milliseconds(15))
      }
      expectEqual(Array(device.keptOutput[0][..<18_000]), samples + samples + samples)
      #expect(device.keptOutput[0][18_000...].allSatisfy { $0 == 0 })
      await wait { !player.isPlaying }
      #expect(!player.isPlaying && player.currentTime == 0)
    }
  }

  @Test func placesAreReachedAndKept() async throws {
    let (url, samples) = try tone(48_000)
    defer { try? FileManager.default.removeItem(at: url) }
    let device = device()
    let player = try AVAudioPlayer(contentsOf: url)
    player.play(through: device)
    player.currentTime = 0.5
    expectEqual(player.currentTime, 0.5)
    player.play()
    device.advance(frameCount: 960)
    expectEqual(Array(device.keptOutput[0]), Array(samples[24_000..<24_960]))
    expectLess(abs(player.currentTime - 0.51), 0.011)
    player.currentTime = 0.25
    device.keepOutput(frameLimit: 1_000_000)
    device.advance(frameCount: 480)
    expectEqual(device.keptOutput[0], Array(samples[12_000..<12_480]))
    player.pause()
    #expect(!player.isPlaying)
    let place = player.currentTime
    expectLess(abs(place - 0.25), 0.011)
    player.currentTime = 99
    expectEqual(player.currentTime, 1)
    (player.volume, player.pan) = (0.5, -1)
    player.currentTime = 0
    player.play()
    device.keepOutput(frameLimit: 1_000_000)
    device.advance(frameCount: 480)
    expectEqual(device.keptOutput[0], samples[..<480].map { $0 * 0.5 })
    #expect(device.keptOutput[1].allSatisfy { $0 == 0 })
    player.stop()
  }

  @Test func levelsAreThoseOfTheSound() async throws {
    let url = Make.url("caf")
    defer { try? FileManager.default.removeItem(at: url) }
    let buffer = Make.buffer(Make.format(rate: 48000), frames: 48_000) { channel, frame in
      channel == 0 ? 0.5 * sin(2 * .pi * Double(frame) / 48) : 0
    }
    let file = try AVAudioFile(forWriting: url, settings: buffer.format.settings)
    try file.write(from: buffer)
    file.close()
    let device = device()
    let player = try AVAudioPlayer(contentsOf: url)
    player.play(through: device)
    player.isMeteringEnabled = true
    player.play()
    for _ in 0..<50 { device.advance(frameCount: 480) }
    await wait {
      player.updateMeters()
      return player.peakPower(forChannel: 0) > -100
    }
    // Half of full scale, and a sine's mean power 3 dB below its peak.
    expectLess(abs(player.peakPower(forChannel: 0) + 6.02), 0.05)
    expectLess(abs(player.averagePower(forChannel: 0) + 9.03), 0.05)
    #expect(player.peakPower(forChannel: 1) == -160 && player.peakPower(forChannel: 7) == -160)
    player.stop()
  }

  @Test func whatIsNoSoundIsRefused() {
    expectEqual(failure { _ = try AVAudioPlayer(contentsOf: Make.url("wav")) }?.domain, NSOSStatusErrorDomain)
    let text = failure { _ = try AVAudioPlayer(data: Data("This is no sound, whatever its name is.".utf8)) }
    expectEqual(text?.code, kAudioFileUnsupportedFileTypeError)
    expectEqual(failure { _ = try AVAudioPlayer(data: Data()) }?.code, kAudioFileUnsupportedFileTypeError)
  }

  @Test func whatIsCapturedIsInTheFile() async throws {
    let url = Make.url("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let device = device()
    let signal = (0..<24_000).map { Float($0 % 500) / 512 }
    device.setInput([signal, signal.map { -$0 }])
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48000, AVNumberOfChannelsKey: 2,
      AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
    ]
    let recorder = try AVAudioRecorder(url: url, settings: settings)
    recorder.record(from: device)
    recorder.isMeteringEnabled = true
    #expect(recorder.record() && recorder.isRecording)
    device.advance(frameCount: 4800)
    recorder.pause()
    device.advance(frameCount: 480)
    recorder.record()
    device.advance(frameCount: 4800)
    await wait { recorder.currentTime >= 0.2 }
    recorder.updateMeters()
    expectGreater(recorder.peakPower(forChannel: 0), -0.5)
    recorder.stop()
    #expect(!recorder.isRecording)
    let file = try AVAudioFile(forReading: url)
    expectEqual(file.length, 9600)
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 20_000))
    try file.read(into: buffer)
    expectEqual(buffer.floats(0), Array(signal[..<4800] + signal[5280..<10_080]))
    expectEqual(buffer.floats(1), buffer.floats(0).map { -$0 })
    #expect(recorder.deleteRecording())
    #expect(!recorder.deleteRecording())
  }

  @Test func aRecordingOfAnotherRateEndsByItself() async throws {
    let url = Make.url("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    let device = device()
    device.setInput([(0..<48_000).map { Float(Make.tone(0, $0, rate: 48000)) }])
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 24000, AVNumberOfChannelsKey: 1,
      AVEncoderBitDepthHintKey: 16,
    ]
    let recorder = try AVAudioRecorder(url: url, settings: settings)
    recorder.record(from: device)
    #expect(recorder.record(forDuration: 0.25))
    device.advance(frameCount: 24_000)
    await wait { !recorder.isRecording }
    #expect(!recorder.isRecording)
    let file = try AVAudioFile(forReading: url)
    #expect(file.length == 6000 && file.fileFormat.sampleRate == 24000)
  }

  @Test func sessionsKeepWhatTheyAreTold() throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playAndRecord, mode: .measurement, options: [.mixWithOthers, .defaultToSpeaker])
    try session.setActive(true)
    try session.setPreferredSampleRate(44100)
    #expect(session.category == .playAndRecord && session.mode == .measurement)
    #expect(session.categoryOptions.rawValue == 9 && session.preferredSampleRate == 44100)
    expectEqual(AVAudioApplication.shared.recordPermission, .granted)
    expectEqual(failure { try AVAudioApplication.shared.setInputMuted(true) }?.code, kAudio_UnimplementedError)
  }
}

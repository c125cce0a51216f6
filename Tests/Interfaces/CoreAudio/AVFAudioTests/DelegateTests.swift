import AVFoundation
import AudioDevices
import Foundation
import TestSupport
import Testing

/// What delegates of players and recorders are told, on the main queue.
@Suite("Delegates") struct DelegateTests {
  private enum Word: Hashable {
    case finished(Bool)
    case failed
  }

  private final class Listener: AVAudioPlayerDelegate, AVAudioRecorderDelegate, Sendable {
    let words = Reports<Word>()
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { words.add(.finished(flag)) }
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) { words.add(.failed) }
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
      words.add(.finished(flag))
    }
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) { words.add(.failed) }
  }

  private let device = VirtualDevice("delegates", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .stepped)
  private let settings: [String: Any] = [
    AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48000, AVNumberOfChannelsKey: 1,
    AVLinearPCMBitDepthKey: 16,
  ]

  @Test func theEndOfAFileIsToldOnce() async throws {
    let url = Make.url("caf")
    defer { try? FileManager.default.removeItem(at: url) }
    let buffer = Make.tone(Make.format(rate: 48000), frames: 4800)
    let file = try AVAudioFile(forWriting: url, settings: buffer.format.settings)
    try file.write(from: buffer)
    file.close()
    let player = try AVAudioPlayer(contentsOf: url)
    expectNil(player.currentDevice)
    player.play(through: device)
    expectEqual(player.currentDevice, "delegates")
    player.enableRate = true
    player.rate = 2
    let listener = Listener()
    player.delegate = listener
    let start = player.deviceCurrentTime
    #expect(player.play())
    for _ in 0..<400 where listener.words.all.isEmpty {
      device.advance(frameCount: 480)
      try await Task.sleep(for: .milliseconds(15))
    }
    await expectEqual(listener.words.wait(for: 1), [.finished(true)])
    #expect(player.deviceCurrentTime > start && !player.isPlaying)
  }

  @Test func theEndOfARecordingIsTold() async throws {
    let url = Make.url("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = try AVAudioRecorder(url: url, settings: settings)
    recorder.record(from: device)
    let listener = Listener()
    recorder.delegate = listener
    #expect(recorder.prepareToRecord() && FileManager.default.fileExists(atPath: url.path))
    expectGreaterOrEqual(recorder.deviceCurrentTime, 0)
    #expect(recorder.record(forDuration: 0.05))
    for _ in 0..<400 where listener.words.all.isEmpty {
      device.advance(frameCount: 480)
      try await Task.sleep(for: .milliseconds(15))
    }
    await expectEqual(listener.words.wait(for: 1), [.finished(true)])
    try expectEqual(AVAudioFile(forReading: url).length, 2400)
  }
}

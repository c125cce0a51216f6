import AVFoundation
import AudioDevices
import TestSupport
import Testing

// Code as it stands in players for Apple's systems: an engine, a player, an equalizer, seeking, a level meter.

/// A music player as tutorials have it.
private final class MusicPlayer {
  let engine = AVAudioEngine()
  private let player = AVAudioPlayerNode()
  private let equalizer = AVAudioUnitEQ(numberOfBands: 1)
  private let timePitch = AVAudioUnitTimePitch()
  private let file: AVAudioFile
  private var seekFrame: AVAudioFramePosition = 0
  let levels = Reports<Float>()
  let finished = Reports<AVAudioPlayerNodeCompletionCallbackType>()

  init(_ url: URL) throws {
    file = try AVAudioFile(forReading: url)
    engine.attach(player)
    engine.attach(equalizer)
    engine.attach(timePitch)
    timePitch.bypass = true
    engine.connect(player, to: timePitch, format: file.processingFormat)
    engine.connect(timePitch, to: equalizer, format: file.processingFormat)
    engine.connect(equalizer, to: engine.mainMixerNode, format: file.processingFormat)
    engine.prepare()
    let format = engine.mainMixerNode.outputFormat(forBus: 0)
    engine.mainMixerNode.installTap(onBus: 0, bufferSize: 1024, format: format) { [levels] buffer, _ in
      guard let channelData = buffer.floatChannelData else { return }
      let values = stride(from: 0, to: Int(buffer.frameLength), by: buffer.stride).map { channelData.pointee[$0] }
      levels.add(sqrt(values.map { $0 * $0 }.reduce(0, +) / Float(buffer.frameLength)))
    }
  }

  func play() throws {
    if !engine.isRunning { try engine.start() }
    schedule()
    player.play()
  }

  func seek(to seconds: Double) {
    seekFrame = AVAudioFramePosition(seconds * file.processingFormat.sampleRate)
    player.stop()
    schedule()
    player.play()
  }

  private func schedule() {
    player.scheduleSegment(
      file, startingFrame: seekFrame, frameCount: AVAudioFrameCount(file.length - seekFrame), at: nil,
      completionCallbackType: .dataPlayedBack
    ) { [finished] type in finished.add(type) }
  }

  var currentTime: Double? {
    guard let nodeTime = player.lastRenderTime, let playerTime = player.playerTime(forNodeTime: nodeTime) else {
      return nil
    }
    return Double(seekFrame + playerTime.sampleTime) / playerTime.sampleRate
  }
}

@Suite("Programs that play by AVAudioEngine") struct EngineProgramTests {
  @Test func aMusicPlayerPlaysSeeksAndEnds() async throws {
    let url = Make.url("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let tone = Make.tone(Make.format(.pcmFormatInt16, rate: 48000), frames: 48_000)
    let samples = Make.samples(tone).map { Float($0) }
    do {
      let file = try AVAudioFile(
        forWriting: url, settings: tone.format.settings, commonFormat: .pcmFormatInt16, interleaved: false)
      try file.write(from: tone)
    }
    // A device in real time: a thread renders, and files are read beside it.
    let device = VirtualDevice(
      "program", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .realTime, bufferFrameCount: 256)
    device.keepOutput(frameLimit: 480_000)
    let program = try MusicPlayer(url)
    program.engine.device = device
    try program.play()
    for _ in 0..<4000 where (program.currentTime ?? 0) < 0.3 { try await Task.sleep(for: .milliseconds(5)) }
    try expectGreaterOrEqual(#require(program.currentTime), 0.3)
    let played = device.keptOutput[0]
    let start = try required(played.firstIndex { $0 != 0 }) - 1
    // As much as was read before it was played: a loaded machine may read the rest late.
    let heard = Array(played[start..<min(played.count, start + 8000)])
    expectEqual(heard, Array(samples[..<heard.count]))
    program.seek(to: 0.9)
    await expectEqual(program.finished.wait(for: 2), [.dataPlayedBack, .dataPlayedBack])
    let levels = await program.levels.wait(for: 2)
    #expect(levels.contains { abs($0 - 0.3535) < 0.01 })
    program.engine.stop()
  }
}

import AVFoundation
import AudioDevices
import Foundation
import TestSupport
import Testing

/// Engines that their caller renders, and engines on a device whose time a test moves.
@Suite("AVAudioEngine") struct EngineTests {
  @Test func buffersComeOutBitForBit() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    let buffers = [Make.tone(offline.format, frames: 1000), Make.tone(offline.format, frames: 777, from: 1000)]
    try offline.engine.start()
    for buffer in buffers { player.scheduleBuffer(buffer) }
    player.play()
    try offline.render(2000, step: 321)
    for channel in 0..<2 {
      let expected = buffers.flatMap { $0.floats(channel) } + Array(repeating: 0, count: 223)
      expectEqual(offline.samples[channel], expected)
    }
    expectEqual(offline.engine.manualRenderingSampleTime, 2000)
    #expect(player.isPlaying)
    offline.engine.stop()
    #expect(!offline.engine.isRunning && !player.isPlaying)
    expectEqual(offline.engine.manualRenderingSampleTime, 0)
  }

  @Test func interleavedAndIntegerBuffersAreRead() throws {
    for kind in [AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32, .pcmFormatFloat32] {
      let offline = try OfflineEngine()
      let player = offline.player()
      let buffer = Make.tone(Make.format(kind, rate: 48000, interleaved: true), frames: 500)
      try offline.engine.start()
      player.scheduleBuffer(buffer)
      player.play()
      try offline.render(500)
      for channel in 0..<2 { expectEqual(offline.samples[channel], Make.samples(buffer, channel).map { Float($0) }) }
    }
  }

  @Test func filesAndSegmentsComeOutBitForBit() throws {
    let url = Make.url("caf")
    defer { try? FileManager.default.removeItem(at: url) }
    let source = Make.tone(Make.format(rate: 48000), frames: 40_000)
    let written = try AVAudioFile(forWriting: url, settings: source.format.settings)
    try written.write(from: source)
    written.close()
    let file = try AVAudioFile(forReading: url)
    file.framePosition = 123

    let offline = try OfflineEngine()
    let player = offline.player(file.processingFormat)
    try offline.engine.start()
    player.scheduleSegment(file, startingFrame: 5000, frameCount: 1234, at: nil)
    player.scheduleFile(file, at: nil)
    player.play()
    let found = try offline.render(42_000, step: 512)
    let samples = source.floats()
    expectEqual(Array(found[..<1234]), Array(samples[5000..<6234]))
    expectEqual(Array(found[1234..<41_234]), samples)
    #expect(found[41_234...].allSatisfy { $0 == 0 })
    expectEqual(file.framePosition, 123)
  }

  @Test func aFileThatIsGoneEndsAtOnce() async throws {
    let url = Make.url("wav")
    let written = try AVAudioFile(forWriting: url, settings: Make.format(rate: 48000).settings)
    try written.write(from: Make.tone(Make.format(rate: 48000), frames: 100))
    written.close()
    let file = try AVAudioFile(forReading: url)
    try FileManager.default.removeItem(at: url)
    let offline = try OfflineEngine()
    let player = offline.player()
    let calls = Reports<Int>()
    try offline.engine.start()
    player.scheduleFile(file, at: nil) { calls.add(1) }
    player.play()
    try expectEqual(offline.render(100), Array(repeating: 0, count: 100))
    await expectEqual(calls.wait(for: 1), [1])
  }

  @Test func handlersComeOnceWithTheirKind() async throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    let kinds = Reports<AVAudioPlayerNodeCompletionCallbackType>()
    let looped = Reports<Int>()
    try offline.engine.start()
    for kind in [AVAudioPlayerNodeCompletionCallbackType.dataConsumed, .dataRendered, .dataPlayedBack] {
      player.scheduleBuffer(Make.tone(offline.format, frames: 50), completionCallbackType: kind) { kinds.add($0) }
    }
    player.scheduleBuffer(Make.tone(offline.format, frames: 10), at: nil, options: .loops) { looped.add(1) }
    player.play()
    try offline.render(300)
    await expectEqual(kinds.wait(for: 3), [.dataConsumed, .dataRendered, .dataPlayedBack])
    #expect(looped.all.isEmpty)
    player.stop()
    await expectEqual(looped.wait(for: 1), [1])
    offline.engine.detach(player)
    expectNil(player.engine)
    expectEqual(kinds.all.count, 3)
  }

  @Test func timesAreThoseOfNodeAndPlayer() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    expectNil(player.lastRenderTime)
    try offline.engine.start()
    try offline.render(300)
    let now = try required(player.lastRenderTime)
    #expect(now.sampleTime == 300 && now.sampleRate == 48000 && !now.isHostTimeValid)
    player.scheduleBuffer(
      Make.buffer(offline.format, frames: 4) { _, frame in Double(frame + 1) },
      at: AVAudioTime(sampleTime: 20, atRate: 48000))
    player.play(at: AVAudioTime(sampleTime: now.sampleTime + 50, atRate: 48000))
    let found = try offline.render(200)
    expectEqual(found.firstIndex(of: 1), 70)
    let time = try required(player.playerTime(forNodeTime: AVAudioTime(sampleTime: 400, atRate: 48000)))
    expectEqual(time.sampleTime, 50)
    expectEqual(player.nodeTime(forPlayerTime: time)?.sampleTime, 400)
    player.pause()
    expectNil(player.playerTime(forNodeTime: now))
    // It goes on where it was held, which is told at once.
    player.play()
    let last = try required(player.lastRenderTime)
    expectEqual(last.sampleTime, 500)
    expectEqual(player.playerTime(forNodeTime: last)?.sampleTime, 150)
  }

  @Test func volumesAndRatesAreAppliedAtTheMixer() throws {
    let offline = try OfflineEngine(channels: 2)
    let mono = Make.format(rate: 48000, channels: 1)
    let player = offline.player(mono)
    let submixer = AVAudioMixerNode()
    offline.engine.attach(submixer)
    let second = AVAudioPlayerNode()
    offline.engine.attach(second)
    offline.engine.connect(second, to: submixer, format: offline.format)
    offline.engine.connect(submixer, to: offline.engine.mainMixerNode, format: offline.format)
    player.volume = 0.5
    player.pan = -1
    second.volume = 0.25
    submixer.outputVolume = 0.5
    offline.engine.mainMixerNode.outputVolume = 0.5
    expectEqual(submixer.nextAvailableInputBus, 1)
    try offline.engine.start()
    let ones = Make.buffer(mono, frames: 100) { _, _ in 1 }
    let pairs = Make.buffer(offline.format, frames: 100) { channel, _ in channel == 0 ? 1 : -1 }
    player.scheduleBuffer(ones)
    second.scheduleBuffer(pairs)
    player.play()
    second.play()
    try offline.render(100)
    expectEqual(offline.samples[0], Array(repeating: 0.5 * (0.5 + 0.125), count: 100))
    expectEqual(offline.samples[1], Array(repeating: 0.5 * -0.125, count: 100))
    let bus = try required(offline.engine.outputConnectionPoints(for: player, outputBus: 0).first?.bus)
    let destination = try required(player.destination(forMixer: offline.engine.mainMixerNode, bus: bus))
    expectEqual(destination.volume, 0.5)
    expectNil(player.destination(forMixer: submixer, bus: 0))
  }

  @Test func connectionsChangeWhileItRuns() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    let tone = Make.tone(offline.format, frames: 20_000)
    try offline.engine.start()
    player.scheduleBuffer(tone)
    player.play()
    for round in 0..<60 {
      try offline.render(100)
      let other = AVAudioPlayerNode()
      let equalizer = AVAudioUnitEQ(numberOfBands: 3)
      let rates = [8000.0, 44100, 48000, 96000]
      offline.engine.attach(other)
      offline.engine.attach(equalizer)
      let format = Make.format(rate: rates[round % 4], channels: UInt32(1 + round % 2))
      offline.engine.connect(other, to: equalizer, format: format)
      offline.engine.connect(equalizer, to: offline.engine.mainMixerNode, format: format)
      other.scheduleBuffer(Make.buffer(format, frames: 100) { _, _ in 0 }, at: nil, options: .loops)
      other.play()
      try offline.render(77)
      if round % 3 == 0 { offline.engine.disconnectNodeInput(equalizer) }
      offline.engine.detach(other)
      offline.engine.detach(equalizer)
    }
    expectEqual(offline.samples[0], Array(tone.floats()[..<offline.samples[0].count]))
    expectEqual(offline.engine.attachedNodes.count, 3)
  }

  @Test func severalInputsTakeOneOutput() throws {
    let offline = try OfflineEngine()
    let player = AVAudioPlayerNode()
    let equalizer = AVAudioUnitEQ()
    offline.engine.attach(player)
    offline.engine.attach(equalizer)
    let mixer = offline.engine.mainMixerNode
    let points = [AVAudioConnectionPoint(node: mixer, bus: 0), AVAudioConnectionPoint(node: equalizer, bus: 0)]
    offline.engine.connect(player, to: points, fromBus: 0, format: offline.format)
    offline.engine.connect(equalizer, to: mixer, format: offline.format)
    expectEqual(offline.engine.outputConnectionPoints(for: player, outputBus: 0).count, 2)
    try offline.engine.start()
    let tone = Make.tone(offline.format, frames: 300)
    player.scheduleBuffer(tone)
    player.play()
    try expectEqual(offline.render(300), tone.floats().map { $0 + $0 })
  }

  @Test func aDeviceHearsWhatIsPlayedAndTapsSeeWhatIsCaptured() async throws {
    let device = VirtualDevice(
      "engine", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .stepped, bufferFrameCount: 480)
    let engine = AVAudioEngine()
    engine.device = device
    device.keepOutput(frameLimit: 100_000)
    let captured = (0..<24_000).map { Float($0 % 997) / 1000 }
    device.setInput([captured, captured])
    let player = AVAudioPlayerNode()
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: nil)
    let format = engine.mainMixerNode.outputFormat(forBus: 0)
    #expect(format.sampleRate == 48000 && format.channelCount == 2)
    engine.connect(player, to: engine.mainMixerNode, format: format)
    let seen = Reports<(time: AVAudioFramePosition, samples: [Float])>()
    engine.inputNode.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, time in
      seen.add((time.sampleTime, buffer.floats()))
    }
    try engine.start()
    let tone = Make.tone(format, frames: 9600)
    let played = Reports<AVAudioPlayerNodeCompletionCallbackType>()
    player.scheduleBuffer(tone, completionCallbackType: .dataPlayedBack) { played.add($0) }
    player.play()
    device.advance(frameCount: 19_200)
    expectEqual(Array(device.keptOutput[0][..<9600]), tone.floats())
    #expect(device.keptOutput[1][9600...].allSatisfy { $0 == 0 })
    expectEqual(player.lastRenderTime?.isHostTimeValid, true)
    await expectEqual(played.wait(for: 1), [.dataPlayedBack])
    let buffers = await seen.wait(for: 3)
    // A wish below 100 ms becomes 100 ms; what is captured is rendered a cycle later.
    #expect(buffers.allSatisfy { $0.samples.count == 4800 })
    let all = buffers.flatMap(\.samples)
    let start = try required(all.firstIndex { $0 != 0 }) - 1
    expectEqual(Array(all[start..<(start + 9600)]), Array(captured[..<9600]))
    engine.stop()
    let length = device.keptOutput[0].count
    device.advance(frameCount: 480)
    #expect(device.keptOutput[0][length...].allSatisfy { $0 == 0 })
  }

  @Test func aDeviceThatFailsIsTold() async throws {
    let device = FragileDevice()
    let engine = AVAudioEngine()
    engine.device = device
    let told = Reports<Bool>()
    let token = NotificationCenter.default.addObserver(
      forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
    ) { note in told.add((note.object as? AVAudioEngine)?.isRunning ?? true) }
    defer { NotificationCenter.default.removeObserver(token) }
    _ = engine.mainMixerNode
    try engine.start()
    device.fail()
    await expectEqual(told.wait(for: 1), [false])
    try engine.start()
    #expect(engine.isRunning)
    engine.stop()
    engine.device = FragileDevice(refusal: .disconnected)
    expectEqual(failure { try engine.start() }?.code, kAudioUnitErr_FailedInitialization)
    #expect(!engine.isRunning)
  }

  @Test func manyThreadsMayUseAnEngine() async throws {
    let offline = try OfflineEngine()
    let engine = offline.engine
    let player = offline.player()
    try engine.start()
    player.scheduleBuffer(Make.tone(offline.format, frames: 500), at: nil, options: .loops, completionHandler: nil)
    player.play()
    let format = offline.format
    let work = Task.detached {
      for round in 0..<150 {
        let node = AVAudioPlayerNode()
        engine.attach(node)
        engine.connect(node, to: engine.mainMixerNode, format: format)
        node.scheduleBuffer(Make.tone(format, frames: 64), at: nil, options: .loops)
        node.play()
        node.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
        node.volume = Float(round) / 150
        if round % 2 == 0 { node.removeTap(onBus: 0) }
        if round % 3 == 0 { engine.disconnectNodeOutput(node) }
        engine.detach(node)
      }
    }
    for _ in 0..<300 { try offline.render(480, step: 480) }
    await work.value
    expectEqual(engine.attachedNodes.count, 3)
  }
}

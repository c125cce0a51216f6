import AVFoundation
import AudioDevices
import Foundation
import TestSupport
import Testing

/// An engine on a device that runs in real time, whose nodes come and go while it plays; `Scripts/attack soak-threads`
/// looks for races in it.
@Suite("AVAudioEngine under change") struct EngineSoakTests {
  /// One thread connects, starts, stops and plays; another one changes whatever a node lets itself be told.
  @Test func whateverIsConnectedTheEngineGoesOn() async throws {
    let device = VirtualDevice(
      "soak", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .realTime, bufferFrameCount: 256)
    let studio = Studio(device)
    try await Soak.run({ try studio.change(&$0) }, { studio.turn(&$0) })
    // What was left connected is taken out, and the engine plays as one that is new.
    try studio.clear()
    let heard = Reports<Float>()
    let format = studio.engine.mainMixerNode.outputFormat(forBus: 0)
    let player = AVAudioPlayerNode()
    studio.engine.attach(player)
    studio.engine.connect(player, to: studio.engine.mainMixerNode, format: format)
    studio.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
      heard.add(buffer.floats().reduce(0) { max($0, abs($1)) })
    }
    try studio.engine.start()
    let level = Make.buffer(format, frames: 480) { _, _ in 0.25 }
    player.scheduleBuffer(level, at: nil, options: .loops, completionHandler: nil)
    player.play()
    let peaks = await heard.wait(for: 3)
    studio.engine.stop()
    #expect(peaks.contains(0.25))
    #expect(peaks.allSatisfy { $0 <= 0.25 })
  }
}

/// An engine with nodes of each kind.
private final class Studio: Sendable {
  let engine = AVAudioEngine()
  private let players = (0..<3).map { _ in AVAudioPlayerNode() }
  private let mixers = (0..<2).map { _ in AVAudioMixerNode() }
  private let pitch = AVAudioUnitTimePitch()
  private let speed = AVAudioUnitVarispeed()
  private let equalizer = AVAudioUnitEQ(numberOfBands: 3)
  private let tone = AVAudioSourceNode { _, _, count, list in
    for buffer in unsafe UnsafeMutableAudioBufferListPointer(list) {
      guard let samples = unsafe buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
      for index in 0..<Int(count) { unsafe samples[index] = index % 48 < 24 ? 0.01 : -0.01 }
    }
    return noErr
  }
  private let formats = [(48000.0, 2), (44100, 1), (32000, 2), (22050, 1)].map {
    Make.format(rate: $0.0, channels: UInt32($0.1))
  }

  private var nodes: [AVAudioNode] { players + mixers + [pitch, speed, equalizer, tone] }
  /// Whose output goes to the main mixer.
  private var sources: [AVAudioNode] { players + [tone] }

  init(_ device: any AudioDevice) {
    engine.device = device
    for node in nodes { engine.attach(node) }
  }

  /// Takes everything apart.
  func clear() throws {
    engine.stop()
    engine.mainMixerNode.removeTap(onBus: 0)
    for node in nodes { engine.detach(node) }
  }

  /// One step of a program that puts its engine together anew all the time.
  func change(_ random: inout SplitMix64) throws {
    let mixer = engine.mainMixerNode
    let format = formats.randomElement(using: &random)
    let player = players[Int.random(in: 0..<players.count, using: &random)]
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: try engine.start()
    case 2: engine.pause()
    case 3: engine.stop()
    case 4, 5:
      guard let source = sources.randomElement(using: &random) else { return }
      engine.connect(source, to: mixer, format: format)
    case 6: chain(player, format, &random)
    case 7: engine.disconnectNodeOutput(sources[Int.random(in: 0..<sources.count, using: &random)])
    case 8:
      engine.detach(player)
      engine.attach(player)
    case 9: tap(&random)
    default: play(player, &random)
    }
  }

  /// Connects a player through an effect, and perhaps a mixer.
  private func chain(_ player: AVAudioPlayerNode, _ format: AVAudioFormat?, _ random: inout SplitMix64) {
    let effects: [AVAudioNode] = [pitch, speed, equalizer]
    let effect = effects[Int.random(in: 0..<effects.count, using: &random)]
    engine.disconnectNodeInput(effect)
    engine.disconnectNodeOutput(effect)
    engine.connect(player, to: effect, format: format)
    if Bool.random(using: &random) {
      let mixer = mixers[Int.random(in: 0..<mixers.count, using: &random)]
      engine.connect(effect, to: mixer, format: format)
      engine.connect(mixer, to: engine.mainMixerNode, format: nil)
    } else {
      engine.connect(effect, to: engine.mainMixerNode, format: format)
    }
  }

  private func tap(_ random: inout SplitMix64) {
    let nodes: [AVAudioNode] = players + [engine.mainMixerNode]
    let node = nodes[Int.random(in: 0..<nodes.count, using: &random)]
    node.removeTap(onBus: 0)
    if Bool.random(using: &random) { node.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in } }
  }

  private func play(_ player: AVAudioPlayerNode, _ random: inout SplitMix64) {
    guard engine.isRunning, !engine.outputConnectionPoints(for: player, outputBus: 0).isEmpty else { return }
    let options: AVAudioPlayerNodeBufferOptions = Bool.random(using: &random) ? .loops : .interrupts
    let format = player.outputFormat(forBus: 0)
    player.scheduleBuffer(Make.tone(format, frames: 700), at: nil, options: options)
    if Bool.random(using: &random) { player.play() } else { player.pause() }
    if Int.random(in: 0..<8, using: &random) == 0 { player.stop() }
  }

  /// Changes what may be changed at any time, and asks what may be asked.
  func turn(_ random: inout SplitMix64) {
    let player = players[Int.random(in: 0..<players.count, using: &random)]
    switch Int.random(in: 0..<7, using: &random) {
    case 0: player.volume = Float.random(in: 0...1, using: &random)
    case 1: player.pan = Float.random(in: -1...1, using: &random)
    case 2: pitch.pitch = Float.random(in: -1200...1200, using: &random)
    case 3: pitch.rate = Float.random(in: 0.5...2, using: &random)
    case 4: speed.rate = Float.random(in: 0.5...2, using: &random)
    case 5:
      let band = equalizer.bands[Int.random(in: 0..<3, using: &random)]
      band.filterType = AVAudioUnitEQFilterType(rawValue: Int.random(in: 0...10, using: &random)) ?? .parametric
      band.frequency = Float.random(in: 20...24000, using: &random)
      band.bypass = false
    default: _ = player.lastRenderTime.flatMap { player.playerTime(forNodeTime: $0) }
    }
  }
}

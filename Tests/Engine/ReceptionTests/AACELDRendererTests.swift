import AudioBase
import AudioDevices
import AudioPlayback
import AudioReception
import Foundation
import TestSupport
import Testing

@Suite("The renderer of AAC-ELD")
struct AACELDRendererTests {
  private static let material = Result { try TestStream() }
  private static let configuration: [UInt8] = [0xF8, 0xE6, 0x50, 0x00]

  /// A renderer on a device whose time is that of a clock, and both moved on by 5 ms.
  private final class Bench {
    let clock = TestClock()
    let device = VirtualDevice(
      "renderer", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .stepped, bufferFrameCount: 240)
    let renderer: AACELDRenderer

    init() throws {
      var options = ReceptionOptions()
      let clock = clock
      options.clock = { clock.now }
      options.feeding = .caller
      renderer = try AACELDRenderer(audioSpecificConfig: configuration, on: device, options: options)
    }

    func step() throws {
      renderer.receiver.player.feed()
      device.advance(frameCount: 240)
      clock.now += 5_000_000
    }
  }

  @Test("Units that follow each other are heard without a gap, and statistics tell how long they take")
  func smooth() throws {
    let units = try Self.material.get().units
    let bench = try Bench()
    bench.device.keepOutput(frameLimit: 3 * 48000)
    for tick in 0..<600 {
      if tick % 2 == 0 { try bench.renderer.play(Data(units[tick / 2])) }
      try bench.step()
    }
    let sound = bench.device.keptOutput[0]
    let first = try required(sound.firstIndex { abs($0) > 0.005 })
    // The jitter buffer's 40 ms, and the queue's.
    #expect((1900...4400).contains(first))
    // Noise throughout: no stretch of 2 ms is silent.
    let gaps = stride(from: first, to: sound.count - 96, by: 96).filter { start in
      sound[start..<(start + 96)].allSatisfy { abs($0) < 0.002 }
    }
    #expect(gaps.isEmpty)
    let statistics = bench.renderer.statistics
    #expect(statistics.network.receivedUnits == 300 && statistics.network.concealedFrames == 0)
    #expect(statistics.network.underruns == 0 && statistics.missingFrames.frames == 0)
    #expect((0.03...0.05).contains(statistics.delays.buffer))
    #expect(statistics.delays.queue > 0 && statistics.delays.queue < 0.03 && statistics.delays.conversion > 0)
    expectLess(statistics.delays.total, 0.1)
    bench.renderer.stop()
  }

  @Test("Of units without numbers that are lost, the time that passes tells")
  func unnumberedLosses() throws {
    let units = try Self.material.get().units
    let bench = try Bench()
    for tick in 0..<4000 {
      if tick % 2 == 0, tick / 2 % 50 != 7 { try bench.renderer.play(units[tick / 2 % 1000]) }
      try bench.step()
    }
    let network = bench.renderer.statistics.network
    #expect((0.015...0.06).contains(network.actualDelay))
    #expect((35...42).contains(network.concealedFrames / 480 + network.insertedFrames / 480))
    #expect(network.restarts == 0 && network.skippedUnits < 3)
  }

  @Test("Units with numbers come in any order and twice, from several threads")
  func numbered() async throws {
    let units = try Self.material.get().units
    let bench = try Bench()
    let renderer = bench.renderer
    for start in stride(from: 0, to: 300, by: 3) {
      await withTaskGroup(of: Void.self) { group in
        for number in start..<(start + 3) {
          for _ in 0..<2 {
            group.addTask {
              try? renderer.play(units[number], timestamp: Int64(480 * number), sequenceNumber: Int64(number))
            }
          }
        }
      }
      for _ in 0..<6 { try bench.step() }
    }
    let network = renderer.statistics.network
    #expect(network.receivedUnits == 600 && network.duplicatedUnits == 300)
    #expect(network.lostUnits == 0 && network.lateUnits == 0 && network.concealedFrames == 0)
  }

  @Test("It plays in real time on threads of its own")
  func realTime() async throws {
    let units = try Self.material.get().units
    let device = VirtualDevice(
      "real", DeviceFormat(sampleRate: 44100, channelCount: 2), pacing: .realTime, bufferFrameCount: 441)
    let renderer = try AACELDRenderer(audioSpecificConfig: Self.configuration, on: device)
    device.keepOutput(frameLimit: 44100)
    for number in 0..<50 {
      try renderer.play(units[number], timestamp: Int64(480 * number), sequenceNumber: Int64(number))
      try await Task.sleep(for: .milliseconds(10))
    }
    renderer.stop()
    #expect(device.keptOutput[0].contains { abs($0) > 0.2 })
    expectEqual(renderer.statistics.network.receivedUnits, 50)
  }

  @Test("Other configurations are refused, and those of AirPlay and HomeKit made")
  func configurations() throws {
    let device = VirtualDevice(
      "none", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .stepped, bufferFrameCount: 240)
    #expect(throws: AudioError.self) { try AACELDRenderer(audioSpecificConfig: [0x11, 0x90], on: device) }
    #expect(throws: AudioError.self) { try AACELDRenderer(audioSpecificConfig: [], on: device) }
    #expect(throws: AudioError.self) { try AACELDRenderer(sampleRate: 44100, channelCount: 3, on: device) }
    let plain = try AACELDRenderer(sampleRate: 44100, channelCount: 2, on: device)
    #expect(plain.receiver.buffer.framesPerUnit == 480 && plain.receiver.buffer.sampleRate == 44100)
    let camera = try AACELDRenderer(audioSpecificConfig: [0xF8, 0xF0, 0x30, 0x00], on: device)
    #expect(camera.receiver.buffer.framesPerUnit == 480 && camera.receiver.buffer.sampleRate == 16000)
  }
}

import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio queues: time and pitch")
struct TimePitchQueueTests {
  private static let algorithms = [kAudioQueueTimePitchAlgorithm_Spectral, kAudioQueueTimePitchAlgorithm_TimeDomain]

  private func player(_ algorithm: UInt32, channels: UInt32 = 1, isOffline: Bool = true) throws -> QueuePlayer {
    let player = try QueuePlayer(.floats(channels: channels))
    player.onBuffer = { _, _ in }
    var format = AudioStreamBasicDescription.floats(channels: channels)
    if isOffline { expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr) }
    expectEqual(player.set(kAudioQueueProperty_EnableTimePitch, [1, 0, 0, 0]), noErr)
    expectEqual(set(player, algorithm), noErr)
    return player
  }

  private func set(_ player: QueuePlayer, _ algorithm: UInt32) -> OSStatus {
    var value = algorithm
    return AudioQueueSetProperty(player.queue, kAudioQueueProperty_TimePitchAlgorithm, &value, 4)
  }

  private func tone(_ count: Int, _ frequency: Double = 441) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / 44100)) }
  }

  /// The frequency by the first and the last rising zero and how many lie between.
  private func frequency(_ samples: ArraySlice<Float>, _ sampleRate: Double = 44100) -> Double {
    let rises = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
    guard let first = rises.first, let last = rises.last, last > first else { return 0 }
    return Double(rises.count - 1) / Double(last - first) * sampleRate
  }

  @Test("The rate changes how long it lasts and not the pitch", arguments: algorithms, [Float(0.5), 0.8, 1.5, 2])
  func rate(algorithm: UInt32, rate: Float) throws {
    let player = try player(algorithm)
    defer { player.dispose() }
    player.onBuffer = { player, _ in AudioQueueStop(player.queue, false) }
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_PlayRate, rate), noErr)
    expectEqual(player.enqueue(tone(44100), try player.allocate(44100 * 4)).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    let made = floats(try player.renderOffline(1000, bytesPerFrame: 4))
    expectEqual(made.count, Int((44100 / Double(rate)).rounded(.up)))
    #expect(!player.isRunning)
    expectLess(abs(frequency(made[4000..<(made.count - 6000)]) - 441), 0.5)
    let peak = made[4000..<(made.count - 6000)].map(abs).max() ?? 0
    #expect(peak > 0.47 && peak < 0.53)
  }

  @Test("The pitch moves by cents and the time stays", arguments: algorithms, [Float(-1200), 300, 1200])
  func pitch(algorithm: UInt32, cents: Float) throws {
    let player = try player(algorithm)
    defer { player.dispose() }
    player.onBuffer = { player, _ in AudioQueueStop(player.queue, false) }
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_Pitch, cents), noErr)
    expectEqual(player.enqueue(tone(44100), try player.allocate(44100 * 4)).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    let made = floats(try player.renderOffline(1000, bytesPerFrame: 4))
    expectLessOrEqual(abs(made.count - 44100), 3)
    let wanted = 441 * pow(2, Double(cents) / 1200)
    expectLess(abs(frequency(made[6000..<(made.count - 8000)]) / wanted - 1), 1e-3)
  }

  @Test("At a rate of 1 it is the recording, whatever the portions", arguments: [UInt32(1), 333, 4096])
  func unchanged(frames: UInt32) throws {
    var generator = SplitMix64(seed: 5)
    let samples = (0..<20000).map { _ in Float.random(in: -1...1, using: &generator) }
    for algorithm in Self.algorithms {
      let player = try player(algorithm, channels: 2)
      defer { player.dispose() }
      player.onBuffer = { player, _ in AudioQueueStop(player.queue, false) }
      expectEqual(player.enqueue(samples, try player.allocate(80000)).status, noErr)
      expectEqual(AudioQueueStart(player.queue, nil), noErr)
      let made = floats(try player.renderOffline(frames, bytesPerFrame: 8))
      expectEqual(made.count, samples.count)
      if algorithm == kAudioQueueTimePitchAlgorithm_TimeDomain { expectEqual(made, samples) }
      #expect(zip(made, samples).allSatisfy { abs($0 - $1) < 1e-5 })
    }
  }

  @Test("Bypassed it costs nothing, and switching loses no frame at a rate of 1", arguments: algorithms)
  func bypass(algorithm: UInt32) throws {
    let player = try player(algorithm)
    defer { player.dispose() }
    let samples = tone(60000)
    expectEqual(player.set(kAudioQueueProperty_TimePitchBypass, [1, 0, 0, 0]), noErr)
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_Pitch, 500), noErr)
    expectEqual(player.enqueue(samples, try player.allocate(240_000)).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    var made = floats(try player.renderOffline(1000, bytesPerFrame: 4, calls: 10))
    expectEqual(made, Array(samples[..<10000]))
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_Pitch, 0), noErr)
    expectEqual(player.set(kAudioQueueProperty_TimePitchBypass, [0, 0, 0, 0]), noErr)
    made += floats(try player.renderOffline(1000, bytesPerFrame: 4, calls: 20))
    expectEqual(player.set(kAudioQueueProperty_TimePitchBypass, [1, 0, 0, 0]), noErr)
    made += floats(try player.renderOffline(1000, bytesPerFrame: 4, calls: 20))
    expectEqual(made.count, 50000)
    #expect(zip(made, samples).allSatisfy { abs($0 - $1) < 1e-5 })
    expectEqual(Array(made.suffix(10000)), Array(samples[40000..<50000]))
    // At another rate what was taken in advance is played, and then the recording goes on where it was.
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_PlayRate, 0.5), noErr)
    expectEqual(player.set(kAudioQueueProperty_TimePitchBypass, [0, 0, 0, 0]), noErr)
    _ = try player.renderOffline(2000, bytesPerFrame: 4, calls: 1)
    expectEqual(player.set(kAudioQueueProperty_TimePitchBypass, [1, 0, 0, 0]), noErr)
    let rest = floats(try player.renderOffline(1000, bytesPerFrame: 4))
    expectEqual(Array(rest.suffix(1000)), Array(samples[59000...]))
  }

  @Test("A rate that a buffer brings holds from it on", arguments: algorithms)
  func scheduled(algorithm: UInt32) throws {
    let player = try player(algorithm)
    defer { player.dispose() }
    let samples = tone(40000)
    let event = AudioQueueParameterEvent(mID: kAudioQueueParam_PlayRate, mValue: 2)
    expectEqual(player.enqueue(samples, try player.allocate(160_000)).status, noErr)
    expectEqual(player.enqueue(samples, try player.allocate(160_000), parameters: [event]).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(AudioQueueStop(player.queue, false), noErr)
    let made = floats(try player.renderOffline(500, bytesPerFrame: 4))
    // What is taken ahead, at most a tenth of a second, is played at the new rate already.
    #expect(made.count <= 60001 && made.count > 60000 - 4410)
    var value: Float = 0
    expectEqual(AudioQueueGetParameter(player.queue, kAudioQueueParam_PlayRate, &value), noErr)
    expectEqual(value, 2)
    expectLess(abs(frequency(made[6000..<(made.count - 6000)]) - 441), 0.5)
  }

  @Test("Coded sound is stretched like any other", arguments: algorithms)
  func coded(algorithm: UInt32) throws {
    let (packets, cookie) = try Fixture.dump("lc_44100_st_128k_syn_burst")
    let player = try QueuePlayer(.coded(kAudioFormatMPEG4AAC, frames: 1024), packets, perBuffer: 5)
    defer { player.dispose() }
    expectEqual(player.set(kAudioQueueProperty_MagicCookie, cookie), noErr)
    expectEqual(player.set(kAudioQueueProperty_EnableTimePitch, [1, 0, 0, 0]), noErr)
    expectEqual(set(player, algorithm), noErr)
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_PlayRate, 1.5), noErr)
    var format = AudioStreamBasicDescription.floats(rate: 48000, channels: 2)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    for _ in 0..<2 { player.fill(try player.allocate()) }
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    let made = floats(try player.renderOffline(1024, bytesPerFrame: 8))
    let wanted = Double(packets.count * 1024) / 1.5 * 48000 / 44100
    expectLessOrEqual(abs(Double(made.count / 2) - wanted), 2)
    #expect(player.statuses.allSatisfy { $0 == noErr })
  }

  @Test("On a device it plays on at each rate, time going by as on the device", arguments: algorithms)
  func device(algorithm: UInt32) throws {
    let device = steppedDevice(channels: 1)
    defer { DeviceList.unregister(device) }
    let player = try player(algorithm, isOffline: false)
    defer { player.dispose() }
    expectEqual(setDevice(player.queue, device), noErr)
    expectEqual(player.enqueue(tone(66150), try player.allocate(66150 * 4)).status, noErr)
    device.keepOutput(frameLimit: 100_000)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(AudioQueueStop(player.queue, false), noErr)
    device.advance(frameCount: 22050)
    expectEqual(player.time, 22050)
    // While it runs: the other half in two thirds of the time.
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_PlayRate, 1.5), noErr)
    device.advance(frameCount: 22050)
    expectEqual(player.time, 44100)
    #expect(player.isRunning)
    device.advance(frameCount: 10000)
    #expect(!player.isRunning)
    let kept = device.keptOutput[0]
    let end = (kept.lastIndex { $0 != 0 } ?? 0) + 1
    // Half a second, and a second at 1.5; blocks that were begun go on at the rate they had.
    expectLess(abs(end - (22050 + 29400)), 2000)
    expectLess(abs(frequency(kept[4000..<(end - 4000)]) - 441), 0.5)
  }

  @Test("The algorithm can be changed while the queue is stopped")
  func properties() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    let property = kAudioQueueProperty_TimePitchAlgorithm
    expectEqual(player.number(property), kAudioQueueTimePitchAlgorithm_Spectral)
    for algorithm in Self.algorithms + [kAudioQueueTimePitchAlgorithm_Varispeed] {
      expectEqual(set(player, algorithm), noErr)
      expectEqual(player.number(property), algorithm)
    }
    expectEqual(set(player, 0), kAudioQueueErr_InvalidPropertyValue)
    expectEqual(player.set(property, [1, 2, 3]), kAudioQueueErr_InvalidPropertySize)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(set(player, kAudioQueueTimePitchAlgorithm_Spectral), kAudioQueueErr_InvalidRunState)
    expectEqual(AudioQueuePause(player.queue), noErr)
    expectEqual(set(player, kAudioQueueTimePitchAlgorithm_Spectral), kAudioQueueErr_InvalidRunState)
    expectEqual(AudioQueueStop(player.queue, true), noErr)
    expectEqual(set(player, kAudioQueueTimePitchAlgorithm_Spectral), noErr)
    expectEqual(player.number(property), kAudioQueueTimePitchAlgorithm_Spectral)
  }

  @Test("Rates from 1/32 to 32 and pitches of two octaves either way are taken", arguments: algorithms)
  func limits(algorithm: UInt32) throws {
    let player = try player(algorithm)
    defer { player.dispose() }
    for (parameter, good, bad) in [
      (kAudioQueueParam_PlayRate, [Float(0.03125), 0.5, 2, 32], [Float(0), 0.03, 32.5, -1, .nan, .infinity]),
      (kAudioQueueParam_Pitch, [-2400, 0, 2400], [-2401, 2401, .nan, .infinity]),
    ] {
      for value in good { expectEqual(AudioQueueSetParameter(player.queue, parameter, value), noErr) }
      for value in bad {
        expectEqual(AudioQueueSetParameter(player.queue, parameter, value), kAudioQueueErr_InvalidParameter)
      }
    }
    // Both at once, at their ends: 32 times as fast, two octaves up.
    player.onBuffer = { player, _ in AudioQueueStop(player.queue, false) }
    expectEqual(player.enqueue(tone(64000), try player.allocate(256_000)).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectLessOrEqual(abs(floats(try player.renderOffline(500, bytesPerFrame: 4)).count - 2000), 2)
  }
}

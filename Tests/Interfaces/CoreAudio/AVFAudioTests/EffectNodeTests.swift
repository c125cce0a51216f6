import AVFoundation
import Foundation
import TestSupport
import Testing

/// Effects as nodes, whose units functions of C change.
@Suite("Effects of AVAudioEngine") struct EffectNodeTests {
  /// Renders a buffer through an effect.
  private func rendered(_ effect: AVAudioUnit, _ samples: [Float], count: Int, step: Int = 500) throws -> [Float] {
    let offline = try OfflineEngine(channels: 1)
    let player = AVAudioPlayerNode()
    offline.engine.attach(player)
    offline.engine.attach(effect)
    offline.engine.connect(player, to: effect, format: offline.format)
    offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: offline.format)
    try offline.engine.start()
    player.scheduleBuffer(Make.buffer(offline.format, frames: samples.count) { Double(samples[$1]) })
    player.play()
    return try offline.render(count, step: step)
  }

  private func effect(_ subType: OSType) -> AVAudioUnitEffect {
    AVAudioUnitEffect(
      audioComponentDescription: AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: subType,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
  }

  private func energy(_ samples: some Sequence<Float>) -> Double { samples.reduce(0) { $0 + Double($1 * $1) } }

  @Test func echoesAreWhereTheyAreSet() throws {
    let delay = AVAudioUnitDelay()
    (delay.delayTime, delay.feedback, delay.lowPassCutoff, delay.wetDryMix) = (0.01, -50, 22_050, 50)
    // Half of 44,100 Hz is below half of the engine's rate, so that the filter is there: the first echo is its answer.
    let made = try rendered(delay, [1], count: 2000)
    #expect(made[0] == 0.5 && made[1..<480].allSatisfy { $0 == 0 } && made[480] > 0.3 && made[960] < -0.08)
    #expect(abs(made[480..<960].reduce(0, +) - 0.5) < 1e-4 && abs(made[960..<1440].reduce(0, +) + 0.25) < 1e-4)
  }

  /// `AudioUnitReset` of a node's unit clears what its stage holds: the same input sounds as through a new node.
  @Test func aResetByCReachesTheNode() throws {
    let tone = (0..<30_000).map { Float(0.5 * sin(Double($0) * 0.1)) }
    func rendered(_ isDirty: Bool) throws -> [Float] {
      let offline = try OfflineEngine(channels: 1)
      let (player, pitch) = (AVAudioPlayerNode(), AVAudioUnitTimePitch())
      for node in [player, pitch] { offline.engine.attach(node) }
      offline.engine.connect(player, to: pitch, format: offline.format)
      offline.engine.connect(pitch, to: offline.engine.mainMixerNode, format: offline.format)
      try offline.engine.start()
      let buffer = Make.buffer(offline.format, frames: tone.count) { Double(tone[$1]) }
      if isDirty {
        pitch.rate = 2
        player.scheduleBuffer(buffer)
        player.play()
        try offline.render(5000)
        pitch.rate = 1
        player.stop()
        expectEqual(AudioUnitReset(pitch.audioUnit, kAudioUnitScope_Global, 0), noErr)
      }
      player.scheduleBuffer(buffer)
      player.play()
      return try offline.render(5000)
    }
    let (clean, reset) = (try rendered(false), try rendered(true))
    #expect(clean == reset && clean.contains { $0 > 0.4 })
  }

  /// The change of pitch as an effect: a tone an octave higher, as long as before.
  @Test func aPitchIsAnEffectToo() throws {
    let pitch = effect(kAudioUnitSubType_NewTimePitch)
    var value: Float = -1
    expectEqual(
      AudioUnitGetParameter(pitch.audioUnit, kNewTimePitchParam_Pitch, kAudioUnitScope_Global, 0, &value), noErr)
    #expect(value == 0 && pitch.name == "AUNewPitch")
    expectEqual(
      AudioUnitSetParameter(pitch.audioUnit, kNewTimePitchParam_Pitch, kAudioUnitScope_Global, 0, 1200, 0), noErr)
    expectEqual(
      AudioUnitSetParameter(pitch.audioUnit, kNewTimePitchParam_Rate, kAudioUnitScope_Global, 0, 2, 0),
      kAudioUnitErr_InvalidParameter)
    // 480 Hz, of which 960 Hz become.
    let tone = (0..<48_000).map { Float(0.5 * sin(Double($0) * 2 * .pi / 100)) }
    let made = try rendered(pitch, tone, count: 40_000)
    let rises = (20_000..<30_000).count { made[$0 - 1] < 0 && made[$0] >= 0 }
    #expect((199...201).contains(rises))
    pitch.bypass = true
    #expect(pitch.bypass)
  }

  @Test func functionsOfCChangeTheNode() throws {
    let limiter = effect(kAudioUnitSubType_PeakLimiter)
    expectEqual(
      AudioUnitSetParameter(limiter.audioUnit, kLimiterParam_PreGain, kAudioUnitScope_Global, 0, -20, 0), noErr)
    let tone = (0..<1000).map { Float(0.5 * sin(Double($0) * 0.1)) }
    let made = try rendered(limiter, tone, count: 1000)
    for frame in made.indices { expectLess(abs(made[frame] - tone[frame] / 10), 1e-6) }
    #expect(limiter.name == "AUPeakLimiter" && limiter.audioComponentDescription.componentSubType == 0x6C6D_7472)

    let delay = AVAudioUnitDelay()
    var value: Float = 0
    delay.feedback = 12
    expectEqual(AudioUnitGetParameter(delay.audioUnit, kDelayParam_Feedback, kAudioUnitScope_Global, 0, &value), noErr)
    expectEqual(value, 12)
    expectEqual(
      AudioUnitSetParameter(delay.audioUnit, kDelayParam_DelayTime, kAudioUnitScope_Global, 0, 0.25, 0), noErr)
    expectEqual(delay.delayTime, 0.25)
    let pitch = AVAudioUnitTimePitch()
    expectEqual(
      AudioUnitSetParameter(pitch.audioUnit, kNewTimePitchParam_Rate, kAudioUnitScope_Global, 0, 1.5, 0), noErr)
    expectEqual(pitch.rate, 1.5)
    let equalizer = AVAudioUnitEQ(numberOfBands: 2)
    let gain = kAUNBandEQParam_Gain + 1
    expectEqual(AudioUnitSetParameter(equalizer.audioUnit, gain, kAudioUnitScope_Global, 0, 7, 0), noErr)
    #expect(equalizer.bands[1].gain == 7 && equalizer.bands[0].gain == 0)
    // It begins without sound of earlier engines.
    expectEqual(AudioUnitReset(delay.audioUnit, kAudioUnitScope_Global, 0), noErr)
  }

  @Test func nothingLeavesALimiter() throws {
    let limiter = effect(kAudioUnitSubType_PeakLimiter)
    let loud = (0..<20_000).map { Float(4 * sin(Double($0) * 0.1)) }
    let made = try rendered(limiter, loud, count: 20_000)
    #expect(made.allSatisfy { $0.magnitude <= 1 } && made.suffix(1000).contains { $0 > 0.9 })
  }

  @Test func roomsSoundAsLongAsTheyAreLarge() throws {
    func late(_ preset: AVAudioUnitReverbPreset) throws -> Double {
      let reverb = AVAudioUnitReverb()
      reverb.loadFactoryPreset(preset)
      reverb.wetDryMix = 100
      let made = try rendered(reverb, [1], count: 72_000)
      return energy(made.suffix(48_000)) / energy(made)
    }
    let parts = try [.smallRoom, .mediumRoom, .largeRoom, .largeHall, .cathedral].map(late)
    #expect(parts == parts.sorted() && parts[0] < 1e-5 && parts[4] > 0.02)
    // Without a mix nothing is changed.
    let dry = AVAudioUnitReverb()
    try expectEqual(rendered(dry, [1, 0.5, -0.25], count: 100).prefix(4), [1, 0.5, -0.25, 0])
  }

  @Test func presetsOfADistortionSoundDifferent() throws {
    let tone = (0..<20_000).map { Float(0.5 * sin(Double($0) * 0.05)) }
    var sounds: Set<[Float]> = []
    for number in 0...21 {
      let distortion = AVAudioUnitDistortion()
      distortion.loadFactoryPreset(try required(AVAudioUnitDistortionPreset(rawValue: number)))
      distortion.wetDryMix = 100
      let made = try rendered(distortion, tone, count: 20_000)
      #expect(made.allSatisfy { $0.magnitude <= 1 } && energy(made) > 1)
      sounds.insert(made)
    }
    expectEqual(sounds.count, 22)
  }
}

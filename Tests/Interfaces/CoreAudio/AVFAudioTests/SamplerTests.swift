import AVFoundation
import AudioDevices
import Foundation
import TestSupport
import Testing

/// The sampler, whose truth is a tone that it was given: its frequency at each key, and its level.
@Suite("The sampler", .needs(.fluidsynth)) struct SamplerTests {
  @Test func aRecordingIsHeardAtItsKeyAndOthers() throws {
    let sampled = try SampledEngine()
    try expectEqual(sampled.render(512).peak, 0)
    try sampled.loadTone()
    for (note, frequency) in [(69, 441.0), (81, 882), (57, 220.5), (76, 441 * pow(2, 7 / 12))] as [(UInt8, Double)] {
      sampled.sampler.startNote(note, withVelocity: 127, onChannel: 3)
      _ = try sampled.render(4800)
      let heard = try sampled.render(9600)
      // A sound in the middle is 3 dB softer in each channel.
      expectLess(abs(heard.amplitude(frequency) - 0.5 * 0.5.squareRoot()), 0.01, "\(note)")
      expectLess(heard.amplitude(frequency * 1.1), 0.01)
      sampled.sampler.stopNote(note, onChannel: 3)
      _ = try sampled.render(4800)
      try expectLess(sampled.render(512).peak, 1e-4)
    }
  }

  @Test func messagesChangeNotes() throws {
    let sampled = try SampledEngine()
    let sampler = sampled.sampler
    try sampled.loadTone()
    sampler.startNote(69, withVelocity: 127, onChannel: 0)
    _ = try sampled.render(4800)
    let level = try sampled.render(4800).amplitude(441)
    // Two semitones are the usual range of the wheel.
    sampler.sendPitchBend(16383, onChannel: 0)
    _ = try sampled.render(4800)
    try expectLess(abs(sampled.render(9600).amplitude(441 * pow(2, 2 / 12)) - level), 0.01)
    sampler.sendPitchBend(8192, onChannel: 0)
    sampler.sendController(7, withValue: 0, onChannel: 0)
    _ = try sampled.render(4800)
    try expectLess(sampled.render(512).peak, 1e-3)
    sampler.sendMIDIEvent(0xB0, data1: 7, data2: 100)
    _ = try sampled.render(4800)
    try expectLess(abs(sampled.render(4800).amplitude(441) - level), 0.01)
    // Another channel has its own.
    sampler.sendController(123, withValue: 0, onChannel: 1)
    try expectGreater(sampled.render(4800).peak, 0.2)
    sampler.sendMIDIEvent(0xB0, data1: 120, data2: 0)
    _ = try sampled.render(4800)
    try expectLess(sampled.render(512).peak, 1e-4)
    // Messages that change nothing here do no harm.
    sampler.sendPressure(64, onChannel: 0)
    sampler.sendPressure(0, onChannel: 0)
    sampler.sendPressure(forKey: 69, withValue: 10, onChannel: 0)
    sampler.sendProgramChange(77, onChannel: 0)
    sampler.sendProgramChange(3, bankMSB: 121, bankLSB: 9, onChannel: 0)
    sampler.sendMIDIEvent(0xC5, data1: 4)
    sampler.sendMIDIEvent(0xF3, data1: 255)
    sampler.sendMIDIEvent(0x12, data1: 255, data2: 255)
    sampler.startNote(69, withVelocity: 127, onChannel: 0)
    _ = try sampled.render(4800)
    try expectLess(abs(sampled.render(4800).amplitude(441) - level), 0.01)
  }

  @Test func levelsAndTuning() throws {
    let sampled = try SampledEngine()
    let sampler = sampled.sampler
    try sampled.loadTone(channels: 2)
    sampler.startNote(69, withVelocity: 127, onChannel: 0)
    _ = try sampled.render(4800)
    let start = sampled.offline.samples[0].count
    _ = try sampled.render(4800)
    let (left, right) = (sampled.offline.samples[0][start...], sampled.offline.samples[1][start...])
    // The second channel of the recording is an octave above the first, and each keeps its level and its side.
    #expect(abs(Array(left).amplitude(441) - 0.5) < 0.01 && Array(left).amplitude(882) < 0.01)
    #expect(abs(Array(right).amplitude(882) - 0.5) < 0.01 && Array(right).amplitude(441) < 0.01)
    sampler.overallGain = -20
    sampler.globalTuning = 250
    _ = try sampled.render(2400)
    try expectLess(abs(sampled.render(9600).amplitude(441 * pow(2, 2.5 / 12)) - 0.05), 0.001)
    (sampler.stereoPan, sampler.globalTuning) = (100, 0)
    _ = try sampled.render(2400)
    try expectEqual(sampled.render(512).peak, 0)
    try expectGreater(sampled.render(4800, 1).amplitude(882), 0.045)
    (sampler.overallGain, sampler.stereoPan, sampler.globalTuning) = (99, -101, 9999)
    #expect(sampler.overallGain == 12 && sampler.stereoPan == -100 && sampler.globalTuning == 2400)
    (sampler.overallGain, sampler.stereoPan, sampler.globalTuning) = (.nan, .nan, .nan)
    #expect(sampler.overallGain == 0 && sampler.stereoPan == 0 && sampler.globalTuning == 0)
    let gain = try required(
      sampler.auAudioUnit.parameterTree?.parameter(withAddress: AUParameterAddress(kAUSamplerParam_Gain)))
    gain.value = -6
    #expect(sampler.overallGain == -6 && gain.value == -6)
    sampler.masterGain = -3
    #expect(sampler.masterGain == -3 && sampler.overallGain == -3)
    sampler.volume = 0
    _ = try sampled.render(512)
    try expectEqual(sampled.render(512).peak, 0)
  }

  @Test func notesBeginAtTheirFrames() throws {
    let sampled = try SampledEngine(channels: 1)
    try sampled.loadTone()
    let unit = sampled.sampler.auAudioUnit
    #expect(unit.isMusicDeviceOrEffect && unit.audioUnitName == "AUSampler" && unit.inputBusses.count == 0)
    let schedule = try required(unit.scheduleMIDIEventBlock)
    // Multiples of the library's 64 frames; two messages in one call, and one that is late.
    for (time, bytes) in [
      (1280, [0x90, 69, 127]), (4864, [0x80, 69, 0, 0x91, 81, 127, 0xF0, 1]), (0, [0xB0, 11, 127]),
    ] as [(Int64, [UInt8])] {
      schedule(time, 0, bytes.count, bytes)
    }
    let heard = try sampled.render(9600)
    #expect(heard[..<1280].allSatisfy { $0 == 0 } && Array(heard[1280..<1400]).peak > 0.01)
    #expect(Array(heard[2560..<4864]).amplitude(441) > 0.3 && Array(heard[6400...]).amplitude(882) > 0.3)
    sampled.sampler.reset()
    expectLess(Array(try sampled.render(4800)[2400...]).peak, 1e-4)
  }

  @Test func anotherRateAndAnotherInstrument() throws {
    for rate in [8000.0, 44100, 96000] {
      let sampled = try SampledEngine(rate: rate)
      try sampled.loadTone()
      sampled.sampler.startNote(69, withVelocity: 127, onChannel: 0)
      _ = try sampled.render(Int(rate / 10))
      try expectGreater(sampled.render(Int(rate / 5)).amplitude(441, rate: rate), 0.3, "\(rate)")
      try sampled.loadTone()
      expectEqual(Array(try sampled.render(2048)[256...]).peak, 0)
    }
    let offline = try OfflineEngine(rate: 192_000)
    let sampler = AVAudioUnitSampler()
    offline.engine.attach(sampler)
    offline.engine.connect(sampler, to: offline.engine.mainMixerNode, format: offline.format)
    try offline.engine.start()
    let url = Make.url("wav")
    try AVAudioFile(forWriting: url, settings: Make.format().settings).write(
      from: Make.tone(Make.format(), frames: 100))
    expectEqual(failure { try sampler.loadAudioFiles(at: [url]) }?.code, kAudioUnitErr_FormatNotSupported)
  }

  @Test func refusals() throws {
    let sampler = AVAudioUnitSampler()
    let missing = URL(fileURLWithPath: "/nonexistent/font.sf2")
    #expect(failure { try sampler.loadInstrument(at: missing) } != nil)
    let wave = Make.url("sf2")
    try Data("RIFF    sfbkLIST".utf8).write(to: wave)
    expectEqual(failure { try sampler.loadInstrument(at: wave) }?.code, kAudioUnitErr_InvalidFile)
    #expect(failure { try sampler.loadAudioFiles(at: [missing]) } != nil)
    for urls in [[], Array(repeating: missing, count: 5000)] {
      expectEqual(failure { try sampler.loadAudioFiles(at: urls) }?.code, OSStatus(kAudio_ParamError))
    }
  }

  @Test("a SoundFont of others: presets of its banks", .needs(.soundFont)) func soundFont() throws {
    let sampled = try SampledEngine()
    let (sampler, url) = (sampled.sampler, URL(fileURLWithPath: Need.soundFontPath))
    try sampler.loadInstrument(at: url)
    sampler.startNote(69, withVelocity: 100, onChannel: 0)
    _ = try sampled.render(4800)
    // A piano's first partial.
    try expectGreater(sampled.render(9600).amplitude(440), 0.01)
    try sampler.loadSoundBankInstrument(
      at: url, program: 0, bankMSB: UInt8(kAUSampler_DefaultPercussionBankMSB), bankLSB: 0)
    sampler.startNote(38, withVelocity: 127, onChannel: 0)
    try expectGreater(sampled.render(4800).peak, 0.05)
    let absent = failure {
      try sampler.loadSoundBankInstrument(
        at: url, program: 5, bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB), bankLSB: 99)
    }
    expectEqual(absent?.code, kAudioUnitErr_InvalidPropertyValue)
  }

  @Test func itIsFoundByItsDescription() async throws {
    let description = AudioComponentDescription(
      componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_Sampler,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
    #expect(try await AVAudioUnit.instantiate(with: description) is AVAudioUnitSampler)
    #expect(try await AUAudioUnit.instantiate(with: description).isMusicDeviceOrEffect)
    let instrument = AVAudioUnitMIDIInstrument(audioComponentDescription: description)
    #expect(instrument.numberOfInputs == 0 && instrument.name == "AUSampler")
  }

  @Test("rendering takes no lock", .enabled(if: RenderingThread.lockCount != nil), .ownThreads) func locks() async {
    await #expect(processExitsWith: .success) {
      let (engine, format) = (AVAudioEngine(), Make.format())
      try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 64)
      let sampler = AVAudioUnitSampler()
      engine.attach(sampler)
      engine.connect(sampler, to: engine.mainMixerNode, format: format)
      let url = Make.url("wav")
      try AVAudioFile(forWriting: url, settings: format.settings).write(from: Make.tone(format, frames: 4410))
      try sampler.loadAudioFiles(at: [url])
      try engine.start()
      let buffer = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 64))
      buffer.frameLength = 64
      let render = engine.manualRenderingBlock
      let schedule = try required(sampler.auAudioUnit.scheduleMIDIEventBlock)
      for round in 0..<40 {
        // One message too many waits in vain, on the rendering thread too.
        RenderingThread.enter { for _ in 0..<(round == 10 ? 2000 : 1) { schedule(0, 0, 3, [0x90, 60, 100]) } }
        var status = noErr
        #expect(render(64, buffer.mutableAudioBufferList, &status) == .success && status == noErr)
      }
      #expect(buffer.floats().peak > 0 && RenderingThread.lockCount == 0)
    }
  }
}

extension Need {
  /// The file of package `timgm6mb-soundfont`.
  fileprivate static let soundFontPath = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  fileprivate static let soundFont = Need(description: "timgm6mb-soundfont") {
    FileManager.default.fileExists(atPath: soundFontPath)
  }
}

import Foundation
import SwiftAudioToolbox
import TestSupport
import Testing

@Suite("Sounds that are read in one call")
struct SoundReadingTests {
  @Test("integers come to the bit, interleaved, at the rate of the file")
  func exact() throws {
    let numbers: [Int16] = [0, 1, -1, 32_767, -32_768, 12_345, -77, 2]
    let sound = try Sound(bytes: SoundFiles.wave16(numbers, rate: 22_050, channels: 2))
    expectEqual(sound.samples, numbers.map { Float($0) / 32_768 })
    expectEqual(sound.sampleRate, 22_050)
    expectEqual(sound.layout, ChannelLayout([.left, .right]))
    expectEqual(sound.frameCount, 4)
    expectEqual(sound.duration, 4.0 / 22_050)
    expectEqual(sound.channel(1), [1, 32_767, 12_345, 2].map { $0 / 32_768 })
    #expect(sound.report.isFlawless && sound.report.frameCount == 4)

    let fine: [Int32] = [0, 1, -1, 8_388_607, -8_388_608, 4_194_305]
    let mono = try Sound(bytes: SoundFiles.wave24(fine, rate: 8000, channels: 1))
    expectEqual(mono.samples, fine.map { Float($0) / 8_388_608 })
    expectEqual(mono.channel(0), mono.samples)
  }

  @Test("mono is the mean of stereo; stereo has mono twice")
  func channels() throws {
    let stereo = SoundFiles.wave16([100, 300, -5, 6, 32_767, 32_767], rate: 8000, channels: 2)
    try expectEqual(Sound(bytes: stereo, channels: 1).samples, [200, 0.5, 32_767].map { $0 / 32_768 })
    let mono = SoundFiles.wave16([7, -8], rate: 8000, channels: 1)
    let both = try Sound(bytes: mono, channels: 2)
    expectEqual(both.samples, [7, 7, -8, -8].map { $0 / 32_768 })
    expectEqual(both.layout, ChannelLayout([.left, .right]))
  }

  @Test("four channels without names are mixed as what four usually are, and none gets lost")
  func unnamedChannels() throws {
    let quad = SoundFiles.wave16([1000, 0, 0, 0, 0, 2000, 0, 0, 0, 0, 3000, 0, 0, 0, 0, 4000], rate: 8000, channels: 4)
    let mono = try Sound(bytes: quad, channels: 1).samples
    // ITU-R BS.775-3, Annex 4: left and right 3 dB down, surrounds 6 dB.
    let gains = [1000 * 0.5.squareRoot(), 2000 * 0.5.squareRoot(), 1500, 2000]
    for (sample, gain) in zip(mono, gains) { expectLess(abs(Double(sample) - gain / 32_768), 1e-7) }
    expectEqual(mono.count, 4)
    try expectEqual(Sound(bytes: quad, channels: 4).frameCount, 4)
  }

  @Test("twelve channels without names are not mixed, which is said")
  func unknownChannels() throws {
    let many = SoundFiles.wave16([Int16](repeating: 5, count: 24), rate: 8000, channels: 12)
    try expectEqual(Sound(bytes: many).channelCount, 12)
    let error = #expect(throws: AudioError.self) { try Sound(bytes: many, channels: 2) }
    expectEqual(
      error?.description, "sound in memory: 12 channels whose loudspeakers are not known cannot be mixed into 2")
  }

  @Test("a rate is converted without a shift: a sine stays the same sine")
  func rates() throws {
    func sine(_ rate: Double, _ count: Int) -> [Float] {
      (0..<count).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / rate)) }
    }
    let file = SoundFiles.waveFloat(sine(48_000, 48_000), rate: 48_000, channels: 1)
    for rate in [16_000.0, 44_100] {
      let sound = try Sound(bytes: file, rate: rate)
      expectEqual(sound.sampleRate, rate)
      expectEqual(sound.frameCount, Int(rate))
      let expected = sine(rate, Int(rate))
      // Before and behind the recording is silence, which the filter sees near the ends.
      let middle = 2000..<(Int(rate) - 2000)
      let worst = middle.map { abs(sound.samples[$0] - expected[$0]) }.max() ?? 1
      expectLess(worst, 1e-4, "\(rate) Hz: \(worst)")
    }
  }

  @Test("load gives the samples of the sound, from a file by its name")
  func loading() throws {
    let all = try Sound(path: SoundFiles.music)
    #expect(all.frameCount == 176_400 && all.channelCount == 2 && all.sampleRate == 44_100)
    let speech = try load(SoundFiles.music, rate: 16_000, channels: 1)
    expectEqual(speech.count, 64_000)
    try expectEqual(speech, Sound(path: Pathname(SoundFiles.music), rate: 16_000, channels: 1).samples)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: SoundFiles.music)))
    try expectEqual(Sound(bytes: bytes).samples, all.samples)
  }

  @Test("a part is that part of the whole, bit by bit", arguments: [0.5..<1.25, 0.0..<0.1, 3.9..<9.0, 1.0..<1.0])
  func parts(seconds: Range<Double>) throws {
    let whole = try Sound(path: SoundFiles.music).samples
    let part = try Sound(path: SoundFiles.music, seconds: seconds)
    let frames = Int(seconds.lowerBound * 44_100)..<min(Int(seconds.upperBound * 44_100), 176_400)
    expectEqual(part.samples, Array(whole[(frames.lowerBound * 2)..<(frames.upperBound * 2)]))
  }

  @Test("a part may have no end")
  func rest() throws {
    let whole = try Sound(path: SoundFiles.music).samples
    let rest = try Sound(path: SoundFiles.music, seconds: 3..<(.infinity)).samples
    expectEqual(rest, Array(whole.suffix(2 * 44_100)))
  }

  @Test("FFmpeg decodes the same", .needs(.ffmpeg))
  func ffmpeg() throws {
    let file = SharedFiles.fixtures.appending(path: "turned-movie.mp4")
    let sound = try Sound(path: file.path)
    expectEqual(sound.frameCount, 44_100)
    let arguments = ["-v", "error", "-i", "FILE", "-vn", "-f", "f32le", "-"]
    let output = try ForeignProgram.run("ffmpeg", arguments, on: SharedFiles.bytes(file), named: "movie.mp4")
    let theirs = floats(output)
    expectGreaterOrEqual(theirs.count, 44_100)
    let errors = zip(sound.samples, theirs).map { Double($0 - $1) }
    let rms = (errors.reduce(0) { $0 + $1 * $1 } / Double(max(1, errors.count))).squareRoot()
    // "Full accuracy" of ISO/IEC 14496-26.
    expectLess(rms, 8.81e-6)
    expectLessOrEqual(errors.map(abs).max() ?? 1, 6.1e-5)
  }

  @Test("damage is filled in, and the report tells of it")
  func damage() throws {
    let dump = SharedFiles.fixtures.appending(path: "AAC/lc_44100_st_128k_syn_burst.dump")
    var packets = packetsOfDump(SharedFiles.bytes(dump))
    let whole = try Sound(bytes: adtsFrames(packets, rateIndex: 4, channels: 2))
    #expect(whole.report.isFlawless && whole.report.packetCount == Int64(packets.count))
    packets[10] = [UInt8](repeating: 0xFF, count: packets[10].count)
    let damaged = try Sound(bytes: adtsFrames(packets, rateIndex: 4, channels: 2))
    expectEqual(damaged.report.damagedPacketCount, 1)
    expectEqual(damaged.report.damage.first?.packet, 10)
    expectEqual(damaged.frameCount, whole.frameCount)
  }

  @Test("what is read is bounded")
  func bound() throws {
    let file = SoundFiles.wave16([Int16](repeating: 3, count: 100), rate: 8000, channels: 1)
    let request = SoundRequest(.bytes(file), rate: nil, channels: nil, seconds: nil)
    try expectEqual(Sound(request, atMost: 100).frameCount, 100)
    let error = #expect(throws: AudioError.self) { try Sound(request, atMost: 99) }
    expectEqual(
      error?.description, "sound in memory: the recording has more than 99 samples, the most that are read at once")
  }
}

@Suite("Sounds that cannot be read")
struct SoundRefusalTests {
  private static let file = SoundFiles.wave16([1, 2, 3], rate: 8000, channels: 1)

  @Test("rates that are none", arguments: [0, -1, .nan, .infinity, 1e300, 1e-300])
  func rates(rate: Double) {
    #expect(throws: AudioError.self) { try Sound(bytes: Self.file, rate: rate) }
  }

  @Test("numbers of channels that are none", arguments: [0, -1, 65, .max, .min])
  func channels(count: Int) {
    let error = #expect(throws: AudioError.self) { try Sound(bytes: Self.file, channels: count) }
    expectEqual(error?.description, "sound in memory: the number of channels is not within 1 and 64")
  }

  @Test("parts that begin nowhere", arguments: [-1.0..<1, -Double.infinity..<1, Double.infinity..<Double.infinity])
  func parts(seconds: Range<Double>) {
    let error = #expect(throws: AudioError.self) { try Sound(bytes: Self.file, seconds: seconds) }
    expectEqual(error?.description, "sound in memory: the part does not begin at 0 seconds or later")
  }

  @Test("a part behind the end")
  func behindTheEnd() {
    let error = #expect(throws: AudioError.self) { try Sound(bytes: Self.file, seconds: 60..<61) }
    #expect(error?.kind == .option && error?.advice == .duration)
  }

  @Test("files that are none")
  func files() {
    let missing = #expect(throws: AudioError.self) { try load("/no/such/file.wav", rate: 8000, channels: 1) }
    expectEqual(missing?.description.hasPrefix("/no/such/file.wav: cannot be opened: "), true)
    let empty = #expect(throws: AudioError.self) { try Sound(bytes: []) }
    expectEqual(empty?.description, "sound in memory: the file is empty")
    let noise = #expect(throws: AudioError.self) { try Sound(bytes: [UInt8](repeating: 0x41, count: 5000)) }
    expectEqual(noise?.description, "sound in memory: the file format is not recognised")
  }

  @Test("files that are cut off anywhere give what is there, or an error")
  func prefixes() {
    for count in 0..<Self.file.count {
      let sound = try? Sound(bytes: Array(Self.file.prefix(count)), rate: 16_000, channels: 2)
      expectLessOrEqual(sound?.frameCount ?? 0, 6)
    }
  }
}

import Foundation
import SwiftAudioToolbox
import TestSupport
import Testing

@Suite("Sounds that are written in one call")
struct SoundWritingTests {
  /// Beyond full scale, tiny, negative zero: what only floats keep.
  private static let samples: [Float] = [0, 1, -1, 1.5, -2, 0x1p-140, -0.0, 0.1, 1 / 3, -0.7, 0.25, 0.125]

  @Test("floats come back to the bit", arguments: ["take.wav", "take.caf", "take.au"])
  func floats(name: String) throws {
    let sound = Sound(samples: Self.samples, sampleRate: 32_000, channelCount: 2)
    try SoundFiles.inFolder { folder in
      let path = folder.appending(path: name).path
      let report = try sound.save(to: path)
      expectEqual(report.frameCount, 6)
      let again = try Sound(path: path)
      expectEqual(again.samples.map(\.bitPattern), Self.samples.map(\.bitPattern))
      #expect(again.sampleRate == 32_000 && again.layout == sound.layout)
    }
  }

  @Test("the bytes of a WAVE file are those of the samples")
  func bytes() throws {
    let numbers = (0..<20_000).map { Float($0 % 2000) / 2000 - 0.5 }
    try SoundFiles.inFolder { folder in
      let file = folder.appending(path: "long.wav")
      try Sound(samples: numbers, sampleRate: 8000).save(to: file.path)
      let written = [UInt8](try Data(contentsOf: file))
      let data = written.firstRange(of: Array("data".utf8))
      let start = try required(data).upperBound + 4
      expectEqual(TestSupport.floats(Array(written[start...])), numbers)
    }
  }

  @Test("the loudspeakers are kept")
  func layout() throws {
    let layout = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
    let sound = Sound(samples: (0..<12).map { Float($0) / 16 }, sampleRate: 48_000, layout: layout)
    try SoundFiles.inFolder { folder in
      let path = folder.appending(path: "surround.wav").path
      try sound.save(to: path)
      let again = try Sound(path: path)
      expectEqual(again.layout, layout)
      expectEqual(again.samples, sound.samples)
    }
  }

  @Test("integers are rounded to the nearest and clipped")
  func integers() throws {
    let sound = Sound(samples: [0.5, -0.5, 2, -2, 1.4 / 32_768, 1.6 / 32_768], sampleRate: 8000)
    try SoundFiles.inFolder { folder in
      let path = folder.appending(path: "cd.wav").path
      try sound.save(to: path, as: .samples(.int16))
      let expected: [Float] = [16_384, -16_384, 32_767, -32_768, 1, 2]
      try expectEqual(Sound(path: path).samples, expected.map { $0 / 32_768 })
    }
  }

  @Test("FLAC keeps 24 bits, as FFmpeg finds", .needs(.ffmpeg))
  func flac() throws {
    let numbers: [Int32] = (0..<6000).map { $0 * 7919 % 8_388_608 * ($0 % 2 == 0 ? 1 : -1) }
    let sound = Sound(samples: numbers.map { Float($0) / 8_388_608 }, sampleRate: 44_100, channelCount: 2)
    try SoundFiles.inFolder { folder in
      let file = folder.appending(path: "take.flac")
      try sound.save(to: file.path)
      let output = try ForeignProgram.run(
        "ffmpeg", ["-v", "error", "-i", "FILE", "-f", "s32le", "-"], on: SharedFiles.bytes(file), named: "a.flac")
      let theirs = TestSupport.floats(output).map { Int32(bitPattern: $0.bitPattern) / 256 }
      expectEqual(theirs, numbers)
      try expectEqual(Sound(path: file.path).samples, sound.samples)
    }
  }

  @Test("a lossy format at a bit rate has the length of the sound")
  func lossy() throws {
    let sine = (0..<44_100).map { 0.5 * sin(Float($0) * 0.06) }
    try SoundFiles.inFolder { folder in
      let small = folder.appending(path: "a.m4a")
      let large = folder.appending(path: "b.m4a")
      try Sound(samples: sine, sampleRate: 44_100).save(to: small.path, as: .coded(.aac), bitRate: 32_000)
      try Sound(samples: sine, sampleRate: 44_100).save(to: large.path, bitRate: 128_000)
      expectLess(SharedFiles.bytes(small).count, SharedFiles.bytes(large).count)
      let again = try Sound(path: small.path)
      expectEqual(again.frameCount, 44_100)
      expectGreater(ratio(of: again.samples, to: sine.map { Double($0) }), 30)
    }
  }

  @Test("a file that is there is left alone, unless it is to be replaced")
  func replacing() throws {
    try SoundFiles.inFolder { folder in
      let path = folder.appending(path: "take.wav").path
      try Sound(samples: [0.5], sampleRate: 8000).save(to: path)
      let error = #expect(throws: AudioError.self) { try Sound(samples: [0.25], sampleRate: 8000).save(to: path) }
      expectEqual(error?.description.hasSuffix("take.wav: the file exists already"), true)
      try expectEqual(Sound(path: path).samples, [0.5])
      try Sound(samples: [0.25], sampleRate: 8000).save(to: path, replacing: .replace)
      try expectEqual(Sound(path: path).samples, [0.25])
    }
  }

  @Test("sounds that are none are refused, and nothing is written")
  func refusals() throws {
    let wrong = [
      Sound(samples: [1], sampleRate: .nan), Sound(samples: [1], sampleRate: 0), Sound(samples: [1], sampleRate: -5),
      Sound(samples: [1, 2, 3], sampleRate: 8000, channelCount: 2),
      Sound(samples: [1], sampleRate: 8000, channelCount: 0),
    ]
    try SoundFiles.inFolder { folder in
      for sound in wrong {
        #expect(throws: AudioError.self) { try sound.save(to: folder.appending(path: "a.wav").path) }
      }
      let sound = Sound(samples: [1], sampleRate: 8000)
      #expect(throws: AudioError.self) { try sound.save(to: folder.appending(path: "a.xyz").path) }
      #expect(throws: AudioError.self) { try sound.save(to: folder.appending(path: "a.wav").path, bitRate: 64_000) }
      #expect(throws: AudioError.self) { try sound.save(to: folder.appending(path: "a.wav").path, as: .coded(.opus)) }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.isEmpty)
    }
  }

  @Test("a sound without channels or rate has no frames and no duration")
  func nothing() {
    expectEqual(Sound(samples: [], sampleRate: 0, channelCount: 0).frameCount, 0)
    expectEqual(Sound(samples: [], sampleRate: 0, channelCount: 0).duration, 0)
  }
}

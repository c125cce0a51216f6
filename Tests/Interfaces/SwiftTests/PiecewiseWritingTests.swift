import Foundation
import SwiftAudioToolbox
import TestSupport
import Testing

@Suite("Files that are written while their samples come")
struct PiecewiseWritingTests {
  private static let format = StreamFormat(.float32, sampleRate: 8000, channelsPerFrame: 2)
  private static let samples = (0..<60_000).map { Float($0 % 4001 - 2000) / 2048 }

  /// The bytes of samples, the least significant first.
  private static func bytes(_ samples: some Sequence<Float>) -> [UInt8] {
    samples.flatMap { sample in (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> UInt32(8 * $0)) } }
  }

  private func job(_ path: String, _ format: OutputDataFormat.Kind? = nil) -> FileConversion {
    Sound.conversion(to: Pathname(path), as: format, bitRate: nil, replacing: .refuse)
  }

  @Test("a frame may lie in two pieces")
  func brokenFrames() throws {
    try SoundFiles.inFolder { folder in
      let path = folder.appending(path: "a.wav").path
      let format = StreamFormat(.float32, sampleRate: 8000, channelsPerFrame: 3)
      let writing = try SoundWriting(job(path), of: format)
      let bytes = Self.bytes(Self.samples)
      for start in stride(from: 0, to: bytes.count, by: 10_007) {
        try writing.write(Array(bytes[start..<min(start + 10_007, bytes.count)]))
      }
      try writing.finish()
      try expectEqual(Sound(path: path).samples, Self.samples)
    }
  }

  @Test("they hold what a file holds whose samples were there before", arguments: ["a.wav", "a.flac", "a.m4a"])
  func pieces(name: String) throws {
    try SoundFiles.inFolder { folder in
      let (whole, path) = (folder.appending(path: "whole-\(name)").path, folder.appending(path: name).path)
      try Sound(samples: Self.samples, sampleRate: 8000, channelCount: 2).save(to: whole)
      let writing = try SoundWriting(job(path), of: Self.format)
      for start in stride(from: 0, to: Self.samples.count, by: 1234) {
        try writing.write(Self.bytes(Self.samples[start..<min(start + 1234, Self.samples.count)]))
        #expect(!FileManager.default.fileExists(atPath: path))
      }
      try expectEqual(writing.finish().frameCount, 30_000)
      try expectEqual(Sound(path: path).samples, Sound(path: whole).samples)
    }
  }

  @Test("nothing is left of one that is given up, and nothing happens to one that is finished")
  func discarded() throws {
    try SoundFiles.inFolder { folder in
      let writing = try SoundWriting(job(folder.appending(path: "a.wav").path), of: Self.format)
      try writing.write(Self.bytes(Self.samples))
      writing.discard()
      writing.discard()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      #expect(throws: AudioError.self) { try writing.write(Self.bytes(Self.samples)) }
      #expect(throws: AudioError.self) { try writing.finish() }

      let other = try SoundWriting(job(folder.appending(path: "b.wav").path), of: Self.format)
      try other.finish()
      other.discard()
      try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), ["b.wav"])
    }
  }

  @Test("what cannot be begun is told at once")
  func refused() throws {
    try SoundFiles.inFolder { folder in
      let path = folder.appending(path: "none/a.wav").path
      let missing = #expect(throws: AudioError.self) { try SoundWriting(job(path), of: Self.format) }
      expectEqual(missing?.stage, .file, "another reason: \(String(describing: missing))")
      let flac = folder.appending(path: "a.flac").path
      let unfit = job(flac, .samples(.float32))
      #expect(throws: AudioError.self) { try SoundWriting(unfit, of: Self.format) }
      let still = StreamFormat(.float32, sampleRate: 0, channelsPerFrame: 2)
      #expect(throws: AudioError.self) { try SoundWriting(job(flac), of: still) }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.isEmpty)
    }
  }

  @Test("bytes come in their order, over the borders of pieces, and an end ends them")
  func arriving() throws {
    let source = ArrivingBytes()
    #expect(source.bring([1, 2, 3]) && source.bring([4, 5]))
    source.end()
    var memory = [UInt8](repeating: 0, count: 4)
    var span = memory.mutableSpan
    try expectEqual(source.read(at: 0, into: &span), 4)
    #expect(throws: ContainerError.self) {
      var other = [UInt8](repeating: 0, count: 1)
      var again = other.mutableSpan
      return try source.read(at: 0, into: &again)
    }
    expectEqual(memory, [1, 2, 3, 4])
    span = memory.mutableSpan
    try expectEqual(source.read(at: 4, into: &span), 1)
    expectEqual(memory[0], 5)
    source.close()
    #expect(!source.bring([6]) && !source.waitForReader())
    source.waitForEnd()
  }
}

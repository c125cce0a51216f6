import AudioBase
import Foundation
import TestSupport
import Testing
import WAVEContainer

/// Files of other programs, with what `ffprobe` says of them.
@Suite struct SharedFileTests {
  struct Expectation {
    var format: String
    var rate: Double
    var channels: Int
    var frames: Int64

    init(_ format: String, _ rate: Double, _ channels: Int, _ frames: Int64) {
      (self.format, self.rate, self.channels, self.frames) = (format, rate, channels, frames)
    }
  }

  static let expectations: [String: Expectation] = [
    "pluck-pcm8.wav": .init("LEUI8", 11025, 2, 3307), "pluck-pcm24.wav": .init("LEI24", 11025, 2, 3307),
    "adpcm.wav": .init("ms 2", 44100, 1, 532_734), "gsm_6_10.wav": .init("ms 49", 44100, 1, 4410),
    "noise_24bit_uneven_data_chunk_size.wav": .init("LEI24", 44100, 1, 13),
    "rect_24bit_rf64.wav": .init("LEI24", 44100, 2, 22050), "rect_32bit.wav": .init("LEI32", 44100, 2, 22050),
    "bwf.wav": .init("LEI24", 44100, 1, 7287), "flloop.wav": .init("LEI16", 44100, 2, 108_281),
    "listChunkInHeader.wav": .init("LEI24", 44100, 2, 15318), "padded24b.wav": .init("LEI24", 44100, 1, 3713),
    "test-1234Hz-le-1ch-10S-20bit-extra.wav": .init("LEI24", 1234, 1, 10),
    "test-44100Hz-le-1ch-4bytes-rf64.wav": .init("LEI32", 44100, 1, 4410),
    "test-48000Hz-2ch-64bit-float-le-wavex.wav": .init("LEF64", 48000, 2, 480),
    "test-8000Hz-le-1ch-1byte-ulaw.wav": .init("ulaw", 8000, 1, 9),
    "test-8000Hz-le-3ch-5S-24bit-inconsistent.wav": .init("LEI24", 8000, 3, 5),
    "test-8000Hz-le-3ch-5S-24bit-rf64.wav": .init("LEI24", 8000, 3, 5),
    "test-8000Hz-le-4ch-9S-12bit.wav": .init("LEI16", 8000, 4, 9),
    "test-8000Hz-le-5ch-9S-5bit.wav": .init("LEUI8", 8000, 5, 9),
    "loudsoftwav.wav": .init("LEI16", 44100, 1, 441_000),
  ]

  @Test(.needs(.corpus)) func filesAreDescribedAsOthersDescribeThem() throws {
    var missing = Set(Self.expectations.keys)
    for file in SharedFiles.files(below: "corpus") {
      guard let expected = Self.expectations[file.lastPathComponent] else { continue }
      missing.remove(file.lastPathComponent)
      var reader = try WAVEReader(MemoryByteSource(SharedFiles.bytes(file)), limits: ResourceLimits())
      let track = reader.tracks[0]
      let format = track.format
      let name =
        format.sampleFormat.map(\.description)
        ?? (format.formatID.rawValue >> 16 == 0x6D73 ? "ms \(format.formatID.rawValue & 0xFFFF)" : "\(format.formatID)")
      expectEqual(name, expected.format, "\(file.lastPathComponent)")
      #expect(format.sampleRate == expected.rate && format.channelsPerFrame == expected.channels)
      let frames = track.packetTable?.validFrames ?? track.packetCount
      expectEqual(frames, expected.frames, "\(file.lastPathComponent)")
      expectEqual(track.duration, Double(expected.frames) / expected.rate)
      expectEqual(Int64(try readAll(&reader).count), track.audioByteCount)
    }
    #expect(missing.isEmpty)
  }
}

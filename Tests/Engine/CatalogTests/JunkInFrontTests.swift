import AudioBase
import AudioCatalog
import AudioFiles
import TestSupport
import Testing

/// Frames of MPEG audio and ADTS that stand behind other bytes.
@Suite struct JunkInFrontTests {
  /// MPEG-1 layer III, 44.1 kHz, 128 kbit/s: 417 bytes a frame.
  private static let frames = [[UInt8]](
    repeating: [0xFF, 0xFB, 0x90, 0] + [UInt8](repeating: 0x55, count: 413), count: 12)

  private func open(_ bytes: [UInt8]) throws -> MediaFile {
    try MediaFile(source: MemoryByteSource(bytes), name: nil, containers: Catalog.standard.containers)
  }

  @Test(arguments: [1, 3000, 5000, 20_000, 60_000]) func framesBehindJunkAreReadAndTheJunkIsTold(count: Int) throws {
    var random = SplitMix64(seed: 4)
    let packets = (0..<40).map { _ in random.bytes(90) }
    for junk in [[UInt8](repeating: 0, count: count), random.bytes(count).map { $0 & 0x7F }] {
      let layer3 = try open(junk + Array(Self.frames.joined()))
      #expect(layer3.reader.fileType == "MPG3" && layer3.reader.tracks[0].packetCount == 12)
      #expect(layer3.reader.warnings.contains { $0.contains("\(count) bytes") })
      let advanced = try open(junk + adtsFrames(packets, rateIndex: 4, channels: 2))
      #expect(advanced.reader.fileType == "adts" && advanced.reader.tracks[0].packetCount == 40)
      #expect(advanced.reader.warnings.contains { $0.contains("\(count) bytes") })
    }
  }

  /// One or two frames, or a few that do not agree, are not enough, nor is any number of random bytes.
  @Test func otherBytesAreNotTakenForFrames() throws {
    var random = SplitMix64(seed: 5)
    var unlike = Self.frames.prefix(6).flatMap { $0 }
    for frame in 0..<6 { unlike[frame * 417 + 1] = frame % 2 == 0 ? 0xFB : 0xF3 }
    for tail in [Array(Self.frames[0]) + [1, 2, 3], Array(Self.frames.prefix(2).joined()) + [1, 2, 3], unlike] {
      let bytes = [UInt8](repeating: 7, count: 5000) + tail + random.bytes(3000).map { $0 & 0x7F }
      #expect(throws: AudioError.self) { try open(bytes) }
    }
    for _ in 0..<20 {
      let bytes = [1, 2, 3, 4] + random.bytes(1 << 17)
      #expect(throws: AudioError.self) { try open(bytes) }
    }
  }
}

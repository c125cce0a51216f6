import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation
import TestSupport
import Testing

@Suite(.needs(.program("wavpack")))
struct WavPackCorrectionTests {
  /// A recording, and the options that make a hybrid file of it.
  struct Kind: Sendable, CustomTestStringConvertible {
    var channelCount: Int
    var byteCount: Int
    var options: [String]
    var testDescription: String { "\(channelCount) channels of \(8 * byteCount) bits, \(options)" }
  }

  static let kinds = [
    Kind(channelCount: 2, byteCount: 2, options: ["-b320"]),
    Kind(channelCount: 1, byteCount: 3, options: ["-b4", "-h"]),
    Kind(channelCount: 6, byteCount: 2, options: ["-b1200", "-f"]),
  ]

  private static let frameCount = 60_000

  /// A folder with a hybrid file and its correction.
  private final class Folder {
    let place: URL
    /// The samples, as a WAVE file has them.
    let samples: [UInt8]
    var file: String { place.appending(path: "a.wv").path }
    var correction: URL { place.appending(path: "a.wvc") }

    init(_ kind: Kind, seed: UInt64 = 5) throws {
      let path = try required(ForeignProgram.path("wavpack"))
      place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      // A slow wave with noise on it, which no few bits hold.
      var random = SplitMix64(seed: seed)
      var bytes: [UInt8] = []
      for frame in 0..<WavPackCorrectionTests.frameCount {
        for channel in 0..<kind.channelCount {
          let wave = 9_000 * sin(Double(frame) * (0.02 + 0.01 * Double(channel)))
          let value = (Int(wave) + Int.random(in: -2_000...2_000, using: &random)) << (8 * (kind.byteCount - 2))
          for place in 0..<kind.byteCount { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
        }
      }
      samples = bytes
      let wave = place.appending(path: "a.wav")
      try Data(Self.header(kind, byteCount: bytes.count) + bytes).write(to: wave)
      let process = Process()
      process.executableURL = URL(filePath: path)
      process.arguments = ["-q", "-y", "-c"] + kind.options + [wave.path, "-o", file]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }

    private static func header(_ kind: Kind, byteCount: Int) -> [UInt8] {
      var header: [UInt8] = []
      func append(_ name: String, _ numbers: [(value: Int, byteCount: Int)]) {
        header += Array(name.utf8)
        for (value, count) in numbers {
          for place in 0..<count { header.append(UInt8(value >> (8 * place) & 255)) }
        }
      }
      let frame = kind.channelCount * kind.byteCount
      append("RIFF", [(36 + byteCount, 4)])
      append(
        "WAVEfmt ",
        [
          (16, 4), (1, 2), (kind.channelCount, 2), (44_100, 4), (44_100 * frame, 4), (frame, 2),
          (8 * kind.byteCount, 2),
        ])
      append("data", [(byteCount, 4)])
      return header
    }

    deinit { try? FileManager.default.removeItem(at: place) }
  }

  /// Decodes a file from a packet on to samples as a WAVE file has them.
  private func decode(_ path: String, _ kind: Kind, from packet: Int64 = 0) throws -> (bytes: [UInt8], [String]) {
    let media = try MediaFile(path: path, containers: Catalog.standard.containers)
    var reader = media.reader
    let stream = CodedStream(of: reader, track: 0)
    let codec = try required(Catalog.standard.codec(formatID: stream.format.formatID))
    var decoder = try codec.makeDecoder(stream)
    var block = PCMBlock(channelCount: kind.channelCount, capacity: 1 << 17)
    var bytes: [UInt8] = []
    var batch = PacketBatch()
    try reader.seek(toPacket: packet, ofTrack: 0)
    while try reader.readPackets(ofTrack: 0, into: &batch), batch.count > 0 {
      for index in 0..<batch.count {
        try decoder.decode(batch.packet(index).span, frameCount: 0, into: &block)
        for frame in 0..<block.frameCount {
          for channel in 0..<kind.channelCount {
            let value = Int(block.channel(channel)[frame] * Float(1 << (8 * kind.byteCount - 1)))
            for place in 0..<kind.byteCount { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
          }
        }
      }
    }
    return (bytes, reader.warnings)
  }

  @Test("with the correction file beside it, a hybrid file gives the samples that it was made of", arguments: kinds)
  func lossless(kind: Kind) throws {
    let folder = try Folder(kind)
    let (bytes, warnings) = try decode(folder.file, kind)
    #expect(bytes == folder.samples && warnings.isEmpty)
    // Packets are found from any of them on.
    let (rest, _) = try decode(folder.file, kind, from: 1)
    #expect(!rest.isEmpty && rest.count < bytes.count && rest == Array(bytes.suffix(rest.count)))
  }

  @Test("without it, it is told that the sound is lossy")
  func lossy() throws {
    let folder = try Folder(Self.kinds[0])
    try FileManager.default.removeItem(at: folder.correction)
    let (bytes, warnings) = try decode(folder.file, Self.kinds[0])
    #expect(bytes.count == folder.samples.count && bytes != folder.samples)
    #expect(warnings.count == 1 && warnings[0].contains("no correction file (.wvc)"))
  }

  @Test("a correction file that is cut corrects what it has, and the rest is told")
  func cut() throws {
    let folder = try Folder(Self.kinds[0])
    let whole = try Data(contentsOf: folder.correction)
    // The first block and one byte of the second.
    let first = (0..<4).reduce(0) { $0 | Int(whole[4 + $1]) << (8 * $1) } + 8
    for (count, isRead) in [(first, true), (first + 1, true), (20, false)] {
      try whole.prefix(count).write(to: folder.correction)
      let (bytes, warnings) = try decode(folder.file, Self.kinds[0])
      #expect(bytes.count == folder.samples.count && bytes != folder.samples)
      #expect(warnings.count == 1 && warnings[0].contains(isRead ? "stay lossy" : "is not read"))
    }
  }

  @Test("a damaged or foreign correction costs no sound: the lossy one is given, and told with its place")
  func damagedOrForeign() throws {
    let folder = try Folder(Self.kinds[0])
    let whole = try Data(contentsOf: folder.correction)
    let lossy = try {
      try FileManager.default.removeItem(at: folder.correction)
      return try decode(folder.file, Self.kinds[0]).bytes
    }()
    let size = { (place: Int) in (0..<4).reduce(0) { $0 | Int(whole[place + 4 + $1]) << (8 * $1) } + 8 }
    let first = size(0)
    var damaged = whole
    for place in (first + 100)..<(first + 130) { damaged[place] ^= 0x5A }
    let foreign = try Folder(Self.kinds[0], seed: 77)
    let blockFrames = (0..<4).reduce(0) { $0 | Int(whole[20 + $1]) << (8 * $1) }
    for (correction, right, packets) in [
      (damaged, 0..<blockFrames, [1]), (try Data(contentsOf: foreign.correction), 0..<0, [0, 1]),
    ] as [(Data, Range<Int>, [Int64])] {
      try correction.write(to: folder.correction)
      let media = try MediaFile(path: folder.file, containers: Catalog.standard.containers)
      var decoder = try TrackDecoder(of: media.reader, track: 0, codecs: Catalog.standard.codecs)
      while try decoder.decodeNext() != nil {}
      let report = decoder.report
      #expect(report.damagedPacketCount == 0 && report.frameCount == Int64(Self.frameCount))
      #expect(report.remarkedPacketCount >= Int64(packets.count) && report.firstRemark?.packet == packets[0])
      expectEqual(report.packetCount, Int64((Self.frameCount + blockFrames - 1) / blockFrames))
      let (bytes, _) = try decode(folder.file, Self.kinds[0])
      let corrected = 4 * right.lowerBound..<4 * right.upperBound
      expectEqual(bytes[corrected], folder.samples[corrected])
      if packets.count == 2 { expectEqual(bytes, lossy) }
    }
  }

  @Test("the correction of a file of another length is not used, and the reason is told")
  func otherLength() throws {
    let folder = try Folder(Self.kinds[0])
    var bytes = try Data(contentsOf: folder.correction)
    // The number of all frames, in the first block.
    bytes[12] ^= 1
    try bytes.write(to: folder.correction)
    let warnings = try decode(folder.file, Self.kinds[0]).1
    #expect(warnings.count == 1 && warnings[0].contains("it is the correction of another file"))
  }

  @Test("no damage of a corrected packet ends in anything but samples or an error")
  func damage() throws {
    let folder = try Folder(Self.kinds[0])
    var reader = try MediaFile(path: folder.file, containers: Catalog.standard.containers).reader
    let stream = CodedStream(of: reader, track: 0)
    let codec = try required(Catalog.standard.codec(formatID: stream.format.formatID))
    var decoder = try codec.makeDecoder(stream)
    var block = PCMBlock(channelCount: 2, capacity: 1 << 18)
    var batch = PacketBatch()
    #expect(try reader.readPackets(ofTrack: 0, into: &batch))
    var random = SplitMix64(seed: 9)
    for _ in 0..<200 {
      var packet = Array(batch.packet(0))
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        packet[Int.random(in: 0..<packet.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let end = Int.random(in: 0...packet.count, using: &random)
      do { try decoder.decode(packet.span.extracting(0..<end), frameCount: 0, into: &block) } catch {
        decoder.conceal(into: &block)
      }
      expectLessOrEqual(block.frameCount, block.capacity)
    }
  }
}

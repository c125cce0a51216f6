import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// Packets of a part, without coding them again.
@Suite struct PacketCutTests {
  private static let frameCount = 60_000

  /// Makes a file of a second and more, and returns its decoded samples.
  private func make(
    _ name: String, _ code: FourCharacterCode?, in directory: TemporaryDirectory
  ) throws -> [UInt8] {
    var random = SplitMix64(seed: 5)
    let samples = (0..<Self.frameCount).map { frame in
      Int16(9000 * sin(Double(frame) * Double(frame) * 2e-6)) + Int16.random(in: -2000...2000, using: &random)
    }
    try directory.write("in.wav", wave(samples, channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    conversion.dataFormat = code.map { OutputDataFormat(.coded($0)) }
    try conversion.run()
    return try decoded(name, in: directory)
  }

  /// The bytes of the samples that a file decodes to.
  private func decoded(_ name: String, in directory: TemporaryDirectory) throws -> [UInt8] {
    var conversion = FileConversion(from: directory.file(name), to: directory.file("back.wav"))
    conversion.replacement = .replace
    let report = try conversion.run()
    #expect(report.notes.filter { $0.severity == .warning }.isEmpty)
    let bytes = try required(directory.read("back.wav"))
    return Array(bytes[(try required(Data(bytes).range(of: Data("data".utf8))).upperBound + 4)...])
  }

  /// The packets of a file.
  private func packets(_ path: Pathname) throws -> [[UInt8]] {
    var reader = try MediaFile(path: path, containers: Catalog.standard.containers).reader
    var (batch, packets): (PacketBatch, [[UInt8]]) = (PacketBatch(), [])
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count { packets.append(Array(batch.packet(index))) }
    }
    return packets
  }

  @Test(
    "a part decodes to the same samples as in the whole, bit by bit, and its packets are those of the whole",
    arguments: [("m4a", .aac), ("m4a", .appleLossless), ("m4a", .aacEnhancedLowDelay), ("caf", .ima4)]
      as [(String, FourCharacterCode)],
    [0..<100, 11_111..<45_679, 50_000..<60_000])
  func parts(kind: (String, FourCharacterCode), part: Range<Int64>) throws {
    let directory = try TemporaryDirectory()
    let whole = try make("whole.\(kind.0)", kind.1, in: directory)
    var conversion = FileConversion(from: directory.file("whole.\(kind.0)"), to: directory.file("part.\(kind.0)"))
    conversion.dataFormat = OutputDataFormat(.keep)
    conversion.decoding.stretch = part
    let report = try conversion.run()
    let wanted = Array(whole[Int(part.lowerBound) * 2..<Int(part.upperBound) * 2])
    // A decoder of IMA4 remembers all, which is told.
    let isTold = report.notes.contains { $0.severity == .warning }
    #expect(try decoded("part.\(kind.0)", in: directory) == wanted || kind.1 == .ima4 && isTold)
    let (all, cut) = (try packets(directory.file("whole.\(kind.0)")), try packets(directory.file("part.\(kind.0)")))
    #expect(all.indices.contains { all[$0...].starts(with: cut) } && cut.count <= Int(part.count) / 64 + 6)
  }

  @Test("a part of MP3 has the bits that its frames keep in earlier ones", arguments: [128_000, 192_000, 320_000])
  func layerThree(bitRate: Int) throws {
    let directory = try TemporaryDirectory()
    guard Catalog.standard.encoder(formatID: .mpegLayer3)?.missing(.encoding) == nil else { return }
    _ = try make("short.wav", nil, in: directory)
    var encode = FileConversion(from: directory.file("in.wav"), to: directory.file("whole.mp3"))
    encode.encoding.bitRate = bitRate
    try encode.run()
    let whole = try decoded("whole.mp3", in: directory)
    for part in [0..<999, 20_000..<50_000, 50_001..<60_000] as [Range<Int64>] {
      var conversion = FileConversion(from: directory.file("whole.mp3"), to: directory.file("part.mp3"))
      conversion.dataFormat = OutputDataFormat(.keep)
      conversion.decoding.stretch = part
      conversion.replacement = .replace
      try conversion.run()
      let wanted = Array(whole[Int(part.lowerBound) * 2..<Int(part.upperBound) * 2])
      try expectEqual(decoded("part.mp3", in: directory), wanted)
    }
  }

  @Test("pieces of a split follow each other without a gap")
  func split() throws {
    let directory = try TemporaryDirectory()
    let whole = try make("whole.m4a", .aac, in: directory)
    let path = directory.path
    var split = FileSplit(of: directory.file("whole.m4a")) { Pathname("\(path)/\($0.number).m4a") }
    split.borders = .length(seconds: 0.35)
    split.conversion.dataFormat = OutputDataFormat(.keep)
    let pieces = try split.run()
    expectEqual(pieces.count, 4)
    try expectEqual((1...4).flatMap { try decoded("\($0).m4a", in: directory) }, whole)
  }

  @Test("what cannot be said of a part is told, and what cannot be cut is refused")
  func notes() throws {
    let directory = try TemporaryDirectory()
    _ = try make("whole.m4a", .aac, in: directory)
    _ = try make("whole.flac", .flac, in: directory)
    var conversion = FileConversion(from: directory.file("whole.m4a"), to: directory.file("part.aac"))
    conversion.dataFormat = OutputDataFormat(.keep)
    conversion.decoding.start = 0.5
    let report = try conversion.run()
    #expect(
      report.notes.contains { if case .cutBeforePart(let count) = $0 { (1024..<2048).contains(count) } else { false } })
    conversion.input = directory.file("whole.flac")
    conversion.output = directory.file("part.flac")
    expectEqual(jobError { try conversion.run() }?.text.contains("are copied whole"), true)
    conversion.input = directory.file("whole.m4a")
    conversion.output = directory.file("part.m4a")
    conversion.decoding.start = 5
    expectEqual(jobError { try conversion.run() }?.text.contains("has ended"), true)
  }
}

import AudioBase
import AudioFiles
import AudioJobs
import TestSupport
import Testing

@Suite struct FileVerificationTests {
  private func lossless(_ name: String, in directory: TemporaryDirectory) throws -> [UInt8] {
    var random = SplitMix64(seed: 8)
    try directory.write("in.wav", wave((0..<40_000).map { _ in Int16(truncatingIfNeeded: random.next()) }))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    if name.hasSuffix(".ogg") { conversion.dataFormat = OutputDataFormat(.coded(.flac)) }
    try conversion.run()
    return try required(directory.read(name))
  }

  @Test("whole files are without a flaw, and all their packets are counted", arguments: ["a.flac", "a.ogg", "a.wav"])
  func wholeFiles(name: String) throws {
    let directory = try TemporaryDirectory()
    if name != "a.wav" {
      _ = try lossless(name, in: directory)
    } else {
      try directory.write(name, wave(sawtooth(4000)))
    }
    let report = try FileVerification(of: directory.file(name)).run()
    #expect(report.isFlawless, "\(report.findings)")
    expectEqual(report.tracks.count, 1)
    expectEqual(report.tracks[0].frameCount, name == "a.wav" ? 2000 : 20_000)
  }

  @Test("a flipped bit anywhere in the frames of FLAC is found, and told with its place")
  func flippedBits() throws {
    let directory = try TemporaryDirectory()
    let bytes = try lossless("a.flac", in: directory)
    var random = SplitMix64(seed: 1)
    for _ in 0..<24 {
      var damaged = bytes
      let place = bytes.count / 4 + Int(random.next() % UInt64(bytes.count / 2))
      damaged[place] ^= 1 << UInt8(random.next() & 7)
      try directory.write("bad.flac", damaged)
      let report = try FileVerification(of: directory.file("bad.flac")).run()
      #expect(!report.isFlawless, "byte \(place)")
    }
  }

  @Test("an MD5 that is not that of the samples is found")
  func wrongDigest() throws {
    let directory = try TemporaryDirectory()
    var bytes = try lossless("a.flac", in: directory)
    // `fLaC`, the header of the block, and STREAMINFO, whose last 16 bytes are the MD5: RFC 9639, 8.2.
    bytes[4 + 4 + 34 - 1] ^= 1
    try directory.write("bad.flac", bytes)
    let report = try FileVerification(of: directory.file("bad.flac")).run()
    expectEqual(report.findings.map(\.kind), [.broken])
    #expect(report.tracks[0].checks.contains("the MD5 of all samples"))
  }

  @Test("a file that is cut off is not whole", arguments: ["a.flac", "a.ogg", "a.wav"])
  func missingEnd(name: String) throws {
    let directory = try TemporaryDirectory()
    let bytes = name == "a.wav" ? wave(sawtooth(40_000)) : try lossless(name, in: directory)
    for part in [0.3, 0.6, 0.95] {
      try directory.write(name + ".cut", Array(bytes.prefix(Int(Double(bytes.count) * part))))
      let report = try FileVerification(of: directory.file(name + ".cut")).run()
      #expect(!report.isFlawless, "\(part) of \(name)")
    }
  }
}

import AudioBase
import AudioFiles
import AudioJobs
import TestSupport
import Testing

@Suite struct FileHashTests {
  /// A second of two channels that no codec can keep short.
  private static var noise: [Int16] {
    var random = SplitMix64(seed: 20)
    return (0..<16_000).map { _ in Int16(truncatingIfNeeded: random.next()) }
  }

  @Test(
    "every lossless container of the same sound has the same hash",
    arguments: [
      ("out.flac", nil), ("out.aiff", nil), ("out.caf", nil), ("out.m4a", FourCharacterCode.appleLossless),
      ("out.caf", .appleLossless), ("out.ogg", .flac), ("out.mp4", .flac),
    ] as [(String, FourCharacterCode?)])
  func sameSound(name: String, code: FourCharacterCode?) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(Self.noise))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    conversion.dataFormat = code.map { OutputDataFormat(.coded($0)) }
    try conversion.run()
    let hash = try FileHash(of: directory.file(name)).run()
    try expectEqual(hash, FileHash(of: directory.file("in.wav")).run())
    #expect(hash.frameCount == 8000 && hash.channelCount == 2 && hash.sampleFormat == .int16)
  }

  @Test("the hash is the MD5 of the samples' bytes, as another program computes it", .needs(.program("md5sum")))
  func foreignDigest() throws {
    let directory = try TemporaryDirectory()
    let file = wave(Self.noise)
    try directory.write("in.wav", file)
    let output = try ForeignProgram.run("md5sum", ["FILE"], on: Array(file.dropFirst(44)), named: "samples")
    let text = try FileHash(of: directory.file("in.wav")).run().text
    #expect(String(decoding: output, as: UTF8.self).hasPrefix(text))
    expectEqual(text.utf8.count, 32)
  }

  @Test("one other sample is another hash, another rate is not")
  func oneSample() throws {
    let directory = try TemporaryDirectory()
    var samples = Self.noise
    try directory.write("a.wav", wave(samples))
    try directory.write("b.wav", wave(samples, rate: 16_000))
    samples[777] ^= 1
    try directory.write("c.wav", wave(samples))
    let hashes = try ["a.wav", "b.wav", "c.wav"].map { try FileHash(of: directory.file($0)).run().bytes }
    #expect(hashes[0] == hashes[1] && hashes[0] != hashes[2])
  }

  @Test("a file that is cut off or damaged has none")
  func damage() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(Self.noise))
    try directory.write("cut.wav", Array(wave(Self.noise).dropLast(100)))
    #expect(throws: AudioError.self) { try FileHash(of: directory.file("cut.wav")).run() }
    try FileConversion(from: directory.file("in.wav"), to: directory.file("out.flac")).run()
    var bytes = try required(directory.read("out.flac"))
    bytes[bytes.count / 2] ^= 0x10
    try directory.write("bad.flac", bytes)
    #expect(jobError { _ = try FileHash(of: directory.file("bad.flac")).run() } != nil)
    try directory.write("short.flac", Array(bytes.prefix(bytes.count / 3)))
    #expect(jobError { _ = try FileHash(of: directory.file("short.flac")).run() } != nil)
  }
}

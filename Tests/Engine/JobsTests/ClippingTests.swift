import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import TestSupport
import Testing

@Suite("Samples beyond full scale") struct ClippingTests {
  private static let decibels = 6.0
  private static let gain = 1.995_262_314_968_88

  /// What a job clips, by its notes.
  private func clipped(_ conversion: FileConversion) throws -> Int64 {
    var count: Int64 = 0
    for note in try conversion.run().notes {
      guard case .clippedSamples(let found) = note else { continue }
      expectEqual(note.severity, .warning)
      #expect(note.description.contains("\(found) "))
      count += found
    }
    return count
  }

  @Test(
    "A gain is told to clip so many samples, wherever samples become integers",
    arguments: ["out.wav", "out.aiff", "out.flac", "out.caf"])
  func gain(name: String) throws {
    let directory = try TemporaryDirectory()
    let samples = sine(amplitude: 0.9, frequency: 440, seconds: 1)
    try directory.write("in.wav", wave(samples, channels: 1, rate: 48_000))
    let expected = samples.count { abs(Double($0)) / 32768 * Self.gain > 1 }
    for jobs in [1, 3] {
      var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
      (conversion.level.gain, conversion.replacement, conversion.jobCount) = (Self.decibels, .replace, jobs)
      try expectEqual(clipped(conversion), Int64(expected), "\(jobs)")
    }
  }

  @Test("Floats and lossy formats clip nothing, nor does what fits")
  func nothing() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 1, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("same.wav"))
    try expectEqual(clipped(conversion), 0)
    conversion.level.gain = Self.decibels
    (conversion.output, conversion.dataFormat) = (directory.file("out.wav"), OutputDataFormat(.samples(.float32)))
    try expectEqual(clipped(conversion), 0)
    (conversion.output, conversion.dataFormat) = (directory.file("out.m4a"), OutputDataFormat(.coded(.aac)))
    try expectEqual(clipped(conversion), 0)
    // The floats from before become integers here, and are clipped here.
    let again = FileConversion(from: directory.file("out.wav"), to: directory.file("out.flac"))
    try expectGreater(clipped(again), 0)
  }

  /// Floats as a program leaves them that has not scaled its integers, and larger ones: libmp3lame ended the process.
  @Test("What lossy encoders limit is counted", arguments: [FourCharacterCode.aac, .mpegLayer3, .opus, .vorbis])
  func farBeyond(format: FourCharacterCode) throws {
    guard Catalog.standard.encoder(formatID: format)?.missing(.encoding) == nil else { return }
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.9, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    // +78 dB of 0.9 is 7,151; beyond 8 (of Opus 2) lie all samples but those close to zero.
    for gain in [78.0, 200] {
      var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.caf"))
      if format == .mpegLayer3 { conversion.output = directory.file("out.mp3") }
      if format == .vorbis { conversion.output = directory.file("out.ogg") }
      (conversion.dataFormat, conversion.replacement) = (OutputDataFormat(.coded(format)), .replace)
      conversion.level.gain = gain
      try expectGreater(clipped(conversion), 47_000)
      var back = FileConversion(from: conversion.output, to: directory.file("back.wav"))
      (back.usualSamples, back.replacement) = (.float32, .replace)
      _ = try back.run()
      let peak = floats(try required(directory.read("back.wav")).suffix(4 * 40_000)).map(abs).max()
      #expect((1...16).contains(peak ?? 0), "\(format): \(peak ?? 0)")
    }
  }

  /// L + 0.7071 C of two equal sounds: 1.7071 of each.
  @Test("A downmix is told to clip")
  func downmix() throws {
    let directory = try TemporaryDirectory()
    let samples = sine(amplitude: 0.8, frequency: 440, seconds: 1)
    try directory.write("in.wav", wave(samples.flatMap { [$0, 0, $0] }, channels: 3, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.wav"))
    (conversion.channelCount, conversion.mixesLostChannels) = (2, true)
    let expected = samples.count { abs(Double($0)) / 32768 * (1 + 0.5.squareRoot()) > 1 }
    try expectEqual(clipped(conversion), Int64(expected))
  }

  /// A band-limited square wave of full scale swings over by 9 %: Gibbs.
  @Test("A rate conversion is told to clip")
  func resampling() throws {
    let directory = try TemporaryDirectory()
    let square = (0..<8000).map { Int16($0 / 8 % 2 == 0 ? 32767 : -32767) }
    try directory.write("in.wav", wave(square, channels: 1, rate: 8000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.wav"))
    conversion.dataFormat = OutputDataFormat(.samples(.int16))
    conversion.dataFormat?.sampleRate = 44_100
    try expectGreater(clipped(conversion), 1000)
  }
}

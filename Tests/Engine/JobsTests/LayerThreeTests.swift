import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

extension Need {
  /// libmp3lame.
  fileprivate static let lame = Need(description: "libmp3lame0") {
    Catalog.standard.encoder(formatID: .mpegLayer3)?.missing(.encoding) == nil
  }
}

/// Files become MP3 and come back.
@Suite(.needs(.lame)) struct LayerThreeTests {
  /// Tones of a length that rise, as a WAVE file.
  private func tones(_ frameCount: Int, channels: Int, rate: Int, from start: Int = 0) -> [UInt8] {
    var samples: [Int16] = []
    for frame in start..<(start + frameCount) {
      for channel in 1...channels {
        let time = Double(frame) / Double(rate)
        samples.append(Int16(9000 * sin(2 * .pi * (200 * Double(channel) * time + 80 * time * time))))
      }
    }
    return wave(samples, channels: channels, rate: rate)
  }

  private func convert(
    _ input: String, _ output: String, in directory: TemporaryDirectory,
    _ set: (inout FileConversion) -> Void = { _ in }
  ) throws -> ConversionReport {
    var conversion = FileConversion(from: directory.file(input), to: directory.file(output))
    set(&conversion)
    return try conversion.run()
  }

  /// The samples of a WAVE file of 16 bits.
  private func samples(_ name: String, in directory: TemporaryDirectory) throws -> [Int16] {
    let bytes = try required(directory.read(name))
    let start = try required(Data(bytes).range(of: Data("data".utf8))).upperBound + 4
    return stride(from: start, to: bytes.count - 1, by: 2).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
  }

  @Test("the length is exact there and back", arguments: [(1, 8000, 999), (2, 44_100, 100_003), (2, 22_050, 1)])
  func length(channels: Int, rate: Int, count: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", tones(count, channels: channels, rate: rate))
    let report = try convert("in.wav", "x.mp3", in: directory)
    #expect(report.notes.filter { $0.severity == .warning }.isEmpty)
    _ = try convert("x.mp3", "back.wav", in: directory)
    try expectEqual(samples("back.wav", in: directory).count, count * channels)
    let track = try MediaFile(path: directory.file("x.mp3"), containers: Catalog.standard.containers).reader.tracks[0]
    #expect(track.packetTable?.validFrames == Int64(count) && track.format.sampleRate == Double(rate))
  }

  @Test("rates that MP3 does not have become the next, or one that they are a multiple of")
  func rates() throws {
    let directory = try TemporaryDirectory()
    for (rate, expected) in [(96_000, 48_000), (88_200, 44_100), (37_800, 44_100), (6000, 8000)] {
      try directory.write("in.wav", tones(rate / 2, channels: 1, rate: rate))
      _ = try convert("in.wav", "\(rate).mp3", in: directory)
      let media = try MediaFile(path: directory.file("\(rate).mp3"), containers: Catalog.standard.containers)
      let track = media.reader.tracks[0]
      expectEqual(track.format.sampleRate, Double(expected))
      expectEqual(track.packetTable?.validFrames, Int64(expected / 2))
    }
  }

  @Test("tags, pictures and chapters stay, and the encoder is named for what it is")
  func metadata() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", tones(96_000, channels: 2, rate: 48_000))
    var metadata = Metadata()
    metadata[.title] = "Ärïa"
    metadata[.sourceEncoder] = "Lavf59"
    metadata.artwork = [Artwork(bytes: [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0x5A, count: 600))]
    metadata.markers = [Marker(name: "m", framePosition: 48_000, identifier: 1)]
    let said = metadata
    let report = try convert("in.wav", "x.mp3", in: directory) { $0.metadata = said }
    #expect(report.notes.filter { $0.severity == .warning }.isEmpty)
    let found = try MediaFile(path: directory.file("x.mp3"), containers: Catalog.standard.containers).reader.metadata
    #expect(found[.title] == "Ärïa" && found.artwork.map(\.bytes) == said.artwork.map(\.bytes))
    #expect(found.markers.map(\.framePosition) == [48_000] && found.markers.map(\.name) == ["m"])
    expectEqual(found[.sourceEncoder]?.hasPrefix("LAME3."), true)
  }

  @Test("an album goes on without a gap, at another rate too", arguments: [44_100.0, 48_000, 32_000])
  func album(rate: Double) throws {
    let directory = try TemporaryDirectory()
    let lengths = [50_000, 40_001, 60_000]
    for (index, length) in lengths.enumerated() {
      let start = lengths[..<index].reduce(0, +)
      try directory.write("\(index).wav", tones(length, channels: 1, rate: 44_100, from: start))
    }
    var total = 0
    for index in lengths.indices {
      _ = try convert("\(index).wav", "\(index).mp3", in: directory) {
        $0.dataFormat = OutputDataFormat(.coded(.mpegLayer3))
        $0.dataFormat?.sampleRate = rate
        if index > 0 { $0.previousRecording = directory.file("\(index - 1).wav") }
        if index < 2 { $0.nextRecording = directory.file("\(index + 1).wav") }
      }
      _ = try convert("\(index).mp3", "back\(index).wav", in: directory)
      let count = try samples("back\(index).wav", in: directory).count
      total += count
      // Borders lie between frames of another rate.
      expectLess(abs(Double(count) - Double(lengths[index]) * rate / 44_100), 1)
    }
    expectLess(abs(Double(total) - Double(lengths.reduce(0, +)) * rate / 44_100), 1)
    guard rate == 44_100 else { return }
    let joined = try (0..<3).flatMap { try samples("back\($0).wav", in: directory) }
    let whole = try (0..<3).flatMap { try samples("\($0).wav", in: directory) }
    // Around the borders as good as elsewhere: a gap, or silence that was smeared in, is as loud as the tones.
    func error(_ range: Range<Int>) -> Int { range.map { abs(Int(joined[$0]) - Int(whole[$0])) }.max() ?? 0 }
    let usual = error(10_000..<49_000)
    for border in [50_000, 90_001] { expectLessOrEqual(error(border - 600..<border + 600), max(2 * usual, 900)) }
  }

  @Test("a bit rate is kept, and one that MP3 does not have is refused")
  func bitRates() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", tones(44_100, channels: 2, rate: 44_100))
    var encoding = EncoderOptions()
    encoding.bitRate = 192_000
    _ = try convert("in.wav", "x.mp3", in: directory) { $0.encoding = encoding }
    let media = try MediaFile(path: directory.file("x.mp3"), containers: Catalog.standard.containers)
    expectLess(abs((media.reader.tracks[0].bitRate ?? 0) - 192_000), 4000)
    encoding.bitRate = 1_000_000
    let error = jobError { _ = try convert("in.wav", "y.mp3", in: directory) { $0.encoding = encoding } }
    expectEqual(error?.text.contains("too high"), true)
    expectNil(directory.read("y.mp3"))
  }
}

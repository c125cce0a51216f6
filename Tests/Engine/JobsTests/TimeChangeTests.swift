import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct TimeChangeTests {
  private func samples(_ name: String, in directory: TemporaryDirectory) throws -> [Int16] {
    let file = try required(directory.read(name))
    // Cue points name the chunk that they lie in: the chunk itself is the first with a size.
    let place = try required(
      file.indices.dropLast(8).first {
        file[$0...].starts(with: Array("data".utf8)) && file[($0 + 4)..<($0 + 8)] != [0, 0, 0, 0]
      })
    let bytes = Array(file.dropFirst(place + 8))
    return stride(from: 0, to: bytes.count, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  private func convert(
    _ input: [Int16], channels: Int = 1, rate: Int = 8000, in directory: TemporaryDirectory,
    _ change: (inout FileConversion) -> Void
  ) throws -> [Int16] {
    try directory.write("in.wav", wave(input, channels: channels, rate: rate))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.wav"))
    conversion.replacement = .replace
    change(&conversion)
    try conversion.run()
    return try samples("out.wav", in: directory)
  }

  /// Returns the crossings of zero upwards in a second, in the middle of a recording.
  private func frequency(_ sound: [Int16], rate: Int) -> Double {
    let middle = Array(sound[(sound.count / 4)..<(sound.count * 3 / 4)])
    let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(crossings) * Double(rate) / Double(middle.count)
  }

  @Test("a reversed recording has the samples in the opposite order, piece by piece")
  func reversal() throws {
    let directory = try TemporaryDirectory()
    // More than two of the pieces in which it is decoded.
    let input = (0..<1_200_000).map { Int16(truncatingIfNeeded: $0 &* 331 ^ $0 >> 7) }
    let frames = stride(from: 0, to: input.count, by: 2).map { [input[$0], input[$0 + 1]] }
    let output = try convert(input, channels: 2, in: directory) { $0.time.isReversed = true }
    expectEqual(output, frames.reversed().flatMap(\.self))
    let part = try convert(input, channels: 2, in: directory) {
      ($0.time.isReversed, $0.decoding.start, $0.decoding.duration) = (true, 1, 0.5)
    }
    expectEqual(part, frames[8000..<12_000].reversed().flatMap(\.self))
  }

  @Test("silence stands around the unchanged sound, and moves chapters")
  func padding() throws {
    let directory = try TemporaryDirectory()
    let input = (0..<9000).map { Int16(truncatingIfNeeded: $0 &* 331) }
    let output = try convert(input, in: directory) {
      ($0.time.leadIn, $0.time.leadOut) = (0.25, 1)
      $0.metadata = Metadata()
      $0.metadata?.markers = [Marker(name: "here", framePosition: 100, identifier: 1)]
    }
    expectEqual(Array(output.prefix(2000 + 9000)), [Int16](repeating: 0, count: 2000) + input)
    let reader = try MediaFile(path: directory.file("out.wav"), containers: Catalog.standard.containers).reader
    expectEqual(reader.metadata.markers.map(\.framePosition), [2100])
    let count = try required(reader.tracks[0].packetCount)
    expectEqual(count, 19_000)
  }

  @Test(
    "speed moves the pitch, tempo does not, and pitch leaves the length",
    arguments: [TimePitchCase.speed, .tempo, .pitch])
  func rates(_ which: TimePitchCase) throws {
    let directory = try TemporaryDirectory()
    let input = sine(amplitude: 0.5, frequency: 500, seconds: 3)
    let output = try convert(input, rate: 48_000, in: directory) {
      switch which {
      case .speed: $0.time.speed = 1.5
      case .tempo: $0.time.tempo = 1.5
      case .pitch: $0.time.pitch = 700
      }
    }
    let (length, tone) = which == .speed ? (2.0, 750) : which == .tempo ? (2.0, 500) : (3.0, 500 * pow(2, 7.0 / 12))
    expectLess(abs(Double(output.count) / 48_000 - length), 0.01)
    expectLess(abs(frequency(output, rate: 48_000) - tone), 3)
  }

  /// The changes of rate or pitch.
  enum TimePitchCase { case speed, tempo, pitch }

  @Test("what cannot be is refused by its name")
  func refusals() throws {
    let directory = try TemporaryDirectory()
    for change in [{ $0.speed = 0 }, { $0.tempo = .nan }, { $0.pitch = 9999 }, { $0.leadIn = -1 }]
      as [(inout TimeChange) -> Void]
    {
      #expect(throws: AudioError.self) {
        _ = try convert([1, 2, 3], in: directory) { change(&$0.time) }
      }
    }
    #expect(throws: AudioError.self) {
      _ = try convert([1, 2, 3], in: directory) { ($0.time.speed, $0.dataFormat) = (2, OutputDataFormat(.keep)) }
    }
    expectEqual(directory.names, ["in.wav"])
  }

  @Test("a mix is the sum of its files over their number, as long as the longest")
  func mix() throws {
    let directory = try TemporaryDirectory()
    let (one, other) = (
      (0..<30_000).map { Int16(truncatingIfNeeded: $0 &* 331) }, [Int16](repeating: 2000, count: 20_000)
    )
    try directory.write("a.wav", wave(one, channels: 1))
    try directory.write("b.wav", wave(other, channels: 1))
    var mix = FileMix(of: [directory.file("a.wav"), directory.file("b.wav")], to: directory.file("out.wav"))
    mix.conversion.dataFormat = OutputDataFormat(.samples(.int16))
    try mix.run()
    let output = try samples("out.wav", in: directory)
    expectEqual(output.count, one.count)
    for index in output.indices {
      let sum = (Double(one[index]) + (index < other.count ? Double(other[index]) : 0)) / 2
      expectLessOrEqual(abs(Double(output[index]) - sum), 0.51)
    }
  }

  @Test("another rate alone leaves the format to the container; a plan says it, and writes nothing")
  func usualFormat() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.5, frequency: 500, seconds: 1), channels: 1, rate: 48_000))
    for (name, rate) in [("out.wav", 16_000.0), ("out.flac", 44_100), ("out.m4a", 32_000), ("again.m4a", 24_000)] {
      let source = name == "again.m4a" ? "out.m4a" : "in.wav"
      var conversion = FileConversion(from: directory.file(source), to: directory.file(name))
      conversion.preference = .compressed
      conversion.dataFormat = OutputDataFormat(.usual)
      conversion.dataFormat?.sampleRate = rate
      let media = try MediaFile(path: directory.file(source), containers: Catalog.standard.containers)
      let planned = try conversion.plan(of: media)
      #expect(!directory.names.contains(name) && planned.stream.format.sampleRate == rate && !planned.isCopy)
      let format = try conversion.run().stream.format
      #expect(format.sampleRate == rate && format.formatID == planned.stream.format.formatID)
      #expect(throws: AudioError.self) { try conversion.plan(of: media) }
    }
  }
}

import AudioBase
import AudioFiles
import AudioJobs
import TestSupport
import Testing

@Suite("Loudspeakers that the encoder's layout lacks") struct LostChannelTests {
  /// Frames of each channel's tone; the tones follow each other.
  private static let length = 6000

  /// A WAVE file that says which loudspeakers its channels are for.
  private func surround(mask: UInt32) -> [UInt8] {
    let count = mask.nonzeroBitCount
    let byteCount = 2 * count * count * Self.length
    var file: [UInt8] = []
    func append(_ value: Int, _ size: Int) {
      for byte in 0..<size { file.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
    file += Array("RIFF".utf8)
    append(60 + byteCount, 4)
    file += Array("WAVEfmt ".utf8)
    for (value, size) in [(40, 4), (0xFFFE, 2), (count, 2), (48_000, 4), (96_000 * count, 4), (2 * count, 2), (16, 2)] {
      append(value, size)
    }
    for (value, size) in [(22, 2), (16, 2), (Int(mask), 4), (1, 2)] { append(value, size) }
    file += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    file += Array("data".utf8)
    append(byteCount, 4)
    for frame in 0..<(count * Self.length) {
      let tone = frame / 25 % 2 == 0 ? 6000 : -6000
      for channel in 0..<count { append(channel == frame / Self.length ? tone : 0, 2) }
    }
    return file
  }

  /// The mean magnitudes of the output's channels while one of the input's has its tone.
  private func levels(_ bytes: [UInt8], channelCount: Int, during channel: Int) -> [Int] {
    let frames = (channel * Self.length + 2000)..<(channel * Self.length + 4000)
    // The samples stand at the end of the file: as many tones as fit.
    let toneByteCount = 2 * channelCount * Self.length
    let start = bytes.count - bytes.count / toneByteCount * toneByteCount
    return (0..<channelCount).map { output in
      var sum = 0
      for frame in frames {
        let place = start + 2 * (frame * channelCount + output)
        sum += abs(Int(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)))
      }
      return sum / frames.count
    }
  }

  @Test(
    "They are mixed into others where jobs mix, and told of by name",
    arguments: [
      // AAC-LD has channel configurations alone: quad becomes C L R Cs, which comes back in WAVE's order; 3.1 likewise;
      // 6.0 becomes 5.1. LFE has no such tones.
      (0x33, [0, 1, 3, 3], 4, "Ls Rs are mixed into others"), (0xF, [0, 1, 2, nil], 4, "LFE is left out"),
      (0x60F, [0, 1, 2, nil, 4, 5], 6, "are for L R C LFE Lss Rss: programs take them for"),
      (0x137, [0, 1, 2, 4, 5, 4], 6, "Cs is mixed into others"),
    ] as [(UInt32, [Int?], Int, String)])
  func mixed(mask: UInt32, places: [Int?], channelCount: Int, words: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", surround(mask: mask))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.m4a"))
    (conversion.dataFormat, conversion.mixesLostChannels) = (OutputDataFormat(.coded(.aacLowDelay)), true)
    let report = try conversion.run()
    let notes = report.notes.map(\.description)
    #expect(notes.contains { $0.contains(words) }, "\(notes)")
    var back = FileConversion(from: directory.file("out.m4a"), to: directory.file("back.wav"))
    back.usualSamples = .int16
    try back.run()
    let bytes = try required(directory.read("back.wav"))
    for (channel, place) in places.enumerated() {
      let levels = levels(bytes, channelCount: channelCount, during: channel)
      guard let place else {
        #expect(levels.allSatisfy { $0 < 300 }, "\(channel): \(levels)")
        continue
      }
      expectGreater(levels[place], 3000, "\(channel): \(levels)")
    }
  }

  @Test("They are left out where jobs do not mix, as in Core Audio, and told of as well")
  func leftOut() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", surround(mask: 0x33))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.m4a"))
    conversion.dataFormat = OutputDataFormat(.coded(.aacLowDelay))
    let notes = try conversion.run().notes.map(\.description)
    #expect(notes.contains { $0.contains("Ls Rs are left out") }, "\(notes)")
  }

  @Test(
    "What has all places, or none in common, is told nothing of",
    arguments: [0x3, 0x4, 0x33, 0x37, 0x3F, 0x137, 0x13F, 0x63F] as [UInt32])
  func nothingLost(mask: UInt32) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", surround(mask: mask))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.m4a"))
    (conversion.preference, conversion.mixesLostChannels) = (.compressed, true)
    #expect(try conversion.run().notes.isEmpty)
  }

  @Test(
    "Side loudspeakers that a format knows as back ones keep their sound, and are told of; FLAC has a mask for them",
    arguments: [("out.m4a", 0x607), ("out.m4a", 0x60F), ("out.m4a", 0x603), ("out.flac", 0x60F)] as [(String, UInt32)])
  func sides(name: String, mask: UInt32) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", surround(mask: mask))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    conversion.mixesLostChannels = true
    let notes = try conversion.run().notes.map(\.description)
    let told = notes.filter { $0.contains("Lss Rss: programs take them for") }
    #expect(told.count == (name == "out.m4a" ? 1 : 0) && notes.count == told.count, "\(notes)")
  }
}

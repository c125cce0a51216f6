import SwiftAudioToolbox
import TestSupport
import Testing

@Suite("Samples that are read where they lie")
struct LentSamplesTests {
  private func reading(
    _ bytes: [UInt8], rate: Double? = nil, channels: Int? = nil, seconds: Range<Double>? = nil
  ) throws -> SoundReading {
    try SoundReading(SoundRequest(.bytes(bytes), rate: rate, channels: channels, seconds: seconds), blockLength: 1000)
  }

  /// All samples, read in pieces.
  private func interleaved(_ reading: inout SoundReading, piece: Int) throws -> [Float] {
    var all: [Float] = []
    while true {
      var part = [Float](repeating: .nan, count: piece)
      var span = part.mutableSpan
      let count = try reading.readInterleaved(into: &span)
      all += part.prefix(count)
      if count < piece { return all }
    }
  }

  @Test("linear PCM comes to the bit, in pieces of any size", arguments: [2, 998, 100_000])
  func plain(piece: Int) throws {
    let numbers = (0..<60_000).map { Int16(truncatingIfNeeded: $0 * 31) }
    var short = try reading(SoundFiles.wave16(numbers, rate: 8000, channels: 2))
    let isPlain = short.isPlain
    #expect(isPlain)
    try expectEqual(interleaved(&short, piece: piece), numbers.map { Float($0) / 32_768 })

    let fine = (0..<60_000).map { Int32($0 * 279 - 8_388_608) }
    var exact = try reading(SoundFiles.wave24(fine, rate: 8000, channels: 2))
    try expectEqual(interleaved(&exact, piece: piece), fine.map { Float($0) / 8_388_608 })

    let floats = fine.map { Float($0) * 1.1e-7 }
    var single = try reading(SoundFiles.waveFloat(floats, rate: 8000, channels: 2))
    try expectEqual(interleaved(&single, piece: piece), floats)
    try single.seek(toFrame: 10_000)
    try expectEqual(interleaved(&single, piece: piece), Array(floats[20_000...]))
    let report = single.report
    #expect(report.isFlawless)

    var part = try reading(SoundFiles.waveFloat(floats, rate: 8000, channels: 2), seconds: 1..<2)
    try expectEqual(interleaved(&part, piece: piece), Array(floats[16_000..<32_000]))
  }

  @Test("a file that is cut off gives the frames that are whole")
  func cutOff() throws {
    let floats = (0..<30_000).map { Float($0) }
    var reading = try reading(Array(SoundFiles.waveFloat(floats, rate: 8000, channels: 2).dropLast(12_345)))
    let read = try interleaved(&reading, piece: 1 << 16)
    expectEqual(read, Array(floats.prefix((120_000 - 12_345) / 8 * 2)))
  }

  @Test("what is mixed or converted does not lie in the file")
  func converted() throws {
    let file = SoundFiles.wave16([1, 2, 3, 4], rate: 8000, channels: 2)
    let found = [
      try reading(file).isPlain, try reading(file, rate: 16_000).isPlain, try reading(file, channels: 1).isPlain,
    ]
    expectEqual(found, [true, false, false])
  }

  @Test("frames that are lent are those of the sound, packet by packet or block by block", arguments: [nil, 22_050.0])
  func lent(rate: Double?) throws {
    let request = SoundRequest(.file(Pathname(SoundFiles.music)), rate: rate, channels: nil, seconds: nil)
    var reading = try SoundReading(request, blockLength: 1000)
    var samples: [Float] = []
    while true {
      let frames = try reading.decodeNext()
      guard !frames.isEmpty else { break }
      reading.lendFrames { block, order in
        for frame in frames { for plane in order { samples.append(block.channel(plane)[frame]) } }
      }
    }
    try expectEqual(samples, Sound(path: SoundFiles.music, rate: rate).samples)
  }

  @Test(
    "frames that are sought are those of the whole where the rate is converted",
    arguments: [48_000.0, 16_000, 44_101, 8000, 22_050.5])
  func sought(rate: Double) throws {
    let whole = try Sound(path: SoundFiles.music, rate: rate, channels: 1).samples
    let request = SoundRequest(.file(Pathname(SoundFiles.music)), rate: rate, channels: 1, seconds: nil)
    var reading = try SoundReading(request, blockLength: 777)
    for place in [1, 160, whole.count / 3, whole.count / 2 + 11, whole.count - 400] {
      try reading.seek(toFrame: Int64(place))
      var part: [Float] = []
      for _ in 0..<3 {
        let frames = try reading.decodeNext()
        reading.lendFrames { block, order in part += frames.map { block.channel(order[0])[$0] } }
      }
      try #require(part.count == min(3 * 777, whole.count - place))
      let worst = zip(part, whole[place...]).map { abs($0 - $1) }.max() ?? 1
      // Sums of single precision in another order. Between rates without a common measure the nearest frame is sought.
      expectLess(worst, rate == 22_050.5 ? 0.2 : 1e-6, "frame \(place): \(worst)")
    }
  }
}

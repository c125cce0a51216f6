import AudioBase
import AudioConversion
import TestSupport
import Testing

/// Decoding that begins in the middle of a damaged track gives the frames, and the report, of decoding all of it.
@Suite struct SeekingTests {
  static let values = Array(1...20)

  /// Packets of 4 frames, some of them damaged (255) or remarked (200).
  static func reader(_ flaws: [Int: UInt8]) -> ListReader {
    ListReader(values.indices.map { [flaws[$0] ?? UInt8(values[$0])] }, framesPerPacket: 4)
  }

  @Test(
    "every place, behind and before damage",
    arguments: [
      [:], [9: 255], [8: 255, 9: 255], [10: 255], [11: 255, 15: 255], [9: 200], [8: 200], [12: 200, 3: 255],
    ])
  func places(_ flaws: [Int: UInt8]) throws {
    let reader = Self.reader(flaws)
    let whole = try TrackDecoderTests.decode(reader)
    for first in 1..<80 {
      var options = DecodeRequest()
      options.stretch = Int64(first)..<Int64.max
      let part = try TrackDecoderTests.decode(reader, options)
      expectEqual(part.samples, Array(whole.samples[first...]), "frame \(first)")
      let packets = Int64(20 - first / 4)
      expectEqual(part.report.packetCount, packets, "frame \(first)")
      let damaged = whole.report.damage.filter { $0.packet >= first / 4 }.map(\.packet)
      expectEqual(part.report.damage.map(\.packet), damaged, "frame \(first)")
      expectEqual(part.report.remarkedPacketCount, Int64(flaws.count { $0.value == 200 && $0.key >= first / 4 }))
    }
  }

  @Test("where only the first packet would do, that is said if asked for")
  func refusal() throws {
    var options = DecodeRequest()
    options.stretch = 40..<48
    options.seeking = .exactOrRefused
    try expectEqual(TrackDecoderTests.decode(Self.reader([:]), options).samples.count, 8)
    for flaws: [Int: UInt8] in [[9: 255], [10: 255], [11: 200]] {
      let error = #expect(throws: AudioError.self) { try TrackDecoderTests.decode(Self.reader(flaws), options) }
      #expect(error?.stage == .seeking && error?.kind == .unsupported, "\(flaws)")
    }
  }

  @Test("stretches add up to the report of the whole, packets that two have in common counted once")
  func reports() throws {
    let reader = Self.reader([:])
    let whole = try TrackDecoderTests.decode(reader)
    for length: Int64 in [1, 3, 4, 7, 16, 33] {
      var sum = DecodingReport()
      var samples: [Float] = []
      for first in stride(from: Int64(0), to: 80, by: Int(length)) {
        var options = DecodeRequest()
        options.stretch = first..<min(first + length, 80)
        options.seeking = .exactOrRefused
        let part = try TrackDecoderTests.decode(reader, options)
        #expect(first == 0 || sum.isContinued(by: part.report))
        sum.add(part.report)
        samples += part.samples
      }
      #expect(samples == whole.samples && sum.frameCount == 80 && sum.packetCount == 20, "\(length) frames a stretch")
    }
  }

  @Test("a stretch that does not go on where another ended is noticed")
  func gaps() throws {
    func report(_ frames: Range<Int64>) throws -> DecodingReport {
      var options = DecodeRequest()
      options.stretch = frames
      return try TrackDecoderTests.decode(Self.reader([:]), options).report
    }
    let first = try report(0..<40)
    let (next, later) = (try report(40..<80), try report(44..<80))
    #expect(first.isContinued(by: next) && !first.isContinued(by: later) && !next.isContinued(by: first))
  }
}

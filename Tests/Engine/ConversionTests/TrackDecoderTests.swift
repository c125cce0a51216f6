import AudioBase
import AudioConversion
import TestSupport
import Testing

@Suite struct TrackDecoderTests {
  /// Everything that a decoder gives, channel 0, and its report.
  static func decode(
    _ reader: ListReader, _ options: DecodeRequest = DecodeRequest()
  ) throws(AudioError) -> (samples: [Float], report: DecodingReport, expected: Int64?) {
    var decoder = try TrackDecoder(of: reader, track: 0, codecs: [EchoDecoder.descriptor], options: options)
    var samples: [Float] = []
    while let frames = try decoder.decodeNext() {
      let channel = decoder.block.channel(0)
      for frame in frames { samples.append(channel[frame]) }
    }
    return (samples, decoder.report, decoder.expectedFrameCount)
  }

  /// What the echo of `values` is, by its definition; `nil` stands for a concealed frame.
  static func echo(_ values: [Int?], framesPerPacket: Int) -> [Float] {
    var previous = 0
    var samples: [Float] = []
    for value in values {
      for frame in 0..<framesPerPacket {
        samples.append((value.map { Float($0 + previous) } ?? -1) + Float(frame) / 16)
      }
      previous = value ?? previous
    }
    return samples
  }

  static let values = Array(1...20)
  static var reader: ListReader { ListReader(values.map { [UInt8($0)] }, framesPerPacket: 4) }

  @Test func everyFrameComesOutInOrder() throws {
    let result = try Self.decode(Self.reader)
    expectEqual(result.samples, Self.echo(Self.values, framesPerPacket: 4))
    #expect(result.report.frameCount == 80 && result.report.packetCount == 20 && result.expected == 80)
  }

  @Test func thePacketTableTrimsUnlessItIsSwitchedOff() throws {
    var reader = Self.reader
    // Counted at half the decoder's rate.
    reader.tracks[0].packetTable = PacketTable(
      primingFrames: 3, validFrames: 25, remainderFrames: 12, timescale: 500)
    let whole = Self.echo(Self.values, framesPerPacket: 4)
    let trimmed = try Self.decode(reader)
    expectEqual(trimmed.samples, Array(whole[6..<56]))
    expectEqual(trimmed.expected, 50)
    var options = DecodeRequest()
    options.trimming = .none
    try expectEqual(Self.decode(reader, options).samples, whole)
  }

  @Test(arguments: [0.0, 0.001, 0.007, 0.016, 0.033, 0.079, 0.08, 5], [nil, 0, 0.003, 0.02, 100])
  func aPartIsTheSameAsThatPartOfTheWhole(start: Double, duration: Double?) throws {
    let whole = Self.echo(Self.values, framesPerPacket: 4)
    var options = DecodeRequest()
    options.start = start
    options.duration = duration
    let first = min(80, Int((start * 1000).rounded()))
    let count = min(80 - first, duration.map { Int(($0 * 1000).rounded()) } ?? 80)
    let expected = Array(whole[first..<(first + count)])
    try expectEqual(Self.decode(Self.reader, options).samples, expected)
    // Where the container has no index, the packets are counted one by one.
    var scanned = Self.reader
    scanned.tracks[0].packetCount = nil
    try expectEqual(Self.decode(scanned, options).samples, expected)
    // Durations that vary, as an MP4 file's may, do not change what packets decode to.
    var uneven = Self.reader
    uneven.tracks[0].format.framesPerPacket = 0
    uneven.frameCounts = uneven.packets.indices.map { $0 * 5 % 23 }
    try expectEqual(Self.decode(uneven, options).samples, expected)
    uneven.tracks[0].packetCount = nil
    try expectEqual(Self.decode(uneven, options).samples, expected)
  }

  @Test(
    "a seek reads no more than its pre-roll",
    arguments: [(SeekingAccuracy.exact, 0, 13), (.quick, 0, 14), (.exact, -3, 12)])
  func preroll(_ seeking: SeekingAccuracy, _ rollDistance: Int, _ firstPacket: Int) throws {
    var options = DecodeRequest()
    options.start = 0.06
    options.seeking = seeking
    var reader = Self.reader
    reader.tracks[0].rollDistance = rollDistance
    reader.firstReadable = firstPacket
    let part = try Self.decode(reader, options)
    #expect(part.samples == Array(Self.echo(Self.values, framesPerPacket: 4)[60...]) && part.report.packetCount == 5)
    reader.firstReadable += 1
    #expect(throws: AudioError.self) { try Self.decode(reader, options) }
  }

  @Test func packetsOfSeveralCodedFramesGetTheRoomTheyNeed() throws {
    var reader = ListReader([[1, 2, 3], [4], [5, 6]], framesPerPacket: 4)
    reader.frameCounts = [12, 0, 8]
    reader.tracks[0].duration = 0.024
    let whole = Self.echo([1, 2, 3, 4, 5, 6], framesPerPacket: 4)
    try expectEqual(Self.decode(reader).samples, whole)
    var options = DecodeRequest()
    options.start = 0.013
    try expectEqual(Self.decode(reader, options).samples, Array(whole[13...]))
  }

  @Test func whatIsBrokenBesideTheSoundIsReportedAndTheSoundKept() throws {
    let reader = ListReader([[1], [200], [3], [200]], framesPerPacket: 4)
    let result = try Self.decode(reader)
    expectEqual(result.samples, Self.echo([1, 200, 3, 200], framesPerPacket: 4))
    #expect(result.report.damagedPacketCount == 0 && result.report.remarkedPacketCount == 2)
    expectEqual(result.report.firstRemark?.packet, 1)
  }

  @Test func damageIsFilledInAndReported() throws {
    var reader = Self.reader
    reader.packets[4] = [255]
    reader.packets[9] = [255]
    let values: [Int?] = Self.values.map { [5, 10].contains($0) ? nil : $0 }
    let result = try Self.decode(reader)
    expectEqual(result.samples, Self.echo(values, framesPerPacket: 4))
    expectEqual(result.report.damagedPacketCount, 2)
    #expect(result.report.damage.map(\.packet) == [4, 9] && result.report.damage.map(\.fileOffset) == [104, 109])
  }

  @Test func aDamagedPacketOfSeveralCodedFramesKeepsItsLength() throws {
    var reader = ListReader([[1], [2, 255, 3], [4]], framesPerPacket: 4)
    reader.frameCounts = [0, 12, 0]
    try expectEqual(Self.decode(reader).samples, Self.echo([1, nil, nil, nil, 4], framesPerPacket: 4))
  }

  @Test func onlyTheFirstDamageIsRememberedInDetail() throws {
    let reader = ListReader([[1]] + (0..<100).map { _ in [255] }, framesPerPacket: 2)
    let report = try Self.decode(reader).report
    #expect(report.damagedPacketCount == 100 && report.damage.count == DecodingReport.rememberedDamageCount)
  }

  @Test func damageStopsWhereThatIsWanted() throws {
    var reader = Self.reader
    reader.packets[4] = [255]
    var options = DecodeRequest()
    options.damagePolicy = .stop
    do throws(AudioError) {
      _ = try Self.decode(reader, options)
      Issue.record("a damaged packet must stop the decoder")
    } catch {
      #expect(error.stage == .packet && error.place.packet == 4 && error.kind == .malformed)
    }
  }

  @Test func nothingButDamageIsAFailure() {
    let reader = ListReader([[255], [255]], framesPerPacket: 2)
    #expect(throws: AudioError.self) { try Self.decode(reader) }
  }

  @Test func aFileThatIsCutOffGivesWhatItHas() throws {
    var reader = Self.reader
    let cut = ContainerError(.truncated, "the file ends", at: 110)
    reader.failure = (10, cut)
    let result = try Self.decode(reader)
    expectEqual(result.samples, Array(Self.echo(Self.values, framesPerPacket: 4)[..<40]))
    expectEqual(result.report.earlyEnd?.place.byte, 110)
    var options = DecodeRequest()
    options.damagePolicy = .stop
    #expect(throws: AudioError.self) { try Self.decode(reader, options) }
    reader.failure = (10, ContainerError(.inputOutput, "the disk is gone", at: 110))
    #expect(throws: AudioError.self) { try Self.decode(reader) }
  }

  @Test func absurdDurationsAllocateNothing() throws {
    var reader = Self.reader
    reader.frameCounts[3] = Int.max
    reader.frameCounts[5] = -7
    reader.tracks[0].rollDistance = Int.min
    var options = DecodeRequest()
    options.start = 0.05
    try expectEqual(Self.decode(reader, options).samples, Array(Self.echo(Self.values, framesPerPacket: 4)[50...]))
  }

  @Test func aConfigurationFromOutsideReplacesTheCookie() throws {
    var reader = Self.reader
    reader.tracks[0].cookie = []
    #expect(throws: AudioError.self) { try Self.decode(reader) }
    var options = DecodeRequest()
    options.configuration = [4, 1]
    let whole = Self.echo(Self.values, framesPerPacket: 4)
    try expectEqual(Self.decode(reader, options).samples, whole)
    reader.tracks[0].format.formatID = "????"
    try expectEqual(Self.decode(reader, options).samples, whole)
  }

  @Test func unknownFormatsAndTracksAreRefused() {
    var reader = Self.reader
    reader.tracks[0].format.formatID = "????"
    let refusal = #expect(throws: AudioError.self) { try Self.decode(reader) }
    #expect(refusal?.stage == .decoder && refusal?.text == "unsupported: there is no decoder for '????'")
    #expect(throws: AudioError.self) {
      _ = try TrackDecoder(of: reader, track: 1, codecs: [EchoDecoder.descriptor])
    }
  }
}

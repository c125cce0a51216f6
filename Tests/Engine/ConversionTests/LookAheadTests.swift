import AudioBase
import AudioConversion
import TestSupport
import Testing

/// Decoders that are a packet behind give the frames that others give.
@Suite("Look-ahead") struct LookAheadTests {
  /// Everything that a decoder gives of channel 0, and its report.
  private static func decode(
    _ reader: ListReader, _ options: DecodeRequest, ahead: Bool
  ) throws(AudioError) -> (samples: [Float], report: DecodingReport) {
    var options = options
    if ahead { options.decoder = LateEchoDecoder.settings }
    var decoder = try TrackDecoder(of: reader, track: 0, codecs: [LateEchoDecoder.descriptor], options: options)
    var samples: [Float] = []
    while let frames = try decoder.decodeNext() {
      let channel = decoder.block.channel(0)
      for frame in frames { samples.append(channel[frame]) }
    }
    expectEqual(decoder.lookAheadDuration, ahead ? 0.004 : 0)
    return (samples, decoder.report)
  }

  /// Files with damage, trimming, several coded frames in a packet and remarks.
  private static var readers: [ListReader] {
    let plain = ListReader((1...20).map { [UInt8($0)] }, framesPerPacket: 4)
    var trimmed = plain
    trimmed.tracks[0].packetTable = PacketTable(
      primingFrames: 3, validFrames: 25, remainderFrames: 12, timescale: 500)
    var damaged = plain
    for index in [0, 5, 6, 19] { damaged.packets[index] = [255] }
    var several = ListReader([[1, 2, 3], [255, 0], [4], [5, 6]], framesPerPacket: 4)
    several.frameCounts = [12, 8, 0, 8]
    several.tracks[0].duration = 0.032
    let remarked = ListReader([[1], [200], [3], [255], [200]], framesPerPacket: 4)
    return [plain, trimmed, damaged, several, remarked, ListReader([[9]], framesPerPacket: 4)]
  }

  @Test("A track comes out as without: its frames, its damage, its remarks", arguments: 0..<6)
  func tracks(index: Int) throws {
    let reader = Self.readers[index]
    let expected = try Self.decode(reader, DecodeRequest(), ahead: false)
    let found = try Self.decode(reader, DecodeRequest(), ahead: true)
    #expect(found.samples == expected.samples && !found.samples.isEmpty)
    expectEqual(found.report.packetCount, expected.report.packetCount)
    expectEqual(found.report.frameCount, expected.report.frameCount)
    expectEqual(found.report.damage.map(\.packet), expected.report.damage.map(\.packet))
    expectEqual(found.report.remarkedPacketCount, expected.report.remarkedPacketCount)
    expectEqual(found.report.firstRemark?.packet, expected.report.firstRemark?.packet)
  }

  @Test(
    "A part of a track is that part", arguments: [0.0, 0.001, 0.007, 0.016, 0.033, 0.079, 0.08, 5],
    [SeekingAccuracy.exact, .quick])
  func parts(start: Double, seeking: SeekingAccuracy) throws {
    for duration in [nil, 0, 0.003, 0.02, 100] as [Double?] {
      var options = DecodeRequest()
      options.start = start
      options.duration = duration
      options.seeking = seeking
      let expected = try Self.decode(Self.readers[0], options, ahead: false)
      try expectEqual(Self.decode(Self.readers[0], options, ahead: true).samples, expected.samples)
    }
  }

  @Test("Samples that are played are those, behind each seek too")
  func samples() throws {
    func read(ahead: Bool) throws -> [[Float]] {
      var options = DecodeRequest()
      options.seeking = .quick
      if ahead { options.decoder = LateEchoDecoder.settings }
      let source = try TrackSource(
        of: TrackInput(of: Self.readers[1], track: 0, decoding: options), codecs: [LateEchoDecoder.descriptor])
      return try ([nil, 10, 1, 49] as [Int64?]).map { frame in
        if let frame { try source.seek(toFrame: frame) }
        var block = PCMBlock(channelCount: 1, capacity: 64)
        let count = try source.read(into: &block)
        return (0..<count).map { block.planes[$0] }
      }
    }
    let expected = try read(ahead: false)
    expectEqual(expected.map(\.count), [50, 40, 49, 1])
    try expectEqual(read(ahead: true), expected)
  }

  // MARK: Packets that are pushed

  private static func echo(_ channels: Int = 1, rate: Double = 1000) -> CodedStream {
    CodedStream(
      format: StreamFormat(formatID: "echo", sampleRate: rate, channelsPerFrame: channels, framesPerPacket: 4),
      cookie: [4, UInt8(channels)])
  }

  private static let samples = CodedStream(
    format: StreamFormat(SampleFormat("LEF32")!, sampleRate: 1000, channelsPerFrame: 1))

  private static func push(_ values: [UInt8], into converter: inout PacketConverter) {
    let places = values.indices.map { PacketDescription(startOffset: $0, byteCount: 1) }
    converter.append(values.span, descriptions: places.span)
  }

  private static func drain(_ converter: inout PacketConverter, by count: Int) throws -> [Float] {
    var result: [Float] = []
    var batch = PacketBatch()
    while true {
      let status = try converter.fill(&batch, packetCount: count)
      result += floats(batch.bytes)
      if status != .filled { return result }
    }
  }

  private static func converter(ahead: Bool, _ change: (inout PacketInput) -> Void = { _ in }) throws
    -> PacketConverter
  {
    var input = PacketInput(echo(), damagePolicy: .conceal)
    if ahead { input.decoder = LateEchoDecoder.settings }
    change(&input)
    return try PacketConverter(from: input, to: PacketRequest(samples.format), codecs: [LateEchoDecoder.descriptor])
  }

  @Test(
    "Losses, damage, other streams and cut ends come out as without", arguments: [1, 3, 64], [0, 1, 4, 6, 9])
  func pushed(taken: Int, trailing: Int) throws {
    func run(ahead: Bool) throws -> [Float] {
      var converter = try Self.converter(ahead: ahead) {
        $0.trailingFrames = trailing
        $0.packetTable = PacketTable(primingFrames: 5, validFrames: .max - 5, remainderFrames: 0, timescale: 1000)
      }
      var frames: [Float] = []
      for round in 0..<2 {
        Self.push([1, 2], into: &converter)
        frames += try Self.drain(&converter, by: taken)
        converter.appendLoss(packetCount: 2)
        Self.push([3, 255, 4], into: &converter)
        frames += try Self.drain(&converter, by: taken)
        if round == 0 { try converter.changeInput(to: Self.echo(2)) }
        Self.push([7, 8], into: &converter)
        converter.appendLoss(packetCount: 1)
        Self.push([9], into: &converter)
        converter.endInput()
        frames += try Self.drain(&converter, by: taken)
        expectEqual(converter.report.lostPacketCount, 3 * Int64(round + 1))
        converter.reset()
      }
      return frames
    }
    let expected = try run(ahead: false)
    expectGreater(expected.count, 40)
    try expectEqual(run(ahead: true), expected)
  }

  @Test("A packet more is taken before the first frame, and never again")
  func sizes() throws {
    var converter = try Self.converter(ahead: true)
    expectEqual(converter.lookAheadDuration, 0.004)
    try expectEqual(Self.converter(ahead: false).lookAheadDuration, 0)
    for _ in 0..<2 {
      expectEqual(converter.inputPacketCount(forOutputPackets: 8), 3)
      expectEqual(converter.outputPacketCount(forInputPackets: 3), 8)
      expectEqual(converter.outputPacketCount(forInputPackets: 1), 0)
      Self.push([1], into: &converter)
      #expect(try Self.drain(&converter, by: 64).isEmpty)
      expectEqual(converter.inputPacketCount(forOutputPackets: 8), 2)
      expectEqual(converter.outputPacketCount(forInputPackets: 2), 8)
      Self.push([2, 3], into: &converter)
      try expectEqual(Self.drain(&converter, by: 64).count, 8)
      converter.endInput()
      try expectEqual(Self.drain(&converter, by: 64).count, 4)
      converter.reset()
    }
  }

  // MARK: Refusals

  @Test("A setting that the codec does not know is refused by its name; the conversion stays as it was")
  func refusals() throws {
    var settings = LateEchoDecoder.settings
    settings.concealment = .off
    let input = PacketInput(Self.echo(), decoder: settings)
    let refused = #expect(throws: AudioError.self) {
      _ = try PacketConverter(
        from: input, to: PacketRequest(Self.samples.format), codecs: [LateEchoDecoder.descriptor])
    }
    expectEqual(refused?.advice, .withoutDecoderSettings([.concealment], orEncoding: false))
    expectEqual(refused?.description, "unsupported: decoders of 'echo' have no concealment times")
    let track = #expect(throws: AudioError.self) {
      _ = try TrackDecoder(
        of: Self.readers[0], track: 0, codecs: [EchoDecoder.descriptor],
        options: DecodeRequest(decoder: LateEchoDecoder.settings))
    }
    expectEqual(track?.description, "unsupported: decoders of 'echo' have no look-ahead")
    let linear = #expect(throws: AudioError.self) {
      _ = try PacketConverter(
        from: PacketInput(Self.samples, decoder: settings), to: PacketRequest(Self.samples.format))
    }
    expectEqual(linear?.description, "unsupported: decoders of 'lpcm' have no concealment times")
    var converter = try Self.converter(ahead: true)
    Self.push([1], into: &converter)
    #expect(throws: AudioError.self) { try converter.changeInput(to: Self.samples) }
    Self.push([2], into: &converter)
    converter.endInput()
    try expectEqual(Self.drain(&converter, by: 64).count, 8)
  }
}

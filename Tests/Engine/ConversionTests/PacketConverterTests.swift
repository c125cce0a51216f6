import AudioBase
import AudioConversion
import SignalProcessing
import TestSupport
import Testing

/// The converter's promises to its callers, however they cut and interrupt.
@Suite struct ConverterTests {
  static func noise(_ frames: Int, channels: Int = 2, seed: UInt64 = 4) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    return (0..<(frames * channels * 2)).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
  }

  static let source = StreamFormat(.int16, sampleRate: 44_100, channelsPerFrame: 2)

  /// Conversions of every kind of chain: plain, resampled up and down, mixed, dithered, in double precision.
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var request: PacketRequest
    var output: StreamFormat { request.format }
    var description: String { name }
  }

  static let cases: [Case] = {
    func format(_ text: String, _ rate: Double, _ channels: Int = 2) -> StreamFormat {
      StreamFormat(SampleFormat(text) ?? .int16, sampleRate: rate, channelsPerFrame: channels)
    }
    func resampling(_ complexity: ResamplerComplexity) -> StageSettings {
      StageSettings(resampler: ResamplerSettings(complexity: complexity))
    }
    func dithered(_ format: StreamFormat) -> PacketRequest {
      var request = PacketRequest(format)
      request.dithering = .noiseShaping
      return request
    }
    let mixing = StageSettings(channels: .mixing)
    var planar = format("LEF32", 44_100)
    planar.linearPCMFlags.insert(.nonInterleaved)
    (planar.bytesPerFrame, planar.bytesPerPacket) = (4, 4)
    return [
      Case(name: "plain", request: PacketRequest(format("LEF32", 44_100))),
      Case(name: "planar", request: PacketRequest(planar)),
      Case(name: "up", request: PacketRequest(format("LEI16", 48_000))),
      Case(name: "down", request: PacketRequest(format("LEI24", 16_000))),
      Case(name: "mono", request: PacketRequest(format("LEI16", 44_100, 1), stages: mixing)),
      Case(name: "mono up", request: PacketRequest(format("LEF32", 48_000, 1), stages: mixing)),
      Case(name: "dithered", request: dithered(format("LEI8", 44_100))),
      Case(name: "dithered up", request: dithered(format("LEI8", 48_000))),
      Case(name: "minimum phase", request: PacketRequest(format("LEF32", 32_000), stages: resampling(.minimumPhase))),
      Case(name: "linear", request: PacketRequest(format("LEF32", 22_050), stages: resampling(.linear))),
      Case(name: "mastering", request: PacketRequest(format("LEF64", 48_000), stages: resampling(.mastering))),
    ]
  }()

  /// The whole conversion in one call.
  static func oneShot(_ input: [UInt8], _ kind: Case) throws -> [[UInt8]] {
    var converter = try PacketConverter(
      from: PacketInput(CodedStream(format: source)), to: kind.request)
    converter.append(input.span)
    converter.endInput()
    var batch = PacketBatch()
    try expectEqual(converter.fill(&batch, packetCount: 1 << 16), .ended)
    return planes(batch, kind.output)
  }

  /// The bytes of each buffer of a batch.
  static func planes(_ batch: PacketBatch, _ format: StreamFormat) -> [[UInt8]] {
    let count = format.formatFlags & 32 != 0 ? format.channelsPerFrame : 1
    let size = batch.bytes.count / count
    return (0..<count).map { Array(batch.bytes[($0 * size)..<(($0 + 1) * size)]) }
  }

  private static func join(_ all: inout [[UInt8]], _ part: [[UInt8]]) {
    if all.isEmpty { all = part } else { for index in all.indices { all[index] += part[index] } }
  }

  private enum NotYet: Error { case now }

  @Test("output does not depend on how input and output are cut, nor on interruptions", arguments: cases)
  func chunking(_ kind: Case) throws {
    let frames = 3000
    let input = Self.noise(frames)
    let expected = try Self.oneShot(input, kind)
    #expect(!expected[0].isEmpty)
    var random = SplitMix64(seed: 6)
    // Of each call's input and output; 0 stands for any size.
    for (inputSize, outputSize) in [(1, 64), (4096, 1), (7, 3), (0, 0), (500, 10_000)] {
      var converter = try PacketConverter(
        from: PacketInput(CodedStream(format: Self.source)), to: kind.request)
      var found: [[UInt8]] = []
      var position = 0
      var interruptions = 0
      var batch = PacketBatch()
      var hasEnded = false
      while !hasEnded {
        let wanted = outputSize > 0 ? outputSize : Int.random(in: 1...700, using: &random)
        let status = try converter.fill(&batch, packetCount: wanted) { (_, portion) throws(NotYet) in
          // Every third time there is nothing yet.
          if Int.random(in: 0..<3, using: &random) == 0 { throw .now }
          let size = inputSize > 0 ? inputSize : Int.random(in: 1...700, using: &random)
          let count = min(size, frames - position)
          portion.bytes += input[(position * 4)..<((position + count) * 4)]
          position += count
        }
        Self.join(&found, Self.planes(batch, kind.output))
        switch status {
        case .filled: expectEqual(batch.descriptions.reduce(0) { $0 + $1.frameCount }, wanted)
        case .interrupted: interruptions += 1
        case .ended: hasEnded = true
        }
      }
      expectGreater(interruptions, 0)
      expectEqual(found, expected, "\(kind), \(inputSize) in, \(outputSize) out")
    }
  }

  @Test("a conversion that has ended stays so until it is reset, and is new then", arguments: cases)
  func latching(_ kind: Case) throws {
    let input = Self.noise(500)
    var converter = try PacketConverter(
      from: PacketInput(CodedStream(format: Self.source)), to: kind.request)
    var calls = 0
    func convert(_ converter: inout PacketConverter) throws -> [[UInt8]] {
      var batch = PacketBatch()
      var given = false
      let status = try converter.fill(&batch, packetCount: 10_000) { (_, portion) throws(NotYet) in
        calls += 1
        if !given { portion.bytes += input }
        given = true
      }
      guard case .ended = status else {
        Issue.record("not ended")
        return []
      }
      return Self.planes(batch, kind.output)
    }
    let first = try convert(&converter)
    let calledOnce = calls
    #expect(try convert(&converter).allSatisfy(\.isEmpty) && calls == calledOnce)
    converter.reset()
    try expectEqual(convert(&converter), first)
    expectEqual(first, try Self.oneShot(input, kind))
  }

  @Test("lengths are those of the rates, exactly")
  func lengths() throws {
    for (rate, frames) in [
      (48_000.0, 0), (48_000, 1), (48_000, 147), (48_000, 4410), (16_000, 999), (96_000, 3), (11_025, 5),
    ] {
      let kind = Case(name: "", request: PacketRequest(StreamFormat(.int16, sampleRate: rate, channelsPerFrame: 2)))
      let bytes = try Self.oneShot(Self.noise(frames), kind)[0]
      expectEqual(bytes.count / 4, Int((Double(frames) * rate / 44_100).rounded(.up)), "\(frames) to \(rate)")
    }
  }

  @Test("what is asked for is what is needed, so that nothing is taken in advance")
  func wants() throws {
    var converter = try PacketConverter(
      from: CodedStream(format: Self.source),
      to: CodedStream(format: StreamFormat(.float32, sampleRate: 44_100, channelsPerFrame: 2)))
    var batch = PacketBatch()
    try expectEqual(converter.fill(&batch, packetCount: 100), .needsInput(frameCount: 100))
    let input = Self.noise(60)
    converter.append(input.span)
    try expectEqual(converter.fill(&batch, packetCount: 100), .needsInput(frameCount: 40))
    expectEqual(batch.bytes.count, 60 * 8)
  }

  @Test("the asynchronous face gives what one call gives", arguments: cases)
  func sequence(_ kind: Case) async throws {
    let input = Self.noise(2500)
    let portions = stride(from: 0, to: 2500, by: 300).map { first in
      var batch = PacketBatch()
      batch.bytes = Array(input[(first * 4)..<(min(2500, first + 300) * 4)])
      return batch
    }
    let base = AsyncStream<PacketBatch> { continuation in
      for portion in portions { continuation.yield(portion) }
      continuation.finish()
    }
    let packets = ConvertedPackets(of: base, packetCount: 480) { () throws(AudioError) in
      try PacketConverter(
        from: PacketInput(CodedStream(format: Self.source)), to: kind.request)
    }
    var found: [[UInt8]] = []
    for try await batch in packets { Self.join(&found, Self.planes(batch, kind.output)) }
    expectEqual(found, try Self.oneShot(input, kind))
  }

  @Test func packetsThatAreDamagedCostThemselves() throws {
    let echo = StreamFormat(formatID: "echo", sampleRate: 1000, channelsPerFrame: 1, framesPerPacket: 4)
    var input = PacketInput(CodedStream(format: echo, cookie: [4, 1]), damagePolicy: .conceal)
    let output = StreamFormat(.float32, sampleRate: 1000, channelsPerFrame: 1)
    var converter = try PacketConverter(
      from: input, to: PacketRequest(output), codecs: [EchoDecoder.descriptor])
    let bytes: [UInt8] = [3, 255, 5]
    let places = (0..<3).map { PacketDescription(startOffset: $0, byteCount: 1) }
    converter.append(bytes.span, descriptions: places.span)
    converter.endInput()
    var batch = PacketBatch()
    try expectEqual(converter.fill(&batch, packetCount: 100), .ended)
    #expect(batch.bytes.count == 12 * 4 && converter.report.damagedPacketCount == 1)
    input.damagePolicy = .stop
    var strict = try PacketConverter(
      from: input, to: PacketRequest(output), codecs: [EchoDecoder.descriptor])
    strict.append(bytes.span, descriptions: places.span)
    #expect(throws: AudioError.self) { try strict.fill(&batch, packetCount: 100) }
    // What was made before the damage is given, and the packets behind it are still there.
    expectEqual(batch.bytes.count, 4 * 4)
    try expectEqual(strict.fill(&batch, packetCount: 4), .filled)
  }

  @Test func whatCannotBeConvertedIsRefused() {
    func refusal(_ output: StreamFormat, by channels: ChannelMapping = .rearranging) -> AudioError? {
      do throws(AudioError) {
        _ = try PacketConverter(
          from: PacketInput(CodedStream(format: Self.source)),
          to: PacketRequest(output, stages: StageSettings(channels: channels)))
        return nil
      } catch {
        return error
      }
    }
    let none = refusal(StreamFormat(formatID: "none", sampleRate: 0, channelsPerFrame: 0))
    #expect(none?.stage == .encoder && none?.rule == "there is no encoder for 'none'")
    expectEqual(refusal(Self.source, by: .map([0, 2]))?.stage, .channels)
    let far = StreamFormat(.int16, sampleRate: 1e9, channelsPerFrame: 2)
    #expect(refusal(far)?.stage == .resampling && refusal(far)?.rule.contains("2^23 Hz") == true)
  }
}

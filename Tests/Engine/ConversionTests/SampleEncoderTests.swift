import AudioBase
import AudioConversion
import TestSupport
import Testing

@Suite struct SampleEncoderTests {
  static let formats: [SampleFormat] = [
    "UI8", "I8", "LEI16", "BEI16", "LEUI16", "LEI24", "BEI24", "BEUI24", "LEI32",
    "BEI32", "LEUI32", "LEF32", "BEF32", "LEF64", "BEF64",
  ].compactMap { SampleFormat($0) }

  /// Ordinary, extreme and strange samples, and some that lie half-way between integers.
  static var samples: [Float] {
    var random = SplitMix64(seed: 7)
    var list: [Float] = [
      0, -0.0, 1, -1, 2, -2, 1e30, -1e30, .infinity, -.infinity, .nan, -.nan, .leastNonzeroMagnitude,
      1 - 0x1p-24, -1 + 0x1p-24, 0.5 / 32768, 1.5 / 32768, -0.5 / 32768, -2.5 / 32768, 0.5 / 128, 2.5 / 128,
      0.49999997 / 32768, 32767.5 / 32768, 32766.5 / 32768, -32768.5 / 32768, 8388607.0 / 8388608,
    ]
    for _ in 0..<500 { list.append(Float.random(in: -1.1...1.1, using: &random)) }
    return list
  }

  /// The definition: scale, round to the nearest, ties to even, clip; nothing that is not a number.
  static func expected(_ sample: Float, _ format: SampleFormat) -> [UInt8] {
    let bits: UInt64
    switch (format.encoding, format.bitsPerSample) {
    case (.floatingPoint, 32): bits = UInt64(sample.bitPattern)
    case (.floatingPoint, _): bits = Double(sample).bitPattern
    default:
      var full = 1.0
      for _ in 1..<format.bitsPerSample { full *= 2 }
      let scaled = sample.isNaN ? 0 : (Double(sample) * full).rounded(.toNearestOrEven)
      let value = Int64(min(max(scaled, -full), full - 1))
      bits = UInt64(bitPattern: format.encoding == .unsignedInteger ? value + Int64(full) : value)
    }
    let bytes = (0..<format.byteCount).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
    return format.byteOrder == .bigEndian ? bytes.reversed() : bytes
  }

  static func encode(_ planes: [[Float]], _ format: SampleFormat, order: [Int], frames: Range<Int>) -> [UInt8] {
    let block = makeBlock(planes)
    let encoder = SampleEncoder(LinearPCMLayout(format, channelCount: order.count), channelOrder: order)
    var bytes = [UInt8](repeating: 0xEE, count: frames.count * encoder.bytesPerFrame)
    var span = bytes.mutableSpan
    encoder.encode(block, frames: frames, into: &span)
    return bytes
  }

  @Test(arguments: formats, [1, 2, 3])
  func everyFormatFollowsTheDefinition(format: SampleFormat, channels: Int) {
    let samples = Self.samples
    let planes = (0..<channels).map { channel in samples.indices.map { samples[($0 + channel * 17) % samples.count] } }
    let order = Array((0..<channels).reversed())
    let frames = 3..<(samples.count - 2)
    let bytes = Self.encode(planes, format, order: order, frames: frames)
    let expected = frames.flatMap { frame in order.flatMap { Self.expected(planes[$0][frame], format) } }
    expectEqual(bytes, expected)
  }

  @Test func sixteenBitSamplesSurviveTheWayThere() {
    let planes = [(-32768...32767).map { Float($0) / 32768 }]
    let bytes = Self.encode(planes, .int16, order: [0], frames: 0..<65536)
    expectEqual(
      bytes, (-32768...32767).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }

  @Test func aPlaneMayBeTakenTwiceAndAnotherLeftOut() {
    let bytes = Self.encode(
      [[0.25], [0.5], [0.75]], SampleFormat(.signedInteger, bitsPerSample: 8), order: [2, 0, 2], frames: 0..<1)
    expectEqual(bytes, [96, 32, 96])
  }

  @Test func decodingUndoesEncodingWhereAFloatHoldsTheSample() throws {
    var random = SplitMix64(seed: 8)
    for format in Self.formats {
      let steps = Float(format.bitsPerSample >= 24 ? 1 << 23 : 1 << (format.bitsPerSample - 1))
      let planes = (0..<3).map { _ in
        (0..<100).map { _ in (Float.random(in: -1..<1, using: &random) * steps).rounded(.down) / steps }
      }
      let bytes = Self.encode(planes, format, order: [0, 1, 2], frames: 0..<100)
      var decoder = try LinearPCMDecoder(
        StreamFormat(format, sampleRate: 8000, channelsPerFrame: 3), layout: nil)
      var block = PCMBlock(channelCount: 3, capacity: 100)
      try decoder.decode(bytes.span, frameCount: 100, into: &block)
      expectEqual(block.frameCount, 100)
      for channel in 0..<3 {
        let samples = block.channel(channel)
        expectEqual((0..<100).map { samples[$0] }, planes[channel], "\(format)")
      }
    }
  }

  @Test func incompleteFramesAndUnknownLayoutsAreRefused() throws {
    var decoder = try LinearPCMDecoder(StreamFormat(.int16, sampleRate: 8000, channelsPerFrame: 2), layout: nil)
    var block = PCMBlock(channelCount: 2, capacity: 4)
    let short = #expect(throws: CodecError.self) { try decoder.decode([1, 2, 3].span, frameCount: 0, into: &block) }
    expectEqual(short?.kind, .truncated)
  }
}

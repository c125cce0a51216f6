import AudioBase
import AudioConversion
import SignalProcessing
import TestSupport
import Testing

/// Callers of a few milliseconds at a time.
@Suite struct PromptConversionTests {
  static let pairs: [(Double, Double)] = [
    (48_000, 16_000), (44_100, 48_000), (48_000, 44_100), (16_000, 48_000), (8000, 44_100), (96_000, 8000),
  ]

  static func converter(
    _ input: Double, _ output: Double, complexity: ResamplerComplexity = .normal,
    delivery: ResamplerDelivery = .automatic
  ) throws -> PacketConverter {
    var stages = StageSettings()
    stages.resampler.complexity = complexity
    stages.resampler.delivery = delivery
    return try PacketConverter(
      from: PacketInput(CodedStream(format: StreamFormat(.float32, sampleRate: input, channelsPerFrame: 1))),
      to: PacketRequest(StreamFormat(.float32, sampleRate: output, channelsPerFrame: 1), stages: stages))
  }

  @Test("every push of a few milliseconds gives as much", arguments: pairs)
  func pushes(_ input: Double, _ output: Double) throws {
    for milliseconds in [2.5, 5, 10, 20] {
      var converter = try Self.converter(input, output)
      let length = Int(input * milliseconds / 1000)
      let share = Double(length) * output / input
      var batch = PacketBatch()
      var total = 0
      for call in 1...50 {
        converter.append([UInt8](repeating: 0, count: 4 * length).span)
        guard case .needsInput(let frames) = try converter.fill(&batch, packetCount: 10_000) else {
          Issue.record("the output is full")
          return
        }
        expectGreater(frames, 0)
        let given = batch.bytes.count / 4
        let heard = call * length - converter.reach.trailing
        if heard > length { expectLessOrEqual(abs(Double(given) - share), 1, "\(milliseconds) ms, call \(call)") }
        total += given
        expectLessOrEqual(abs(Double(total) - max(0, Double(heard) * output / input)), 1)
      }
    }
  }

  @Test("a pull asks for what it needs", arguments: pairs)
  func pulls(_ input: Double, _ output: Double) throws {
    for milliseconds in [2.5, 5, 10, 20] {
      var converter = try Self.converter(input, output)
      let length = Int(output * milliseconds / 1000)
      let share = Double(length) * input / output
      var batch = PacketBatch()
      for call in 0..<50 {
        var asked = 0
        let status = try converter.fill(&batch, packetCount: length) { (wanted, portion) throws(Never) in
          asked += wanted
          portion.bytes = Array(repeating: 0, count: 4 * wanted)
        }
        guard case .filled = status else {
          Issue.record("not filled")
          return
        }
        expectEqual(batch.bytes.count, 4 * length)
        let expected = call == 0 ? share + Double(converter.reach.trailing) : share
        expectLessOrEqual(abs(Double(asked) - expected), max(1, input / output) + 1, "\(milliseconds) ms, call \(call)")
      }
    }
  }

  @Test("what has come is given where there is no more of it now")
  func interruptions() throws {
    enum NotNow: Error { case now }
    var converter = try Self.converter(48_000, 16_000)
    var batch = PacketBatch()
    for call in 0..<20 {
      var given = false
      let status = try converter.fill(&batch, packetCount: 4000) { (_, portion) throws(NotNow) in
        if given { throw .now }
        portion.bytes = Array(repeating: 0, count: 4 * 480)
        given = true
      }
      guard case .interrupted = status else {
        Issue.record("not interrupted")
        return
      }
      if call > 0 { expectEqual(batch.bytes.count, 4 * 160) }
    }
  }

  /// Noise as floats of one channel.
  private static func noise(_ count: Int) -> [UInt8] {
    let words = ConverterTests.noise(count, channels: 1)
    return stride(from: 0, to: words.count, by: 2).flatMap { index -> [UInt8] in
      let word = Int16(bitPattern: UInt16(words[index]) | UInt16(words[index + 1]) << 8)
      let bits = (Float(word) / 32768).bitPattern
      return (0..<4).map { UInt8(truncatingIfNeeded: bits >> UInt32(8 * $0)) }
    }
  }

  /// All of `input` in pushes of so many frames.
  private static func pushed(
    _ input: [UInt8], frames: Int, through converter: inout PacketConverter
  ) throws -> [UInt8] {
    var found: [UInt8] = []
    var batch = PacketBatch()
    for start in stride(from: 0, to: input.count, by: 4 * frames) {
      converter.append(input.span.extracting(start..<min(start + 4 * frames, input.count)))
      _ = try converter.fill(&batch, packetCount: 1 << 17)
      found += batch.bytes
    }
    converter.endInput()
    _ = try converter.fill(&batch, packetCount: 1 << 17)
    return found + batch.bytes
  }

  @Test("the first amount decides, once, until a reset; a delivery that is set decides for itself")
  func choice() throws {
    let input = Self.noise(40_000)
    func converted(_ frames: Int, _ delivery: ResamplerDelivery) throws -> [UInt8] {
      var converter = try Self.converter(44_100, 48_000, delivery: delivery)
      return try Self.pushed(input, frames: frames, through: &converter)
    }
    let blocks = try converted(40_000, .blocks)
    let prompt = try converted(40_000, .prompt)
    #expect(blocks != prompt && blocks.count == prompt.count)
    for frames in [1, 441, 4096, 4097, 20_000] {
      // To the bit, however the input is cut.
      try expectEqual(converted(frames, .blocks), blocks)
      try expectEqual(converted(frames, .prompt), prompt)
      try expectEqual(converted(frames, .automatic), frames <= 4096 ? prompt : blocks, "\(frames) frames")
    }
    var converter = try Self.converter(44_100, 48_000)
    for frames in [441, 20_000, 20_000, 441] {
      try expectEqual(Self.pushed(input, frames: frames, through: &converter), frames <= 4096 ? prompt : blocks)
      converter.reset()
    }
  }

  @Test("a request decides before the input does; where much is wanted, less than was asked for is little")
  func requests() throws {
    let input = Self.noise(40_000)
    func pulled(_ wanted: Int, most: Int, ahead: Int = 0) throws -> [UInt8] {
      var converter = try Self.converter(44_100, 48_000)
      var place = 0
      var found: [UInt8] = []
      while true {
        var batch = PacketBatch()
        let status = try converter.fill(&batch, packetCount: wanted, ahead: ahead) { (asked, portion) throws(Never) in
          let end = min(input.count, place + 4 * min(asked, most))
          portion.bytes += input[place..<end]
          place = end
        }
        found += batch.bytes
        if case .ended = status { return found }
      }
    }
    var first = try Self.converter(44_100, 48_000, delivery: .blocks)
    var second = try Self.converter(44_100, 48_000, delivery: .prompt)
    let blocks = try Self.pushed(input, frames: 40_000, through: &first)
    let prompt = try Self.pushed(input, frames: 40_000, through: &second)
    try expectEqual(pulled(480, most: .max), prompt)
    try expectEqual(pulled(4096, most: .max), prompt)
    try expectEqual(pulled(4097, most: .max), blocks)
    try expectEqual(pulled(10_000, most: .max), blocks)
    try expectEqual(pulled(10_000, most: 441), prompt)
    // Part of a larger request.
    try expectEqual(pulled(480, most: .max, ahead: 30_000), blocks)
  }

  @Test("the latency is told, and is that of the filter")
  func latency() throws {
    let normal = try Self.converter(44_100, 48_000)
    expectEqual(normal.latency, Double(normal.reach.trailing) / 44_100)
    let minimum = try Self.converter(44_100, 48_000, complexity: .minimumPhase)
    expectEqual(minimum.reach.trailing, 0)
    #expect(minimum.latency > 0 && minimum.latency < 0.001)
    let copy = try Self.converter(48_000, 48_000)
    expectEqual(copy.latency, 0)
  }
}

import AudioBase
import SignalProcessing
import Testing

@testable import AudioConversion

/// Callers of a few milliseconds at a time.
@Suite struct PromptConversionTests {
  static let pairs: [(Double, Double)] = [
    (48_000, 16_000), (44_100, 48_000), (48_000, 44_100), (16_000, 48_000), (8000, 44_100), (96_000, 8000),
  ]

  static func converter(_ input: Double, _ output: Double, complexity: ResamplerComplexity = .normal) throws
    -> Converter
  {
    var options = ConversionOptions()
    options.resampler.complexity = complexity
    return try Converter(
      from: CodedStream(format: StreamFormat(.float32, sampleRate: input, channelsPerFrame: 1)),
      to: CodedStream(format: StreamFormat(.float32, sampleRate: output, channelsPerFrame: 1)), options: options)
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
        #expect(frames > 0)
        let given = batch.bytes.count / 4
        let heard = call * length - converter.reach.trailing
        if heard > length { #expect(abs(Double(given) - share) <= 1, "\(milliseconds) ms, call \(call)") }
        total += given
        #expect(abs(Double(total) - max(0, Double(heard) * output / input)) <= 1)
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
        #expect(batch.bytes.count == 4 * length)
        let expected = call == 0 ? share + Double(converter.reach.trailing) : share
        #expect(abs(Double(asked) - expected) <= max(1, input / output) + 1, "\(milliseconds) ms, call \(call)")
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
      if call > 0 { #expect(batch.bytes.count == 4 * 160) }
    }
  }

  @Test("large blocks come whole: as much is computed at a time as a block holds")
  func blocks() throws {
    var whole = try Self.converter(44_100, 48_000)
    var cut = try Self.converter(44_100, 48_000)
    var batch = PacketBatch()
    let input = ConverterTests.noise(40_000, channels: 1)
    let bytes = stride(from: 0, to: input.count, by: 2).flatMap { index -> [UInt8] in
      let bits = (Float(Int16(bitPattern: UInt16(input[index]) | UInt16(input[index + 1]) << 8)) / 32768).bitPattern
      return (0..<4).map { UInt8(truncatingIfNeeded: bits >> UInt32(8 * $0)) }
    }
    whole.append(bytes.span)
    whole.endInput()
    _ = try whole.fill(&batch, packetCount: 1 << 16)
    let expected = batch.bytes
    var found: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 4 * 4000) {
      cut.append(bytes.span.extracting(start..<min(start + 4 * 4000, bytes.count)))
      _ = try cut.fill(&batch, packetCount: 1 << 16)
      found += batch.bytes
    }
    cut.endInput()
    _ = try cut.fill(&batch, packetCount: 1 << 16)
    // To the bit: nothing was computed ahead of its block.
    #expect(found + batch.bytes == expected)
  }
}

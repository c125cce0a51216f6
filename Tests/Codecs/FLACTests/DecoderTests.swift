import AudioBase
import Bitstream
import FLACCodec
import TestSupport
import Testing

/// What frames put together by hand decode to.
@Suite struct DecoderTests {
  private func information(_ channelCount: Int, _ depth: Int, blockSize: Int = 4096) -> StreamInformation {
    StreamInformation(blockSize: blockSize, sampleRate: 44_100, channelCount: channelCount, bitDepth: depth)
  }

  /// The integers of each channel.
  private func decode(
    _ packet: [UInt8], _ information: StreamInformation, capacity: Int? = nil
  ) throws(CodecError) -> (samples: [[Int]], remark: CodecError?) {
    var decoder = FLACDecoder(information)
    var block = SampleBlock<Double>(
      channelCount: information.channelCount, capacity: capacity ?? information.maximumBlockSize)
    try decoder.decode(packet.span, frameCount: 0, into: &block)
    let scale = Double(Int64(1) << Int64(information.bitDepth - 1))
    let samples = (0..<information.channelCount).map { channel in
      let plane = block.channel(channel)
      return plane.indices.map { Int(plane[$0] * scale) }
    }
    return (samples, decoder.remark)
  }

  @Test func constantAndVerbatimWithWastedBits() throws {
    var frame = HandMadeFrame(blockSize: 16, channels: 1, depth: 4)
    frame.subframe(0)
    frame.put(-77, 16)
    frame.subframe(1, wasted: 3)
    let values = (0..<16).map { $0 * 511 - 4000 }
    for value in values { frame.put(value, 13) }
    let result = try decode(frame.finished(), information(2, 16))
    #expect(result.samples == [[Int](repeating: -77, count: 16), values.map { $0 * 8 }] && result.remark == nil)
  }

  @Test(arguments: 0...4)
  func fixedPredictorsOfEveryOrder(order: Int) throws {
    // The samples are a polynomial and noise; the residual is its difference of that order, by definition.
    let samples = (0..<32).map { 3 * $0 * $0 - 40 * $0 + ($0 * 37) % 11 }
    var residuals = samples
    for _ in 0..<order { residuals = [0] + zip(residuals.dropFirst(), residuals).map { $0 - $1 } }
    var frame = HandMadeFrame(blockSize: 32, channels: 0, depth: 4)
    frame.subframe(UInt32(8 + order))
    for value in samples.prefix(order) { frame.put(value, 16) }
    // Two partitions, of parameters 6 and 2.
    frame.put(0, 2)
    frame.put(1, 4)
    for (part, parameter) in [(order..<16, 6), (16..<32, 2)] {
      frame.put(parameter, 4)
      for index in part { frame.rice(residuals[index], parameter) }
    }
    try expectEqual(decode(frame.finished(), information(1, 16)).samples, [samples])
  }

  @Test(arguments: [1, 3, 4, 7, 8, 11, 12, 13, 31, 32], [12, 24, 32])
  func linearPredictorsOfEveryWidth(order: Int, depth: Int) throws {
    var random = SplitMix64(seed: UInt64(order * 100 + depth))
    let coefficients = (0..<order).map { _ in Int.random(in: -40...40, using: &random) }
    let limit = 1 << (depth - 2)
    let warmUp = (0..<order).map { _ in Int.random(in: (-limit)..<limit, using: &random) }
    var samples = warmUp
    var residuals: [Int] = []
    for _ in order..<64 {
      let sum = (0..<order).reduce(0) { $0 + coefficients[$1] * samples[samples.count - 1 - $1] }
      let wanted = Int.random(in: (-limit)..<limit, using: &random)
      // A residual of 20 bits at most; the sample is what follows from it.
      residuals.append(max(-300_000, min(300_000, wanted - sum >> 10)))
      samples.append(sum >> 10 + residuals.last!)
      if abs(samples.last!) >= 2 * limit {
        residuals[residuals.count - 1] -= samples.last!
        samples[samples.count - 1] = 0
      }
    }
    // Residuals as they are, in 28 bits, and in a code with wide parameters.
    var frame = HandMadeFrame(blockSize: 64, channels: 0, depth: [12: 2, 24: 6, 32: 7][depth]!)
    frame.subframe(UInt32(31 + order))
    for value in warmUp { frame.put(value, depth) }
    frame.put(7 - 1, 4)
    frame.put(10, 5)
    for value in coefficients { frame.put(value, 7) }
    frame.put(1, 2)
    frame.put(1, 4)
    frame.put(31, 5)
    frame.put(31, 5)
    for value in residuals.prefix(32 - order) { frame.put(value, 31) }
    frame.put(24, 5)
    for value in residuals.dropFirst(32 - order) { frame.rice(value, 24) }
    try expectEqual(decode(frame.finished(), information(1, depth)).samples, [samples])
  }

  @Test(arguments: [(8, 0), (9, 1), (10, 2)], [16, 32])
  func stereoWithADifferenceOfOneBitMore(_ mode: (code: UInt32, kind: Int), depth: Int) throws {
    var random = SplitMix64(seed: UInt64(mode.kind))
    let top = 1 << (depth - 1)
    var left = (0..<20).map { _ in Int.random(in: (-top)..<top, using: &random) }
    var right = (0..<20).map { _ in Int.random(in: (-top)..<top, using: &random) }
    (left[0], right[0], left[1], right[1]) = (top - 1, -top, -top, top - 1)
    let side = zip(left, right).map { $0 - $1 }
    let middle = zip(left, right).map { ($0 + $1) >> 1 }
    var frame = HandMadeFrame(blockSize: 20, channels: mode.code, depth: depth == 16 ? 4 : 7)
    let planes = [(left, side), (side, right), (middle, side)][mode.kind]
    for (place, values) in [planes.0, planes.1].enumerated() {
      let isSide = place == (mode.kind == 1 ? 0 : 1)
      frame.subframe(1)
      for value in values { frame.put(value, depth + (isSide ? 1 : 0)) }
    }
    try expectEqual(decode(frame.finished(), information(2, depth)).samples, [left, right])
  }

  @Test(arguments: [8 + 2, 31 + 2] as [UInt32])
  func predictedDifferencesOf33Bits(code: UInt32) throws {
    // Left stays at one end of the range, right at the other: their difference needs the 33rd bit.
    let side = (0..<16).map { _ in (1 << 32) - 1 }
    var frame = HandMadeFrame(blockSize: 16, channels: 8, depth: 7)
    frame.subframe(0)
    frame.put(Int(Int32.max), 32)
    frame.subframe(code)
    for value in side.prefix(2) { frame.put(value, 33) }
    if code > 31 {
      frame.put(3 - 1, 4)
      frame.put(0, 5)
      for value in [2, -1] { frame.put(value, 3) }
    }
    frame.put(0, 6)
    frame.put(0, 4)
    for _ in 2..<16 { frame.rice(0, 0) }
    let expected = [[Int](repeating: Int(Int32.max), count: 16), [Int](repeating: Int(Int32.min), count: 16)]
    try expectEqual(decode(frame.finished(), information(2, 32)).samples, expected)
  }

  @Test func escapedPartitionsOfNoBitsAreZeros() throws {
    var frame = HandMadeFrame(blockSize: 16, channels: 0, depth: 4)
    frame.subframe(9)
    frame.put(100, 16)
    frame.put(0, 2)
    frame.put(0, 4)
    frame.put(15, 4)
    frame.put(0, 5)
    try expectEqual(decode(frame.finished(), information(1, 16)).samples, [[Int](repeating: 100, count: 16)])
  }

  @Test func residualsWithLongQuotients() throws {
    var frame = HandMadeFrame(blockSize: 16, channels: 0, depth: 4)
    frame.subframe(8)
    frame.put(0, 6)
    frame.put(0, 4)
    let values = (0..<16).map { $0 % 3 == 0 ? 1000 + $0 : -$0 }
    for value in values { frame.rice(value, 0) }
    try expectEqual(decode(frame.finished(), information(1, 16)).samples, [values])
  }

  private func constantFrame(_ count: Int = 16, channels: UInt32 = 0, depth: UInt32 = 4, rate: UInt32 = 9) -> [UInt8] {
    var frame = HandMadeFrame(blockSize: count, channels: channels, depth: depth, rate: rate)
    for _ in 0...channels {
      frame.subframe(0)
      frame.put(5, [0, 8, 12, 0, 16, 20, 24, 32][Int(depth)])
    }
    return frame.finished()
  }

  @Test func whatDoesNotBelongToTheStreamIsRefusedByName() throws {
    func refusal(_ packet: [UInt8], capacity: Int? = nil) -> CodecError? {
      do {
        _ = try decode(packet, information(1, 16), capacity: capacity)
        return nil
      } catch {
        return error
      }
    }
    expectNil(refusal(constantFrame()))
    expectEqual(refusal(constantFrame(channels: 1))?.kind, .unsupported)
    expectEqual(refusal(constantFrame(rate: 10))?.kind, .unsupported)
    expectEqual(refusal(constantFrame(5000))?.kind, .invalidState)
    expectNil(refusal(constantFrame(5000), capacity: 5000))
    expectEqual(refusal(constantFrame(65_536), capacity: 65_536)?.kind, .malformed)
    #expect(refusal([]) != nil)
    let behind = try decode(constantFrame() + [0], information(1, 16))
    #expect(behind.samples == [[Int](repeating: 5, count: 16)] && behind.remark?.kind == .malformed)
    #expect(try decode(constantFrame(depth: 1), information(1, 16)).remark != nil)
  }

  @Test func everyTruncationAndEveryWrongBitIsNoticed() throws {
    let packet = constantFrame(channels: 1)
    for count in packet.indices {
      #expect(throws: CodecError.self) { try decode(Array(packet.prefix(count)), information(2, 16)) }
    }
    for bit in 0..<(packet.count * 8) {
      var damaged = packet
      damaged[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      #expect(throws: CodecError.self) { try decode(damaged, information(2, 16)) }
    }
  }

  @Test func bytesOfAllKindsAreRefusedWithoutATrap() throws {
    var random = SplitMix64(seed: 77)
    for _ in 0..<20_000 {
      var packet = random.bytes(Int.random(in: 0...60, using: &random))
      let head = constantFrame(64, channels: UInt32.random(in: 0...10, using: &random)).prefix(9)
      packet = Array(head) + packet
      packet[8] = UInt8(HandMadeFrame.remainder(Array(packet.prefix(8)), width: 8, polynomial: 7))
      let check = HandMadeFrame.remainder(packet, width: 16, polynomial: 0x8005)
      packet += [UInt8(check >> 8), UInt8(check & 0xFF)]
      _ = try? decode(packet, information(2, 16))
    }
  }
}

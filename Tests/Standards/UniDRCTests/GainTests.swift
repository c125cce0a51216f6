import AudioBase
import Bitstream
import Foundation
import TestSupport
import Testing
import UniDRC

/// Gains from bits made by hand to factors of samples.
@Suite struct GainTests {
  private static let frameLength = 1024

  /// A stage that applies set 1, whose effect is general compression, unless another one is given.
  private func stage(
    _ gains: ConfigFields.Gains = .init(), delay: Int = 0, set: (inout ConfigFields.DRCSet) -> Void = { _ in },
    settings: (inout DecoderSettings) -> Void = { _ in }
  ) throws -> DynamicRangeStage {
    var one = ConfigFields.DRCSet(identifier: 1, effects: 1 << 5)
    set(&one)
    let config = try ConfigFields(gains: [gains], sets: [one]).config()
    let wishes = try required(
      request {
        $0.dynamicRange = .whole
        settings(&$0)
      })
    let format = DRCFormat(frameLength: Self.frameLength, sampleRate: 48000, channelCount: 2, delay: delay)
    return try required(DynamicRangeStage(wishes, config, StatedLoudnessSet(), format))
  }

  /// The factors of the second channel over packets; `nil` for one without gains.
  private func factors(_ stage: DynamicRangeStage, _ packets: [[(Int, Int)]?]) throws -> [Float] {
    var stage = stage
    var block = PCMBlock(channelCount: 2, capacity: Self.frameLength)
    var all: [Float] = []
    for packet in packets {
      block.setFrameCount(Self.frameLength)
      for channel in 0..<2 {
        var plane = block.plane(channel)
        for frame in plane.indices { plane[frame] = 1 }
      }
      if let packet {
        let bytes = bits(packet)
        var reader = BitReader(bytes.span)
        try stage.receive(&reader)
        expectLess(reader.remaining, 8)
      } else {
        stage.receiveNothing()
      }
      stage.apply(to: &block)
      for frame in 0..<Self.frameLength { all.append(block.channel(1)[frame]) }
    }
    return all
  }

  /// One gain at the end of the frame, in eighths of a dB, and no extension.
  private func single(_ eighths: Int) -> [(Int, Int)] {
    [(0, 1), (eighths < 0 ? 1 : 0, 1), (abs(eighths), 8), (0, 1)]
  }

  /// 6 dB double: the gain of a packet is reached at the end of the next frame, in a straight line from the last one.
  @Test(arguments: [0, 257]) func singleGains(delay: Int) throws {
    let found = try factors(stage(delay: delay), [single(-48), single(-48), single(48), single(0)])
    let start = Self.frameLength + delay - 1
    for frame in found.indices {
      let place = Double(frame - start) / 1024
      let expected =
        switch place {
        case _ where frame <= delay: 1.0
        case ...1: 1 - Double(frame - delay) / 2047 / 2
        case ...2: 0.5
        default: 0.5 + 1.5 * (place - 2)
        }
      expectLess(abs(Double(found[frame]) - expected), 1e-6, "\(frame)")
    }
  }

  /// Three nodes, 3 and 20 steps of 32 samples apart; the last is the frame's end.
  @Test func severalGains() throws {
    // Two zeros and a one: three nodes. Times: 01 01 (3), 11 000110 (20). Gains: −3 dB, then −1 eighth, then 0.
    let packet: [(Int, Int)] = [
      (1, 1), (1, 3), (1, 2), (1, 2), (3, 2), (6, 6), (1, 1), (24, 8), (3, 2), (2, 3), (0, 1),
    ]
    let found = try factors(stage(), [packet, single(-25)])
    func level(_ decibels: Double) -> Double { pow(2, decibels / 6) }
    for (frame, gain) in [(95, -3.0), (735, -3.125), (1023, -3.125)] {
      expectLess(abs(Double(found[1024 + frame]) - level(gain)), 1e-6)
    }
    expectLess(abs(Double(found[1024 + 415]) - (level(-3) + level(-3.125)) / 2), 1e-6)
  }

  /// A node after its frame's end lies in the frame before, which is still to be made; it has the first gain.
  @Test func lateGains() throws {
    var gains = ConfigFields.Gains()
    gains.isFullFrame = false
    // Two nodes and no end of the frame, 15 and 45 steps on: at 479, and at 1919, which becomes −129. The gains are
    // −6 dB and an eighth less.
    let late: [(Int, Int)] = [
      (1, 1), (1, 2), (0, 1), (3, 2), (1, 6), (3, 2), (31, 6), (1, 1), (48, 8), (3, 2), (0, 1),
    ]
    let found = try factors(stage(gains), [late, late, single(-48)])
    // The first packet's late node has no frame; the second packet's follows the first one's own.
    expectLess(abs(Double(found[1024 + 479]) - pow(2, -6.125 / 6)), 1e-6)
    expectLess(abs(found[1024 + 895] - 0.5), 1e-6)
    expectLess(abs(Double(found[2048 + 479]) - pow(2, -6.125 / 6)), 1e-6)
  }

  @Test func scalesOffsetsAndDucking() throws {
    let packets = [single(-48), single(-48), single(24), single(24)]
    func ends(_ stage: DynamicRangeStage) throws -> [Double] {
      let found = try factors(stage, packets)
      return [found[2047], found[3072 + 1023]].map { log2(Double($0)) * 6 }
    }
    func isClose(_ found: [Double], _ expected: [Double]) -> Bool {
      zip(found, expected).allSatisfy { abs($0 - $1) < 1e-4 }
    }
    #expect(isClose(try ends(stage()), [-6, 3]))
    #expect(
      isClose(try ends(stage(settings: { $0.dynamicRange = DynamicRangeScale(boost: 0.5, cut: 0.25) })), [-1.5, 1.5]))
    #expect(isClose(try ends(stage(set: { $0.scaling = (4, 8) })), [-3, 3]))
    #expect(isClose(try ends(stage(set: { $0.offset = -3 })), [-6.75, 2.25]))
    // One that ducks is applied whatever is asked for, and not scaled by the listener. Code 8 + 1: 1 − 2/8.
    let duck = try stage(
      set: {
        $0.effects = 1 << 11
        $0.ducking = 9
      },
      settings: {
        $0.dynamicRangeEffect = DynamicRangeEffect.none
        $0.dynamicRange = DynamicRangeScale(boost: 0.5, cut: 0.5)
      })
    #expect(isClose(try ends(duck), [-4.5, 2.25]))
  }

  /// Without gains the last one holds, and goes to 0 dB by a fiftieth of itself a packet, a gain above 0 by a tenth.
  @Test(arguments: [(-48, 0.98), (48, 0.9)]) func missingGains(gain: Int, part: Double) throws {
    let found = try factors(stage(), [single(gain), nil, nil, nil])
    expectLess(abs(log2(Double(found[3 * 1024 - 1])) - Double(gain.signum()) * part), 1e-5)
    expectLess(abs(log2(Double(found[4 * 1024 - 1])) - Double(gain.signum()) * part * part), 1e-5)
  }

  /// With slopes of 0 the curve between two nodes is the cubic 3x² − 2x³.
  @Test func splines() throws {
    var gains = ConfigFields.Gains()
    gains.isLinear = false
    // Two nodes: codes 1, 1 for slopes of 0, the first at 14 + 2 steps, the second at the end: 0 and −2 dB.
    let fall: [(Int, Int)] = [
      (1, 1), (1, 2), (1, 1), (1, 1), (3, 2), (2, 6), (0, 1), (0, 8), (0, 4), (0, 1),
    ]
    let found = try factors(stage(gains), [fall, fall])
    let (start, end) = (1024 + 511, 1024 + 1023)
    for frame in start...end {
      let x = Double(frame - start) / 512
      let expected = 1 + (pow(2, -2.0 / 6) - 1) * (3 * x * x - 2 * x * x * x)
      expectLess(abs(Double(found[frame]) - expected), 1e-6)
    }
  }

  /// Whatever the slopes, a curve has them at its ends: ln 2 / 6 of the factor for each dB per step of 32 samples.
  @Test(arguments: [
    // The code and width of each slope, and its value; the gain at the end, as a step of the first.
    ((0, 5), 0x0A, -0.1953, (3, 2)), ((0, 5), 0x0B, 0.0312, (2, 3)), ((0, 2), 0x00, -0.005, (0, 4)),
  ])
  func slopes(pad: (Int, Int), code: Int, slope: Double, step: (Int, Int)) throws {
    var gains = ConfigFields.Gains()
    gains.isLinear = false
    let width = pad.1
    let curve: [(Int, Int)] = [
      (1, 1), (1, 2), (code, width), (1, 1), (3, 2), (2, 6), (0, 1), (0, 8), step, (0, 1),
    ]
    let found = try factors(stage(gains), [curve, curve]).map { Double($0) }
    let (start, end) = (1024 + 511, 1024 + 1023)
    let change = 0.6931471805599453 / 6 * slope / 32
    expectLess(abs(found[start] - 1), 1e-6)
    expectLess(abs((found[start + 1] - found[start]) - change), abs(change) / 20 + 2e-6)
    expectLess(abs(found[end] - found[end - 1]), abs(change) / 20 + 2e-4)
    let largest = (start..<end).map { abs(found[$0 + 1] - found[$0]) }.max() ?? 0
    expectLess(largest, 1.05 * max(abs(change), 4 * abs(found[end] - found[start]) / 512))
  }

  @Test func resetForgetsGains() throws {
    var stage = try stage()
    let first = try factors(stage, [single(-48), single(-48)])
    let bytes = bits(single(48))
    var reader = BitReader(bytes.span)
    try stage.receive(&reader)
    stage.reset()
    try expectEqual(factors(stage, [single(-48), single(-48)]), first)
  }

  @Test func damagedGainsHoldTheLast() throws {
    var stage = try stage()
    let none: [UInt8] = []
    var reader = BitReader(none.span)
    #expect(throws: CodecError.self) { try stage.receive(&reader) }
    // 129 zeros: more gains than there can be.
    let many = [0x80] + [UInt8](repeating: 0, count: 40)
    var long = BitReader(many.span)
    #expect(throws: CodecError.self) { try stage.receive(&long) }
    // Any bytes are read or refused, and leave finite factors.
    var generator = SystemRandomNumberGenerator()
    var block = PCMBlock(channelCount: 2, capacity: 1024)
    for _ in 0..<2000 {
      let bytes = (0..<24).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var reader = BitReader(bytes.span)
      try? stage.receive(&reader)
      block.fillWithSilence(frameCount: 1024)
      var plane = block.plane(0)
      plane[1000] = 1
      stage.apply(to: &block)
      #expect(block.channel(0)[1000].isFinite && block.channel(0)[1000] >= 0)
    }
  }
}

import AACDecoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import Foundation
import TestSupport
import Testing

/// Parameters of LD MPEG Surround to subbands and samples.
struct SurroundToolTests {
  /// What a pair of parameters promises: powers that add up, their ratio, and the correlation of the channels.
  @Test func mixingsHaveTheLevelAndTheCoherenceThatTheyStandFor() {
    let table = SurroundMixingTable()
    for level in -15...15 {
      for coherence in 0..<8 {
        let m = table.entry(level: level, coherence: coherence)
        let (left, right) = (Double(m[0] * m[0] + m[1] * m[1]), Double(m[2] * m[2] + m[3] * m[3]))
        expectLess(abs(left + right - 1), 1e-6)
        if abs(level) < 15 {
          expectLess(abs(10 * log10(left / right) - surroundLevelDifferences[level + 15]), 1e-3)
        }
        // Dry and decorrelated signals have equal energies and nothing in common.
        let common = Double(m[0] * m[2] + m[1] * m[3])
        expectLess(abs(common - surroundCoherences[coherence] * (left * right).squareRoot()), 1e-6)
      }
    }
    expectEqual(table.entry(level: 16, coherence: 0), table.center)
    expectEqual(table.entry(level: 0, coherence: -1), table.center)
  }

  /// With the downmix in both channels, and its gain taken back by the mixing, what comes out is what went in.
  @Test(arguments: [(512, 64), (512, 32), (480, 32)]) func theBanksReconstruct(mode: (Int, Int)) throws {
    let (length, bandCount) = mode
    let rate = bandCount == 64 ? 48000 : 24000
    let configuration = try SurroundSyntaxTests.configuration(slots: length / bandCount, rate: rate)
    var surround: LowDelaySurround? = LowDelaySurround(configuration, outputRate: rate, frameLength: length)
    var bank = SurroundFilterbank(frameLength: length, bandCount: bandCount)
    var block = PCMBlock(channelCount: 2, capacity: length)
    block.setFrameCount(length)
    let signal = { (n: Int) in 0.4 * sin(0.05 * Double(n)) + 0.3 * sin(1.31 * Double(n)) }
    var (error, energy) = (0.0, 0.0)
    for frame in 0..<10 {
      var plane = block.plane(0)
      for n in 0..<length { plane[n] = Float(signal(frame * length + n)) }
      surround?.prepareMissing(level: 1)
      bank.run(&surround, &block, at: 0)
      guard frame >= 4 else { continue }
      for n in 0..<length {
        let expected = signal(frame * length + n - 4 * bandCount)
        expectEqual(block.channel(0)[n], block.channel(1)[n])
        error += (Double(block.channel(0)[n]) - expected) * (Double(block.channel(0)[n]) - expected)
        energy += expected * expected
      }
    }
    expectGreater(10 * log10(energy / error), 65, "a property of the window")
  }

  /// The filters are all-passes: noise keeps its energy, and has little in common with what it was made of.
  @Test(arguments: 0..<3, [64, 32]) func decorrelatedNoiseHasTheEnergyButNotTheWaveform(
    arrangement: Int, subbandCount: Int
  ) {
    var decorrelator = SurroundDecorrelator(slotCount: 16, subbandCount: subbandCount, arrangement: arrangement)
    var generator = SplitMix64(seed: 5)
    var direct = QuadratureMirrorMatrix(columnCount: 16)
    var twin = direct
    var (own, other, common) = (0.0, 0.0, 0.0)
    for frame in 0..<125 {
      for place in 0..<(16 * 64) {
        direct.real[place] = Float(Int64(bitPattern: generator.next()) >> 40) * 0x1p-9
        direct.imaginary[place] = Float(Int64(bitPattern: generator.next()) >> 40) * 0x1p-9
      }
      decorrelator.apply(direct, into: &twin)
      guard frame > 6 else { continue }
      for place in 0..<(16 * 64) where place % 64 < subbandCount {
        let (x, y) = (direct.real[place], direct.imaginary[place])
        let (u, v) = (twin.real[place], twin.imaginary[place])
        own += Double(x * x + y * y)
        other += Double(u * u + v * v)
        common += Double(x * u + y * v)
      }
    }
    expectLess(abs(other / own - 1), 0.1)
    expectLess(abs(common), 0.05 * own)
  }

  /// Each region's answer to an impulse is that of its difference equation, evaluated in `Double`, across frames: with
  /// the subbands that the regions usually have, for which there is code of its own, and with others.
  @Test(arguments: 0..<3, [8, 15, 16]) func theFiltersAreThoseOfTheStandard(kind: Int, slotCount: Int) {
    compareWithTheStandard(kind, slotCount, subbands: [0..<14, 14..<23, 23..<64][kind])
    compareWithTheStandard(kind, slotCount, subbands: 5..<18)
  }

  private func compareWithTheStandard(_ kind: Int, _ slotCount: Int, subbands: Range<Int>) {
    let numerators = [
      surroundAllPassLow.indices.map { surroundAllPassLow[$0] },
      surroundAllPassMiddle.indices.map { surroundAllPassMiddle[$0] },
      surroundAllPassHigh.indices.map { surroundAllPassHigh[$0] },
    ]
    let (b, delay) = (numerators[kind].map { Double($0) }, [7, 2, 1][kind])
    let order = b.count - 1
    var filter = SurroundAllPass(subbands: subbands, numerator: numerators[kind], delay: delay, slotCount: slotCount)
    var generator = SplitMix64(seed: UInt64(kind))
    var direct = QuadratureMirrorMatrix(columnCount: slotCount)
    var twin = direct
    var (x, y): ([Double], [Double]) = ([], [])
    for _ in 0..<6 {
      for slot in 0..<slotCount {
        x.append(Double(Int64(bitPattern: generator.next()) >> 40) * 0x1p-23)
        for subband in 0..<64 {
          direct.real[64 * slot + subband] = Float(x[x.count - 1])
          direct.imaginary[64 * slot + subband] = -2 * Float(x[x.count - 1])
        }
      }
      filter.apply(direct, to: &twin)
      for slot in 0..<slotCount {
        let t = y.count
        var sum = 0.0
        for j in 0...order where t - delay - j >= 0 { sum += b[j] * x[t - delay - j] }
        for j in 1...order where t - j >= 0 { sum -= b[order - j] * y[t - j] }
        y.append(sum)
        for subband in subbands {
          expectLess(abs(Double(twin.real[64 * slot + subband]) - sum), 1e-5)
          expectLess(abs(Double(twin.imaginary[64 * slot + subband]) + 2 * sum), 2e-5)
        }
        for subband in 0..<64 where !subbands.contains(subband) {
          expectEqual(twin.real[64 * slot + subband], 0, "the neighbours are left alone")
        }
      }
    }
  }

  /// Behind a sound that ends, what the filters still give is held below what was there.
  @Test func decorrelatedEchoesAreHeldBack() {
    var decorrelator = SurroundDecorrelator(slotCount: 20, subbandCount: 64, arrangement: 0)
    var direct = QuadratureMirrorMatrix(columnCount: 20)
    var twin = direct
    for frame in 0..<3 {
      for place in 0..<(20 * 64) { direct.real[place] = frame < 2 ? 1000 : 0 }
      decorrelator.apply(direct, into: &twin)
      #expect(twin.real.allSatisfy { $0.isFinite })
    }
    let last = (19 * 64)..<(20 * 64)
    let energy = last.reduce(Float(0)) {
      $0 + twin.real[$1] * twin.real[$1] + twin.imaginary[$1] * twin.imaginary[$1]
    }
    expectLess(energy, 64 * 1000 * 1000 * 0.05)
  }

  /// The mixing reaches each set at its slot, on a straight line.
  @Test func mixingsAreInterpolatedFromFrameToFrame() throws {
    var parameters = SurroundParameters(subbandCount: 64)
    let table = SurroundMixingTable()
    let bands = [Int](repeating: 0, count: 64)
    var shares = SurroundShares(count: 64)
    parameters.hold(width: 1, slotCount: 8)
    parameters.write(slot: 3, bands, into: &shares)
    expectLess(abs(shares.dryLeft[0] - table.center[0] / 2), 1e-6, "the first frame fades in")
    parameters.write(slot: 7, bands, into: &shares)
    expectEqual(Self.mixing(shares, 63), table.center)
    let bytes = SurroundWriter.frame(level: 8, coherence: 3)
    var frame = SurroundFrame()
    let reader = BitReaderSource(bytes)
    try reader.parse(&frame, SurroundSyntaxTests.configuration())
    parameters.advance(to: frame)
    let target = table.entry(level: 8, coherence: 3)
    for slot in 0..<8 {
      parameters.write(slot: slot, bands, into: &shares)
      let part = Float(slot + 1) / 8
      for place in 0..<4 {
        expectLess(abs(Self.mixing(shares, 0)[place] - part * target[place] - (1 - part) * table.center[place]), 1e-6)
      }
    }
    parameters.hold(width: 0, slotCount: 8)
    parameters.write(slot: 7, bands, into: &shares)
    expectEqual(Self.mixing(shares, 0), table.center, "equal channels where nothing is left of the values")
  }

  private static func mixing(_ shares: borrowing SurroundShares, _ subband: Int) -> SurroundMixing {
    SurroundMixing(
      shares.dryLeft[subband], shares.wetLeft[subband], shares.dryRight[subband], shares.wetRight[subband])
  }

  /// Silence stays silence, and the loudest subbands stay finite, through both shaping tools.
  @Test(arguments: [SurroundConfiguration.Shaping.decorrelated, .guided], [Float(0), 1e-30, 1e9])
  func shapingOfExtremesIsFinite(shaping: SurroundConfiguration.Shaping, level: Float) throws {
    var upmix = SurroundUpmix(try SurroundSyntaxTests.configuration(shaping: shaping))
    let frame = try Self.shapedFrame(shaping)
    var left = QuadratureMirrorMatrix(columnCount: 8)
    var right = QuadratureMirrorMatrix(columnCount: 8)
    for round in 0..<20 {
      for place in 0..<(8 * 64) {
        left.real[place] = round % 3 == 2 ? 0 : level
        left.imaginary[place] = 0
      }
      upmix.parameters.advance(to: frame)
      upmix.shapingData = frame.shaping
      upmix.apply(left: &left, right: &right)
      #expect((0..<512).allSatisfy { left.real[$0].isFinite && right.real[$0].isFinite })
      if level == 0 { #expect((0..<512).allSatisfy { left.real[$0] == 0 && right.imaginary[$0] == 0 }) }
    }
  }

  private static func shapedFrame(_ shaping: SurroundConfiguration.Shaping) throws -> SurroundFrame {
    var writer = SurroundWriter()
    writer.begin()
    for (quantity, index) in [(SurroundQuantity.levelDifference, 5), (.coherence, 4)] {
      writer.writer.write(3, 2)
      writer.write(SurroundSetPlan(strideCode: 3, indices: [index]), quantity)
    }
    writer.writer.write(0, 2)
    writer.writer.write(0b111, 3)
    if shaping == .guided {
      for level in [4, 0] {
        for index in surroundEnvelopeValues.indices where Int(surroundEnvelopeValues[index]) == 16 * level + 7 {
          let row = surroundEnvelope[index]
          writer.writer.write(row & 0xFF_FFFF, Int(row >> 24))
        }
      }
    }
    var frame = SurroundFrame()
    let reader = BitReaderSource(writer.writer.bytes)
    try reader.parse(&frame, SurroundSyntaxTests.configuration(shaping: shaping))
    #expect(frame.shaping.isShaped[0] && frame.shaping.isShaped[1])
    return frame
  }
}

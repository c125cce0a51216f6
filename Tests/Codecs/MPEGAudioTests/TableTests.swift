import Bitstream
import Foundation
import MPEGAudioCodec
import TestSupport
import Testing

@Suite("Tables of MPEG audio")
struct TableTests {
  /// 2^-length, summed over all codewords.
  private func kraftSum(_ rows: Span<UInt32>) -> Double {
    rows.indices.reduce(0.0) { $0 + exp2(-Double(PrefixCodeRow(packed: rows[$1]).length)) }
  }

  @Test("every code is complete: no bits are without a meaning")
  func complete() {
    expectEqual(kraftSum(pairCodebook1.span), 1)
    expectEqual(kraftSum(pairCodebook2.span), 1)
    expectEqual(kraftSum(pairCodebook3.span), 1)
    expectEqual(kraftSum(pairCodebook5.span), 1)
    expectEqual(kraftSum(pairCodebook6.span), 1)
    expectEqual(kraftSum(pairCodebook7.span), 1)
    expectEqual(kraftSum(pairCodebook8.span), 1)
    expectEqual(kraftSum(pairCodebook9.span), 1)
    expectEqual(kraftSum(pairCodebook10.span), 1)
    expectEqual(kraftSum(pairCodebook11.span), 1)
    expectEqual(kraftSum(pairCodebook12.span), 1)
    expectEqual(kraftSum(pairCodebook13.span), 1)
    expectEqual(kraftSum(pairCodebook15.span), 1)
    expectEqual(kraftSum(pairCodebook16.span), 1)
    expectEqual(kraftSum(pairCodebook24.span), 1)
    expectEqual(kraftSum(quadrupleCodebookA.span), 1)
    expectEqual(kraftSum(quadrupleCodebookB.span), 1)
  }

  @Test("the synthesis window mirrors itself, with the sign turned but where a multiple of 64 is")
  func window() {
    for index in 1..<512 {
      let mirrored = synthesisWindow[512 - index]
      expectEqual(synthesisWindow[index], index % 64 == 0 ? mirrored : -mirrored)
    }
    // ISO/IEC 11172-3, Table B.3: the largest coefficient is 1.144989014.
    expectLess(abs(Double(synthesisWindow[256]) / 65536 - 1.144989014), 1e-8)
  }

  @Test(
    "bands rise to 576 and 192 lines", arguments: [44100, 48000, 32000, 22050, 24000, 16000, 11025, 12000, 8000])
  func bands(rate: Int) {
    let long = ScaleFactorBandTables.long(rate)
    let short = ScaleFactorBandTables.short(rate)
    #expect(long[0] == 0 && long[22] == 576 && short[0] == 0 && short[13] == 192)
    #expect((1...22).allSatisfy { long[$0] > long[$0 - 1] } && (1...13).allSatisfy { short[$0] > short[$0 - 1] })
    // Pairs of lines are of one band.
    #expect((0...22).allSatisfy { long[$0] % 2 == 0 } && (0...13).allSatisfy { short[$0] % 2 == 0 })
    let plans = BandPlans(sampleRate: rate)
    for plan in [plans.long, plans.short, plans.mixed] {
      #expect(plan.ends.last == 576 && plan.count <= BandPlan.maximumCount)
      // Every line has a place of its own.
      expectEqual(Set(plan.places).count, 576)
      expectEqual(plan.bandsOfPairs.count, 288)
      for (pair, band) in plan.bandsOfPairs.enumerated() {
        #expect(plan.start(Int(band)) <= 2 * pair && 2 * pair + 1 < plan.ends[Int(band)])
      }
    }
    // Long and short bands of a mixed block meet.
    expectEqual(plans.mixed.start(plans.mixed.longCount), 3 * short[3])
  }

  @Test("a mixed block and a short one differ below line 36 only")
  func mixed() {
    let plans = BandPlans(sampleRate: 44100)
    expectEqual(Array(plans.mixed.places[..<36]), Array(plans.long.places[..<36]))
    expectEqual(Array(plans.mixed.places[36...]), Array(plans.short.places[36...]))
  }

  @Test("short lines are interleaved: line 3k + w of the spectrum is line k of window w")
  func interleaving() {
    let plan = BandPlans(sampleRate: 44100).short
    // The second band has four lines of each window from line 12 on.
    expectEqual(plan.places[12], Spectrum.place(ofLine: 12))
    expectEqual(plan.places[13], Spectrum.place(ofLine: 15))
    expectEqual(plan.places[16], Spectrum.place(ofLine: 13))
    expectEqual(plan.places[20], Spectrum.place(ofLine: 14))
  }

  @Test("the four groups of scale factors of MPEG-2 fill all bands that have one, whatever scalefac_compress says")
  func partitions() {
    let plans = BandPlans(sampleRate: 22050)
    for compress in 0..<512 {
      for partition in [ScaleFactorPartition(factors: compress), ScaleFactorPartition(positions: compress / 2)] {
        for division in [BandPlan.Division.long, .short, .mixed] {
          let counts = partition.bandCounts(division)
          expectEqual((0..<4).reduce(0) { $0 + counts[$1] }, plans[division].scaledCount)
          #expect((0..<4).allSatisfy { partition.widths[$0] <= 5 })
        }
      }
      expectEqual(ScaleFactorPartition(factors: compress).hasPreemphasis, compress >= 500)
    }
  }

  @Test("layer II allocations: bits and subbands as in Table B.2 and Table B.1 of the lower rates")
  func allocations() {
    func shape(_ table: BitAllocation) -> [Int] { (0..<table.subbandCount).map(table.bitCount(ofSubband:)) }
    let upper = Array(repeating: 4, count: 11) + Array(repeating: 3, count: 12)
    expectEqual(shape(.narrow), upper + Array(repeating: 2, count: 4))
    expectEqual(shape(.wide), upper + Array(repeating: 2, count: 7))
    expectEqual(shape(.lowBitRate), [4, 4, 3, 3, 3, 3, 3, 3])
    expectEqual(shape(.lowBitRate32), [4, 4] + Array(repeating: 3, count: 10))
    expectEqual(shape(.lowRates), [4, 4, 4, 4] + Array(repeating: 3, count: 7) + Array(repeating: 2, count: 19))
    for table in [BitAllocation.narrow, .wide, .lowBitRate, .lowBitRate32, .lowRates] {
      for subband in table.classes {
        expectEqual(subband.count.nonzeroBitCount, 1)
        #expect(zip(subband, subband.dropFirst()).allSatisfy { $0.levelCount < $1.levelCount })
      }
    }
  }

  @Test("requantised values are those of the formula", arguments: [1, 2, 15, 16, 100, 1000, 8191, 8206])
  func powers(magnitude: Int) {
    let tables = Requantizer.shared
    for gain in [150, 210, 255] {
      for sign in [1, -1] {
        let expected = Double(sign) * pow(Double(magnitude), 4.0 / 3) * exp2(Double(gain - 210) / 4)
        let value = tables.power(sign * magnitude) * tables.gain(gain - 210)
        expectLess(abs(Double(value) / expected - 1), 1.5e-7)
      }
    }
  }

  @Test("the right channel's positions become gains as in the standards")
  func intensity() {
    let stereo = JointStereo()
    for position in 0...6 {
      let gains = stereo.gains(position: position, isMPEG1: true, scale: 0)
      let angle = Double(position) * .pi / 12
      expectLess(abs(Double(gains.left) - sin(angle) / (sin(angle) + cos(angle))), 1e-7)
      expectLess(abs(Double(gains.left + gains.right) - 1), 2e-7)
    }
    for position in 0...31 {
      for scale in 0...1 {
        let gains = stereo.gains(position: position, isMPEG1: false, scale: scale)
        let quiet = pow(scale == 0 ? exp2(-0.25) : exp2(-0.5), Double((position + 1) / 2))
        expectLess(abs(Double(position % 2 == 0 ? gains.right : gains.left) / quiet - 1), 1e-7)
        expectEqual(position % 2 == 0 ? gains.left : gains.right, 1)
      }
    }
  }
}

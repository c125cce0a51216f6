import AACDecoding
import AACReplication
import Foundation
import TestSupport
import Testing
import Transforms

/// The filterbanks against the formulas of the standard, in double precision.
struct SubbandBankTests {
  /// A bank as ISO/IEC 14496-3, 4.6.18.4 writes it: two phases in parts of π/64 or π/128, and the window.
  struct Bank: Sendable, CustomTestStringConvertible {
    var kind: SubbandBankKind
    var bandCount: Int
    /// Twice the sample number plus this is the phase of the analysis and of the synthesis.
    var analysisPhase: Double
    var synthesisPhase: Double
    var testDescription: String { "\(kind), \(bandCount) bands" }
  }

  static let banks = [
    Bank(kind: .symmetric, bandCount: 64, analysisPhase: -0.5, synthesisPhase: -255),
    Bank(kind: .symmetric, bandCount: 32, analysisPhase: -1, synthesisPhase: -127),
    Bank(kind: .lowDelay, bandCount: 64, analysisPhase: -95, synthesisPhase: -63),
    Bank(kind: .lowDelay, bandCount: 32, analysisPhase: -95, synthesisPhase: -31),
  ]

  private func window(_ kind: SubbandBankKind, halved: Bool) -> [Double] {
    var full: [Double] = []
    for index in 0..<640 {
      full.append(Double(kind == .symmetric ? quadratureMirrorWindow[index] : lowDelayQuadratureMirrorWindow[index]))
    }
    guard halved else { return full }
    var half: [Double] = []
    for index in 0..<320 {
      let (even, odd) = (full[2 * index], full[2 * index + 1])
      half.append(kind == .symmetric ? even : (even + odd) / 2)
    }
    return half
  }

  /// How many columns go side by side; the build for a processor has but one of both.
  enum LaneCount: Int, Sendable, CaseIterable { case four = 4, eight = 8 }

  @Test(arguments: banks, LaneCount.allCases) func analysisIsThatOfTheStandard(bank: Bank, lanes: LaneCount) {
    switch lanes {
    case .four: analysisIsThatOfTheStandard(SIMD4<Float>.self, bank)
    case .eight: analysisIsThatOfTheStandard(SIMD8<Float>.self, bank)
    }
  }

  private func analysisIsThatOfTheStandard<Lanes: FloatLanes>(_ lanes: Lanes.Type, _ bank: Bank) {
    var generator = SplitMix64(seed: 8)
    let input = generator.samples(512) + generator.samples(512)
    var analysis = LaneSubbandAnalysis<Lanes>(
      bank.kind, bandCount: 32, columnCount: 16, synthesisBandCount: bank.bandCount)
    var history = SubbandAnalysis.History(bandCount: 32)
    var low = LowSubbands(historyCount: 2, columnCount: 16)
    let window = window(bank.kind, halved: true)
    var worst = 0.0
    for frame in 0..<2 {
      low.advance()
      analysis.analyze(input.span.extracting((512 * frame)..<(512 * (frame + 1))), history: &history, into: &low)
      for column in [0, 5, 15] {
        let newest = 512 * frame + 32 * column + 31
        for k in 0..<32 {
          var (re, im) = (0.0, 0.0)
          for n in 0..<320 where newest - n >= 0 {
            // Terms 64 apart have opposite signs, which the sums over j of the standard leave to the window.
            let angle = .pi / 64 * (Double(k) + 0.5) * (2 * Double(n % 64) + bank.analysisPhase)
            let value = 2 * 32768 * Double(input[newest - n]) * window[n]
            re += value * cos(angle)
            im += value * sin(angle)
          }
          let place = (column + 2) * 32 + k
          worst = max(worst, abs(re - Double(low.real[place])), abs(im - Double(low.imaginary[place])))
        }
      }
    }
    expectLess(worst, 0.4, "of sums of up to 2^20")
    expectGreater(worst, 0)
  }

  @Test(arguments: banks, LaneCount.allCases) func synthesisIsThatOfTheStandard(bank: Bank, lanes: LaneCount) {
    switch lanes {
    case .four: synthesisIsThatOfTheStandard(SIMD4<Float>.self, bank)
    case .eight: synthesisIsThatOfTheStandard(SIMD8<Float>.self, bank)
    }
  }

  private func synthesisIsThatOfTheStandard<Lanes: FloatLanes>(_ lanes: Lanes.Type, _ bank: Bank) {
    let count = bank.bandCount
    var generator = SplitMix64(seed: 9)
    var synthesis = LaneSubbandSynthesis<Lanes>(bank.kind, bandCount: count, columnCount: 16)
    var history = SubbandSynthesis.History(bandCount: count)
    let window = window(bank.kind, halved: count == 32)
    var v = [Double](repeating: 0, count: 20 * count)
    var worst = 0.0
    for _ in 0..<2 {
      var matrix = QuadratureMirrorMatrix(columnCount: 16)
      for index in matrix.real.indices {
        matrix.real[index] = 32768 * generator.nextSample()
        matrix.imaginary[index] = 32768 * generator.nextSample()
      }
      var output = [Float](repeating: 0, count: 16 * count)
      var samples = output.mutableSpan
      synthesis.synthesize(matrix, history: &history, into: &samples)
      for column in 0..<16 {
        var newest = [Double](repeating: 0, count: 2 * count)
        for n in 0..<(2 * count) {
          for k in 0..<count {
            let angle = .pi / Double(2 * count) * (Double(k) + 0.5) * (2 * Double(n) + bank.synthesisPhase)
            let place = 64 * column + k
            let real = Double(matrix.real[place]) * cos(angle)
            let imaginary = Double(matrix.imaginary[place]) * sin(angle)
            newest[n] += (real - imaginary) / 64
          }
        }
        v = newest + v.dropLast(2 * count)
        for k in 0..<count {
          var sum = 0.0
          for i in 0..<5 {
            let start = 2 * count * i + k
            sum += v[2 * start - k] * window[start]
            sum += v[2 * start - k + 3 * count] * window[start + count]
          }
          worst = max(worst, abs(sum / 32768 - Double(output[column * count + k])))
        }
      }
    }
    expectLess(worst, 4e-6)
    expectGreater(worst, 0)
  }

  // MARK: - Columns side by side

  /// Columns of a frame, and of frames too short for vectors of them, whose transforms go one by one.
  static let frames = [(whole: 16, short: 2), (whole: 15, short: 3), (whole: 30, short: 3)]

  @Test(arguments: banks, frames) func analysisSideBySideIsThatOfSingleColumns(
    bank: Bank, frame: (whole: Int, short: Int)
  ) {
    let four = analysisSideBySide(SIMD4<Float>.self, bank, frame)
    expectEqual(four, analysisSideBySide(SIMD8<Float>.self, bank, frame), "to the bit")
  }

  private func analysisSideBySide<Lanes: FloatLanes>(
    _ lanes: Lanes.Type, _ bank: Bank, _ frame: (whole: Int, short: Int)
  ) -> [Float] {
    var generator = SplitMix64(seed: 10)
    var input: [Float] = []
    while input.count < 32 * frame.whole { input += generator.samples(32) }
    func columns(of frameLength: Int) -> [Float] {
      var analysis = LaneSubbandAnalysis<Lanes>(
        bank.kind, bandCount: 32, columnCount: frameLength, synthesisBandCount: bank.bandCount)
      var history = SubbandAnalysis.History(bandCount: 32)
      var low = LowSubbands(historyCount: 2, columnCount: frameLength)
      var columns: [Float] = []
      for start in stride(from: 0, to: frame.whole, by: frameLength) {
        let range = (32 * start)..<(32 * (start + frameLength))
        analysis.analyze(input.span.extracting(range), history: &history, into: &low)
        columns += low.real[64...] + low.imaginary[64...]
      }
      return columns
    }
    let whole = columns(of: frame.whole)
    let count = 32 * frame.whole
    var (real, imaginary): ([Float], [Float]) = ([], [])
    let parts = columns(of: frame.short)
    for start in stride(from: 0, to: 2 * count, by: 64 * frame.short) {
      real += parts[start..<(start + 32 * frame.short)]
      imaginary += parts[(start + 32 * frame.short)..<(start + 64 * frame.short)]
    }
    let differences = zip(whole, real + imaginary).map { abs($0 - $1) }
    #expect(whole.count == 2 * count && differences.count == 2 * count)
    expectLess(differences.max() ?? 1, 0.4, "of sums of up to 2^20")
    return whole
  }

  @Test(arguments: banks, frames) func synthesisSideBySideIsThatOfSingleColumns(
    bank: Bank, frame: (whole: Int, short: Int)
  ) {
    let four = synthesisSideBySide(SIMD4<Float>.self, bank, frame)
    expectEqual(four, synthesisSideBySide(SIMD8<Float>.self, bank, frame), "to the bit")
  }

  private func synthesisSideBySide<Lanes: FloatLanes>(
    _ lanes: Lanes.Type, _ bank: Bank, _ frame: (whole: Int, short: Int)
  ) -> [Float] {
    let count = bank.bandCount
    var generator = SplitMix64(seed: 11)
    var matrix = QuadratureMirrorMatrix(columnCount: frame.whole)
    for index in matrix.real.indices {
      matrix.real[index] = 32768 * generator.nextSample()
      matrix.imaginary[index] = 32768 * generator.nextSample()
    }
    func samples(of frameLength: Int) -> [Float] {
      var synthesis = LaneSubbandSynthesis<Lanes>(bank.kind, bandCount: count, columnCount: frameLength)
      var history = SubbandSynthesis.History(bandCount: count)
      var samples: [Float] = []
      for start in stride(from: 0, to: frame.whole, by: frameLength) {
        var part = QuadratureMirrorMatrix(columnCount: frameLength)
        for index in 0..<(64 * frameLength) {
          part.real[index] = matrix.real[64 * start + index]
          part.imaginary[index] = matrix.imaginary[64 * start + index]
        }
        var output = [Float](repeating: 0, count: frameLength * count)
        var span = output.mutableSpan
        synthesis.synthesize(part, history: &history, into: &span)
        samples += output
      }
      return samples
    }
    let whole = samples(of: frame.whole)
    let differences = zip(whole, samples(of: frame.short)).map { abs($0 - $1) }
    #expect(whole.contains { abs($0) > 0.1 } && differences.count == frame.whole * count)
    expectLess(differences.max() ?? 1, 4e-6)
    return whole
  }
}

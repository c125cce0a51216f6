import AACEncoding
import AACSyntax
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// Sounds mixed to one side: which bands are coded once, and what the decoder makes of them.
struct PannedSoundTests {
  private func context(_ type: AudioObjectType, isPair: Bool = true, isCore: Bool = false) throws -> AnalysisContext {
    let configuration = try configuration(type, channels: 2, hertz: 44100)
    return AnalysisContext(
      profile: configuration.profile, bands: configuration.bands, sampleRate: 44100, bitRatePerChannel: 64000,
      bandwidthLine: configuration.frameLength, isPair: isPair, isCore: isCore)
  }

  /// An element whose noise is to lie 20 dB below both channels.
  private func element(_ context: AnalysisContext, _ left: [Double], _ right: [Double]) -> AnalyzedElement {
    var element = AnalyzedElement(frameLength: context.bands.frameLength, isPair: true)
    element.hasCommonWindow = true
    element.first.info.bandCount = context.bands.bandCount(isShort: false)
    element.second.info = element.first.info
    element.first.spectrum = left.map { Float($0) }
    element.second.spectrum = right.map { Float($0) }
    for band in 0..<element.first.info.bandCount {
      for line in lines(context, band) {
        element.first.energies[band] += Float(left[line] * left[line])
        element.second.energies[band] += Float(right[line] * right[line])
      }
      element.first.thresholds[band] = element.first.energies[band] / 100
      element.second.thresholds[band] = element.second.energies[band] / 100
    }
    return element
  }

  private func lines(_ context: AnalysisContext, _ band: Int) -> Range<Int> {
    context.bands.longOffsets[band]..<context.bands.longOffsets[band + 1]
  }

  private func noise(_ count: Int, seed: UInt64, level: Double = 500) -> [Double] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in level * generator.normal() }
  }

  /// By the decoder's rule (ISO/IEC 14496-3, 4.6.8.2.3) R is the first channel's lines times ±0.5^(position / 4). The
  /// errors of both, each against its own noise, stay below the four noises that the encoder allows.
  @Test(arguments: [AudioObjectType.aacLC, .erAACELD], [0.6, -0.4, 1.7])
  func aSoundAtOneSideIsCodedOnce(type: AudioObjectType, level: Double) throws {
    let context = try context(type)
    let left = noise(context.bands.frameLength, seed: 31)
    let right = zip(left, noise(left.count, seed: 32, level: 10)).map { level * $0 + $1 }
    var element = element(context, left, right)
    let before = element
    let analysis = PannedSoundAnalysis(context: context)
    analysis.analyze(&element, reduction: 0)
    for band in 0..<element.first.info.bandCount {
      guard analysis.candidates.contains(band) else {
        expectEqual(element.second.tools[band], .spectral)
        continue
      }
      expectEqual(element.second.tools[band], level > 0 ? .intensityInPhase : .intensityOutOfPhase)
      let gain = (level > 0 ? 1 : -1) * pow(0.5, Double(element.second.toolValues[band]) / 4)
      var (first, second) = (0.0, 0.0)
      for line in lines(context, band) {
        let carrier = Double(element.first.spectrum[line])
        first += pow(carrier - left[line], 2)
        second += pow(gain * carrier - right[line], 2)
        expectEqual(element.second.spectrum[line], 0)
      }
      let errors =
        first / Double(before.first.thresholds[band]) + second / Double(before.second.thresholds[band])
      expectLess(errors, 4)
      expectLessOrEqual(element.first.thresholds[band], before.first.thresholds[band])
      #expect(!element.midSide[band])
    }
    expectGreaterOrEqual(
      context.frequency(ofLine: lines(context, analysis.candidates.lowerBound).lowerBound, isShort: false), 3000)
    expectGreater(analysis.candidates.count, 10)
  }

  /// A sound in the middle has no difference, which M/S leaves out without any error; unrelated channels have no
  /// carrier.
  @Test(arguments: [1.0, 0.0])
  func theMiddleAndUnrelatedChannelsStayAsTheyAre(share: Double) throws {
    let context = try context(.erAACELD)
    let left = noise(context.bands.frameLength, seed: 33)
    let right = zip(left, noise(left.count, seed: 34)).map { share * $0 + (1 - share) * $1 }
    var element = element(context, left, right)
    PannedSoundAnalysis(context: context).analyze(&element, reduction: 0)
    #expect(element.second.tools.allSatisfy { $0 == .spectral })
    expectEqual(element.second.spectrum, right.map { Float($0) })
  }

  /// Where noise may be louder, so may the carrier's errors.
  @Test func itFollowsTheNoise() throws {
    let context = try context(.erAACELD)
    let left = noise(context.bands.frameLength, seed: 35)
    let right = zip(left, noise(left.count, seed: 36, level: 150)).map { 0.5 * $0 + $1 }
    let counts = [Float(0), 3].map { reduction in
      var element = element(context, left, right)
      PannedSoundAnalysis(context: context).analyze(&element, reduction: reduction)
      return element.second.tools.count { $0 != .spectral }
    }
    expectEqual(counts[0], 0)
    expectGreater(counts[1], 5)
  }

  @Test func coresOfReplicationAndSingleChannelsHaveNone() throws {
    #expect(try PannedSoundAnalysis(context: context(.erAACELD, isCore: true)).candidates.isEmpty)
    #expect(try PannedSoundAnalysis(context: context(.aacLC, isPair: false)).candidates.isEmpty)
  }
}

import AACDecoding
import AACEncoding
import AACSyntax
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// Noise substitution and intensity stereo: which bands, and what the decoder makes of them.
struct ParametricAnalysisTests {
  private func context(
    _ type: AudioObjectType, bitRate: Double, hertz: Int = 44100, isPair: Bool = true
  ) throws -> AnalysisContext {
    let configuration = try configuration(type, channels: 2, hertz: hertz)
    return AnalysisContext(
      profile: configuration.profile, bands: configuration.bands, sampleRate: Double(hertz),
      bitRatePerChannel: bitRate, bandwidthLine: configuration.frameLength, isPair: isPair)
  }

  private func element(_ context: AnalysisContext, _ left: [Double], _ right: [Double]) -> AnalyzedElement {
    var element = AnalyzedElement(frameLength: context.bands.frameLength, isPair: true)
    element.hasCommonWindow = true
    element.first.info.bandCount = context.bands.bandCount(isShort: false)
    element.second.info = element.first.info
    element.first.spectrum = left.map { Float($0) }
    element.second.spectrum = right.map { Float($0) }
    for band in 0..<element.first.info.bandCount {
      for line in context.bands.longOffsets[band]..<context.bands.longOffsets[band + 1] {
        element.first.energies[band] += Float(left[line] * left[line])
        element.second.energies[band] += Float(right[line] * right[line])
      }
      element.first.thresholds[band] = element.first.energies[band] / 100
      element.second.thresholds[band] = element.second.energies[band] / 100
    }
    return element
  }

  /// Lets noise lie 10 dB and a little below each band: few bits, but no hole.
  private func poor(_ element: inout AnalyzedElement, ratio: Float = 11) {
    for band in 0..<element.first.info.bandCount {
      element.first.thresholds[band] = element.first.energies[band] / ratio
      element.second.thresholds[band] = element.second.energies[band] / ratio
    }
  }

  @Test(arguments: [AudioObjectType.aacLC, .erAACELD])
  func steadyNoiseIsNoiseOfItsEnergy(type: AudioObjectType) throws {
    var generator = SplitMix64(seed: 21)
    let context = try context(type, bitRate: 32000)
    var analysis = NoiseAnalysis(context: context)
    expectGreaterOrEqual(
      context.frequency(ofLine: context.bands.longOffsets[analysis.candidates.lowerBound], isShort: false), 3000)
    var marked = 0
    var possible = 0
    var shared = 0
    for frame in 0..<60 {
      let left = (0..<context.bands.frameLength).map { _ in 300 * generator.normal() }
      let right = (0..<context.bands.frameLength).map { _ in 300 * generator.normal() }
      var element = element(context, left, right)
      analysis.analyze(&element, reduction: 100)
      for band in 0..<element.first.info.bandCount {
        guard element.first.tools[band] == .noise else { continue }
        #expect(analysis.candidates.contains(band))
        marked += 1
        let energy = pow(2, Double(element.first.toolValues[band]) / 2)
        expectLess(abs(10 * log10(energy / Double(element.first.energies[band]))), 0.76)
        if element.midSide[band] { shared += 1 }
      }
      if frame >= 20 { possible += analysis.candidates.count }
    }
    expectGreater(Double(marked), 0.6 * Double(possible))
    expectLess(shared, marked / 5)
  }

  /// White noise whose bands have some lines, steady for a second: these sound better than other noise of its energy.
  /// Below 32 kHz bits are too short for that, as in a core of SBR.
  @Test(arguments: [(AudioObjectType.aacLC, 44100, 48000.0), (.erAACELD, 44100, 48000), (.aacLC, 24000, 32000)])
  func noiseThatHasSomeLinesKeepsThem(type: AudioObjectType, hertz: Int, bitRate: Double) throws {
    var generator = SplitMix64(seed: 26)
    let context = try context(type, bitRate: bitRate, hertz: hertz)
    var analysis = NoiseAnalysis(context: context)
    var (marked, possible) = (0, 0)
    for _ in 0..<60 {
      let lines = (0..<context.bands.frameLength).map { _ in 300 * generator.normal() }
      var element = element(context, lines, lines)
      poor(&element, ratio: 6)
      analysis.analyze(&element, reduction: 0)
      marked += element.first.tools.count { $0 == .noise }
      possible += analysis.candidates.count
    }
    #expect(hertz < 32000 ? 2 * marked > possible : marked == 0)
    expectGreater(possible, 0)
  }

  /// Less than 3 dB above what hides it, a band may be empty without noise.
  @Test func noiseTakesThePlaceOfAudibleBandsAlone() throws {
    let context = try context(.aacLC, bitRate: 32000)
    var analysis = NoiseAnalysis(context: context)
    let lines = (0..<1024).map { $0 % 14 == 5 ? 1000.0 : 0.01 }
    for (ratio, isNoise) in [(Float(1.9), false), (2.1, true)] {
      var element = element(context, lines, lines)
      poor(&element, ratio: ratio)
      analysis.analyze(&element, reduction: 100)
      for band in analysis.candidates { expectEqual(element.first.tools[band] == .noise, isNoise) }
    }
  }

  @Test(arguments: [44100, 24000])
  func tonesAndEventsAreNotNoise(hertz: Int) throws {
    var generator = SplitMix64(seed: 22)
    let context = try context(.aacLC, bitRate: 32000, hertz: hertz)
    var analysis = NoiseAnalysis(context: context)
    var marked = 0
    for frame in 0..<60 {
      var lines = (0..<1024).map { _ in 3 * generator.normal() }
      // A tone of drifting phase in every band.
      for line in stride(from: 100, to: 1020, by: 14) {
        let phase = 0.37 * Double(frame * line)
        lines[line] += 1000 * cos(phase)
        lines[line + 1] += 900 * sin(phase)
      }
      var element = element(context, lines, lines)
      poor(&element)
      analysis.analyze(&element, reduction: 0)
      marked += element.first.tools.count { $0 == .noise }
    }
    expectEqual(marked, 0)
    analysis = NoiseAnalysis(context: context)
    for frame in 0..<60 {
      let level = frame % 2 == 0 ? 1000.0 : 100
      let lines = (0..<1024).map { _ in level * generator.normal() }
      var element = element(context, lines, lines)
      poor(&element)
      analysis.analyze(&element, reduction: 0)
      marked += element.first.tools.count { $0 == .noise }
    }
    expectEqual(marked, 0)
  }

  @Test(arguments: [
    (AudioObjectType.aacLC, 44100, 32000.0), (.aacLC, 44100, 48000), (.aacLC, 24000, 32000), (.erAACELD, 44100, 32000),
  ])
  func bandsThatWouldBeEmptyAreNoiseOfTheirEnergy(type: AudioObjectType, hertz: Int, bitRate: Double) throws {
    let context = try context(type, bitRate: bitRate, hertz: hertz)
    var analysis = NoiseAnalysis(context: context)
    // A few tones, which are no noise by themselves.
    let lines = (0..<context.bands.frameLength).map { $0 % 14 == 5 ? 1000.0 : 0.01 }
    var element = element(context, lines, lines)
    analysis.analyze(&element, reduction: 100)
    for band in analysis.candidates {
      expectEqual(element.first.tools[band], .noise)
      let energy = pow(2, Double(element.first.toolValues[band]) / 2)
      expectLess(abs(10 * log10(energy / Double(element.first.energies[band]))), 0.76)
    }
    #expect(!analysis.candidates.isEmpty)
  }

  /// Tones are coded where a few of their lines are left, but not above 13 kHz.
  @Test(arguments: [(Float(2.5), 0.0), (5, 13000), (11, 50000)])
  func highBandsAreSoonerEmpty(ratio: Float, first: Double) throws {
    let context = try context(.aacLC, bitRate: 32000)
    var analysis = NoiseAnalysis(context: context)
    let lines = (0..<1024).map { $0 % 14 == 5 ? 1000.0 : 0.01 }
    var element = element(context, lines, lines)
    poor(&element, ratio: ratio)
    analysis.analyze(&element, reduction: 0)
    for band in analysis.candidates {
      let frequency = context.frequency(ofLine: context.bands.longOffsets[band], isShort: false)
      expectEqual(element.first.tools[band] == .noise, frequency >= first, "\(frequency) Hz")
    }
  }

  @Test func equalNoiseInBothChannelsIsShared() throws {
    var generator = SplitMix64(seed: 23)
    let context = try context(.erAACELD, bitRate: 32000)
    var analysis = NoiseAnalysis(context: context)
    var marked = 0
    var shared = 0
    for _ in 0..<40 {
      let lines = (0..<context.bands.frameLength).map { _ in 300 * generator.normal() }
      var element = element(context, lines, lines.map { $0 * 0.5 })
      analysis.analyze(&element, reduction: 100)
      for band in analysis.candidates where element.first.tools[band] == .noise {
        marked += 1
        if element.midSide[band] { shared += 1 }
      }
    }
    expectGreater(marked, 100)
    expectEqual(shared, marked)
  }

  @Test(arguments: [(AudioObjectType.aacLC, 64000.0), (.erAACELD, 96000)])
  func highBitRatesUseNeither(type: AudioObjectType, bitRate: Double) throws {
    let context = try context(type, bitRate: bitRate)
    #expect(NoiseAnalysis(context: context).candidates.isEmpty)
    #expect(IntensityAnalysis(context: context).candidates.isEmpty)
  }

  /// A channel alone is dearer than one of a pair, and low sampling rates have more bits a line.
  @Test(arguments: [
    (60000.0, 44100, true, true), (64000, 44100, true, false), (64000, 48000, false, true),
    (80000, 48000, false, false),
    (47000, 32000, true, true), (48000, 32000, true, false), (48000, 24000, false, false),
  ])
  func noiseEndsWhereBitsSuffice(bitRate: Double, hertz: Int, isPair: Bool, isAllowed: Bool) throws {
    let context = try context(.aacLC, bitRate: bitRate, hertz: hertz, isPair: isPair)
    expectEqual(NoiseAnalysis(context: context).candidates.isEmpty, !isAllowed)
  }

  @Test(arguments: [1.0, -1.0])
  func intensityRestoresBothEnergiesAndTheSign(sign: Double) throws {
    var generator = SplitMix64(seed: 24)
    let context = try context(.aacLC, bitRate: 32000)
    var analysis = IntensityAnalysis(context: context)
    var found = 0
    for level in [1.0, 0.5, 0.2, 1.7] {
      for _ in 0..<12 {
        let lines = (0..<1024).map { _ in 500 * generator.normal() }
        let other = lines.map { sign * level * $0 + 5 * generator.normal() }
        var element = element(context, lines, other)
        let before = element
        analysis.analyze(&element)
        for band in 0..<element.first.info.bandCount where element.second.tools[band] != .spectral {
          found += 1
          #expect(analysis.candidates.contains(band))
          expectEqual(element.second.tools[band], sign > 0 ? .intensityInPhase : .intensityOutOfPhase)
          var left = 0.0
          var right = 0.0
          var expected = 0.0
          let gain = sign * pow(0.5, Double(element.second.toolValues[band]) / 4)
          for line in context.bands.longOffsets[band]..<context.bands.longOffsets[band + 1] {
            left += pow(Double(element.first.spectrum[line]), 2)
            right += pow(gain * Double(element.first.spectrum[line]), 2)
            expected += gain * Double(element.first.spectrum[line]) * other[line]
            expectEqual(element.second.spectrum[line], 0)
          }
          expectLess(abs(10 * log10(left / Double(before.first.energies[band]))), 0.05)
          expectLess(abs(10 * log10(right / Double(before.second.energies[band]))), 0.8)
          expectGreater(expected, 0)
        }
      }
    }
    expectGreater(found, 4 * 6 * analysis.candidates.count)
  }

  @Test func unrelatedChannelsAreNotIntensityCoded() throws {
    var generator = SplitMix64(seed: 25)
    let context = try context(.aacLC, bitRate: 32000)
    var analysis = IntensityAnalysis(context: context)
    for _ in 0..<30 {
      let left = (0..<1024).map { _ in 500 * generator.normal() }
      var element = element(context, left, left.map { $0 + 300 * generator.normal() })
      analysis.analyze(&element)
      #expect(element.second.tools.allSatisfy { $0 == .spectral })
    }
  }
}

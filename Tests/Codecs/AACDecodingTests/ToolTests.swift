import AACDecoding
import AACSyntax
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// The tools one by one, against the formulas in double precision.
struct ToolTests {
  private func streams(_ type: AudioObjectType, seed: UInt64) throws -> RandomStreams {
    RandomStreams(try configuration(type, channels: 2), seed: seed)
  }

  @Test func inverseQuantizationIsThePowerAndTheGain() throws {
    var streams = try streams(.aacLC, seed: 1)
    let bands = streams.configuration.bands
    let quantizer = InverseQuantizer.shared
    for _ in 0..<30 {
      var stream = streams.unit().elements[0].first
      var spectrum = [Float](repeating: .nan, count: 1024)
      quantizer.apply(&stream, bands: bands, to: &spectrum)
      for (line, expected) in Reference.spectrum(stream, bands).enumerated() {
        expectLessOrEqual(abs(Double(spectrum[line]) - expected), 2e-7 * abs(expected))
      }
    }
    for scaleFactor in 0...255 {
      let gain = Double(InverseQuantizer.quarterPower(scaleFactor - 100))
      expectLess(abs(gain / pow(2, (Double(scaleFactor) - 100) / 4) - 1), 1e-7)
    }
  }

  @Test(arguments: [AudioObjectType.aacLC, .erAACELD])
  func powersOfCodewordsAreThoseOfTheirLines(type: AudioObjectType) throws {
    var streams = try streams(type, seed: 4)
    let configuration = streams.configuration
    var count = 0
    for _ in 0..<100 {
      let bytes = packet(streams.unit())
      let unit = try parsed(bytes, configuration)
      for element in unit.elements where element.first.hasPowers {
        count += 1
        var stream = element.first
        var spectrum = [Float](repeating: .nan, count: configuration.frameLength)
        var expected = spectrum
        InverseQuantizer.shared.apply(&stream, bands: configuration.bands, to: &spectrum)
        stream.restoreLines()
        InverseQuantizer.shared.applyToLines(&stream, bands: configuration.bands, to: &expected)
        expectEqual(spectrum, expected)
      }
    }
    expectGreater(count, 30)
  }

  @Test(arguments: [AudioObjectType.aacLC, .erAACELD])
  func shapingIsTheRecursionAndItsInverse(type: AudioObjectType) throws {
    var streams = try streams(type, seed: 2)
    let bands = streams.configuration.bands
    var filters = 0
    for _ in 0..<300 {
      var stream = streams.unit().elements[0].first
      Reference.forEachFilter(stream, bands) { _, _ in filters += 1 }
      let original = (0..<bands.frameLength).map { _ in Float.random(in: -1000...1000, using: &streams.generator) }
      var spectrum = original
      var expected = original.map { Double($0) }
      TemporalNoiseShaping.apply(&stream, bands: bands, to: &spectrum)
      Reference.applyShaping(stream, bands, &expected)
      expectGreater(signalToNoise(spectrum, expected), 110)
      #expect(TemporalNoiseShaping.undo(&stream, bands: bands, in: &spectrum))
      expectGreater(signalToNoise(spectrum, original.map { Double($0) }), 80)
      spectrum = original
      expected = original.map { Double($0) }
      _ = TemporalNoiseShaping.undo(&stream, bands: bands, in: &spectrum)
      Reference.undoShaping(stream, bands, &expected)
      expectGreater(signalToNoise(spectrum, expected), 100)
    }
    expectGreater(filters, 60)
  }

  @Test func noiseHasTheEnergyThatWasSent() throws {
    let configuration = try configuration(.aacLC)
    var streams = RandomStreams(configuration, seed: 3)
    var noise = NoiseSubstitution()
    noise.seed(from: [1, 2, 3].span)
    var count = 0
    for _ in 0..<60 {
      var stream = streams.unit().elements[0].first
      var spectrum = [Float](repeating: 0, count: 1024)
      noise.apply(&stream, bands: configuration.bands, to: &spectrum)
      configuration.bands.forEachBand(stream.info) { place, lines in
        let energy = lines.reduce(0.0) { $0 + Double(spectrum[$1]) * Double(spectrum[$1]) }
        if stream.codebooks[place] == Codebook.noise {
          count += 1
          expectLess(abs(energy / pow(2, Double(stream.scaleFactors[place]) / 2) - 1), 1e-5)
          expectGreater(Set(lines.map { spectrum[$0] }).count, 1)
        } else {
          expectEqual(energy, 0)
        }
      }
    }
    expectGreater(count, 100)
  }

  /// A pair whose bands are all noise, with mid/side flags on every other band.
  private func noisePair(_ presence: MidSideMask.Presence) -> ChannelElementStream {
    var element = ChannelElementStream(element: .pair, frameLength: 1024)
    element.hasCommonWindow = true
    element.midSide.presence = presence
    element.first.info.bandCount = 20
    element.second.info.bandCount = 20
    for band in 0..<20 {
      element.first.codebooks[band] = Codebook.noise
      element.second.codebooks[band] = Codebook.noise
      element.first.scaleFactors[band] = 40
      element.second.scaleFactors[band] = 44
      element.midSide.used[band] = band % 2 == 0
    }
    return element
  }

  @Test(arguments: [MidSideMask.Presence.none, .perBand, .all])
  func flaggedBandsOfAPairShareTheirNoise(presence: MidSideMask.Presence) throws {
    let bands = try configuration(.aacLC, channels: 2).bands
    var element = noisePair(presence)
    var noise = NoiseSubstitution()
    noise.seed(from: [9].span)
    var first = [Float](repeating: 0, count: 1024)
    var second = first
    noise.apply(&element, bands: bands, first: &first, second: &second)
    let before = (first, second)
    JointStereo.undoMidSide(&element, bands: bands, first: &first, second: &second)
    #expect(first == before.0 && second == before.1)
    for band in 0..<20 {
      let lines = bands.longOffsets[band]..<bands.longOffsets[band + 1]
      let isShared = lines.allSatisfy { abs(second[$0] - 2 * first[$0]) <= 1e-5 * abs(second[$0]) }
      expectEqual(isShared, presence == .all || presence == .perBand && band % 2 == 0)
    }
  }

  @Test func intensityScalesTheLeftChannel() throws {
    let bands = try configuration(.aacLC, channels: 2).bands
    for presence in [MidSideMask.Presence.none, .perBand, .all] {
      for codebook in [Codebook.intensityInPhase, Codebook.intensityOutOfPhase] {
        for position in [-60, -3, 0, 1, 2, 7, 50] {
          for isFlagged in [false, true] {
            var element = noisePair(presence)
            element.first.codebooks[4] = 1
            element.second.codebooks = .init(repeating: 0)
            element.second.codebooks[4] = codebook
            element.second.scaleFactors[4] = Int16(position)
            element.midSide.used[4] = isFlagged
            let left = (0..<1024).map { Float($0 % 17) - 8 }
            var right = [Float](repeating: 0, count: 1024)
            JointStereo.applyIntensity(&element, bands: bands, first: left, second: &right)
            var sign = codebook == Codebook.intensityInPhase ? 1.0 : -1.0
            if presence == .perBand, isFlagged { sign = -sign }
            let gain = sign * pow(0.5, Double(position) / 4)
            for line in 0..<1024 {
              let isInBand = (bands.longOffsets[4]..<bands.longOffsets[5]).contains(line)
              let expected = isInBand ? gain * Double(left[line]) : 0
              expectLessOrEqual(abs(Double(right[line]) - expected), 1e-6 * abs(expected))
            }
          }
        }
      }
    }
  }

  @Test func midAndSideAreSumAndDifference() throws {
    let bands = try configuration(.aacLC, channels: 2).bands
    var element = noisePair(.perBand)
    for band in 0..<20 {
      element.first.codebooks[band] = 3
      element.second.codebooks[band] = band == 6 ? Codebook.intensityInPhase : 3
    }
    let mid = (0..<1024).map { Float($0 % 13) }
    let side = (0..<1024).map { Float($0 % 7) - 3 }
    var first = mid
    var second = side
    JointStereo.undoMidSide(&element, bands: bands, first: &first, second: &second)
    for band in 0..<20 {
      for line in bands.longOffsets[band]..<bands.longOffsets[band + 1] {
        let isUsed = band % 2 == 0 && band != 6
        expectEqual(first[line], isUsed ? mid[line] + side[line] : mid[line])
        expectEqual(second[line], isUsed ? mid[line] - side[line] : side[line])
      }
    }
  }
}

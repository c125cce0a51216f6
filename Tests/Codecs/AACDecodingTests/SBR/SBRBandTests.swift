import AACDecoding
import AACReplication
import AACSyntax
import MPEG4Systems
import TestSupport
import Testing

/// Frequency bands against the tables that decoders hold ready.
struct SBRBandTests {
  /// `k0` for each `bs_start_freq`, ISO/IEC 14496-3, 4.6.18.3.2.1.
  static let starts: [(rate: Int, values: [Int])] = [
    (16000, [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]),
    (22050, [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 28, 30]),
    (24000, [11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 27, 29, 32]),
    (32000, [10, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 27, 29, 32]),
    (44100, [8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 23, 25, 28, 32]),
    (48000, [7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 27, 31]),
    (96000, [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 23, 27, 31]),
  ]
  /// `k2` for each `bs_stop_freq` up to 13.
  static let stops: [(rate: Int, values: [Int])] = [
    (16000, [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 60, 62, 64]),
    (22050, [35, 36, 38, 40, 42, 44, 46, 48, 50, 52, 55, 58, 61, 64]),
    (44100, [23, 25, 27, 29, 31, 34, 37, 40, 43, 47, 51, 55, 59, 64]),
    (48000, [21, 23, 25, 27, 29, 32, 35, 38, 41, 45, 49, 54, 59, 64]),
    (96000, [13, 15, 17, 19, 21, 24, 27, 31, 35, 39, 44, 50, 57, 64]),
  ]

  private func borders(start: Int, stop: Int, rate: Int) -> [Int]? {
    var header = SBRHeader()
    header.startFrequency = start
    header.stopFrequency = stop
    return (try? SBRMasterBands(header, sampleRate: rate)).map { Array($0.borders) }
  }

  @Test(arguments: starts.indices) func bandsStartWhereTheHeaderSays(row: Int) {
    let (rate, values) = Self.starts[row]
    var met = 0
    for (code, value) in values.enumerated() {
      for stop in 0..<16 {
        guard let borders = borders(start: code, stop: stop, rate: rate) else { continue }
        expectEqual(borders.first, value)
        met += 1
      }
    }
    expectGreater(met, 30)
  }

  @Test(arguments: stops.indices) func bandsStopWhereTheHeaderSays(row: Int) {
    let (rate, values) = Self.stops[row]
    var met = 0
    for (code, value) in values.enumerated() {
      for start in 0..<16 {
        guard let borders = borders(start: start, stop: code, rate: rate) else { continue }
        expectEqual(borders.last, value)
        met += 1
      }
    }
    expectGreater(met, 14)
  }

  /// Whatever a header says, it is refused or gives bands in which nothing lies outside of the 64 subbands.
  @Test(arguments: SBRSyntaxTests.rates) func everyHeaderIsRefusedOrUsable(rate: Int) {
    var usable = 0
    for code in 0..<(16 * 16 * 8 * 4 * 2) {
      var header = SBRHeader()
      header.startFrequency = code & 15
      header.stopFrequency = code >> 4 & 15
      header.crossoverBand = code >> 8 & 7
      var part = SBRHeader.Frequency()
      part.scale = code >> 11 & 3
      part.alterScale = code >> 13 & 1 != 0
      part.noiseBands = (code ^ code >> 5) & 3
      header.frequency = part
      var limiter = SBRHeader.Limiter()
      limiter.bands = code % 4
      header.limiter = limiter
      guard let bands = try? SBRBands(header, sampleRate: rate) else { continue }
      usable += 1
      let covered = bands.patches.reduce(0) { $0 + $1.count }
      let isSound =
        bands.first <= 32 && bands.end <= 64 && covered <= bands.subbandCount
        && bands.patches.allSatisfy { $0.source >= 1 && $0.source + $0.count <= bands.first }
        && bands.limiter.first == bands.first && bands.limiter.last == bands.end
        && zip(bands.limiter, bands.limiter.dropFirst()).allSatisfy { $0 < $1 }
        && bands.noise.last == bands.end && bands.low.last == bands.end
        && bands.highBandOfSubband.count == bands.subbandCount && bands.noiseBandOfSubband.count == bands.subbandCount
      #expect(isSound, "code \(code) at \(rate) Hz")
    }
    print("SBR headers at \(rate) Hz: \(usable) of 16384 usable")
    expectGreater(usable, 1000)
  }

  /// Rates at which the lowest subbands would be number 0 or beyond the last one; an AudioSpecificConfig can name them.
  @Test(arguments: [2, 1000, 2_560_001, 5_120_000, 33_554_430]) func absurdRatesAreRefused(rate: Int) {
    for start in 0..<16 {
      for stop in 0..<14 {
        var header = SBRHeader()
        header.startFrequency = start
        header.stopFrequency = stop
        #expect(throws: AACError.self) { _ = try SBRMasterBands(header, sampleRate: rate) }
      }
    }
  }

  @Test func inlineListsChangeLikeArrays() {
    var generator = SplitMix64(seed: 12)
    for _ in 0..<200 {
      var list = InlineList<9, Int>(filler: 0)
      var array: [Int] = []
      for _ in 0..<Int.random(in: 0...9, using: &generator) {
        let value = Int.random(in: -3...3, using: &generator)
        list.append(value)
        array.append(value)
      }
      list.sort()
      array.sort()
      expectEqual(Array(list), array)
      while !array.isEmpty {
        let place = Int.random(in: 0..<array.count, using: &generator)
        list.remove(at: place)
        array.remove(at: place)
        #expect(Array(list) == array && list.count == array.count)
      }
    }
  }

  @Test func logarithmsAreExact() {
    // 2^(1/2) and log2(10), from published values.
    expectLess(abs(BinaryLogarithm.exponential(0.5) - 1.4142135623730951), 1e-15)
    expectLess(abs(BinaryLogarithm.of(10) - 3.321928094887362), 2e-15)
    expectEqual(BinaryLogarithm.of(1024), 10)
    expectEqual(BinaryLogarithm.exponential(-20), 1.0 / 1048576)
  }
}

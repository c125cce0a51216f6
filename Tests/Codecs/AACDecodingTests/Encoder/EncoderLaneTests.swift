import AACDecoding
import AACEncoding
import AACSyntax
import Bitstream
import MPEG4Systems
import TestSupport
import Testing
import Transforms

/// What the encoder works out for several numbers at once, beside the same one by one.
@Suite("AAC encoder: lanes") struct EncoderLaneTests {
  @Test("logarithms and powers of four have the bits of those of one")
  func functions() {
    var generator = SplitMix64(seed: 90)
    for _ in 0..<2000 {
      // Any positive normal number, and any exponent that gives one.
      let bits = (0..<4).map { _ in UInt32(0x80_0000 + generator.next() % 0x7F00_0000) }
      let x = SIMD4<Float>(
        Float(bitPattern: bits[0]), Float(bitPattern: bits[1]), Float(bitPattern: bits[2]), Float(bitPattern: bits[3]))
      let logarithms: SIMD4<Float> = FloatFunctions.log2(x)
      let powers: SIMD4<Float> = FloatFunctions.exp2(logarithms * 0.9)
      for lane in 0..<4 {
        expectEqual(logarithms[lane].bitPattern, FloatFunctions.log2(x[lane]).bitPattern)
        expectEqual(powers[lane].bitPattern, FloatFunctions.exp2(logarithms[lane] * 0.9).bitPattern)
      }
    }
  }

  @Test("attacks are found in four quarters at once as sample by sample", arguments: [960, 1024])
  func attacks(length: Int) {
    var generator = SplitMix64(seed: 91)
    var detector = AttackDetector(frameLength: length)
    var plain = detector
    for block in 0..<40 {
      let level = Float(1 << Int(generator.next() % 18))
      var samples = (0..<length).map { _ in level * Float.random(in: -1...1, using: &generator) }
      // Far too loud, and no numbers: both ways forget these alike, and go on alike.
      let place = Int(generator.next() % UInt64(length))
      if block % 8 == 5 { samples[place] = 3e7 }
      if block % 8 == 6 { samples[place] = block % 16 == 6 ? .nan : -.infinity }
      let found = detector.analyze(samples.span)
      let expected = plain.analyzePlainly(samples.span)
      for part in 0..<16 { expectEqual(found.energies[part], expected[part], "block \(block), part \(part)") }
    }
  }

  @Test("codewords from tables are those that are worked out, wherever they begin", arguments: 0..<8)
  func codewords(lead: Int) throws {
    let bands = try configuration(.aacLC).bands
    var generator = SplitMix64(seed: 92)
    for codebook in [UInt8(1), 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 31] {
      var stream = ChannelStream(frameLength: 1024)
      stream.info.bandCount = bands.bandCount(isShort: false)
      for band in 0..<stream.info.bandCount { stream.codebooks[band] = codebook }
      let largest = codebook < 11 ? Codebooks.largestAbsoluteValue[Int(codebook)] : 8191
      for line in 0..<1024 {
        // Bands of small lines among others, so that escapes come and do not come.
        let bound = line / 64 % 2 == 0 ? largest : min(largest, 14)
        stream.lines[line] = Int16(Int.random(in: -bound...bound, using: &generator))
      }
      var (fast, plain) = (BitWriter(), BitWriter())
      fast.write(0, lead)
      plain.write(0, lead)
      stream.writeSpectrum(to: &fast, bands: bands)
      stream.writeSpectrumPlainly(to: &plain, bands: bands)
      #expect(fast.offset == plain.offset && fast.bytes == plain.bytes, "codebook \(codebook)")
    }
  }

  @Test("no other scale factors within reach of the search cost less")
  func scaleFactors() {
    var generator = SplitMix64(seed: 93)
    let bits = (0..<121).map { Int32(1 + min(abs($0 - 60), 18)) }
    var trellis = ScaleFactorTrellis(scaleFactorBits: bits)
    for _ in 0..<200 {
      let count = 1 + Int(generator.next() % 12)
      var targets = ScaleFactorTargets(count: 128)
      let highest = Float.random(in: 60...240, using: &generator)
      for place in 0..<count {
        targets.wanted[place] = highest - Float.random(in: 0...44, using: &generator)
        targets.activeLines[place] = Float.random(in: 0...40, using: &generator)
        let isBound = generator.next() % 4 == 0
        targets.lowest[place] = isBound ? (targets.wanted[place] - 2).rounded(.down) : 0
      }
      var chosen = [Int](repeating: 0, count: 128)
      trellis.choose(Array(0..<count)[...], targets, into: &chosen)
      var total = loss(chosen[0], 0, targets)
      for place in 1..<max(count, 1) {
        total += loss(chosen[place], place, targets) + Double(bits[chosen[place] - chosen[place - 1] + 60])
      }
      expectLess(total, cheapest(count, targets, bits) + 0.01)
    }
  }

  /// The bits that a scale factor loses against the wanted one, which the search knows in sixteenths.
  private func loss(_ scaleFactor: Int, _ place: Int, _ targets: ScaleFactorTargets) -> Double {
    guard Float(scaleFactor) >= targets.lowest[place] else { return .infinity }
    let wanted = Double((targets.wanted[place] * 16).rounded(.down)) / 16
    let delta = Double(scaleFactor) - wanted
    let growth = Double(FloatFunctions.exp2(Float(0.375 * delta)))
    return Double(targets.activeLines[place]) * 0.1875 * ((growth - 1) / 0.2599302 - delta)
  }

  /// What the cheapest scale factors cost, by trying each of the sixteen around the wanted ones behind each other.
  private func cheapest(_ count: Int, _ targets: ScaleFactorTargets, _ bits: [Int32]) -> Double {
    var before: [(scaleFactor: Int, cost: Double)] = []
    for place in 0..<count {
      let base = max(Int(targets.wanted[place]) - 8, 0)
      before = (base..<(base + 16)).map { scaleFactor in
        let ways = before.map { $0.cost + Double(bits[scaleFactor - $0.scaleFactor + 60]) }
        return (scaleFactor, loss(scaleFactor, place, targets) + (ways.min() ?? 0))
      }
    }
    return before.map(\.cost).min() ?? 0
  }
}

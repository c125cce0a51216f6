import Foundation
import MPEGAudioCodec
import TestSupport
import Testing

@Suite("Transforms of MPEG audio against their formulas")
struct TransformTests {
  private static let least = 130.0

  /// Random lines in the order of the standard, and as a spectrum.
  private func randomSpectrum(seed: UInt64) -> (lines: [Double], spectrum: [Float]) {
    var generator = SplitMix64(seed: seed)
    let samples = generator.samples(576)
    var spectrum = [Float](repeating: 0, count: Spectrum.capacity)
    for line in 0..<576 { spectrum[Int(Spectrum.place(ofLine: line))] = samples[line] }
    return (samples.map(Double.init), spectrum)
  }

  /// Random lines of the lowest subbands, in the order of the standard and as the transforms take them.
  private func randomLines(seed: UInt64, subbandCount: Int = 32) -> (lines: [Double], columns: SubbandLines) {
    var generator = SplitMix64(seed: seed)
    let samples = generator.samples(576)
    var columns = SubbandLines()
    for line in 0..<18 * subbandCount { columns[line % 18, line / 18] = samples[line] }
    return (samples.map(Double.init), columns)
  }

  /// 36 values of a subband, windowed, straight from ISO/IEC 11172-3, 2.4.3.4.
  private func block(_ lines: ArraySlice<Double>, _ window: GranulePart.Window) -> [Double] {
    let lines = Array(lines)
    if window == .short {
      var result = [Double](repeating: 0, count: 36)
      for part in 0..<3 {
        for i in 0..<12 {
          let sum = (0..<6).reduce(0.0) {
            $0 + lines[3 * $1 + part] * cos(.pi / 24 * Double((2 * i + 7) * (2 * $1 + 1)))
          }
          result[6 + 6 * part + i] += sum * sin(.pi / 12 * (Double(i) + 0.5))
        }
      }
      return result
    }
    return (0..<36).map { i in
      let sum = (0..<18).reduce(0.0) { $0 + lines[$1] * cos(.pi / 72 * Double((2 * i + 19) * (2 * $1 + 1))) }
      let place = Double(i) + 0.5
      switch (window, i) {
      case (.start, 18..<24), (.stop, 12..<18): return sum
      case (.start, 24..<30): return sum * sin(.pi / 12 * (place - 18))
      case (.start, 30...), (.stop, ..<6): return 0
      case (.stop, 6..<12): return sum * sin(.pi / 12 * (place - 6))
      default: return sum * sin(.pi / 36 * place)
      }
    }
  }

  @Test(
    "windows, overlap and frequency inversion",
    arguments: [
      [GranulePart.Window.normal, .normal, .normal], [.normal, .start, .short, .short, .stop, .normal],
      [.short, .stop, .start, .normal],
    ], [false, true])
  func hybrid(windows: [GranulePart.Window], isMixed: Bool) {
    let filterbank = HybridFilterbank()
    var state = HybridFilterbank.State()
    var slots = SubbandSlots()
    var overlap = [[Double]](repeating: [Double](repeating: 0, count: 18), count: 32)
    for (number, window) in windows.enumerated() {
      let (lines, columns) = randomLines(seed: UInt64(number))
      let first = number % 2 * 18
      filterbank.synthesize(
        columns, (HybridFilterbank.Shape(window: window, isMixed: isMixed, subbandCount: 32), first), &state,
        into: &slots)
      var expected = [Double](repeating: 0, count: 576)
      for subband in 0..<32 {
        let type = isMixed && subband < 2 ? .normal : window
        let values = block(lines[(18 * subband)..<(18 * subband + 18)], type)
        for row in 0..<18 {
          let sign: Double = row & subband & 1 == 0 ? 1 : -1
          expected[32 * row + subband] = sign * (values[row] + overlap[subband][row])
        }
        overlap[subband] = Array(values[18...])
      }
      let actual = (0..<576).map { slots[first + $0 / 32, $0 % 32] }
      expectGreaterOrEqual(ratio(of: actual, to: expected), Self.least)
    }
  }

  @Test("subbands that are said to be silent come out as if they had been transformed", arguments: [0, 1, 5, 17, 31])
  func partial(subbandCount: Int) {
    let filterbank = HybridFilterbank()
    var whole = HybridFilterbank.State()
    var part = whole
    var wholeSlots = SubbandSlots()
    var partSlots = wholeSlots
    for granule in 0..<4 {
      let count = granule % 2 == 0 ? subbandCount : max(0, subbandCount - 3)
      let columns = randomLines(seed: UInt64(granule), subbandCount: count).columns
      filterbank.synthesize(
        columns, (HybridFilterbank.Shape(window: .normal, isMixed: false, subbandCount: 32), 0), &whole,
        into: &wholeSlots)
      filterbank.synthesize(
        columns, (HybridFilterbank.Shape(window: .normal, isMixed: false, subbandCount: count), 0), &part,
        into: &partSlots)
      for place in 0..<576 {
        expectEqual(wholeSlots[place / 32, place % 32], partSlots[place / 32, place % 32])
      }
    }
  }

  @Test("the polyphase filterbank", arguments: [[36, 36], [18, 18, 18], [12, 12, 12, 12], [4, 7, 36, 5, 13]])
  func polyphase(slotCounts: [Int]) {
    let filterbank = PolyphaseSynthesis()
    var state = PolyphaseSynthesis.State()
    var generator = SplitMix64(seed: 7)
    var history = [Double](repeating: 0, count: 1024)
    for slotCount in slotCounts {
      let slots = generator.samples(32 * slotCount)
      var columns = SubbandSlots()
      for place in slots.indices { columns[place / 32, place % 32] = slots[place] }
      var output = [Float](repeating: 0, count: 32 * slotCount)
      var samples = output.mutableSpan
      filterbank.synthesize(columns, &state, into: &samples)
      var expected: [Double] = []
      for slot in 0..<slotCount {
        let values = (0..<64).map { i in
          (0..<32).reduce(0.0) {
            $0 + cos(.pi / 64 * Double((16 + i) * (2 * $1 + 1))) * Double(slots[32 * slot + $1])
          }
        }
        history = values + history.dropLast(64)
        expected += (0..<32).map { j in
          (0..<8).reduce(0.0) { sum, i in
            sum + history[128 * i + j] * Double(synthesisWindow[64 * i + j]) / 65536
              + history[128 * i + 96 + j] * Double(synthesisWindow[64 * i + 32 + j]) / 65536
          }
        }
      }
      expectGreaterOrEqual(ratio(of: output, to: expected), Self.least)
    }
  }

  @Test("aliases are reduced by a rotation at every border")
  func aliases() {
    let (lines, spectrum) = randomSpectrum(seed: 3)
    var actual = SubbandLines()
    AliasReduction().apply(spectrum.span, columnCount: 8, to: &actual)
    var expected = lines
    for (index, c) in [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037].enumerated() {
      let cosine = 1 / (1 + c * c).squareRoot()
      for border in stride(from: 18, to: 576, by: 18) {
        let (below, above) = (lines[border - 1 - index], lines[border + index])
        expected[border - 1 - index] = below * cosine - above * c * cosine
        expected[border + index] = above * cosine + below * c * cosine
      }
    }
    expectGreaterOrEqual(ratio(of: (0..<576).map { actual[$0 % 18, $0 / 18] }, to: expected), Self.least)
  }

  @Test("aliases of a mixed granule are reduced at the lowest border alone")
  func mixedAliases() {
    let spectrum = randomSpectrum(seed: 4).spectrum
    var (whole, mixed, none) = (SubbandLines(), SubbandLines(), SubbandLines())
    AliasReduction().apply(spectrum.span, columnCount: 8, to: &whole)
    AliasReduction().copy(spectrum.span, columnCount: 8, isMixed: true, to: &mixed)
    AliasReduction().copy(spectrum.span, columnCount: 8, isMixed: false, to: &none)
    for line in 0..<576 {
      let (row, subband) = (line % 18, line / 18)
      let isAtBorder = subband == 0 && row >= 10 || subband == 1 && row < 8
      expectEqual(mixed[row, subband], isAtBorder ? whole[row, subband] : none[row, subband])
      expectEqual(none[row, subband], spectrum[Int(Spectrum.place(ofLine: line))])
    }
  }
}

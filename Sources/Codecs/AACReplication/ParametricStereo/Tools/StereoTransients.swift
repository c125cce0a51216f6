import Transforms

// Bound throughout: bands and slots are counted by constants, 128 at most.
// Holds throughout: bands and quads are of one resolution.

/// Adjacent slots of a ``StereoColumn`` in one parameter band.
package struct BandRun: Sendable, BitwiseCopyable {
  fileprivate let start: Int
  fileprivate let end: Int
  package let band: Int

  package var slots: Range<Int> { start..<end }

  /// Returns all used slots.
  package static func all(_ resolution: HybridResolution) -> [BandRun] {
    var runs: [BandRun] = []
    for subband in 0..<resolution.subbandCount {
      let (slot, band) = (resolution.slot(subband), resolution.parameterBand(subband))
      if let last = runs.last, last.band == band, last.end == slot {
        runs[runs.count - 1] = BandRun(start: last.start, end: slot + 1, band: band)
      } else {
        runs.append(BandRun(start: slot, end: slot + 1, band: band))
      }
    }
    return runs
  }
}

/// The quads of a ``StereoColumn`` by parameter band.
struct BandMembers: Sendable {
  /// The number of bands in the larger resolution, filled up to fours.
  static let bandCount = 36

  /// All quads in use.
  let groups: [BandGroup]
  /// The bands of the lanes of each quad.
  fileprivate let bands: [SIMD4<UInt8>]
  /// Fours of bands.
  fileprivate let bandQuadCount: Int

  init(_ resolution: HybridResolution) {
    var bands = [SIMD4<UInt8>](
      repeating: SIMD4(repeating: UInt8(BandPowers.noBand)), count: StereoColumn.quadCount)
    for subband in 0..<resolution.subbandCount {
      let slot = resolution.slot(subband)
      bands[slot / 4][slot % 4] = UInt8(resolution.parameterBand(subband))
    }
    self.bands = bands
    groups = BandGroup.groups(bands, of: [Int](resolution.partQuads) + [Int](StereoColumn.wholeQuads))
    bandQuadCount = (resolution.parameterBandCount + 3) / 4
  }
}

/// The fall of each band's energy from its last peak: the decorrelated part of a transient is attenuated by it.
///
/// Four bands at a time, all columns. Column by column this took 64,000 instructions per frame of HE-AAC v2.
struct StereoTransients: Sendable {
  private static let peakDecay: Float = 0.76592833836465
  private static let smoothing: Float = 0.25
  private static let impact: Float = 1.5

  /// The state of four bands kept from column to column.
  private struct Trace: Sendable, BitwiseCopyable {
    var peak = SIMD4<Float>(repeating: 0)
    var smooth = SIMD4<Float>(repeating: 0)
    var difference = SIMD4<Float>(repeating: 0)
  }

  private var traces = [Trace](repeating: Trace(), count: BandMembers.bandCount / 4)
  private var powers = BandPowers()
  /// The factor of the decorrelated signal: band `b` in column `c` at `64 c + b`. Until it is computed, the powers.
  private var gains = [Float](repeating: 1, count: BandPowers.rowsLength)

  init() {}

  /// Clears all frames.
  mutating func reset() {
    for place in traces.indices { traces[place] = Trace() }
  }

  /// Processes a frame of the signal.
  mutating func update(_ signal: borrowing StereoSignal, _ members: BandMembers, columnCount: Int) {
    powers.clear(bandCount: 4 * members.bandQuadCount)
    for place in members.groups.indices {
      let group = members.groups[place]
      guard group.quads.lowerBound < signal.usedWholeQuads.upperBound else { break }
      for quad in group.quads where quad < signal.usedWholeQuads.upperBound {
        let columns = signal.row(quad).extracting(droppingFirst: StereoSignal.pastCount)
        powers.measure(columns, adding: quad > group.quads.lowerBound)
      }
      powers.addUp(in: group.bands)
    }
    for quad in 0..<members.bandQuadCount {
      powers.write(quad, into: &gains)
      StereoTransients.follow(&traces[quad], quad, columnCount: columnCount, &gains)
    }
  }

  /// Converts powers to gains of at most 1.
  private static func follow(_ trace: inout Trace, _ quad: Int, columnCount: Int, _ values: inout [Float]) {
    let all = values.mutableSpan
    var value = all._consumingExtracting(SubbandRows.places)
    var (peak, smooth, difference) = (trace.peak, trace.smooth, trace.difference)
    let one = SIMD4<Float>(repeating: 1)
    for column in 0..<columnCount {
      let power = value.quad(row: column, 4 &* quad)
      let decayed = peak * peakDecay
      peak = decayed.replacing(with: power, where: power .> decayed)
      smooth += smoothing * (power - smooth)
      difference += smoothing * (peak - power - difference)
      let ratio = smooth / (impact * difference)
      // In this order, 0 / 0 becomes 1 too.
      value.setQuad(one.replacing(with: ratio, where: ratio .< one), row: column, 4 &* quad)
    }
    trace = Trace(peak: peak, smooth: smooth, difference: difference)
  }

  /// Writes a quad's decorrelated signal, attenuated after transients.
  func hold(_ source: Span<ComplexQuad>, _ members: BandMembers, _ quad: Int, into twin: inout [ComplexQuad]) {
    let source = source.extracting(0..<StereoSignal.columnCount)
    let gains = gains.span.extracting(SubbandRows.places)
    let bands = members.bands[quad] & SIMD4(repeating: UInt8(BandPowers.bandLimit - 1))
    let (a, b, c, d) = (Int(bands[0]), Int(bands[1]), Int(bands[2]), Int(bands[3]))
    let all = twin.mutableSpan
    var target = all._consumingExtracting(0..<StereoSignal.columnCount)
    if bands == SIMD4(repeating: bands[0]) {
      for column in 0..<StereoSignal.columnCount {
        target[column] = source[column] * gains[SubbandRows.place(column, 0) | a & 63]
      }
    } else {
      for column in 0..<StereoSignal.columnCount {
        let row = SubbandRows.place(column, 0)
        target[column] =
          source[column] * SIMD4(gains[row | a & 63], gains[row | b & 63], gains[row | c & 63], gains[row | d & 63])
      }
    }
  }
}

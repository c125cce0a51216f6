import Transforms

// Bound throughout: bands and slots are counted by constants, 128 at most.
// Holds throughout: bands and quads are of one resolution.

/// Slots of a ``StereoColumn`` side by side that are in one parameter band.
struct BandRun: Sendable, BitwiseCopyable {
  fileprivate let start: Int
  fileprivate let end: Int
  let band: Int

  var slots: Range<Int> { start..<end }

  /// All slots that mean something.
  static func all(_ resolution: HybridResolution) -> [BandRun] {
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

/// Which quads of a ``StereoColumn`` are in which parameter bands.
struct BandMembers: Sendable {
  /// Bands in the larger resolution, filled up to fours.
  static let bandCount = 36
  /// A band for slots that mean nothing.
  private static let noBand = 63

  /// Quads side by side whose lanes are in the same bands.
  struct Group: Sendable {
    var quads: Range<Int>
    /// The bands of the lanes.
    var bands: SIMD4<UInt8>
  }

  /// All quads that mean something.
  let groups: [Group]
  /// The bands of the lanes of each quad.
  fileprivate let bands: [SIMD4<UInt8>]
  /// Fours of bands.
  fileprivate let bandQuadCount: Int

  init(_ resolution: HybridResolution) {
    var bands = [SIMD4<UInt8>](repeating: SIMD4(repeating: UInt8(BandMembers.noBand)), count: StereoColumn.quadCount)
    for subband in 0..<resolution.subbandCount {
      let slot = resolution.slot(subband)
      bands[slot / 4][slot % 4] = UInt8(resolution.parameterBand(subband))
    }
    var groups: [Group] = []
    for quad in [Int](resolution.partQuads) + [Int](StereoColumn.wholeQuads) {
      if let last = groups.last, last.quads.upperBound == quad, last.bands == bands[quad] {
        groups[groups.count - 1].quads = last.quads.lowerBound..<(quad + 1)
      } else {
        groups.append(Group(quads: quad..<(quad + 1), bands: bands[quad]))
      }
    }
    self.groups = groups
    self.bands = bands
    bandQuadCount = (resolution.parameterBandCount + 3) / 4
  }
}

/// How far the energy of each band has fallen from its last peak: what was decorrelated of a transient is held down.
///
/// Powers of four columns are lanes while slots are added up in their bands, so that each slot is one sum; four bands
/// are lanes from then on. Column by column this took 64,000 instructions a frame of HE-AAC v2.
struct StereoTransients: Sendable {
  private static let peakDecay: Float = 0.76592833836465
  private static let smoothing: Float = 0.25
  private static let impact: Float = 1.5

  /// Room for bands: a power of two, so that a mask spares the check of an index.
  private static let paddedBandCount = 64
  private static let columnCount = StereoSignal.columnCount
  /// Fours of columns in a frame.
  private static let blockCount = columnCount / 4

  /// What is kept of four bands from column to column.
  private struct Trace: Sendable, BitwiseCopyable {
    var peak = SIMD4<Float>(repeating: 0)
    var smooth = SIMD4<Float>(repeating: 0)
    var difference = SIMD4<Float>(repeating: 0)
  }

  private var traces = [Trace](repeating: Trace(), count: BandMembers.bandCount / 4)
  /// The powers of a group's lanes, by column.
  private var powers = [SIMD4<Float>](repeating: SIMD4(), count: columnCount)
  /// The powers of bands in four columns, of band `b` from `8 b` on.
  private var sums = [SIMD4<Float>](repeating: SIMD4(), count: paddedBandCount * blockCount)
  /// What to multiply the twin with: band `b` in column `c` at `64 c + b`. Before, the powers.
  private var gains = [Float](repeating: 1, count: columnCount * paddedBandCount)

  init() {}

  /// Forgets all frames.
  mutating func reset() {
    for place in traces.indices { traces[place] = Trace() }
  }

  /// Takes in a frame of the signal.
  mutating func update(_ signal: borrowing StereoSignal, _ members: BandMembers, columnCount: Int) {
    for place in 0..<(4 * members.bandQuadCount * StereoTransients.blockCount) { sums[place] = SIMD4() }
    for place in members.groups.indices {
      let group = members.groups[place]
      for quad in group.quads where quad < signal.usedWholeQuads.upperBound {
        StereoTransients.measure(signal.row(quad), adding: quad > group.quads.lowerBound, to: &powers)
      }
      guard group.quads.lowerBound < signal.usedWholeQuads.upperBound else { break }
      StereoTransients.addUp(powers, group.bands, to: &sums)
    }
    for quad in 0..<members.bandQuadCount {
      StereoTransients.turn(sums, quad, into: &gains)
      StereoTransients.follow(&traces[quad], quad, columnCount: columnCount, &gains)
    }
  }

  private static func measure(_ row: Span<ComplexQuad>, adding isAdding: Bool, to powers: inout [SIMD4<Float>]) {
    let start = StereoSignal.pastCount
    let columns = row.extracting(start..<(start + columnCount)).extracting(0..<columnCount)
    let all = powers.mutableSpan
    var power = all._consumingExtracting(0..<columnCount)
    if isAdding {
      for column in 0..<columnCount { power[column] += StereoTransients.power(columns[column]) }
    } else {
      for column in 0..<columnCount { power[column] = StereoTransients.power(columns[column]) }
    }
  }

  @inline(__always)
  private static func power(_ value: ComplexQuad) -> SIMD4<Float> {
    value.real * value.real + value.imaginary * value.imaginary
  }

  /// Adds the powers of lanes to those of their bands: lanes become rows of columns.
  private static func addUp(_ powers: [SIMD4<Float>], _ bands: SIMD4<UInt8>, to sums: inout [SIMD4<Float>]) {
    let power = powers.span.extracting(0..<columnCount)
    let all = sums.mutableSpan
    var sum = all._consumingExtracting(0..<(paddedBandCount * blockCount))
    let mask = UInt8(paddedBandCount - 1)
    let first = Int(bands[0] & mask) << 3
    let second = Int(bands[1] & mask) << 3
    let third = Int(bands[2] & mask) << 3
    let fourth = Int(bands[3] & mask) << 3
    for block in 0..<blockCount {
      let start = 4 &* block
      let rows = SIMD4.transpose(power[start], power[start &+ 1], power[start &+ 2], power[start &+ 3])
      sum[first | block] += rows.0
      sum[second | block] += rows.1
      sum[third | block] += rows.2
      sum[fourth | block] += rows.3
    }
  }

  /// Writes the powers of four bands column by column.
  private static func turn(_ sums: [SIMD4<Float>], _ quad: Int, into powers: inout [Float]) {
    let sum = sums.span.extracting((4 * quad * blockCount)..<(4 * (quad + 1) * blockCount)).extracting(
      0..<(4 * blockCount))
    let all = powers.mutableSpan
    var power = all._consumingExtracting(StereoRows.places)
    for block in 0..<blockCount {
      let columns = SIMD4.transpose(
        sum[block], sum[blockCount &+ block], sum[2 &* blockCount &+ block], sum[3 &* blockCount &+ block])
      power.setQuad(columns.0, row: 4 &* block, 4 &* quad)
      power.setQuad(columns.1, row: 4 &* block &+ 1, 4 &* quad)
      power.setQuad(columns.2, row: 4 &* block &+ 2, 4 &* quad)
      power.setQuad(columns.3, row: 4 &* block &+ 3, 4 &* quad)
    }
  }

  /// Makes gains of powers, 1 at most.
  private static func follow(_ trace: inout Trace, _ quad: Int, columnCount: Int, _ values: inout [Float]) {
    let all = values.mutableSpan
    var value = all._consumingExtracting(StereoRows.places)
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

  /// Writes a quad's twin as it was decorrelated, held down behind transients.
  func hold(_ source: Span<ComplexQuad>, _ members: BandMembers, _ quad: Int, into twin: inout [ComplexQuad]) {
    let source = source.extracting(0..<StereoTransients.columnCount)
    let gains = gains.span.extracting(StereoRows.places)
    let bands = members.bands[quad] & SIMD4(repeating: UInt8(StereoTransients.paddedBandCount - 1))
    let (a, b, c, d) = (Int(bands[0]), Int(bands[1]), Int(bands[2]), Int(bands[3]))
    let all = twin.mutableSpan
    var target = all._consumingExtracting(0..<StereoTransients.columnCount)
    if bands == SIMD4(repeating: bands[0]) {
      for column in 0..<StereoTransients.columnCount {
        target[column] = source[column] * gains[StereoRows.place(column, 0) | a & 63]
      }
    } else {
      for column in 0..<StereoTransients.columnCount {
        let row = StereoRows.place(column, 0)
        target[column] =
          source[column] * SIMD4(gains[row | a & 63], gains[row | b & 63], gains[row | c & 63], gains[row | d & 63])
      }
    }
  }
}

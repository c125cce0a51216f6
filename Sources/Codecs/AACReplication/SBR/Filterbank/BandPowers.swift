import Transforms

// Bound throughout: 32 columns of 64 bands.
// Holds throughout: spans are cut to the lengths of this file.

/// Fours of subbands side by side whose lanes are in the same parameter bands.
struct BandGroup: Sendable {
  var quads: Range<Int>
  /// The bands of the lanes.
  var bands: SIMD4<UInt8>

  /// Groups fours of subbands.
  ///
  /// - Parameters:
  ///   - bands: The bands of the lanes of each.
  ///   - quads: Those that mean something, rising.
  static func groups(_ bands: [SIMD4<UInt8>], of quads: [Int]) -> [BandGroup] {
    var groups: [BandGroup] = []
    for quad in quads {
      if let last = groups.last, last.quads.upperBound == quad, last.bands == bands[quad] {
        groups[groups.count - 1].quads = last.quads.lowerBound..<(quad + 1)
      } else {
        groups.append(BandGroup(quads: quad..<(quad + 1), bands: bands[quad]))
      }
    }
    return groups
  }
}

/// Powers of a frame's subbands, added up in parameter bands.
///
/// Four columns are lanes while subbands are summed, so that a subband is one sum for all of them. Then columns become
/// rows, of which four bands are a vector.
struct BandPowers: Sendable {
  /// The number of columns of every frame: a constant, so that loops have compile-time lengths.
  static let columnCount = 32
  /// The room for bands: a power of two, so that a mask spares the check of an index.
  static let bandLimit = 64
  /// The band of unused subbands.
  static let noBand = 63
  /// Rows of all columns: band `b` in column `c` is at `64 c + b`.
  static let rowsLength = columnCount * bandLimit

  /// Fours of columns in a frame.
  private static let blockCount = columnCount / 4

  /// The powers of a group's lanes, by column.
  private var powers = [SIMD4<Float>](repeating: SIMD4(), count: columnCount)
  /// The powers of bands in four columns, of band `b` from `8 b` on.
  private var sums = [SIMD4<Float>](repeating: SIMD4(), count: bandLimit * blockCount)

  init() {}

  /// Clears the powers for a frame with the given number of bands.
  mutating func clear(bandCount: Int) {
    let all = sums.mutableSpan
    var sum = all._consumingExtracting(0..<(bandCount * BandPowers.blockCount))
    for place in sum.indices { sum[place] = SIMD4() }
  }

  /// Measures four subbands, or adds them to the present measurements.
  mutating func measure(_ columns: Span<ComplexQuad>, adding isAdding: Bool) {
    let columns = columns.extracting(0..<BandPowers.columnCount)
    let all = powers.mutableSpan
    var power = all._consumingExtracting(0..<BandPowers.columnCount)
    if isAdding {
      for column in 0..<BandPowers.columnCount { power[column] += columns[column].power }
    } else {
      for column in 0..<BandPowers.columnCount { power[column] = columns[column].power }
    }
  }

  /// Measures a matrix in the same way, with the given number of valid columns, from subband `band` on.
  mutating func measure(
    _ matrix: borrowing QuadratureMirrorMatrix, at band: Int, columnCount count: Int, adding isAdding: Bool
  ) {
    guard count > 0, count <= BandPowers.columnCount else { return }
    let size = QuadratureMirrorMatrix.bandCount &* count
    let x = matrix.real.span.extracting(band..<(band + size))
    let y = matrix.imaginary.span.extracting(band..<(band + size))
    let all = powers.mutableSpan
    var power = all._consumingExtracting(0..<BandPowers.columnCount)
    precondition(x.count == size && y.count == size)
    for column in 0..<count {
      let place = QuadratureMirrorMatrix.bandCount &* column
      let value = ComplexQuad(real: x.known(at: place), imaginary: y.known(at: place)).power
      power[column] = isAdding ? power[column] + value : value
    }
  }

  /// Adds the measurements to the bands of the lanes: lanes become rows of columns.
  mutating func addUp(in bands: SIMD4<UInt8>) { BandPowers.add(powers, in: bands, to: &sums) }

  private static func add(_ powers: [SIMD4<Float>], in bands: SIMD4<UInt8>, to sums: inout [SIMD4<Float>]) {
    let power = powers.span.extracting(0..<BandPowers.columnCount)
    let all = sums.mutableSpan
    var sum = all._consumingExtracting(0..<(BandPowers.bandLimit * BandPowers.blockCount))
    let places = bands & SIMD4(repeating: UInt8(BandPowers.bandLimit - 1))
    let (first, second) = (Int(places[0]) << 3, Int(places[1]) << 3)
    let (third, fourth) = (Int(places[2]) << 3, Int(places[3]) << 3)
    for block in 0..<BandPowers.blockCount {
      let start = 4 &* block
      let rows = SIMD4.transpose(power[start], power[start &+ 1], power[start &+ 2], power[start &+ 3])
      sum[first | block] += rows.0
      sum[second | block] += rows.1
      sum[third | block] += rows.2
      sum[fourth | block] += rows.3
    }
  }

  /// Writes the powers of four bands into rows.
  func write(_ quad: Int, into rows: inout [Float]) {
    let count = BandPowers.blockCount
    let sum = sums.span.extracting((4 * quad * count)..<(4 * (quad + 1) * count)).extracting(0..<(4 * count))
    let all = rows.mutableSpan
    var row = all._consumingExtracting(0..<BandPowers.rowsLength)
    let band = 4 &* quad & (BandPowers.bandLimit - 4)
    for block in 0..<count {
      let columns = SIMD4.transpose(
        sum[block], sum[count &+ block], sum[2 &* count &+ block], sum[3 &* count &+ block])
      let place = 4 &* BandPowers.bandLimit &* block &+ band
      row.setKnown(columns.0, at: place)
      row.setKnown(columns.1, at: place &+ BandPowers.bandLimit)
      row.setKnown(columns.2, at: place &+ 2 &* BandPowers.bandLimit)
      row.setKnown(columns.3, at: place &+ 3 &* BandPowers.bandLimit)
    }
  }
}

extension ComplexQuad {
  /// The squares of the absolute values.
  @inline(__always)
  var power: SIMD4<Float> { real * real + imaginary * imaginary }
}

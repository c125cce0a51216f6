import Transforms

// Bound throughout: 32 slots of 64 subbands, 28 parameter bands.
// Holds throughout: matrices have the slots and subbands that the balance was made for.

/// Keeps the energies of the decorrelated signal near those of the downmix, in 23 bands (in USAC in 28), for any number
/// of parameter bands.
///
/// ISO/IEC 23003-2. The bands may be those of several matrices together. Four bands or subbands at a time, in all
/// slots: slot after slot this took 42,000 instructions per frame of AAC-ELD v2.
package struct SurroundEnergyBalance: Sendable {
  /// The band number of subbands that are left unchanged.
  package static let noBand = UInt8(BandPowers.noBand)

  /// The largest number of bands.
  private static let bandLimit = 28
  private static let keep: Float = 0.8
  private static let tolerance: Float = 1.5

  private let planes: [Plane]
  /// Smoothed energies of four bands each.
  private var smooth: [Energies]
  private var powers = BandPowers()
  private var rows = Rows()
  /// The factor of the twin: band `b` in slot `s` at `64 s + b`.
  private var gains = [Float](repeating: 1, count: BandPowers.rowsLength)

  /// The bands of a matrix.
  private struct Plane: Sendable {
    /// The bands of four subbands each.
    var bands: [SIMD4<UInt8>]
    var groups: [BandGroup]
  }

  /// Energies of four bands.
  private struct Energies: Sendable, BitwiseCopyable {
    var direct = SIMD4<Float>(repeating: 0)
    var twin = SIMD4<Float>(repeating: 0)
  }

  /// Energies of the downmix and its twin: band `b` in slot `s` at `64 s + b`.
  private struct Rows: Sendable {
    var direct = [Float](repeating: 0, count: BandPowers.rowsLength)
    var twin = [Float](repeating: 0, count: BandPowers.rowsLength)
    var slotCount = 0
  }

  /// Prepares the state for matrices.
  ///
  /// - Parameters:
  ///   - bandCount: The number of bands, 28 at most.
  ///   - planes: For each matrix the band of each subband, in a multiple of four.
  package init(bandCount: Int, planes: [[UInt8]]) {
    precondition(bandCount <= Self.bandLimit && planes.allSatisfy { $0.count % 4 == 0 })
    smooth = Array(repeating: Energies(), count: (bandCount + 3) / 4)
    self.planes = planes.map { plane in
      let bands = (0..<(plane.count / 4)).map { quad in
        SIMD4(plane[4 * quad], plane[4 * quad + 1], plane[4 * quad + 2], plane[4 * quad + 3])
      }
      return Plane(bands: bands, groups: BandGroup.groups(bands, of: [Int](bands.indices)))
    }
  }

  /// Clears the history.
  package mutating func reset() {
    for place in smooth.indices { smooth[place] = Energies() }
  }

  /// Adjusts the next frame of the decorrelated signal.
  mutating func apply(_ downmix: borrowing QuadratureMirrorMatrix, to decorrelated: inout QuadratureMirrorMatrix) {
    rows.slotCount = downmix.columnCount
    powers.clear(bandCount: 4 * smooth.count)
    measure(downmix, 0)
    keepDirect()
    measure(decorrelated, 0)
    compare()
    scale(&decorrelated, 0)
  }

  /// Adjusts the next frame in two matrices.
  package mutating func apply(
    _ first: borrowing QuadratureMirrorMatrix, _ second: borrowing QuadratureMirrorMatrix,
    to firstTwin: inout QuadratureMirrorMatrix, _ secondTwin: inout QuadratureMirrorMatrix
  ) {
    rows.slotCount = first.columnCount
    powers.clear(bandCount: 4 * smooth.count)
    measure(first, 0)
    measure(second, 1)
    keepDirect()
    measure(firstTwin, 0)
    measure(secondTwin, 1)
    compare()
    scale(&firstTwin, 0)
    scale(&secondTwin, 1)
  }

  /// Uses the powers as those of the downmix.
  private mutating func keepDirect() {
    for quad in smooth.indices { powers.write(quad, into: &rows.direct) }
    powers.clear(bandCount: 4 * smooth.count)
  }

  /// Computes the gains from the powers of the decorrelated signal.
  private mutating func compare() {
    for quad in smooth.indices {
      powers.write(quad, into: &rows.twin)
      Self.compare(rows, quad, &smooth[quad], into: &gains)
    }
    Self.takeRoots(of: &gains, rows.slotCount)
  }

  private mutating func scale(_ decorrelated: inout QuadratureMirrorMatrix, _ plane: Int) {
    let plane = planes[plane]
    for quad in plane.bands.indices where plane.bands[quad] != SIMD4(repeating: Self.noBand) {
      Self.scale(
        &decorrelated.real, &decorrelated.imaginary, by: gains.span,
        Part(band: 4 * quad, slotCount: rows.slotCount, bands: plane.bands[quad]))
    }
  }

  /// Adds up the energies of the bands of a matrix.
  private mutating func measure(_ matrix: borrowing QuadratureMirrorMatrix, _ plane: Int) {
    let groups = planes[plane].groups
    let slotCount = rows.slotCount
    for place in groups.indices {
      let group = groups[place]
      for quad in group.quads {
        powers.measure(matrix, at: 4 * quad, columnCount: slotCount, adding: quad > group.quads.lowerBound)
      }
      powers.addUp(in: group.bands)
    }
  }

  /// Computes the squares of the gains: 1.5·A/C if the energy C of the decorrelated signal is too large, min(4,
  /// A/1.5·C) if it is too small, else 1.
  private static func compare(
    _ rows: Rows, _ quad: Int, _ smooth: inout Energies, into gains: inout [Float]
  ) {
    let directs = rows.direct.span.extracting(SubbandRows.places)
    let twins = rows.twin.span.extracting(SubbandRows.places)
    let all = gains.mutableSpan
    var gain = all._consumingExtracting(SubbandRows.places)
    let (one, silence) = (SIMD4<Float>(repeating: 1), SIMD4<Float>(repeating: 1e-10))
    let (least, most) = (SIMD4<Float>(repeating: 1e-20), SIMD4<Float>(repeating: 4))
    var (a, c) = (smooth.direct, smooth.twin)
    for slot in 0..<rows.slotCount {
      a = keep * a + (1 - keep) * directs.quad(row: slot, 4 &* quad)
      c = keep * c + (1 - keep) * twins.quad(row: slot, 4 &* quad)
      // Values far below the least significant bit are silence.
      let heard = SIMD4<Float>().replacing(with: a, where: a .> silence)
      let scaled = tolerance * c
      let floor = least.replacing(with: scaled, where: scaled .> least)
      let (less, more) = (tolerance * a / c, heard / floor)
      // At most one of the two differs from 1. In this order, 0 / 0 becomes 1 too.
      let share = one.replacing(with: less, where: less .< one)
      let limited = most.replacing(with: more, where: more .< most)
      let boost = one.replacing(with: limited, where: limited .> one)
      gain.setQuad(share * boost, row: slot, 4 &* quad)
    }
    smooth = Energies(direct: a, twin: c)
  }

  /// Roots of single numbers become vectors if they are visibly not negative; roots of vectors do not.
  private static func takeRoots(of gains: inout [Float], _ slotCount: Int) {
    var all = gains.mutableSpan
    for slot in 0..<slotCount {
      let start = slot * BandPowers.bandLimit
      var row = all._mutatingExtracting(start..<(start + bandLimit))
      var gain = row._mutatingExtracting(0..<bandLimit)
      for band in 0..<bandLimit { gain[band] = abs(gain[band]).squareRoot() }
    }
  }

  /// Four subbands from `band` on.
  private struct Part {
    var band: Int
    var slotCount: Int
    var bands: SIMD4<UInt8>
  }

  /// Multiplies four subbands with the gains of their bands.
  private static func scale(
    _ real: inout [Float], _ imaginary: inout [Float], by gains: Span<Float>, _ part: Part
  ) {
    let (band, slotCount, bands) = (part.band, part.slotCount, part.bands)
    guard slotCount > 0, slotCount <= BandPowers.columnCount else { return }
    let size = QuadratureMirrorMatrix.bandCount &* slotCount
    let allReals = real.mutableSpan
    var reals = allReals._consumingExtracting(band..<(band + size))
    let allImaginaries = imaginary.mutableSpan
    var imaginaries = allImaginaries._consumingExtracting(band..<(band + size))
    precondition(reals.count == size && imaginaries.count == size)
    let gains = gains.extracting(0..<BandPowers.rowsLength)
    let (a, b, c, d) = (Int(bands[0]), Int(bands[1]), Int(bands[2]), Int(bands[3]))
    for slot in 0..<slotCount {
      let row = SubbandRows.place(slot, 0)
      let factors = SIMD4(gains[row | a & 63], gains[row | b & 63], gains[row | c & 63], gains[row | d & 63])
      let place = QuadratureMirrorMatrix.bandCount &* slot
      reals.setKnown(reals.quad(at: place) * factors, at: place)
      imaginaries.setKnown(imaginaries.quad(at: place) * factors, at: place)
    }
  }
}

// Bound throughout: sizes of transforms are constants of the codecs, 4,096 at most, or follow a rate that its user
// has bounded.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// ``DCT4`` by vectors of L lanes, four or eight.
///
/// M is 2 · N, N = L · Q with an even Q. `PlainDCT4` shows what is computed. Here no loop separates or joins numbers
/// that are next to each other in memory, because lanes take the place of neighbours, which saves 5,600 of the 114,000
/// instructions of a packet of AAC-LC in stereo with four lanes:
/// ```
/// x[k]     = X[2k] + i·X[M−1−2k]
/// z[p]     = X[2Lp…2Lp+L−1] + i·X[M−1−2Lp…M−L−2Lp]   lanes: x[Lp], i·x*[N−1−Lp], x[Lp+1], i·x*[N−2−Lp] …
/// ```
/// so that lanes hold the numbers k = Lp + r of r = 0, 3, 1, 2, or 0, 7, 1, 6, 2, 5, 3, 4, those of odd lanes conjugate
/// and in opposite order. With S_r the transform of such numbers and W = e^(−2πi/N), a lane's transform F is S_r, or
/// W^(Lm)·F is S_r*:
/// ```
/// G_r[m]   = S_r[m] · W^(rm)                       lanes by W^0, W^m, W^m, W^2m: G_0, G_3*, G_1, G_2*
/// y[m+Qj]  = Σ_{r<L} G_r[m] · e^(−2πi·rj/L)
/// ```
/// The last step works on m, Q−1−m, m+1, Q−2−m … at once, and for the mirrored ones on y*[Q−1−m + Q(L−1−j)], which is
/// the same sum over G_r*·e^(−2πi·r/L)*. Then real and imaginary parts of L numbers are L neighbours of u.
struct LaneDCT4<Lanes: CosineLanes>: Sendable {
  typealias Numbers = ComplexLanes<Lanes>
  private let size: Int
  private var blocks: BlockPasses<Lanes>
  /// scale · e^(−iθ), and −i·scale·e^(iθ) for lanes of conjugate numbers.
  private let rotationBefore: [Numbers]
  /// e^(iθ), and i·e^(−iθ) for conjugate results, in the order in which the lane pass needs it.
  private let rotationAfter: [Numbers]

  /// Returns true if numbers of this size can be folded in lanes.
  static func exists(size: Int) -> Bool {
    let blockCount = size / (2 * Lanes.scalarCount)
    // The middle block of an odd number of them is its own mirror image.
    return size % (4 * Lanes.scalarCount) == 0 && blockCount >= max(6, Lanes.scalarCount)
  }

  init(size: Int, scale: Double) {
    precondition(Self.exists(size: size))
    let blockCount = size / (2 * Lanes.scalarCount)
    self.size = size
    let starts = Self.laneStarts(blockCount)
    blocks = BlockPasses(blockCount: blockCount, rowCount: max(blockCount, starts.count * Lanes.scalarCount)) {
      Self.laneFactor($0, $1, blockCount)
    }
    rotationBefore = (0..<blockCount).map { block in
      Numbers { lane in
        let (cosine, sine) = DCT4.rotation(Self.number(lane, Lanes.scalarCount * block, of: size / 2), of: size)
        return lane % 2 == 0 ? (scale * cosine, -scale * sine) : (scale * sine, -scale * cosine)
      }
    }
    rotationAfter = starts.flatMap { start in
      (0..<Lanes.scalarCount).map { leg in
        Numbers { lane in
          let (cosine, sine) = DCT4.rotation(Self.number(lane, start + leg * blockCount, of: size / 2), of: size)
          return lane % 2 == 0 ? (cosine, sine) : (sine, cosine)
        }
      }
    }
  }

  /// Returns element `lane` of k, N−1−k, k+1, N−2−k ….
  private static func number(_ lane: Int, _ k: Int, of count: Int) -> Int {
    lane % 2 == 0 ? k + lane / 2 : count - 1 - k - lane / 2
  }

  /// Returns the factor of a lane of block `m` after the passes over blocks.
  ///
  /// Blocks of the upper half are the mirrored ones. Their real and imaginary parts change places when they are
  /// transposed, which makes i·v* of v.
  private static func laneFactor(_ lane: Int, _ m: Int, _ blockCount: Int) -> (real: Double, imaginary: Double) {
    let count = Lanes.scalarCount
    let isConjugate = lane % 2 == 1
    let row = isConjugate ? count - 1 - lane / 2 : lane / 2
    var part = (isConjugate ? count - row : row) * m
    if m >= blockCount / 2 { part += isConjugate ? (row - count / 4) * blockCount : -(row + count / 4) * blockCount }
    let whole = count * blockCount
    return FFT.root((part % whole + whole) % whole, of: whole)
  }

  /// Returns the first numbers m of the groups of L that the lane pass works on.
  ///
  /// If half of Q is not a multiple of half of L the last group overlaps the previous one.
  private static func laneStarts(_ blockCount: Int) -> [Int] {
    stride(from: 0, to: blockCount / 2, by: Lanes.scalarCount / 2).map {
      min($0, blockCount / 2 - Lanes.scalarCount / 2)
    }
  }

  /// Transforms M values of `input` into M values of `output`.
  mutating func transform(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(input.count == size && output.count == size)
    Self.firstPass(input, rotationBefore, &blocks)
    blocks.laterPasses()
    Self.transpose(blocks.work, blockCount: blocks.blockCount, &blocks.other)
    Self.lanePass(blocks.other, rotationAfter, &output)
  }
}

// The loops exist once for each of the commonest sizes, with lengths that the compiler knows, so that no checks are
// left in them and addresses are constants, and once for all others.
extension LaneDCT4 {
  private static func firstPass(_ input: Span<Float>, _ rotation: [Numbers], _ blocks: inout BlockPasses<Lanes>) {
    let factors = rotation.span
    switch input.count {
    case 1024: firstPass(input.extracting(0..<1024), factors.extracting(0..<(512 / Lanes.scalarCount)), &blocks)
    case 512: firstPass(input.extracting(0..<512), factors.extracting(0..<(256 / Lanes.scalarCount)), &blocks)
    case 480: firstPass(input.extracting(0..<480), factors.extracting(0..<(240 / Lanes.scalarCount)), &blocks)
    case 256: firstPass(input.extracting(0..<256), factors.extracting(0..<(128 / Lanes.scalarCount)), &blocks)
    case 128: firstPass(input.extracting(0..<128), factors.extracting(0..<(64 / Lanes.scalarCount)), &blocks)
    default: blocks.firstPass(LaneFolded(input, factors))
    }
  }

  @inline(__always)
  private static func firstPass(
    _ input: Span<Float>, _ factors: Span<Numbers>, _ blocks: inout BlockPasses<Lanes>
  ) {
    if factors.count % 4 == 0 {
      blocks.firstPass(LaneFolded(input, factors), groups: factors.count / 4)
    } else {
      blocks.firstPass(LaneFolded(input, factors))
    }
  }

  private static func transpose(_ numbers: [Numbers], blockCount: Int, _ rows: inout [Numbers]) {
    let source = numbers.span
    var result = rows.mutableSpan
    switch blockCount * Lanes.scalarCount {
    case 512: transpose(source, 512 / Lanes.scalarCount, &result)
    case 256: transpose(source, 256 / Lanes.scalarCount, &result)
    case 240: transpose(source, 240 / Lanes.scalarCount, &result)
    case 128: transpose(source, 128 / Lanes.scalarCount, &result)
    case 64: transpose(source, 64 / Lanes.scalarCount, &result)
    default: transpose(source, blockCount, &result)
    }
  }

  /// Transposes the blocks m, Q−1−m, m+1, Q−2−m … to L lanes of such numbers.
  ///
  /// Real and imaginary parts of every other one change places.
  @inline(__always)
  private static func transpose(
    _ numbers: Span<Numbers>, _ blockCount: Int, _ rows: inout MutableSpan<Numbers>
  ) {
    let half = Lanes.scalarCount / 2
    let groups = LaneRows<Lanes>.groupCount(blockCount)
    let source = numbers.extracting(0..<blockCount)
    var result = rows._mutatingExtracting(0..<(Lanes.scalarCount &* groups))
    for group in 0..<groups {
      let m = min(half &* group, blockCount / 2 &- half)
      Lanes.transposeMirrored(source, m, &result, at: Lanes.scalarCount &* group)
    }
  }

  private static func lanePass(_ numbers: [Numbers], _ rotation: [Numbers], _ output: inout MutableSpan<Float>) {
    let (rows, factors, count) = (numbers.span, rotation.span, Lanes.scalarCount)
    switch output.count {
    case 1024: Lanes.lanePass(LaneRows(rows, factors, blockCount: 512 / count), &output)
    case 512: Lanes.lanePass(LaneRows(rows, factors, blockCount: 256 / count), &output)
    case 480: Lanes.lanePass(LaneRows(rows, factors, blockCount: 240 / count), &output)
    case 256: Lanes.lanePass(LaneRows(rows, factors, blockCount: 128 / count), &output)
    case 128: Lanes.lanePass(LaneRows(rows, factors, blockCount: 64 / count), &output)
    default: Lanes.lanePass(LaneRows(rows, factors, blockCount: output.count / (2 * count)), &output)
    }
  }
}

/// The values of a DCT-IV as complex numbers z[p], rotated.
private struct LaneFolded<Lanes: CosineLanes>: ComplexSource, ~Escapable {
  let input: Span<Float>
  let rotation: Span<ComplexLanes<Lanes>>

  @_lifetime(copy input, copy rotation)
  init(_ input: Span<Float>, _ rotation: Span<ComplexLanes<Lanes>>) {
    self.input = input
    self.rotation = rotation
  }

  @inline(__always)
  subscript(block: Int) -> ComplexLanes<Lanes> {
    let count = Lanes.scalarCount
    let imaginary = Lanes(input, at: input.count &- count &- 2 &* count &* block).mirrored
    return ComplexLanes(real: Lanes(input, at: 2 &* count &* block), imaginary: imaginary) * rotation[block]
  }
}

/// ``DCT4`` with a chosen number of lanes, for tests of both.
package struct FoldedDCT4: Sendable {
  private var quads: LaneDCT4<SIMD4<Float>>?
  private var octs: LaneDCT4<SIMD8<Float>>?

  /// Prepares a transform; `nil` if values of the size cannot be folded in four or eight lanes.
  package init?(size: Int, laneCount: Int) {
    if laneCount == 4, LaneDCT4<SIMD4<Float>>.exists(size: size) {
      quads = LaneDCT4(size: size, scale: 1)
    } else if laneCount == 8, LaneDCT4<SIMD8<Float>>.exists(size: size) {
      octs = LaneDCT4(size: size, scale: 1)
    } else {
      return nil
    }
  }

  package mutating func transform(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    quads?.transform(input, into: &output)
    octs?.transform(input, into: &output)
  }
}

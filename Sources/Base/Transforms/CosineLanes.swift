// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// The parts of ``LaneDCT4`` that depend on the number of lanes: L rows become L columns, and the radix of the pass
/// over them is L.
protocol CosineLanes: FloatLanes {
  /// Transposes the blocks m, Q−1−m, m+1, Q−2−m … of all Q to L rows of such numbers from `place` on, real and
  /// imaginary parts of every other one exchanged.
  static func transposeMirrored(
    _ blocks: Span<ComplexLanes<Self>>, _ m: Int, _ rows: inout MutableSpan<ComplexLanes<Self>>, at place: Int)

  /// Runs the pass over the lanes, from rows of G_0, G_(L−1)*, G_1, G_(L−2)* … to the values u.
  static func lanePass(_ rows: LaneRows<Self>, _ u: inout MutableSpan<Float>)
}

/// The rows of all groups of `blockCount` blocks, and the rotations of their transforms.
struct LaneRows<Lanes: FloatLanes>: ~Escapable {
  let numbers: Span<ComplexLanes<Lanes>>
  let rotation: Span<ComplexLanes<Lanes>>
  let blockCount: Int

  @inline(__always)
  @_lifetime(copy numbers, copy rotation)
  init(_ numbers: Span<ComplexLanes<Lanes>>, _ rotation: Span<ComplexLanes<Lanes>>, blockCount: Int) {
    let count = Lanes.scalarCount &* Self.groupCount(blockCount)
    self.numbers = numbers.extracting(0..<count)
    self.rotation = rotation.extracting(0..<count)
    self.blockCount = blockCount
  }

  @inline(__always)
  static func groupCount(_ blockCount: Int) -> Int {
    let half = Lanes.scalarCount / 2
    return (blockCount / 2 &+ half &- 1) / half
  }

  @inline(__always)
  var groupCount: Int { Self.groupCount(blockCount) }

  /// Returns the index of the first results of a group: if half of Q is not a multiple of half of L, the last group
  /// overlaps the previous one.
  @inline(__always)
  func start(of group: Int) -> Int { min(Lanes.scalarCount &* group, blockCount &- Lanes.scalarCount) }

  /// Stores a result y rotated by w: its real parts as L neighbours of u from the first place on, its imaginary parts
  /// as their mirror images from the second.
  @inline(__always)
  static func store(
    _ y: ComplexLanes<Lanes>, _ w: ComplexLanes<Lanes>, _ u: inout MutableSpan<Float>, at places: (Int, Int)
  ) {
    (y.real * w.real + y.imaginary * w.imaginary).store(in: &u, at: places.0)
    (y.real * w.imaginary - y.imaginary * w.real).mirrored.store(in: &u, at: places.1)
  }
}

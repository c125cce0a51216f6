/// The generator of all random tests: SplitMix64.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Starts the sequence of a seed.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// `count` random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

  /// Uniform in −1…1.
  package mutating func nextSample() -> Float { Float(Double(next() >> 11) / Double(1 << 52) - 1) }

  /// `count` random samples.
  package mutating func samples(_ count: Int) -> [Float] { (0..<count).map { _ in nextSample() } }

  /// True in `percent` of a hundred cases.
  package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

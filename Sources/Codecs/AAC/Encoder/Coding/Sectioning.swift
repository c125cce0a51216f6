/// The division of bands into sections that costs the fewest bits: dynamic programming over codebooks.
///
/// Lane k of a vector belongs to codebook k. For each band the cheapest way to end there in codebook k either stays in
/// the section of the band before or opens a new one.
struct Sectioning: Sendable {
  /// A cost that no codebook reaches.
  static let impossible: Float = 1e7

  /// Whether codebook k opened a section at a band.
  private var opened: [SIMDMask<SIMD16<Int32>>]
  /// The codebook of the section before, where one was opened.
  private var before: [Int]

  init() {
    opened = Array(repeating: SIMDMask(repeating: false), count: 64)
    before = Array(repeating: 0, count: 64)
  }

  /// Chooses the codebooks of the bands `places` of one group.
  ///
  /// - Parameters:
  ///   - costs: The bits of each band at its place, ``impossible`` where a codebook cannot code it.
  ///   - lengthBits: Bits of a section's length: 5 or 3.
  mutating func choose(
    _ places: ArraySlice<Int>, costs: [SIMD16<Float>], lengthBits: Int, into codebooks: inout [UInt8]
  ) {
    guard !places.isEmpty else { return }
    let start = places.startIndex
    let opening = Float(4 + lengthBits)
    var last = SIMD16<Float>(repeating: Sectioning.impossible)
    var cheapest: Float = 0
    for index in 0..<places.count {
      let fresh = SIMD16<Float>(repeating: cheapest + opening)
      let opens = fresh .< last
      opened[index] = opens
      last = last.replacing(with: fresh, where: opens) + costs[places[start + index]]
      cheapest = last.min()
      before[index] = Sectioning.lane(of: cheapest, in: last)
    }
    var codebook = before[places.count - 1]
    for index in (0..<places.count).reversed() {
      codebooks[places[start + index]] = UInt8(codebook)
      if index > 0, opened[index][codebook] { codebook = before[index - 1] }
    }
  }

  private static func lane(of value: Float, in vector: SIMD16<Float>) -> Int {
    for lane in 0..<16 where vector[lane] == value { return lane }
    return 0
  }

  /// The bits of `section_data()` of one group.
  static func bitCount(_ places: ArraySlice<Int>, codebooks: [UInt8], lengthBits: Int) -> Int {
    let escape = 1 << lengthBits - 1
    var bits = 0
    var index = places.startIndex
    while index < places.endIndex {
      let start = index
      let codebook = codebooks[places[index]]
      repeat { index += 1 } while index < places.endIndex && codebooks[places[index]] == codebook
      bits += 4 + lengthBits * (1 + (index - start) / escape)
    }
    return bits
  }
}

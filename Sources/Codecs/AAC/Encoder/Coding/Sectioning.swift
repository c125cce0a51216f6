/// The division of bands into sections that costs the fewest bits: dynamic programming over codebooks.
///
/// Lane k of a vector belongs to codebook k. For each band the cheapest way to end there in codebook k either stays in
/// the section of the band before or opens a new one.
package struct Sectioning: Sendable {
  /// A cost that no codebook reaches.
  package static let impossible: Float = 1e7

  /// What the cheapest way to end at a band in codebook k costs.
  private var ways: [SIMD16<Float>]
  /// The least of these.
  private var leasts: [Float]

  package init() {
    ways = Array(repeating: SIMD16(), count: 64)
    leasts = Array(repeating: 0, count: 64)
  }

  /// Chooses the codebooks of the bands `places` of one group.
  ///
  /// - Parameters:
  ///   - costs: The bits of each band at its place, ``impossible`` where a codebook cannot code it.
  ///   - lengthBits: Bits of a section's length: 5 or 3.
  package mutating func choose(
    _ places: ArraySlice<Int>, costs: [SIMD16<Float>], lengthBits: Int, into codebooks: inout [UInt8]
  ) {
    guard !places.isEmpty else { return }
    let start = places.startIndex
    let opening = Float(4 + lengthBits)
    var last = SIMD16<Float>(repeating: Sectioning.impossible)
    var least: Float = 0
    for index in 0..<places.count {
      let fresh = SIMD16<Float>(repeating: least + opening)
      last = last.replacing(with: fresh, where: fresh .< last) + costs[places[start + index]]
      least = last.least
      ways[index] = last
      leasts[index] = least
    }
    var codebook = last.firstLane(of: least)
    for index in (0..<places.count).reversed() {
      codebooks[places[start + index]] = UInt8(codebook)
      if index > 0, leasts[index - 1] + opening < ways[index - 1][codebook] {
        codebook = ways[index - 1].firstLane(of: leasts[index - 1])
      }
    }
  }

  /// The bits of `section_data()` of one group.
  package static func bitCount(_ places: ArraySlice<Int>, codebooks: [UInt8], lengthBits: Int) -> Int {
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

extension SIMD16<Float> {
  /// The smallest lane.
  @inline(__always)
  var least: Float {
    let eight = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .< eight.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return Swift.min(two[0], two[1])
  }

  /// The first lane that has a value; 0 where none has.
  @inline(__always)
  func firstLane(of value: Float) -> Int {
    for lane in 0..<16 where self[lane] == value { return lane }
    return 0
  }
}

/// The division of bands into sections that costs the fewest bits: dynamic programming over codebooks.
///
/// Lane k of a vector belongs to codebook k. For each band the cheapest path that ends there in codebook k either stays
/// in the section of the previous band or opens a new one.
package struct Sectioning: Sendable {
  /// A cost that no codebook reaches.
  package static let impossible: Float = 1e7

  /// The cost of the cheapest path that ends at a band in codebook k.
  private var ways: [SIMD16<Float>]

  package init() {
    ways = Array(repeating: SIMD16(), count: 64)
  }

  /// Chooses the codebooks of the bands `places` of one group.
  ///
  /// - Parameters:
  ///   - costs: The bits of each band at its place, ``impossible`` if a codebook cannot code it.
  ///   - lengthBits: The number of bits of a section's length: 5 or 3.
  package mutating func choose(
    _ places: ArraySlice<Int>, costs: [SIMD16<Float>], lengthBits: Int, into codebooks: inout [UInt8]
  ) {
    guard !places.isEmpty else { return }
    let opening = Float(4 + lengthBits)
    let last = Sectioning.add(places.span, costs, opening: opening, to: &ways)
    trace(places.span, from: last, opening: opening, into: &codebooks)
  }

  /// Finds the cheapest ways to end at each band, and returns the codebook of the last one.
  private static func add(
    _ places: Span<Int>, _ costs: [SIMD16<Float>], opening: Float, to ways: inout [SIMD16<Float>]
  ) -> Int {
    var ways = ways.mutableSpan
    let costs = costs.span
    var last = SIMD16<Float>(repeating: Sectioning.impossible)
    var least: Float = 0
    for index in places.indices {
      last = SIMD16.lesser(last, SIMD16(repeating: least + opening)) + costs[places[index]]
      least = last.least
      ways[index] = last
    }
    return last.firstLane(of: least)
  }

  private func trace(_ places: Span<Int>, from last: Int, opening: Float, into codebooks: inout [UInt8]) {
    var chosen = codebooks.mutableSpan
    var codebook = last
    for index in places.indices.reversed() {
      chosen[places[index]] = UInt8(truncatingIfNeeded: codebook)
      guard index > 0 else { break }
      let before = ways[index - 1]
      let least = before.least
      if least + opening < before[codebook] { codebook = before.firstLane(of: least) }
    }
  }

  /// Returns the bits of `section_data()` of one group.
  package static func bitCount(_ places: ArraySlice<Int>, codebooks: [UInt8], lengthBits: Int) -> Int {
    let escape = 1 << lengthBits - 1
    var bits = 0
    var index = places.startIndex
    while index < places.endIndex {
      let start = index
      let codebook = codebooks[places[index]]
      repeat { index += 1 } while index < places.endIndex && codebooks[places[index]] == codebook
      bits += 4 + lengthBits
      // A section that is longer has escapes before its length; dividing would take longer than this.
      var rest = index - start
      while rest >= escape {
        bits += lengthBits
        rest -= escape
      }
    }
    return bits
  }
}

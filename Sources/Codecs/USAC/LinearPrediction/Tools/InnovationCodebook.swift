// Holds throughout: positions are masked to the 16 of a track.

/// The pulses of a subframe: 64 positions in four tracks; position 4p + t is position p of track t.
///
/// ISO/IEC 23003-3, 7.14.
package enum InnovationCodebook {
  /// The bits of the fields of `icb_index`, by `acelp_core_mode` 0…7.
  static func widths(_ coreMode: Int) -> SIMD8<UInt8> {
    switch coreMode {
    case 0: SIMD8(5, 5, 5, 5, 0, 0, 0, 0)
    case 1: SIMD8(9, 9, 5, 5, 0, 0, 0, 0)
    case 2: SIMD8(9, 9, 9, 9, 0, 0, 0, 0)
    case 3: SIMD8(13, 13, 9, 9, 0, 0, 0, 0)
    case 4: SIMD8(13, 13, 13, 13, 0, 0, 0, 0)
    case 5: SIMD8(2, 2, 2, 2, 14, 14, 14, 14)
    case 6: SIMD8(1, 5, 1, 5, 0, 0, 0, 0)
    default: SIMD8(1, 5, 5, 5, 0, 0, 0, 0)
    }
  }

  /// Writes the pulses of a subframe to the 64 positions.
  package static func decode(_ fields: [8 of UInt16], coreMode: Int, into code: inout MutableSpan<Float>) {
    for place in code.indices { code[place] = 0 }
    switch coreMode {
    case 6:
      add(one(Part(fields[1], 4)), 2 * Int(fields[0]), &code)
      add(one(Part(fields[3], 4)), 2 * Int(fields[2]) + 1, &code)
    case 7:
      let tracks: [3 of Int] = fields[0] == 0 ? [0, 2, 3] : [0, 1, 2]
      for pulse in 0..<3 { add(one(Part(fields[pulse + 1], 4)), tracks[pulse], &code) }
    default:
      let widths = widths(coreMode)
      for track in 0..<4 {
        let part = Part(fields[track], 4)
        switch widths[track] {
        case 5: add(one(part), track, &code)
        case 9: add(two(part), track, &code)
        case 13: add(three(part), track, &code)
        default: add(four(Int(fields[track]) << 14 | Int(fields[track + 4])), track, &code)
        }
      }
    }
  }

  private static func add(_ pulses: SIMD16<Float>, _ track: Int, _ code: inout MutableSpan<Float>) {
    for position in 0..<16 { code[4 * position + track] = pulses[position] }
  }

  /// An index of pulses on a part of a track.
  private struct Part {
    let index: Int
    /// The number of bits of a position.
    let width: Int
    /// The part's first position.
    let offset: Int

    init(_ index: UInt16, _ width: Int) { self.init(Int(index), width, 0) }

    init(_ index: Int, _ width: Int, _ offset: Int) {
      self.index = index
      self.width = width
      self.offset = offset
    }

    /// Returns bit `number` of the index.
    func bit(_ number: Int) -> Int { index >> number & 1 }
  }

  private static func pulse(at position: Int, isNegative: Bool) -> SIMD16<Float> {
    var track = SIMD16<Float>(repeating: 0)
    track[position & 15] = isNegative ? -1 : 1
    return track
  }

  private static func one(_ part: Part) -> SIMD16<Float> {
    pulse(at: part.index & (1 << part.width - 1) + part.offset, isNegative: part.bit(part.width) == 1)
  }

  private static func two(_ part: Part) -> SIMD16<Float> {
    let mask = 1 << part.width - 1
    let first = part.index >> part.width & mask
    let second = part.index & mask
    let isNegative = part.bit(2 * part.width) == 1
    return pulse(at: first + part.offset, isNegative: isNegative)
      + pulse(at: second + part.offset, isNegative: isNegative == (second >= first))
  }

  private static func three(_ part: Part) -> SIMD16<Float> {
    let n = part.width
    let half = part.offset + part.bit(2 * n - 1) << (n - 1)
    return two(Part(part.index & (1 << (2 * n - 1) - 1), n - 1, half))
      + one(Part(part.index >> (2 * n), n, part.offset))
  }

  /// Returns four pulses on a whole track: the numbers of pulses of both halves are coded first.
  private static func four(_ index: Int) -> SIMD16<Float> {
    switch index >> 14 & 3 {
    case 0:
      let half = 8 * (index >> 13 & 1)
      return two(Part(index & 31, 2, half + 4 * (index >> 5 & 1))) + two(Part(index >> 6 & 127, 3, half))
    case 1: return one(Part(index >> 10, 3, 0)) + three(Part(index, 3, 8))
    case 2: return two(Part(index >> 7, 3, 0)) + two(Part(index, 3, 8))
    default: return three(Part(index >> 4, 3, 0)) + one(Part(index, 3, 8))
    }
  }
}

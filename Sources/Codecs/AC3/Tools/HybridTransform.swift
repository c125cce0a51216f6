import Bitstream

/// The adaptive hybrid transform: the six blocks of a channel's line are transformed once more, and the result is
/// quantized by vectors or with gains.
///
/// ETSI TS 102 366, E.2.4 (ATSC A/52, E.3.4).
struct HybridTransform: Sendable {
  /// The mantissas of the six blocks of each line: `[slot][line][block]`.
  private var mantissas = [Float](repeating: 0, count: Slots.count * Slots.lineCount * 6)
  /// Gains of the lines of the channel that is read.
  private var gains = [UInt8](repeating: 1, count: Slots.lineCount)
  private let lookup = HybridLookup()
  /// The factors √2 · cos(j(2b+1)π/12) for each block b, for j from 1 on.
  private let cosines = Self.makeCosines()

  private static func makeCosines() -> [Float] {
    // Bound: a constant of the format.
    var values = [Float](repeating: 0, count: 30)
    for block in 0..<6 {
      for order in 1...5 {
        // cos(nπ/12), by symmetry from its first quarter.
        let step = order * (2 * block + 1) % 24
        let folded = step > 12 ? 24 - step : step
        let value = folded > 6 ? -quarterCosines[12 - folded] : quarterCosines[folded]
        values[block * 5 + order - 1] = Float(2.0.squareRoot() * value)
      }
    }
    return values
  }

  /// The values of cos(nπ/12) for n from 0 to 6.
  private static let quarterCosines: [7 of Double] = [
    1, (6.0.squareRoot() + 2.0.squareRoot()) / 4, 3.0.squareRoot() / 2, 0.5.squareRoot(), 0.5,
    (6.0.squareRoot() - 2.0.squareRoot()) / 4, 0,
  ]

  /// Makes a block's lines of a channel.
  func mantissas(
    of channel: ChannelAllocation, _ block: Int, _ planes: borrowing LinePlanes, into lines: inout MutableSpan<Float>
  ) {
    let exponents = planes.codes(channel.slot).exponents
    let own = mantissas.span
    for line in channel.lines {
      let mantissa = own[(channel.slot * Slots.lineCount + line) * 6 + block]
      lines[line] = mantissa * PowersOfTwo.negative(Int(exponents[line]))
    }
  }

  /// Reads all six blocks of a channel.
  ///
  /// - Parameters:
  ///   - reader: At `gaqmod`; past its end zeros are read.
  ///   - channel: Its slot and lines.
  ///   - planes: Its pointers.
  ///   - noise: The generator for lines without bits.
  mutating func read(
    _ reader: inout BitReader, _ channel: ChannelAllocation, _ planes: borrowing LinePlanes,
    _ noise: inout NoiseGenerator
  ) {
    let base = channel.slot * Slots.lineCount
    let mode = Int(reader.readUnchecked(2))
    readGains(&reader, channel, planes, mode: mode)
    for line in channel.lines {
      let pointer = Int(planes.pointers[base + line])
      var values: [6 of Float] = InlineArray(repeating: 0)
      switch pointer {
      case 0:
        for index in 0..<6 { values[index] = 0.5 * noise.next() }
      case 1...7:
        let first = 6 * (lookup.firstVectors[pointer] + Int(reader.readUnchecked(lookup.bitCounts[pointer])))
        for index in 0..<6 { values[index] = lookup.vectors[first + index] }
      default:
        let gain = gains[line]
        for index in 0..<6 { values[index] = lookup.value(&reader, pointer: pointer, gain: gain) }
      }
      transform(values, at: (base + line) * 6)
    }
  }

  /// Reads the gains, which precede all values.
  private mutating func readGains(
    _ reader: inout BitReader, _ channel: ChannelAllocation, _ planes: borrowing LinePlanes, mode: Int
  ) {
    let base = channel.slot * Slots.lineCount
    let end = mode < 2 ? 12 : 17
    var (group, rest) = (0, 0)
    for line in channel.lines {
      gains[line] = 1
      let pointer = Int(planes.pointers[base + line])
      guard mode > 0, pointer >= 8, pointer < end else { continue }
      switch mode {
      case 1: gains[line] = reader.readUnchecked(1) == 0 ? 1 : 2
      case 2: gains[line] = reader.readUnchecked(1) == 0 ? 1 : 4
      default:
        if rest == 0 { (group, rest) = (Int(reader.readUnchecked(5)), 3) }
        let digit = rest == 3 ? group / 9 : rest == 2 ? group / 3 % 3 : group % 3
        rest -= 1
        gains[line] = digit == 0 ? 1 : digit == 1 ? 2 : 4
      }
    }
  }

  /// Makes the mantissas of the six blocks.
  @inline(__always)
  private mutating func transform(_ values: [6 of Float], at place: Int) {
    for block in 0..<6 {
      var sum = values[0]
      for order in 0..<5 { sum += values[order + 1] * cosines[block * 5 + order] }
      mantissas[place + block] = sum
    }
  }
}

/// The tables of the specification, as arrays for look-ups: a look-up in a constant of the module would copy the whole
/// table.
private struct HybridLookup: Sendable {
  // Bound: constants of the format.
  /// The values of all vectors, six each.
  let vectors: [Float] = hybridVectors.indices.map { Float(hybridVectors[$0]) * 0x1p-15 }
  /// The first vector of each codebook, by `hebap`.
  let firstVectors = [0, 0, 4, 12, 28, 60, 188, 444]
  /// The number of bits of a mantissa, or of an index of a vector, by `hebap`.
  let bitCounts = hybridBitCounts.indices.map { hybridBitCounts[$0] }
  private let gainOne: [Float] = gainOneFactors.indices.map { Float(gainOneFactors[$0]) }
  private let factors: [Float] = gainFactors.indices.map { Float(gainFactors[$0]) }
  private let negativeOffsets: [Float] = negativeGainOffsets.indices.map { Float(negativeGainOffsets[$0]) }

  /// Reads a value that is quantized with a gain.
  func value(_ reader: inout BitReader, pointer: Int, gain: UInt8) -> Float {
    let bitCount = bitCounts[pointer]
    if gain == 1 {
      let value = MantissaReader.fraction(&reader, bitCount: bitCount)
      return value + value * gainOne[pointer - 8] * 0x1p-15
    }
    let (short, long) = gain == 2 ? (bitCount - 1, bitCount - 1) : (bitCount - 2, bitCount)
    let code = reader.readUnchecked(short)
    guard code == 1 << UInt32(short - 1) else {
      let signed = Int32(bitPattern: code << UInt32(32 - short)) >> Int32(32 - short)
      return Float(signed) * PowersOfTwo.negative(bitCount - 1)
    }
    // The most negative code announces a value beyond the small ones.
    let value = MantissaReader.fraction(&reader, bitCount: long)
    let place = 2 * (pointer - 8) + (gain == 2 ? 0 : 1)
    let offset = value < 0 ? negativeOffsets[place] : gain == 2 ? 16384 : 8192
    return value + (value * factors[place] + offset) * 0x1p-15
  }
}

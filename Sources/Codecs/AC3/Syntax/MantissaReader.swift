import Bitstream

/// Reads the mantissas of a block. Those of few levels are sent two or three at a time, across channels.
///
/// ETSI TS 102 366, 6.3 (ATSC A/52, 7.3).
/// ```
/// pointer   1       2       3     4        5     6 … 13       14   15
/// levels    3       5       7     11       15    2^(p−1)      2^14 2^16
/// bits      5 / 3   7 / 3   3     7 / 2    4     p − 1        14   16
/// ```
struct MantissaReader: Sendable {
  /// The values of each group, the first value first; the last lane is 1 if no group has the number.
  private let threes: [SIMD4<Float>]
  private let fives: [SIMD4<Float>]
  private let elevens: [SIMD4<Float>]
  /// The values of seven and of fifteen levels; 8 for invalid codes.
  private let sevens: [Float]
  private let fifteens: [Float]
  /// The bits of each pointer's fraction, from the highest down.
  private let masks: [Int32]
  /// The bits of each step of the slot that is read, see ``MantissaOrders``.
  private var widths: [UInt8]
  /// The bits before each line of the slot that is read.
  private var offsets: [UInt16]
  /// Fills lines without bits.
  var noise: NoiseGenerator
  /// The groups that have begun in the block.
  private var groups = Groups()

  private struct Groups: BitwiseCopyable {
    var (threes, fives, elevens) = (Group(), Group(), Group())
    /// More than 0 after a group or a mantissa with an invalid code.
    var invalid: Float = 0
  }

  /// The values of a group that have not been used, the next one first, and their number.
  private struct Group: BitwiseCopyable {
    var values = SIMD4<Float>()
    var count = 0

    /// Takes the next value.
    @inline(__always)
    mutating func next() -> Float {
      let value = values.x
      values = SIMD4(values.y, values.z, values.w, 0)
      count &-= 1
      return value
    }
  }

  init(_ noise: NoiseGenerator) {
    self.noise = noise
    threes = Self.rows(count: 32, levels: 3, size: 3)
    fives = Self.rows(count: 128, levels: 5, size: 3)
    elevens = Self.rows(count: 128, levels: 11, size: 2)
    sevens = Self.levels(count: 8, of: 7)
    fifteens = Self.levels(count: 16, of: 15)
    masks = MantissaOrders.singleBitCounts.map { .min >> (Int32(max($0, 1)) - 1) }
    widths = (0..<128).map { MantissaOrders.singleBitCounts[$0 / 8] }
    // Bound: constants of the format.
    offsets = Array(repeating: 0, count: Slots.lineCount)
  }

  /// Clears unfinished groups, as at the start of each block.
  mutating func begin() { groups = Groups() }

  /// True after a group with an invalid code.
  var hasInvalidGroup: Bool { groups.invalid > 0 }

  /// Returns the values of codes of an odd number of levels, which are the same distance apart.
  private static func levels(count: Int, of levels: Int) -> [Float] {
    (0..<count).map { $0 < levels ? Float(2 * $0 - (levels - 1)) / Float(levels) : 8 }
  }

  /// Returns the values of groups; the first code is the most significant.
  private static func rows(count: Int, levels: Int, size: Int) -> [SIMD4<Float>] {
    let values = Self.levels(count: levels, of: levels)
    return (0..<count).map { group in
      var (row, rest) = (SIMD4<Float>(), group)
      for place in (0..<size).reversed() {
        row[place] = values[rest % levels]
        rest /= levels
      }
      row[3] = rest == 0 ? 0 : 1
      return row
    }
  }

  /// Returns a signed fraction of the given number of bits, 1…32: from −1 up to, but not including, 1.
  @inline(__always)
  static func fraction(_ reader: inout BitReader, bitCount: Int) -> Float {
    let value = Int32(bitPattern: reader.readUnchecked(bitCount) &<< UInt32(32 &- bitCount))
    return Float(value) * 0x1p-31
  }

  /// The greatest value of noise.
  static var noiseLevel: Float { 0.707_106_78 }

  /// Reads the mantissas of lines, and computes the lines. Zeros are read past the end. Unfinished groups continue in
  /// the next slot.
  ///
  /// - Parameters:
  ///   - reader: At the first mantissa.
  ///   - slot: The slot, and the use of noise.
  ///   - planes: The pointers and exponents of the lines, and their order.
  ///   - lines: The 256 lines of the slot.
  mutating func read(
    _ reader: inout BitReader, _ slot: MantissaSlot, _ planes: borrowing LinePlanes,
    into lines: inout MutableSpan<Float>
  ) {
    let order = planes.orders.order(slot.number)
    for phase in 0..<6 {
      widths[8 + phase] = (phase + 3 - groups.threes.count) % 3 == 0 ? 5 : 0
      widths[16 + phase] = (phase + 3 - groups.fives.count) % 3 == 0 ? 7 : 0
      widths[32 + phase] = (phase + groups.elevens.count) % 2 == 0 ? 7 : 0
    }
    let bitCount = Self.place(order, slot.lines, widths, &offsets)
    // Copies, as the rest of the reader is looked up meanwhile.
    var (own, generator) = (groups, noise)
    do {
      let source = MantissaSource(reader, order, planes.codes(slot.number), offsets.span)
      var values = lines._mutatingExtracting(0..<256)
      readEmpty(source, &generator, isNoisy: slot.isNoisy, &values)
      own.invalid += Self.readGroups(source, (.threes, 3, 5, threes), &own.threes, &values)
      own.invalid += Self.readGroups(source, (.fives, 3, 7, fives), &own.fives, &values)
      own.invalid += Self.readGroups(source, (.elevens, 2, 7, elevens), &own.elevens, &values)
      own.invalid += Self.readSingles(source, (.sevens, 3, sevens), &values)
      own.invalid += Self.readSingles(source, (.fifteens, 4, fifteens), &values)
      readPlain(source, &values)
    }
    reader.consume(bitCount)
    (groups, noise) = (own, generator)
  }

  /// Computes the bit offset of each line, and returns the total number of bits.
  private static func place(
    _ order: MantissaOrder, _ range: Range<Int>, _ widths: [UInt8], _ offsets: inout [UInt16]
  ) -> Int {
    let (widths, steps) = (widths.span.extracting(0..<128), order.steps.extracting(0..<256))
    var all = offsets.mutableSpan
    var result = all._mutatingExtracting(0..<256)
    var offset: UInt16 = 0
    for line in range.clamped(to: 0..<256) {
      result[line] = offset
      offset &+= UInt16(widths[Int(steps[line] & 127)])
    }
    return Int(offset)
  }

  // The spans of each loop are cut to a known length beside it, so that no checks are left within.

  /// Fills the lines that have no mantissas.
  @inline(__always)
  private func readEmpty(
    _ source: MantissaSource, _ noise: inout NoiseGenerator, isNoisy: Bool, _ values: inout MutableSpan<Float>
  ) {
    let (list, exponents) = (source.order.lines(.empty), source.codes.exponents.extracting(0..<256))
    let count = min(source.order.count(.empty), 256)
    guard isNoisy else {
      for index in 0..<count { values[Int(list[index])] = 0 }
      return
    }
    var generator = noise
    for index in 0..<count {
      let line = Int(list[index])
      values[line] = Self.noiseLevel * generator.next() * PowersOfTwo.negative(Int(exponents[line]))
    }
    noise = generator
  }

  /// Reads mantissas that are coded in groups; returns a value above 0 if a group has an invalid code.
  @inline(__always)
  private static func readGroups(
    _ source: MantissaSource, _ kind: (way: MantissaOrders.Way, size: Int, bitCount: Int, rows: [SIMD4<Float>]),
    _ group: inout Group, _ values: inout MutableSpan<Float>
  ) -> Float {
    let (way, size, bitCount, table) = kind
    let (list, exponents) = (source.order.lines(way), source.codes.exponents.extracting(0..<256))
    let (rows, offsets) = (table.span.extracting(0..<(1 << bitCount)), source.offsets.extracting(0..<256))
    let count = min(source.order.count(way), 256)
    var (index, invalid) = (0, Float(0))
    while group.count > 0, index < count {
      let line = Int(list[index])
      values[line] = group.next() * PowersOfTwo.negative(Int(exponents[line]))
      index &+= 1
    }
    while index &+ size <= count {
      let row = rows[source.code(at: offsets[Int(list[index])], bitCount)]
      for place in 0..<size {
        let line = Int(list[index &+ place])
        values[line] = row[place] * PowersOfTwo.negative(Int(exponents[line]))
      }
      invalid += row.w
      index &+= size
    }
    guard index < count else { return invalid }
    group.values = rows[source.code(at: offsets[Int(list[index])], bitCount)]
    group.count = size
    invalid += group.values.w
    while index < count {
      let line = Int(list[index])
      values[line] = group.next() * PowersOfTwo.negative(Int(exponents[line]))
      index &+= 1
    }
    return invalid
  }

  /// Reads mantissas of 7 or 15 levels, and returns more than 0 if one has an invalid code.
  @inline(__always)
  private static func readSingles(
    _ source: MantissaSource, _ kind: (way: MantissaOrders.Way, bitCount: Int, levels: [Float]),
    _ values: inout MutableSpan<Float>
  ) -> Float {
    let (way, bitCount, table) = kind
    let (list, exponents) = (source.order.lines(way), source.codes.exponents.extracting(0..<256))
    let (levels, offsets) = (table.span.extracting(0..<(1 << bitCount)), source.offsets.extracting(0..<256))
    var patterns: UInt32 = 0
    for index in 0..<min(source.order.count(way), 256) {
      let line = Int(list[index])
      let mantissa = levels[source.code(at: offsets[line], bitCount)]
      patterns |= mantissa.bitPattern
      values[line] = mantissa * PowersOfTwo.negative(Int(exponents[line]))
    }
    // The highest bit of the exponent is that of numbers from 2 up.
    return patterns >> 30 & 1 != 0 ? 1 : 0
  }

  /// Reads signed fractions.
  @inline(__always)
  private func readPlain(_ source: MantissaSource, _ values: inout MutableSpan<Float>) {
    let (list, exponents) = (source.order.lines(.plain), source.codes.exponents.extracting(0..<256))
    let (masks, offsets) = (masks.span.extracting(0..<16), source.offsets.extracting(0..<256))
    let pointers = source.codes.pointers.extracting(0..<256)
    for index in 0..<min(source.order.count(.plain), 256) {
      let line = Int(list[index])
      let bits = Int32(truncatingIfNeeded: source.code(at: offsets[line], 32)) & masks[Int(pointers[line] & 15)]
      values[line] = Float(bits) * PowersOfTwo.negative(31 &+ Int(exponents[line]))
    }
  }
}

/// The slot whose mantissas are read.
struct MantissaSlot {
  var number: Int
  var lines: Range<Int>
  /// True if lines without bits become noise.
  var isNoisy: Bool
}

/// The mantissas of a slot: their bits, and what the lines are.
private struct MantissaSource: ~Escapable {
  private let reader: BitReader
  let order: MantissaOrder
  let codes: LineCodes
  /// The bits before each line.
  let offsets: Span<UInt16>

  @inline(__always)
  @_lifetime(copy reader, copy order, copy codes, copy offsets)
  init(_ reader: BitReader, _ order: MantissaOrder, _ codes: LineCodes, _ offsets: Span<UInt16>) {
    self.reader = reader
    (self.order, self.codes, self.offsets) = (order, codes, offsets)
  }

  /// Returns the number with the given number of bits at an offset.
  @inline(__always)
  func code(at offset: UInt16, _ bitCount: Int) -> Int {
    var bits = reader
    bits.consume(Int(offset))
    return Int(truncatingIfNeeded: bits.window &>> UInt64(64 &- bitCount))
  }
}

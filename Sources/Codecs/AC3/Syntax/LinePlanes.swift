import Bitstream

/// The exponents and the bit allocation pointers of all slots of a block, 256 lines each.
struct LinePlanes: Sendable {
  /// Each line is worth its mantissa times two to the power of minus this; 0…24.
  private(set) var exponents = [UInt8](repeating: 0, count: Slots.count * Slots.lineCount)
  /// `bap`, or `hebap` where six blocks are transformed together.
  private(set) var pointers = [UInt8](repeating: 0, count: Slots.count * Slots.lineCount)
  /// The reading order of the mantissas.
  private(set) var orders = MantissaOrders()

  /// Returns the places of a slot's lines.
  private static func places(_ slot: Int) -> Range<Int> {
    (slot * Slots.lineCount)..<((slot + 1) * Slots.lineCount)
  }

  /// Returns the pointers and exponents of a slot's lines.
  @_lifetime(borrow self)
  func codes(_ slot: Int) -> LineCodes {
    LineCodes(
      pointers: pointers.span.extracting(Self.places(slot)), exponents: exponents.span.extracting(Self.places(slot)))
  }

  /// Looks up the pointers of a slot's lines.
  ///
  /// - Parameters:
  ///   - channel: The slot and its lines.
  ///   - bands: The bands of the lines.
  ///   - tables: The pointers.
  ///   - places: Each band's place in them.
  mutating func point(
    _ channel: ChannelAllocation, _ bands: Range<Int>, _ tables: AllocationLookup, _ places: [UInt8]
  ) {
    // A copy of the reference, so that the pointers can change meanwhile.
    let exponents = exponents
    // Parts of a known length, so that no checks are left in the loop.
    let table = (channel.isHybrid ? tables.hybrid.span : tables.plain.span).extracting(0..<256)
    let own = exponents.span.extracting(Self.places(channel.slot)).extracting(0..<256)
    var all = pointers.mutableSpan
    var part = all._mutatingExtracting(Self.places(channel.slot))
    var result = part._mutatingExtracting(0..<256)
    let (starts, bandPlaces) = (tables.bandStarts.span, places.span)
    var line = channel.lines.lowerBound
    for band in bands {
      let (end, place) = (min(channel.lines.upperBound, starts[band &+ 1], 256), bandPlaces[band])
      while line < end {
        result[line] = table[Int(place &- 4 &* own[line])]
        line &+= 1
      }
    }
    if !channel.isHybrid { orders.sort(channel, self.pointers) }
  }

  /// Reads new exponents of a slot.
  ///
  /// ETSI TS 102 366, 6.1 (ATSC A/52, 7.1).
  ///
  /// - Parameters:
  ///   - reader: At the absolute exponent.
  ///   - slot: The slot of the exponents.
  ///   - lines: The lines that the slot codes.
  ///   - strategy: 1, 2 or 3: differences stand for one, two or four lines.
  mutating func readExponents(
    _ reader: inout BitReader, _ slot: Int, _ lines: Range<Int>, strategy: UInt8
  ) throws(AC3Error) {
    let width = 1 << (Int(strategy) - 1)
    var value = try reader.bits(4)
    var line = lines.lowerBound
    var groupCount = 2
    var exponents = exponents.mutableSpan
    var part = exponents._mutatingExtracting(Self.places(slot))
    var own = part._mutatingExtracting(0..<256)
    switch slot {
    case Slots.coupling:
      // The first value is coded with half the resolution, and only the start of the differences.
      value *= 2
      groupCount = lines.count / (3 * width)
    default:
      own[0] = UInt8(value)
      line += 1
      if slot != Slots.lowFrequency { groupCount = (lines.upperBound + 3 * width - 4) / (3 * width) }
    }
    // Exponents beyond the slot's lines are written, and not read.
    for _ in 0..<groupCount {
      guard reader.remaining >= 7 else { throw AC3Error(.truncated, at: reader.offset) }
      let code = UInt32(truncatingIfNeeded: reader.window &>> 57)
      reader.consume(7)
      guard code < 125 else { throw AC3Error(.exponentGroup, at: reader.offset) }
      let first = value &+ Int(code / 25) &- 2
      let second = first &+ Int(code / 5 % 5) &- 2
      value = second &+ Int(code % 5) &- 2
      guard max(UInt(bitPattern: first), UInt(bitPattern: second), UInt(bitPattern: value)) <= 24 else {
        throw AC3Error(.exponentRange, at: reader.offset)
      }
      Self.write((first, second, value), width, at: line, &own)
      line &+= 3 &* width
    }
  }

  /// Writes the exponents of a group, repeating each the given number of times. Those beyond the last line are left
  /// out.
  @inline(__always)
  private static func write(
    _ values: (Int, Int, Int), _ width: Int, at line: Int, _ exponents: inout MutableSpan<UInt8>
  ) {
    let (a, b, c) = (
      UInt8(truncatingIfNeeded: values.0), UInt8(truncatingIfNeeded: values.1), UInt8(truncatingIfNeeded: values.2)
    )
    guard line &+ 3 &* width <= 256 else {
      for place in line..<max(line, 256) {
        exponents[place] = place &- line < width ? a : place &- line < 2 &* width ? b : c
      }
      return
    }
    // One check for all.
    var places = exponents._mutatingExtracting(line..<(line &+ 3 &* width))
    switch width {
    case 1:
      places[2] = c
      places[1] = b
      places[0] = a
    case 2:
      places[5] = c
      places[4] = c
      places[3] = b
      places[2] = b
      places[1] = a
      places[0] = a
    default:
      places[11] = c
      for place in 8..<11 { places[place] = c }
      for place in 4..<8 { places[place] = b }
      for place in 0..<4 { places[place] = a }
    }
  }
}

/// The bit allocation pointers and the exponents of a slot's 256 lines.
struct LineCodes: ~Escapable {
  let pointers: Span<UInt8>
  let exponents: Span<UInt8>

  @_lifetime(copy pointers, copy exponents)
  init(pointers: Span<UInt8>, exponents: Span<UInt8>) { (self.pointers, self.exponents) = (pointers, exponents) }
}

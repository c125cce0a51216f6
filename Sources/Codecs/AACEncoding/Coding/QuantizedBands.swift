// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: places and segments are those of the frame that was prepared.

/// The quantised lines of a channel and their costs, band by band.
struct QuantizedBands: Sendable {
  private(set) var quads: [SIMD4<Int32>]
  /// The bits of each place in each codebook, ``Sectioning/impossible`` if a codebook cannot code it.
  private(set) var costs: [SIMD16<Float>]
  private var counts: [BandCount]

  /// The bits that the lines of a place cost, and their magnitude.
  private struct BandCount: Sendable, BitwiseCopyable {
    var codewords = SIMD16<UInt16>()
    var escapes: Int32 = 0
    /// The largest magnitude, −1 if all lines are 0 because they are not to be coded.
    var largest: Int32 = -1

    @inline(__always)
    mutating func add(_ other: BandCount) {
      codewords &+= other.codewords
      escapes &+= other.escapes
      largest = max(largest, other.largest)
    }
  }

  /// Represents the scale factor of bands whose lines are to be 0.
  static let empty = -1

  init(quadCount: Int) {
    let count = AnalyzedChannel.placeCount
    quads = Array(repeating: SIMD4(), count: quadCount)
    costs = Array(repeating: SIMD16(), count: count)
    counts = Array(repeating: BandCount(), count: count)
  }

  /// Returns the largest magnitude of a place, −1 if all lines are 0 because they are not to be coded.
  @inline(__always)
  func largest(_ place: Int) -> Int32 { counts[place].largest }

  /// Quantises all bands with their scale factors; bands with ``empty`` become zeros.
  mutating func update(
    _ segments: borrowing BandSegments, _ lines: borrowing QuantizerLines, _ scaleFactors: [Int],
    _ tables: CodingTables
  ) {
    if segments.isShort {
      for index in 0..<segments.placeCount { counts[segments.places[index]] = BandCount() }
    }
    for index in 0..<segments.count {
      let segment = segments.segments[index]
      let found = quantize(segment.start..<segment.end, lines, scaleFactors[segment.place], tables)
      if segments.isShort { counts[segment.place].add(found) } else { counts[segment.place] = found }
    }
  }

  /// Quantises some lines and counts their bits.
  private mutating func quantize(
    _ range: Range<Int>, _ lines: borrowing QuantizerLines, _ scaleFactor: Int, _ tables: CodingTables
  ) -> BandCount {
    guard scaleFactor >= 0 else {
      for quad in range { quads[quad] = SIMD4() }
      return BandCount(codewords: SpectralBitCounter.zeros(range.count, tables.bits), largest: -1)
    }
    let largest = QuantizedBands.quantize(lines, range, tables.gains[scaleFactor], &quads)
    return QuantizedBands.count(quads, range, largest: largest, tables.bits)
  }

  /// Quantises some lines and returns the largest magnitude.
  @inline(never)
  private static func quantize(
    _ lines: borrowing QuantizerLines, _ range: Range<Int>, _ gain: Float, _ quantized: inout [SIMD4<Int32>]
  ) -> Int32 {
    let power = lines.powers.span.extracting(range)
    let sign = lines.signs.span.extracting(range)
    var all = quantized.mutableSpan
    var output = all._mutatingExtracting(range)
    let count = power.count
    precondition(sign.count == count && output.count == count)
    var largest = SIMD4<Int32>()
    for quad in 0..<count {
      let magnitudes = Quantizer.magnitudes(power[quad], gain)
      largest.replace(with: magnitudes, where: magnitudes .> largest)
      output[quad] = (magnitudes ^ sign[quad]) &- sign[quad]
    }
    return largest.greatest
  }

  /// Counts the bits of some lines.
  @inline(never)
  private static func count(
    _ quads: [SIMD4<Int32>], _ range: Range<Int>, largest: Int32, _ tables: borrowing SpectralBitTables
  ) -> BandCount {
    let counted = SpectralBitCounter.count(quads.span.extracting(range), largest: largest, tables)
    return BandCount(
      codewords: counted.codewords, escapes: Int32(truncatingIfNeeded: counted.escapes), largest: largest)
  }

  /// Sets the costs of all bands.
  mutating func updateCosts(_ segments: borrowing BandSegments, _ tools: [BandTool], _ tables: CodingTables) {
    QuantizedBands.setCosts(segments.places[..<segments.placeCount], counts, tables, &costs)
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      guard tools[place] != .spectral else { continue }
      costs[place] = SIMD16(repeating: Sectioning.impossible)
      costs[place][Int(tools[place].codebook)] = 0
    }
  }

  private static func setCosts(
    _ places: ArraySlice<Int>, _ counts: [BandCount], _ tables: CodingTables, _ costs: inout [SIMD16<Float>]
  ) {
    var costs = costs.mutableSpan
    let (places, counts, penalties) = (places.span, counts.span, tables.penalties.span)
    for index in places.indices {
      let place = places[index]
      let count = counts[place]
      var cost = SIMD16<Float>(count.codewords) + penalties[min(max(Int(count.largest), 0), 17)]
      if count.escapes > 0 { cost[11] += Float(count.escapes) }
      costs[place] = cost
    }
  }

  /// Writes the lines of all segments into those of a packet.
  func store(_ segments: borrowing BandSegments, into lines: inout [Int16]) {
    var lines = lines.mutableSpan
    let quads = quads.span
    precondition(lines.count == 4 * quads.count)
    for index in 0..<segments.count {
      let range = segments.segments[index].start..<segments.segments[index].end
      var output = lines._mutatingExtracting((4 * range.lowerBound)..<(4 * range.upperBound))
      QuantizedBands.store(quads.extracting(range), into: &output)
    }
  }

  @inline(never)
  private static func store(_ quads: Span<SIMD4<Int32>>, into lines: inout MutableSpan<Int16>) {
    precondition(lines.count == 4 * quads.count)
    for quad in quads.indices {
      let values = SIMD4<Int16>(truncatingIfNeeded: quads[quad])
      var four = lines._mutatingExtracting((4 &* quad)..<(4 &* quad &+ 4))
      four[0] = values[0]
      four[1] = values[1]
      four[2] = values[2]
      four[3] = values[3]
    }
  }
}

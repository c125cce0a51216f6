// Holds throughout: places and segments are those of the frame that was prepared.

/// The quantised lines of a channel and what they cost, band by band.
///
/// A band is quantised and counted anew only where its scale factor is another one than in the attempt before: about
/// half of them are not.
struct QuantizedBands: Sendable {
  private(set) var quads: [SIMD4<Int32>]
  /// The largest magnitude of each place, −1 where all lines are 0 because they are not to be coded.
  private(set) var largestValues: [Int32]
  /// The bits of each place in each codebook, ``Sectioning/impossible`` where a codebook cannot code it.
  private(set) var costs: [SIMD16<Float>]
  private var codewordBits: [SIMD16<UInt16>]
  private var escapeBits: [Int32]
  /// The scale factors that ``quads`` have been made with.
  private var scaleFactors: [Int]
  private var isStale: [Bool]

  /// Stands for a scale factor in bands whose lines are 0.
  static let empty = -1
  /// Stands for one in bands of which nothing is known.
  private static let unknown = -2

  init(quadCount: Int) {
    let count = AnalyzedChannel.placeCount
    quads = Array(repeating: SIMD4(), count: quadCount)
    largestValues = Array(repeating: 0, count: count)
    costs = Array(repeating: SIMD16(), count: count)
    codewordBits = Array(repeating: SIMD16(), count: count)
    escapeBits = largestValues
    scaleFactors = Array(repeating: 0, count: count)
    isStale = Array(repeating: false, count: count)
  }

  /// Forgets the frame before.
  mutating func prepare(_ segments: borrowing BandSegments, _ tools: [BandTool]) {
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      scaleFactors[place] = QuantizedBands.unknown
      guard tools[place] != .spectral else { continue }
      costs[place] = SIMD16(repeating: Sectioning.impossible)
      costs[place][Int(tools[place].codebook)] = 0
    }
  }

  /// Quantises all bands with the scale factors at their places, those of ``empty`` to zeros.
  mutating func update(
    _ segments: borrowing BandSegments, _ lines: borrowing QuantizerLines, _ wanted: [Int],
    _ tables: CodingTables
  ) {
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      isStale[place] = scaleFactors[place] != wanted[place]
      guard isStale[place] else { continue }
      scaleFactors[place] = wanted[place]
      largestValues[place] = wanted[place] == QuantizedBands.empty ? -1 : 0
      codewordBits[place] = SIMD16()
      escapeBits[place] = 0
    }
    for index in 0..<segments.count {
      let segment = segments.segments[index]
      if isStale[segment.place] { update(segment, lines, tables) }
    }
  }

  private mutating func update(
    _ segment: BandSegments.Segment, _ lines: borrowing QuantizerLines, _ tables: CodingTables
  ) {
    let range = segment.start..<segment.end
    let scaleFactor = scaleFactors[segment.place]
    guard scaleFactor >= 0 else {
      for quad in range { quads[quad] = SIMD4() }
      codewordBits[segment.place] &+= SpectralBitCounter.zeros(range.count, tables.bits)
      return
    }
    let largest = QuantizedBands.quantize(lines, range, tables.gains[scaleFactor], &quads)
    largestValues[segment.place] = max(largestValues[segment.place], largest)
    let counted = SpectralBitCounter.count(quads, range, largest: largest, tables.bits)
    codewordBits[segment.place] &+= counted.codewords
    escapeBits[segment.place] &+= Int32(truncatingIfNeeded: counted.escapes)
  }

  /// Quantises some lines and returns the largest magnitude.
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
      let magnitudes = Quantizer.magnitudes(power[quad], gain, 0.4054)
      largest.replace(with: magnitudes, where: magnitudes .> largest)
      output[quad] = (magnitudes ^ sign[quad]) &- sign[quad]
    }
    return largest.max()
  }

  /// Sets ``costs`` of the bands that were quantised anew.
  mutating func updateCosts(_ segments: borrowing BandSegments, _ tools: [BandTool], _ tables: CodingTables) {
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      guard isStale[place], tools[place] == .spectral else { continue }
      var cost = SIMD16<Float>(codewordBits[place])
      let largest = max(largestValues[place], 0)
      // A band without lines inside another section repeats the scale factor before: one bit.
      if largest == 0 { cost += 1 }
      cost[0] = 0
      cost[11] += Float(escapeBits[place])
      costs[place] = cost + tables.penalties[min(Int(largest), 17)]
    }
  }

  /// Writes the lines of all segments into those of a packet.
  func store(_ segments: borrowing BandSegments, into lines: inout [Int16]) {
    var lines = lines.mutableSpan
    let quads = quads.span
    precondition(lines.count == 4 * quads.count)
    for index in 0..<segments.count {
      for quad in segments.segments[index].start..<segments.segments[index].end {
        let values = SIMD4<Int16>(truncatingIfNeeded: quads[quad])
        var four = lines._mutatingExtracting((4 &* quad)..<(4 &* quad &+ 4))
        four[0] = values[0]
        four[1] = values[1]
        four[2] = values[2]
        four[3] = values[3]
      }
    }
  }
}

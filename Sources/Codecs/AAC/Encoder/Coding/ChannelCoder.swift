import MPEG4Systems

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: the spans are cut from arrays of one plan, by the segments of one frame.

/// The tables that all channels share.
struct CodingTables: Sendable {
  let bits = SpectralBitTables()
  /// For a largest magnitude of 0…16 and more: what codebooks 0…15 cost extra because they cannot hold it.
  let penalties: [SIMD16<Float>]

  init() {
    penalties = (0...17).map { largest in
      var row = SIMD16<Float>(repeating: Sectioning.impossible)
      if largest == 0 { row[0] = 0 }
      for book in 1...11 where book == 11 || Codebooks.largestAbsoluteValue[book] >= largest { row[book] = 0 }
      return row
    }
  }
}

/// Quantises one channel and counts its bits for a given noise in each band.
///
/// The order of calls: ``prepare(_:bands:)`` once a frame, then ``code(noise:with:)`` as often as the rate control
/// asks, and ``store(into:)`` for the attempt that is sent.
package struct ChannelCoder: Sendable {
  var segments = BandSegments()
  private var lines: QuantizerLines
  private var quantized: [SIMD4<Int32>]
  /// Σ √|X| of each band.
  private(set) var formFactors: [Float]
  private var largestPowers: [Float]
  private(set) var lineCounts: [Float]
  private var targets: ScaleFactorTargets
  private(set) var scaleFactors: [Int]
  private var codewordBits: [SIMD16<UInt16>]
  private var escapeBits: [Int]
  private var largestValues: [Int32]
  private var costs: [SIMD16<Float>]
  private(set) var codebooks: [UInt8]
  /// Places that have lines to code, in the order of the bit stream.
  private var codedPlaces: [Int]
  private var codedCount = 0
  private var tools: [BandTool]
  private var toolValues: [Int16]
  private(set) var globalGain = 100

  package init(frameLength: Int) {
    let count = AnalyzedChannel.placeCount
    lines = QuantizerLines(quadCount: frameLength / 4)
    quantized = Array(repeating: SIMD4(), count: frameLength / 4)
    formFactors = Array(repeating: 0, count: count)
    largestPowers = formFactors
    lineCounts = formFactors
    targets = ScaleFactorTargets(count: count)
    scaleFactors = Array(repeating: 0, count: count)
    codedPlaces = scaleFactors
    escapeBits = scaleFactors
    largestValues = Array(repeating: 0, count: count)
    codewordBits = Array(repeating: SIMD16(), count: count)
    costs = Array(repeating: SIMD16(), count: count)
    codebooks = Array(repeating: 0, count: count)
    tools = Array(repeating: .spectral, count: count)
    toolValues = Array(repeating: 0, count: count)
  }

  /// The lines of each band that cost bits: see ``ScaleFactorTargets/activeLines``.
  var activeLines: [Float] { targets.activeLines }
}

/// The lines of a channel as the quantiser takes them.
private struct QuantizerLines: Sendable {
  /// `|X|^(3/4)` of all lines.
  var powers: [SIMD4<Float>]
  /// −1 where a line is negative.
  var signs: [SIMD4<Int32>]

  init(quadCount: Int) {
    powers = Array(repeating: SIMD4(), count: quadCount)
    signs = Array(repeating: SIMD4(), count: quadCount)
  }
}

// MARK: - What does not depend on the noise

extension ChannelCoder {
  /// Takes over a frame.
  package mutating func prepare(_ channel: borrowing AnalyzedChannel, bands: borrowing BandLayout) {
    segments.set(channel.info, bands)
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      tools[place] = channel.tools[place]
      toolValues[place] = channel.toolValues[place]
      formFactors[place] = 0
      largestPowers[place] = 0
      lineCounts[place] = 0
    }
    limitToolValues()
    for index in 0..<segments.count {
      let segment = segments.segments[index]
      let found = Self.measure(channel.spectrum, segment, &lines.powers, &lines.signs)
      formFactors[segment.place] += found.root
      largestPowers[segment.place] = max(largestPowers[segment.place], found.largest)
      lineCounts[segment.place] += Float(4 * (segment.end - segment.start))
    }
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      let mean = max(channel.energies[place], 1e-9) / max(lineCounts[place], 1)
      targets.activeLines[place] = formFactors[place] / mean.squareRoot().squareRoot()
      let needed = largestPowers[place] / (Quantizer.largest - 1)
      targets.lowest[place] =
        needed > 1e-6 ? max(0, 101 + Int((FloatFunctions.log2(needed) * (16.0 / 3)).rounded(.up))) : 0
    }
  }

  /// Noise energies and intensity positions differ by at most 60 from the ones before.
  private mutating func limitToolValues() {
    var noise: Int16?
    var position: Int16 = 0
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      switch tools[place] {
      case .spectral: break
      case .noise:
        let value = noise.map { min(max(toolValues[place], $0 - 60), $0 + 60) } ?? min(max(toolValues[place], -80), 165)
        toolValues[place] = value
        noise = value
      case .intensityInPhase, .intensityOutOfPhase:
        position = min(max(toolValues[place], position - 60), position + 60)
        toolValues[place] = position
      }
    }
  }

  /// Sets powers and signs of the lines of a segment.
  ///
  /// - Returns: Σ √|X| and the largest `|X|^(3/4)`.
  private static func measure(
    _ spectrum: [Float], _ segment: BandSegments.Segment, _ powers: inout [SIMD4<Float>],
    _ signs: inout [SIMD4<Int32>]
  ) -> (root: Float, largest: Float) {
    let range = segment.start..<segment.end
    let lines = spectrum.span.extracting((4 * segment.start)..<(4 * segment.end))
    var allPowers = powers.mutableSpan
    var allSigns = signs.mutableSpan
    var power = allPowers._mutatingExtracting(range)
    var sign = allSigns._mutatingExtracting(range)
    let count = power.count
    precondition(sign.count == count && lines.count == 4 * count)
    var largest = SIMD4<Float>()
    var sum = SIMD4<Float>()
    for quad in 0..<count {
      let four = SIMD4(lines[4 &* quad], lines[4 &* quad &+ 1], lines[4 &* quad &+ 2], lines[4 &* quad &+ 3])
      let magnitudes = four.magnitudes
      let root = magnitudes.roots
      let value = (magnitudes * root).roots
      power[quad] = value
      sign[quad] = four.signs
      largest.replace(with: value, where: value .> largest)
      sum += root
    }
    return (sum.sum(), largest.max())
  }
}

// MARK: - One attempt

/// The tables and working memory that all channels share.
package struct CodingWorkspace: Sendable {
  let tables = CodingTables()
  var trellis: ScaleFactorTrellis
  var sectioning = Sectioning()

  package init() { trellis = ScaleFactorTrellis(scaleFactorBits: tables.bits.scaleFactors) }
}

extension ChannelCoder {
  /// Quantises the channel for the noise energy `noise` at each place.
  ///
  /// - Returns: The bits of sections, scale factors and lines.
  package mutating func code(noise: [Float], with workspace: inout CodingWorkspace) -> Int {
    findWanted(noise)
    workspace.trellis.choose(
      codedPlaces[..<codedCount], targets, into: &scaleFactors)
    quantize(workspace.tables.bits)
    findCosts(workspace.tables)
    let lengthBits = segments.isShort ? 3 : 5
    for group in 0..<segments.groupCount {
      let range = (group * segments.bandsPerGroup)..<((group + 1) * segments.bandsPerGroup)
      workspace.sectioning.choose(
        segments.places[range], costs: costs, lengthBits: lengthBits, into: &codebooks)
    }
    return countBits(workspace.tables, lengthBits: lengthBits)
  }

  /// The scale factors at which the estimate of the noise, `4/27 · 2^(3/8 (sf − 100)) · Σ √|X|`, is the wanted one.
  private mutating func findWanted(_ noise: [Float]) {
    codedCount = 0
    var highest: Float = 0
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      guard tools[place] == .spectral, largestPowers[place] > 1e-6 else { continue }
      let ratio = 6.75 * noise[place] / formFactors[place]
      let ideal = 100 + (8.0 / 3) * FloatFunctions.log2(max(ratio, 1e-20))
      let value = min(max(ideal, Float(targets.lowest[place])), 240)
      targets.wanted[place] = value
      let gain = FloatFunctions.exp2(-0.1875 * (value - 100))
      if largestPowers[place] * gain + 0.4054 < 1 { continue }
      codedPlaces[codedCount] = place
      codedCount += 1
      highest = max(highest, value)
    }
    // All differences stay legal, even with bands between that turn out empty: 44 and two times 8 states are 60.
    for index in 0..<codedCount {
      let place = codedPlaces[index]
      targets.wanted[place] = max(targets.wanted[place], highest - 44)
    }
  }

  private mutating func quantize(_ tables: SpectralBitTables) {
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      codewordBits[place] = SIMD16()
      escapeBits[place] = 0
      largestValues[place] = -1
    }
    for index in 0..<codedCount { largestValues[codedPlaces[index]] = 0 }
    for index in 0..<segments.count {
      let segment = segments.segments[index]
      guard largestValues[segment.place] >= 0 else {
        for quad in segment.start..<segment.end { quantized[quad] = SIMD4() }
        codewordBits[segment.place] &+= SpectralBitCounter.zeros(segment.end - segment.start, tables)
        continue
      }
      let gain = Quantizer.gain(scaleFactors[segment.place])
      let largest = Self.quantize(lines, segment, gain, &quantized)
      largestValues[segment.place] = max(largestValues[segment.place], largest)
      let counted = SpectralBitCounter.count(
        quantized, segment.start..<segment.end, largest: largest, tables)
      codewordBits[segment.place] &+= counted.codewords
      escapeBits[segment.place] += counted.escapes
    }
  }

  /// Quantises the lines of a segment and returns the largest magnitude.
  private static func quantize(
    _ lines: borrowing QuantizerLines, _ segment: BandSegments.Segment, _ gain: Float,
    _ quantized: inout [SIMD4<Int32>]
  ) -> Int32 {
    let range = segment.start..<segment.end
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

  private mutating func findCosts(_ tables: CodingTables) {
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      let tool = tools[place]
      guard tool == .spectral else {
        costs[place] = SIMD16(repeating: Sectioning.impossible)
        costs[place][Int(tool.codebook)] = 0
        continue
      }
      var cost = SIMD16<Float>(codewordBits[place])
      let largest = max(largestValues[place], 0)
      // A band without lines inside another section repeats the scale factor before: one bit.
      if largest == 0 { cost += 1 }
      cost[0] = 0
      cost[11] += Float(escapeBits[place])
      costs[place] = cost + tables.penalties[min(Int(largest), 17)]
    }
  }

  /// Counts the bits, and gives the bands that have no scale factor of their own the one before.
  private mutating func countBits(_ tables: CodingTables, lengthBits: Int) -> Int {
    var bits = 0
    for group in 0..<segments.groupCount {
      let range = (group * segments.bandsPerGroup)..<((group + 1) * segments.bandsPerGroup)
      bits += Sectioning.bitCount(
        segments.places[range], codebooks: codebooks, lengthBits: lengthBits)
    }
    var last = ScaleFactorPredictor(globalGain: 0)
    var isFirst = true
    var isFirstNoise = true
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      let codebook = codebooks[place]
      if codebook == Codebook.zero { continue }
      if Codebook.isSpectral(codebook) {
        bits += Int(costs[place][Int(codebook)])
        if largestValues[place] <= 0 {
          // The bit of its scale factor is in the cost.
          if isFirst {
            scaleFactors[place] = firstScaleFactor(from: index)
          } else {
            scaleFactors[place] = last.scaleFactor
          }
          if isFirst { isFirst = false; globalGain = scaleFactors[place]; last.scaleFactor = globalGain }
          continue
        }
        if isFirst {
          isFirst = false
          globalGain = scaleFactors[place]
          last.scaleFactor = globalGain
        }
        bits += Int(tables.bits.scaleFactors[scaleFactors[place] - last.scaleFactor + 60])
        last.scaleFactor = scaleFactors[place]
      } else if codebook == Codebook.noise {
        bits += isFirstNoise ? 9 : Int(tables.bits.scaleFactors[Int(toolValues[place]) - last.noiseEnergy + 60])
        isFirstNoise = false
        last.noiseEnergy = Int(toolValues[place])
      } else {
        bits += Int(tables.bits.scaleFactors[Int(toolValues[place]) - last.intensityPosition + 60])
        last.intensityPosition = Int(toolValues[place])
      }
    }
    if isFirst { globalGain = 100 }
    return bits
  }

  /// The scale factor of the first band from a place on that has lines.
  private func firstScaleFactor(from start: Int) -> Int {
    for index in start..<segments.placeCount {
      let place = segments.places[index]
      if largestValues[place] > 0 { return scaleFactors[place] }
    }
    return 100
  }
}

// MARK: - The result

extension ChannelCoder {
  /// Writes the last attempt into the channel of a packet.
  package func store(into stream: inout ChannelStream) {
    stream.globalGain = globalGain
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      stream.codebooks[place] = codebooks[place]
      stream.scaleFactors[place] =
        Codebook.isSpectral(codebooks[place]) ? Int16(scaleFactors[place]) : toolValues[place]
      if codebooks[place] == Codebook.zero { stream.scaleFactors[place] = 0 }
    }
    var lines = stream.lines.mutableSpan
    let quads = quantized.span
    precondition(lines.count == 4 * quads.count)
    let segments = segments.segments.span.extracting(0..<segments.count)
    for index in segments.indices {
      for quad in segments[index].start..<segments[index].end {
        for lane in 0..<4 { lines[4 * quad + lane] = Int16(truncatingIfNeeded: quads[quad][lane]) }
      }
    }
  }

  /// The number of bands up to the last one that is not empty.
  var neededBandCount: Int {
    var needed = 0
    for index in 0..<segments.placeCount where codebooks[segments.places[index]] != Codebook.zero {
      needed = max(needed, index % max(segments.bandsPerGroup, 1) + 1)
    }
    return needed
  }
}

extension BandTool {
  /// The codebook number that stands for the tool; 0 for lines, whose codebook depends on them.
  var codebook: UInt8 {
    switch self {
    case .spectral: Codebook.zero
    case .noise: Codebook.noise
    case .intensityInPhase: Codebook.intensityInPhase
    case .intensityOutOfPhase: Codebook.intensityOutOfPhase
    }
  }
}

extension SIMD4<Float> {
  /// −1 where a lane is negative, otherwise 0.
  @inline(__always)
  var signs: SIMD4<Int32> {
    let isNegative = self .< SIMD4<Float>()
    return SIMD4<Int32>().replacing(with: -1, where: isNegative)
  }
}

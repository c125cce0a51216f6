package import AACSyntax
import MPEG4Systems
import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: the spans are cut from arrays of one plan, by the segments of one frame.

/// The tables that all channels share.
struct CodingTables: Sendable {
  let bits = SpectralBitTables()
  /// ``Quantizer/gain(_:)`` of scale factors 0…255.
  let gains = (0...255).map { Quantizer.gain($0) }
  /// The penalties of codebooks 0…15 for a largest magnitude of 0…16 and more that they cannot code; and the bit of an
  /// empty band inside another section, which repeats the previous scale factor.
  let penalties: [SIMD16<Float>]

  init() {
    penalties = (0...17).map { largest in
      var row = SIMD16<Float>(repeating: Sectioning.impossible)
      if largest == 0 { row[0] = 0 }
      for book in 1...11 where book == 11 || Codebooks.largestAbsoluteValue[book] >= largest {
        row[book] = largest == 0 ? 1 : 0
      }
      return row
    }
  }
}

/// Quantises one channel and counts its bits, for a given noise in each band.
///
/// The order of calls: ``prepare(_:bands:)`` once a frame, then ``code(noise:with:)`` as often as the rate control
/// asks, and ``store(into:)`` for the attempt that is sent.
package struct ChannelCoder: Sendable {
  var segments = BandSegments()
  private var lines: QuantizerLines
  private var quantized: QuantizedBands
  /// Σ √|X| of each band.
  private(set) var formFactors: [Float]
  private var largestPowers: [Float]
  private(set) var lineCounts: [Float]
  private var targets: ScaleFactorTargets
  /// The scale factors; during an attempt, ``QuantizedBands/empty`` in bands that are not coded.
  private(set) var scaleFactors: [Int]
  /// The largest magnitude that each place would have at its target scale factor, not rounded yet.
  private var peaks: [Float]
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
    quantized = QuantizedBands(quadCount: frameLength / 4)
    formFactors = Array(repeating: 0, count: count)
    largestPowers = formFactors
    lineCounts = formFactors
    targets = ScaleFactorTargets(count: count)
    scaleFactors = Array(repeating: 0, count: count)
    codedPlaces = scaleFactors
    peaks = formFactors
    codebooks = Array(repeating: 0, count: count)
    tools = Array(repeating: .spectral, count: count)
    toolValues = Array(repeating: 0, count: count)
  }

  /// The lines of each band that cost bits: see ``ScaleFactorTargets/activeLines``.
  var activeLines: [Float] { targets.activeLines }
}

// MARK: - Values that do not depend on the noise

extension ChannelCoder {
  /// Adopts a frame.
  package mutating func prepare(_ channel: borrowing AnalyzedChannel, bands: borrowing BandLayout) {
    segments.set(channel.info, bands)
    Self.copy(channel.tools, into: &tools)
    Self.copy(channel.toolValues, into: &toolValues)
    Self.clear(&formFactors)
    Self.clear(&largestPowers)
    Self.clear(&lineCounts)
    limitToolValues()
    for index in 0..<segments.count {
      let segment = segments.segments[index]
      let found = lines.set(segment, channel.spectrum)
      formFactors[segment.place] += found.root
      largestPowers[segment.place] = max(largestPowers[segment.place], found.largest)
      lineCounts[segment.place] += Float(4 * (segment.end - segment.start))
    }
    setTargets(channel.energies)
    // So these are no bands with lines to the search for them.
    for index in 0..<segments.placeCount where tools[segments.places[index]] != .spectral {
      largestPowers[segments.places[index]] = 0
    }
  }

  private static func clear(_ values: inout [Float]) {
    var values = values.mutableSpan
    for index in values.indices { values[index] = 0 }
  }

  @inline(__always)
  private static func copy<Value: BitwiseCopyable>(_ values: [Value], into copies: inout [Value]) {
    let values = values.span
    var copies = copies.mutableSpan
    precondition(values.count == copies.count)
    for index in 0..<values.count { copies[index] = values[index] }
  }

  /// Sets active lines and lowest scale factors; between the positions of the frame they have no meaning.
  private mutating func setTargets(_ energies: [Float]) {
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      let mean = max(energies[place], 1e-9) / max(lineCounts[place], 1)
      targets.activeLines[place] = formFactors[place] / mean.squareRoot().squareRoot()
    }
    Self.setLowest(largestPowers, segments.placeEnd, into: &targets.lowest)
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      // Rounded up: a fraction counts as a whole.
      let exact = targets.lowest[place]
      let cut = Float(Int32(exact))
      targets.lowest[place] = max(0, 101 + (cut < exact ? cut + 1 : cut))
    }
  }

  /// Sets the differences between 101 and the lowest scale factor, not rounded yet, from the largest powers.
  private static func setLowest(_ powers: [Float], _ end: Int, into lowest: inout [Float]) {
    var lowest = lowest.mutableSpan
    let powers = powers.span
    for place in stride(from: 0, to: end, by: 4) {
      let needed = powers.quad(at: place) / (Quantizer.largest - 1)
      let logarithm = FloatFunctions.log2(needed) * (16.0 / 3)
      lowest.setQuad(logarithm.replacing(with: -101, where: needed .<= 1e-6), at: place)
    }
  }

  /// Limits noise energies and intensity positions to differences of 60.
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
  /// Quantises the channel for the noise energies `noise`, one per band.
  ///
  /// - Returns: The bits of sections, scale factors and lines.
  package mutating func code(noise: [Float], with workspace: inout CodingWorkspace) -> Int {
    findWanted(noise)
    workspace.trellis.choose(
      codedPlaces[..<codedCount], targets, into: &scaleFactors)
    quantized.update(segments, lines, scaleFactors, workspace.tables)
    quantized.updateCosts(segments, tools, workspace.tables)
    let lengthBits = segments.isShort ? 3 : 5
    for group in 0..<segments.groupCount {
      let range = (group * segments.bandsPerGroup)..<((group + 1) * segments.bandsPerGroup)
      workspace.sectioning.choose(
        segments.places[range], costs: quantized.costs, lengthBits: lengthBits, into: &codebooks)
    }
    return countBits(workspace.tables, lengthBits: lengthBits)
  }

  /// Sets the scale factors at which the estimate of the noise, `4/27 · 2^(3/8 (sf − 100)) · Σ √|X|`, is the target,
  /// and finds the bands that have non-zero lines at these scale factors.
  private mutating func findWanted(_ noise: [Float]) {
    let end = segments.placeEnd
    Self.setWanted(noise.span.extracting(0..<end), formFactors, targets.lowest, into: &targets.wanted)
    Self.setPeaks(largestPowers, targets.wanted, end, into: &peaks)
    codedCount = Self.findCoded(segments.places[..<segments.placeCount], peaks, &codedPlaces, &scaleFactors)
    var highest: Float = 0
    for index in 0..<codedCount { highest = max(highest, targets.wanted[codedPlaces[index]]) }
    for index in 0..<codedCount {
      let place = codedPlaces[index]
      targets.wanted[place] = max(targets.wanted[place], highest - Self.widestRange)
    }
  }

  /// The largest difference between target scale factors. All differences in the stream stay legal, even with bands
  /// between them that turn out to be empty: 44 and two times 8 states of ``ScaleFactorTrellis`` are 60.
  private static let widestRange: Float = 44
  /// The largest target scale factor: the maximum of a stream, 255, less what the states may add.
  private static let highestWanted: Float = 240
  /// Represents no noise or no lines, where a logarithm or a quotient needs more than 0.
  private static let leastRatio: Float = 1e-20
  /// The power of lines below which a band is empty.
  private static let leastPower: Float = 1e-6

  /// Lists the bands with lines and returns their number; all scale factors become ``QuantizedBands/empty``.
  private static func findCoded(
    _ places: ArraySlice<Int>, _ peaks: [Float], _ coded: inout [Int], _ scaleFactors: inout [Int]
  ) -> Int {
    var coded = coded.mutableSpan
    var scaleFactors = scaleFactors.mutableSpan
    let (places, peaks) = (places.span, peaks.span)
    var count = 0
    for index in places.indices {
      let place = places[index]
      scaleFactors[place] = QuantizedBands.empty
      coded[count] = place
      count += peaks[place] >= 1 ? 1 : 0
    }
    return count
  }

  /// Sets the scale factors that give the target noise.
  private static func setWanted(_ noise: Span<Float>, _ forms: [Float], _ lowest: [Float], into wanted: inout [Float]) {
    var wanted = wanted.mutableSpan
    let (forms, lowest) = (forms.span, lowest.span)
    for place in stride(from: 0, to: noise.count, by: 4) {
      // The estimate of the noise, solved for the scale factor: 27/4 and 8/3 are the inverses of its factors.
      let ratio = SIMD4.greater(6.75 * noise.quad(at: place) / forms.quad(at: place), SIMD4(repeating: leastRatio))
      let ideal = Quantizer.unity + (8.0 / 3) * FloatFunctions.log2(ratio)
      let value = SIMD4.lesser(SIMD4.greater(ideal, lowest.quad(at: place)), SIMD4(repeating: highestWanted))
      wanted.setQuad(value, at: place)
    }
  }

  /// Sets the largest magnitudes at these scale factors; 0 if they are negligible.
  private static func setPeaks(_ powers: [Float], _ wanted: [Float], _ end: Int, into peaks: inout [Float]) {
    var peaks = peaks.mutableSpan
    let (powers, wanted) = (powers.span, wanted.span)
    for place in stride(from: 0, to: end, by: 4) {
      let gain = FloatFunctions.exp2(Quantizer.exponent * (wanted.quad(at: place) - Quantizer.unity))
      let power = powers.quad(at: place)
      peaks.setQuad(Quantizer.raised(power * gain).replacing(with: 0, where: power .<= leastPower), at: place)
    }
  }

  /// Counts the bits, and gives bands without a scale factor the previous one.
  private mutating func countBits(_ tables: CodingTables, lengthBits: Int) -> Int {
    var bits = 0
    for group in 0..<segments.groupCount {
      let range = (group * segments.bandsPerGroup)..<((group + 1) * segments.bandsPerGroup)
      bits += Sectioning.bitCount(
        segments.places[range], codebooks: codebooks, lengthBits: lengthBits)
    }
    // Whole numbers, far below 2^24: their sum is exact.
    var costs: Float = 0
    var last = ScaleFactorPredictor(globalGain: 0)
    var isFirst = true
    var isFirstNoise = true
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      let codebook = codebooks[place]
      if codebook == Codebook.zero { continue }
      if Codebook.isSpectral(codebook) {
        costs += quantized.costs[place][Int(codebook)]
        if quantized.largest(place) <= 0 {
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
    return bits + Int(costs)
  }

  /// Returns the scale factor of the first band from a place on that has lines.
  private func firstScaleFactor(from start: Int) -> Int {
    for index in start..<segments.placeCount {
      let place = segments.places[index]
      if quantized.largest(place) > 0 { return scaleFactors[place] }
    }
    return 100
  }
}

// MARK: - The result

extension ChannelCoder {
  /// Writes the last result into the channel of a packet.
  package func store(into stream: inout ChannelStream) {
    stream.globalGain = globalGain
    for index in 0..<segments.placeCount {
      let place = segments.places[index]
      stream.codebooks[place] = codebooks[place]
      stream.scaleFactors[place] =
        Codebook.isSpectral(codebooks[place]) ? Int16(scaleFactors[place]) : toolValues[place]
      if codebooks[place] == Codebook.zero { stream.scaleFactors[place] = 0 }
    }
    quantized.store(segments, into: &stream.lines)
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

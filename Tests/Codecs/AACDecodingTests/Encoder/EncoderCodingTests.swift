import AACDecoding
import AACEncoding
import AACSyntax
import AudioBase
import Bitstream
import Foundation
import MPEG4Systems
import TestSupport
import Testing
import Transforms

@Suite("AAC encoder: coding") struct EncoderCodingTests {
  /// A channel with random lines in some bands.
  private func channel(_ generator: inout SplitMix64, isShort: Bool, bands: BandLayout) -> AnalyzedChannel {
    var channel = AnalyzedChannel(frameLength: bands.frameLength)
    if isShort {
      WindowPlan(sequence: .eightShort, shape: .sine, grouping: Int(generator.next() & 127)).apply(to: &channel.info)
    }
    channel.info.bandCount = bands.bandCount(isShort: isShort) - Int(generator.next() % 5)
    bands.forEachBand(channel.info) { place, lines in
      let level = Float(1 << Int(generator.next() % 18))
      for line in lines {
        channel.spectrum[line] = level * Float(Int64(bitPattern: generator.next()) >> 32) * 0x1p-31
        channel.energies[place] += channel.spectrum[line] * channel.spectrum[line]
      }
    }
    for place in channel.tools.indices where generator.next() % 9 == 0 {
      channel.tools[place] = .noise
      channel.toolValues[place] = Int16(generator.next() % 60)
    }
    return channel
  }

  @Test("the bits that are counted are those that are written", arguments: [false, true])
  func bitCounts(isShort: Bool) throws {
    let configuration = try configuration(.aacLC)
    let tables = ParsingTables(
      context: ChannelContext(profile: .lowComplexity, resilience: ResilienceFlags(), bands: configuration.bands),
      codebooks: .shared)
    var generator = SplitMix64(seed: 77)
    var workspace = CodingWorkspace()
    var coder = ChannelCoder(frameLength: 1024)
    for _ in 0..<60 {
      let channel = channel(&generator, isShort: isShort, bands: configuration.bands)
      coder.prepare(channel, bands: configuration.bands)
      let noise = (0..<AnalyzedChannel.placeCount).map { place in
        max(channel.energies[place] * Float(generator.next() % 1000) * 1e-4, 1)
      }
      let counted = coder.code(noise: noise, with: &workspace)
      var stream = ChannelStream(frameLength: 1024)
      stream.info = channel.info
      coder.store(into: &stream)
      var writer = BitWriter()
      stream.writeSections(to: &writer, context: tables.context)
      stream.writeScaleFactors(to: &writer)
      stream.writeSpectrum(to: &writer, bands: tables.bands)
      expectEqual(counted, writer.offset)
    }
  }

  @Test("no other division into sections is cheaper")
  func sections() {
    var generator = SplitMix64(seed: 78)
    var sectioning = Sectioning()
    for _ in 0..<20 {
      let places = Array(0..<5)
      let costs = places.map { _ in
        var row = SIMD16<Float>(repeating: Sectioning.impossible)
        for book in [0, 1, 5, 11] { row[book] = Float(generator.next() % 25) }
        return row
      }
      var chosen = [UInt8](repeating: 0, count: 5)
      sectioning.choose(places[...], costs: costs, lengthBits: 5, into: &chosen)
      func total(_ books: [UInt8]) -> Float {
        var sum = Float(Sectioning.bitCount(places[...], codebooks: books, lengthBits: 5))
        for place in places { sum += costs[place][Int(books[place])] }
        return sum
      }
      var best = Float.infinity
      for number in 0..<1024 {
        let books = places.map { [0, 1, 5, 11][number >> (2 * $0) & 3] as UInt8 }
        best = min(best, total(books))
      }
      expectEqual(total(chosen), best)
    }
  }

  @Test("the noise of a band is about the one that was asked for")
  func noise() throws {
    let configuration = try configuration(.aacLC)
    var generator = SplitMix64(seed: 79)
    var workspace = CodingWorkspace()
    var coder = ChannelCoder(frameLength: 1024)
    var channel = AnalyzedChannel(frameLength: 1024)
    channel.info.bandCount = 49
    for line in 0..<1024 { channel.spectrum[line] = 3000 * Float(Int64(bitPattern: generator.next()) >> 32) * 0x1p-31 }
    BandEnergies.measure(channel.spectrum, channel.info, configuration.bands, into: &channel.energies)
    for ratio in [Float(0.1), 0.01, 0.001] {
      coder.prepare(channel, bands: configuration.bands)
      _ = coder.code(noise: channel.energies.map { max($0 * ratio, 1) }, with: &workspace)
      var stream = ChannelStream(frameLength: 1024)
      stream.info = channel.info
      coder.store(into: &stream)
      var restored = [Float](repeating: 0, count: 1024)
      InverseQuantizer.shared.apply(&stream, bands: configuration.bands, to: &restored)
      let found = 1 / signalToNoise(channel.spectrum, restored)
      #expect(found > Double(ratio) / 1.6 && found < Double(ratio) * 1.6, "\(ratio)")
    }
  }

  /// Against the nearest of all values that a decoder can restore, n^(4/3) steps.
  @Test("loud lines are rounded to about the nearest value")
  func rounding() throws {
    let configuration = try configuration(.aacLC)
    var generator = SplitMix64(seed: 80)
    var workspace = CodingWorkspace()
    var coder = ChannelCoder(frameLength: 1024)
    var channel = AnalyzedChannel(frameLength: 1024)
    channel.info.bandCount = 49
    for line in 0..<1024 { channel.spectrum[line] = 3000 * Float(Int64(bitPattern: generator.next()) >> 32) * 0x1p-31 }
    BandEnergies.measure(channel.spectrum, channel.info, configuration.bands, into: &channel.energies)
    coder.prepare(channel, bands: configuration.bands)
    _ = coder.code(noise: channel.energies.map { max($0 * 1e-4, 1) }, with: &workspace)
    var stream = ChannelStream(frameLength: 1024)
    stream.info = channel.info
    coder.store(into: &stream)
    var (noise, least) = (0.0, 0.0)
    configuration.bands.forEachBand(channel.info) { place, lines in
      let step = exp2(Double(stream.scaleFactors[place] - 100) / 4)
      for line in lines {
        let exact = abs(Double(channel.spectrum[line])) / step
        guard exact > 4 else { continue }
        let errors = (0..<400).map { abs(exact - pow(Double($0), 4.0 / 3)) }
        let error = errors[abs(Int(stream.lines[line]))]
        noise += error * error
        least += errors.min()! * errors.min()!
      }
    }
    // An offset of 0.4054 in place of 0.46 has 1.08.
    expectGreaterOrEqual(noise, least * 0.999)
    expectLess(noise, 1.04 * least, "\(noise / least)")
  }

  @Test("lines that are hardly more than half a step are left out")
  func deadZone() throws {
    let configuration = try configuration(.aacLC)
    var workspace = CodingWorkspace()
    var coder = ChannelCoder(frameLength: 1024)
    var channel = AnalyzedChannel(frameLength: 1024)
    channel.info.bandCount = 49
    // Every line of four that is alone; among them those of 0.53 of its step, where half is the middle of 0 and 1.
    for line in stride(from: 0, to: 1024, by: 4) { channel.spectrum[line] = line % 8 == 0 ? 1000 : 540 }
    BandEnergies.measure(channel.spectrum, channel.info, configuration.bands, into: &channel.energies)
    coder.prepare(channel, bands: configuration.bands)
    // The estimate of the noise, 4/27 · step^(3/2) · Σ √|X|, for a step of 1000.
    var noise = [Float](repeating: 1, count: AnalyzedChannel.placeCount)
    configuration.bands.forEachBand(channel.info) { place, lines in
      let roots = lines.reduce(0) { $0 + channel.spectrum[$1].squareRoot() }
      noise[place] = 4 / 27 * 31622.8 * roots
    }
    _ = coder.code(noise: noise, with: &workspace)
    var stream = ChannelStream(frameLength: 1024)
    stream.info = channel.info
    coder.store(into: &stream)
    let loud = stride(from: 0, to: 896, by: 8).count { stream.lines[$0] != 0 }
    let soft = stride(from: 4, to: 896, by: 8).count { stream.lines[$0] != 0 }
    #expect(loud > 100 && soft < 6, "\(loud), \(soft)")
  }

  @Test("the bands of a pair that are alike need no mask")
  func mask() throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 81))
    let tone = SignalMaker.tone(60000, cyclesPerSample: 0.011, level: 0.2)
    let noise = maker.noisy(60000, level: 0.2)
    let left = tone.indices.map { tone[$0] + noise[$0] + 0.001 * maker.uniform() }
    let right = tone.indices.map { tone[$0] + noise[$0] + 0.001 * maker.uniform() }
    var encoding = try Encoding(encoderSettings(.aac, bitRate: 128000))
    try encoding.encode([left, right])
    var unit = AccessUnit(encoding.configuration.stream)
    var counts = (all: 0, perBand: 0)
    for packet in encoding.packets {
      var reader = BitReader(packet.span)
      try unit.parse(&reader)
      counts.all += unit.elements[0].midSide.presence == .all ? 1 : 0
      counts.perBand += unit.elements[0].midSide.presence == .perBand ? 1 : 0
    }
    expectGreater(counts.all, 8 * counts.perBand, "\(counts)")
  }

  @Test("logarithm and power are as exact as they say")
  func functions() {
    var x = 1e-20
    while x < 1e20 {
      let value = FloatFunctions.log2(Float(x))
      let exact = Double(Float(x).exponent) + EncoderCodingTests.logarithm(Double(Float(x).significand))
      expectLess(abs(Double(value) - exact), 2e-5)
      x *= 1.37
    }
    for step in -200...200 {
      let exponent = Float(step) * 0.173
      let exact = FloatFunctions.log2(FloatFunctions.exp2(exponent))
      expectLess(abs(exact - exponent), 3e-5)
    }
  }

  /// log2 of 1…2 in double precision, by the series of the area hyperbolic tangent.
  private static func logarithm(_ x: Double) -> Double {
    let t = (x - 1) / (x + 1)
    var (sum, power) = (0.0, t)
    for n in stride(from: 1.0, to: 60, by: 2) {
      sum += power / n
      power *= t * t
    }
    return 2 * sum / 0.693147180559945309
  }

  @Test("lines become samples again, whatever the windows", arguments: [1024, 960])
  func filterbank(length: Int) throws {
    var generator = SplitMix64(seed: 80)
    let sequences: [(WindowSequence, WindowShape)] = [
      (.onlyLong, .sine), (.onlyLong, .kaiserBessel), (.longStart, .sine), (.eightShort, .kaiserBessel),
      (.eightShort, .sine), (.longStop, .sine), (.longStart, .kaiserBessel), (.eightShort, .sine),
      (.longStop, .kaiserBessel), (.onlyLong, .sine), (.onlyLong, .sine),
    ]
    var forward = ForwardFilterbank(frameLength: length, profile: .lowComplexity)
    var state = ForwardFilterbankState(frameLength: length, profile: .lowComplexity)
    var backward = BlockSwitchingFilterbank(frameLength: length, profile: .lowComplexity)
    var overlap = BlockSwitchingOverlap(frameLength: length)
    let samples = (0..<(sequences.count * length)).map { _ in
      Float(Int64(bitPattern: generator.next()) >> 40) * 0x1p-8
    }
    var spectrum = [Float](repeating: 0, count: length)
    var output = [Float](repeating: 0, count: length)
    for (index, (sequence, shape)) in sequences.enumerated() {
      var info = IndividualChannelInfo()
      info.windowSequence = sequence
      info.windowShape = shape
      forward.analyze(
        samples.span.extracting((index * length)..<((index + 1) * length)), windows: info, state: &state,
        into: &spectrum)
      backward.synthesize(spectrum, windows: info, overlap: &overlap, into: &output)
      guard index > 0 else { continue }
      let expected = samples[((index - 1) * length)..<(index * length)].map { $0 / 32768 }
      expectGreater(signalToNoise(Array(expected), output), 1e9, "frame \(index)")
    }
  }
}

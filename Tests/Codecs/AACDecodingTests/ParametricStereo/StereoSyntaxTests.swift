import AACDecoding
import AACReplication
import AACSyntax
import Bitstream
import TestSupport
import Testing

/// Reading and writing of `ps_data()`.
struct StereoSyntaxTests {
  private let codebooks = StereoCodebooks()

  /// A frame of any kind.
  private func frame(_ generator: inout SplitMix64, after header: ParametricStereoData.Header?) -> ParametricStereoData
  {
    var data = ParametricStereoData()
    data.header = header
    data.hasOwnHeader = header == nil || generator.chance(40)
    if data.hasOwnHeader {
      var own = ParametricStereoData.Header()
      if generator.chance(80) { own.level = .init(number: Int.random(in: 0...5, using: &generator)) }
      if generator.chance(80) { own.coherence = .init(number: Int.random(in: 0...5, using: &generator)) }
      own.hasExtension = generator.chance(50)
      data.header = own
    }
    data.hasBorders = generator.chance(50)
    data.envelopeCount =
      data.hasBorders ? Int.random(in: 1...4, using: &generator) : [0, 1, 2, 4].randomElement(using: &generator) ?? 0
    for envelope in 0..<data.envelopeCount { data.borders[envelope] = UInt8(7 * (envelope + 1)) }
    data.hasPhases = data.header?.hasExtension == true && generator.chance(70)
    fill(&data.level, data.levelQuantity, &generator)
    fill(&data.coherence, .coherence, &generator)
    fill(&data.phaseDifference, .phaseDifference, &generator)
    fill(&data.overallPhase, .overallPhase, &generator)
    return data
  }

  private func fill(
    _ differences: inout ParametricStereoData.Differences, _ quantity: StereoQuantity, _ generator: inout SplitMix64
  ) {
    let offset = StereoCodebooks.offset(quantity)
    for envelope in 0..<4 {
      differences.isOverTime[envelope] = generator.chance(50)
      for band in 0..<34 {
        differences.values[34 * envelope + band] = Int8(
          offset == 0 ? Int.random(in: 0...7, using: &generator) : Int.random(in: -offset...offset, using: &generator))
      }
    }
  }

  @Test func framesAreReadBackAsWritten() throws {
    var generator = SplitMix64(seed: 70)
    var read = ParametricStereoData()
    for _ in 0..<400 {
      let data = frame(&generator, after: read.header)
      var writer = BitWriter()
      data.write(to: &writer)
      var reader = BitReader(writer.bytes.span, bits: 0..<writer.offset)
      try read.parse(&reader, codebooks)
      expectEqual(reader.offset, writer.offset)
      #expect(read.header == data.header && read.hasBorders == data.hasBorders)
      #expect(read.envelopeCount == data.envelopeCount && read.hasPhases == data.hasPhases)
      var again = BitWriter()
      read.write(to: &again)
      #expect(again.bytes == writer.bytes && again.offset == writer.offset)
    }
  }

  /// The fields of a frame in bits: header, two evenly placed envelopes, no parameters at all.
  @Test func emptyFramesHaveTheBitsOfTheirFields() {
    var data = ParametricStereoData()
    data.header = ParametricStereoData.Header()
    data.hasOwnHeader = true
    data.envelopeCount = 2
    var writer = BitWriter()
    data.write(to: &writer)
    expectEqual(writer.offset, 7)
    expectEqual(writer.bytes, [0b1000_0100])
  }

  @Test func anyBitsAreReadOrRefused() {
    var generator = SplitMix64(seed: 71)
    var stereo = ParametricStereo(columnCount: 32)
    var matrix = QuadratureMirrorMatrix(columnCount: 32)
    var other = matrix
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      var reader = BitReader(bytes.span)
      do throws(AACError) { try stereo.prepare(&reader) } catch {}
      for place in matrix.real.indices {
        matrix.real[place] = Float.random(in: -1e4...1e4, using: &generator)
        matrix.imaginary[place] = Float.random(in: -1e4...1e4, using: &generator)
      }
      stereo.apply(left: &matrix, right: &other)
      #expect(
        (matrix.real + matrix.imaginary + other.real + other.imaginary).allSatisfy { $0.isFinite && abs($0) < 1e7 })
    }
  }
}

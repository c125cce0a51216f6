import AACDecoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// What enhanced SBR, that of USAC, adds to SBR.
@Suite struct EnhancedReplicationTests {
  /// A tone of the core comes out at the output's rate, later, and is the same tone.
  @Test(arguments: [
    (SBREnhancement.Ratio.double, 1024, 2.0), (.eightThirds, 768, 8.0 / 3), (.quadruple, 1024, 4.0),
  ]) func banksRaiseTheRate(ratio: SBREnhancement.Ratio, coreFrameLength: Int, factor: Double) {
    let configuration = SBRConfiguration(
      SBREnhancement(ratio: ratio, hasTemporalShaping: false), sampleRate: 48000, coreFrameLength: coreFrameLength)
    expectEqual(Double(configuration.outputFrameLength), factor * Double(coreFrameLength))
    var engine = SBREngine(configuration)
    var state = SBRChannelState(configuration)
    var block = PCMBlock(channelCount: 1, capacity: configuration.outputFrameLength)
    block.setFrameCount(configuration.outputFrameLength)
    let oscillator = Oscillator(cyclesPerSample: 0.0731)
    var bands: SBRBands?
    var output: [Float] = []
    for frame in 0..<4 {
      var plane = block.plane(0)
      for n in 0..<coreFrameLength { plane[n] = Float(0.5 * oscillator.wave(frame * coreFrameLength + n).sine) }
      engine.analyze(block, &state, channel: 0, at: 0)
      engine.fillMatrix(SBRFrame(), &bands, &state)
      engine.synthesize(&state, into: &block, channel: 0, at: 0)
      for n in 0..<configuration.outputFrameLength { output.append(block.channel(0)[n]) }
    }
    // What is left of the last frame without the tone of that frequency, whatever its phase.
    let tone = Oscillator(cyclesPerSample: 0.0731 / factor)
    let range = (output.count - configuration.outputFrameLength)..<output.count
    var (sine, cosine, power) = (0.0, 0.0, 0.0)
    for n in range {
      let wave = tone.wave(n)
      sine += 2 * wave.sine * Double(output[n]) / Double(range.count)
      cosine += 2 * wave.cosine * Double(output[n]) / Double(range.count)
    }
    for n in range {
      let wave = tone.wave(n)
      let rest = Double(output[n]) - sine * wave.sine - cosine * wave.cosine
      power += rest * rest / Double(range.count)
    }
    expectLess(abs((sine * sine + cosine * cosine).squareRoot() - 0.5), 0.005)
    expectLess(power, 0.125 * 1e-4)
  }

  /// `k0`: the nearest number to f · 128 / rate (4:1: 64 and half the rate), and the table's offset.
  @Test(arguments: [
    // 8:3 at 40 kHz: 4000 · 128 / 40000 = 12.8, and −1.
    (SBREnhancement.Ratio.eightThirds, 40000, 0, 12),
    // 4:1 at 48 kHz: 3000 · 64 / 24000 = 8, and 4.
    (.quadruple, 48000, 8, 12),
    // 2:1 at 48 kHz: 4000 · 128 / 48000 = 10.7, and 11.
    (.double, 48000, 12, 22),
    // 2:1 at 44.1 kHz: 4000 · 128 / 44100 = 11.6, and 5.
    (.double, 44100, 8, 17),
  ]) func startFrequencies(ratio: SBREnhancement.Ratio, rate: Int, start: Int, first: Int) throws {
    var header = SBRHeader()
    header.startFrequency = start
    header.stopFrequency = 9
    let bands = try SBRBands(header, sampleRate: rate, ratio: ratio)
    expectEqual(bands.first, first)
  }

  /// FIXFIX with eight envelopes of two slots, all of the high resolution; SBR of MPEG-4 has five at most.
  @Test func eightEnvelopes() throws {
    let bits: [UInt8] = [0b0011_1000]
    var reader = BitReader(bits.span)
    let grid = try SBRGrid(parsing: &reader, most: 8)
    #expect(grid.envelopeCount == 8 && grid.highResolution == 0xFF && reader.offset == 5)
    let time = try SBRTimeGrid(grid, slotCount: 16, at: 0)
    for border in 0..<9 { expectEqual(time.borders[border], 2 * border) }
    #expect(throws: AACError.self) {
      var reader = BitReader(bits.span)
      _ = try SBRGrid(parsing: &reader)
    }
  }

  /// Low subbands of a constant level leave the high ones as they are; all others keep the envelope's energy.
  @Test func temporalShapingKeepsEnergy() {
    var matrix = QuadratureMirrorMatrix(columnCount: 32)
    func energy(_ matrix: QuadratureMirrorMatrix, _ bands: Range<Int>, _ columns: Range<Int>) -> Double {
      var sum = 0.0
      for column in columns {
        for band in bands {
          let place = column * QuadratureMirrorMatrix.bandCount + band
          sum += Double(matrix.real[place] * matrix.real[place] + matrix.imaginary[place] * matrix.imaginary[place])
        }
      }
      return sum
    }
    for place in matrix.real.indices {
      let (column, band) = (place / 64, place % 64)
      matrix.real[place] = band < 20 ? 100 : Float((place * 7919) % 331)
      matrix.imaginary[place] = band < 20 ? 0 : Float(column)
    }
    let before = matrix
    SBRTemporalShaping.apply(3, 20..<40, 4..<20, to: &matrix)
    for place in matrix.real.indices { expectLess(abs(matrix.real[place] - before.real[place]), 0.01) }
    // An attack in the low subbands.
    for band in 0..<20 { matrix.real[10 * 64 + band] = 5000 }
    let sum = energy(matrix, 20..<40, 4..<20)
    SBRTemporalShaping.apply(2, 20..<40, 4..<20, to: &matrix)
    expectLess(abs(energy(matrix, 20..<40, 4..<20) / sum - 1), 1e-4)
    expectGreater(energy(matrix, 20..<40, 10..<11), 4 * energy(before, 20..<40, 10..<11))
    expectEqual(energy(matrix, 40..<64, 0..<32), energy(before, 40..<64, 0..<32))
  }
}

/// A sine and a cosine of any frequency.
private struct Oscillator {
  let cyclesPerSample: Double

  func wave(_ n: Int) -> (sine: Double, cosine: Double) {
    let turns = cyclesPerSample * Double(n)
    let angle = 2 * Double.pi * (turns - turns.rounded())
    // Series that are right to 1e-12 within half a turn.
    var (sine, cosine, term) = (0.0, 0.0, 1.0)
    for k in 0..<36 {
      if k % 2 == 0 { cosine += k % 4 == 0 ? term : -term } else { sine += k % 4 == 1 ? term : -term }
      term *= angle / Double(k + 1)
    }
    return (sine, cosine)
  }
}

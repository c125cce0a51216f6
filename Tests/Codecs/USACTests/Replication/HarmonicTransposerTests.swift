import AACDecoding
import AACReplication
import AACSyntax
import AudioBase
import Foundation
import MPEG4Systems
import TestSupport
import Testing
import USACCodec

/// A tone comes out at the multiples of its frequency that the bands of a header want.
@Suite struct HarmonicTransposerTests {
  /// A tone, in widths of a subband; the subbands that are looked at, and the one of them that the multiple lies in.
  struct Case: Sendable {
    var tone: Double
    var range: Range<Int>
    var multiple: Int
  }

  /// With the first subband made at 25: from 25 on the double, from 50 on the triple.
  @Test(arguments: [
    Case(tone: 14.2, range: 25..<50, multiple: 28), Case(tone: 17.6, range: 25..<50, multiple: 35),
    Case(tone: 18.2, range: 50..<59, multiple: 54),
  ])
  func multiples(_ test: Case) throws {
    var enhancement = SBREnhancement(ratio: .double, hasTemporalShaping: false)
    enhancement.isHarmonic = true
    let configuration = SBRConfiguration(enhancement, sampleRate: 44100, coreFrameLength: 1024)
    var header = SBRHeader()
    (header.startFrequency, header.stopFrequency) = (13, 12)
    var frequency = SBRHeader.Frequency()
    (frequency.scale, frequency.alterScale, frequency.noiseBands) = (1, true, 2)
    header.frequency = frequency
    let bands = try SBRBands(header, sampleRate: 44100, ratio: .double)
    try #require(bands.first == 25 && bands.end == 59)
    var engine = SBREngine(configuration)
    var channel = SBRChannelState(configuration)
    var transposer = HarmonicTransposer(columnCount: configuration.columnCount, .double)
    var block = PCMBlock(channelCount: 1, capacity: 2048)
    block.setFrameCount(2048)
    // A subband is 1/64 of the core's rate wide.
    let turn = 2 * Double.pi * test.tone / 64
    for frame in 0..<6 {
      var plane = block.plane(0)
      for n in 0..<1024 { plane[n] = Float(0.1 * sin(turn * Double(1024 * frame + n))) }
      engine.analyze(block, &channel, channel: 0, at: 0)
      if frame == 0 { transposer.restart(bands, &channel) }
      transposer.transpose(&channel, pitch: 0)
    }
    let transposed = try required(channel.transposed)
    var energies = [Double](repeating: 0, count: 64)
    for column in 0..<32 {
      for band in 0..<64 {
        let half = band < 32 ? transposed.lower : transposed.upper
        let place = (half.historyCount + column) * 32 + band % 32
        energies[band] += Double(half.real[place] * half.real[place] + half.imaginary[place] * half.imaginary[place])
      }
    }
    let sum = test.range.reduce(0) { $0 + energies[$1] }
    let near = (test.multiple - 1...test.multiple + 1).reduce(0) { $0 + energies[$1] }
    #expect(sum > 0 && near > 0.9 * sum)
    #expect(test.range.allSatisfy { energies[$0] <= energies[test.multiple] })
    #expect((0..<25).allSatisfy { energies[$0] == 0 } && (59..<64).allSatisfy { energies[$0] == 0 })
  }
}

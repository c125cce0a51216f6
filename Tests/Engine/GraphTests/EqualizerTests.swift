import AudioBase
import AudioGraph
import Foundation
import SignalProcessing
import TestSupport
import Testing

/// Filters against what their kinds mean: the gain at the frequency, far below and far above it.
@Suite("Equalizer bands") struct EqualizerTests {
  private let rate = 48000.0

  /// The gain in decibels of a band, measured in the stage's answer to an impulse.
  private func decibels(_ band: EqualizerBand, at frequencies: [Double]) throws -> [Double] {
    var rendered = try RenderedGraph(rate: rate, channels: 1)
    let controls = EqualizerControls(bandCount: 1)
    controls[0] = band
    let schedule = SoundSchedule()
    schedule.schedule(ScheduledSound(.frames(ListedFrames([1]))))
    schedule.play()
    let source = try ScheduleStage(schedule, format: rendered.format, capacity: 512)
    let stage = try EqualizerEffect(format: rendered.format, capacity: 512, controls: controls)
    var design = GraphDesign()
    design.output = stage
    design.connect(try GraphInput(from: source, to: stage.format), to: stage)
    try rendered.graph.apply(design)
    let answer = rendered.render(48000, step: 480)
    return frequencies.map { frequency in
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in answer.enumerated() where sample != 0 {
        let angle = 2 * Double.pi * frequency * Double(index) / rate
        real += Double(sample) * cos(angle)
        imaginary += Double(sample) * sin(angle)
      }
      return 10 * log10(real * real + imaginary * imaginary)
    }
  }

  private func band(_ kind: BandKind, gain: Float = 0, bandwidth: Float = 1) -> EqualizerBand {
    var band = EqualizerBand()
    (band.kind, band.gain, band.bandwidth, band.isBypassed) = (kind, gain, bandwidth, false)
    return band
  }

  private func expect(_ found: [Double], _ wanted: [Double], within: Double = 0.05) {
    for (a, b) in zip(found, wanted) { expectLess(abs(a - b), within, "\(found) instead of \(wanted)") }
  }

  @Test func aBandIsRaisedAtItsFrequencyAlone() throws {
    // Half the gain in decibels is the bandwidth's edge; rates far above the frequency keep its octaves.
    let edges = [1000 / 2.0.squareRoot(), 1000 * 2.0.squareRoot()]
    expect(try decibels(band(.parametric, gain: 12), at: [1000, 10, 23990]), [12, 0, 0])
    expect(try decibels(band(.parametric, gain: -12), at: edges), [-6, -6], within: 0.2)
  }

  @Test func passesAreThreeDecibelsDownAtTheirFrequency() throws {
    expect(try decibels(band(.lowPass), at: [1000, 10]), [-3.01, 0])
    expect(try decibels(band(.highPass), at: [1000, 23900]), [-3.01, 0])
    // Two octaves away, 12 dB an octave: what a second-order Butterworth filter of the analogue kind gives is -24.1 dB.
    expect(try decibels(band(.highPass), at: [250]), [-24.1], within: 0.3)
    // A resonance is as high as its Q: one octave wide it is 1/(2 sinh(ln 2 / 2)) = √2.
    expect(try decibels(band(.resonantLowPass), at: [1000, 10]), [3.01, 0], within: 0.1)
    expect(try decibels(band(.resonantHighPass), at: [1000, 23900]), [3.01, 0], within: 0.1)
  }

  @Test func bandsPassAndStop() throws {
    let edges = [1000 / 2.0.squareRoot(), 1000 * 2.0.squareRoot()]
    expect(try decibels(band(.bandPass), at: [1000] + edges), [0, -3.01, -3.01], within: 0.1)
    expect(try decibels(band(.bandStop), at: edges + [10, 23900]), [-3.01, -3.01, 0, 0], within: 0.1)
    try expectLess(decibels(band(.bandStop), at: [1000])[0], -80)
  }

  @Test func shelvesRaiseOneSide() throws {
    for kind in [BandKind.lowShelf, .resonantLowShelf] {
      expect(try decibels(band(kind, gain: 6), at: [5, 23900, 1000]), [6, 0, 3], within: 0.1)
    }
    for kind in [BandKind.highShelf, .resonantHighShelf] {
      expect(try decibels(band(kind, gain: -6), at: [5, 23900, 1000]), [0, -6, -3], within: 0.1)
    }
  }

  @Test("Bands of five octaves at half the rate stay numbers", arguments: BandKind.allCases)
  func widestBandsStayNumbers(_ kind: BandKind) throws {
    // The cookbook's hyperbolic sine is beyond all numbers there.
    var widest = band(kind, gain: 24, bandwidth: 5)
    widest.frequency = Float(rate / 2)
    let coefficients = widest.coefficients(sampleRate: rate)
    for number in [coefficients.b0, coefficients.b1, coefficients.b2, coefficients.a1, coefficients.a2] {
      #expect(number.isFinite)
    }
    #expect(try decibels(widest, at: [10, 1000]).allSatisfy { !$0.isNaN })
  }

  @Test func bypassedBandsChangeNoBit() throws {
    var off = band(.lowPass)
    off.isBypassed = true
    expect(try decibels(off, at: [10, 1000, 23000]), [0, 0, 0], within: 1e-9)
  }
}

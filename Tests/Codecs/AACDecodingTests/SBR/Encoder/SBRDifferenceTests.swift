import AACDecoding
import AACEncoding
import AACReplication
import Bitstream
import MPEG4Systems
import TestSupport
import Testing
import Transforms

/// Steps become differences, and the decoder adds them up to the same steps.
@Suite("SBR encoder: differences") struct SBRDifferenceTests {
  @Test("what the decoder adds up are the steps that were coded", arguments: [false, true])
  func roundTrip(isBalance: Bool) throws {
    var generator = SplitMix64(seed: isBalance ? 2 : 1)
    let context = SBRContext(slotCount: 16, isLowDelay: false, sampleRate: 44100)
    let meaning: SBRCodebooks.Use.Meaning = isBalance ? .balance : .level
    var header = SBRHeader()
    header.startFrequency = 5
    header.stopFrequency = 7
    let bands = try SBRBands(header, sampleRate: context.sampleRate)
    var coder = SBRDifferenceCoder()
    var history = SBREnvelopeHistory()
    var planner = SBRGridPlanner(slotCount: 16)
    var timeCoded = 0
    for packet in 0..<200 {
      if packet % 10 == 0 {
        coder.forget()
        history.clear()
      }
      let attack = packet % 3 == 1 ? Int.random(in: 0..<16, using: &generator) : nil
      let plan = planner.plan(attack: attack, envelopeCount: [1, 2, 4][packet % 3])
      planner.keep(plan)
      var data = SBRChannelData()
      (data.grid, data.time) = (plan.grid, plan.time)
      let step = data.step(bands, isLowDelay: false)
      var values = SBRQuantizedChannel()
      // Slow changes and, now and then, leaps that no codeword reaches.
      let most = isBalance ? (step == .fine ? 24 : 12) : (step == .fine ? 127 : 63)
      for index in values.envelopes.indices {
        values.envelopes[index] =
          packet % 7 == 0
          ? Int16.random(in: 0...Int16(most), using: &generator)
          : Int16(most / 2) + Int16.random(in: -1...1, using: &generator)
      }
      for index in values.noise.indices { values.noise[index] = Int16.random(in: 3...9, using: &generator) }
      coder.code(&values, meaning, bands, into: &data)
      coder.keep(values, data, step: step)
      var frame = SBRFrame()
      try frame.addUp(data, data.envelopeUse(meaning, bands, isLowDelay: false), bands, after: history)
      history.keep(frame)
      let factor: Int16 = isBalance ? 2 : 1
      for index in 0..<data.time.envelopeCount {
        for band in 0..<bands.bandCount(isHighResolution: data.time.isHighResolution(index)) {
          expectEqual(frame.envelopes[64 * index + band], factor * values.envelopes[64 * index + band])
        }
      }
      for index in 0..<data.time.noiseCount {
        for band in 0..<bands.noiseBandCount {
          expectEqual(frame.noise[8 * index + band], factor * values.noise[8 * index + band])
        }
      }
      timeCoded += data.envelopesOverTime.nonzeroBitCount
    }
    // Both directions occur.
    expectGreater(timeCoded, 20)
  }

  @Test("energies become the nearest steps: 64 · 2^(v/2) or 64 · 2^v")
  func steps() {
    for value in 0..<60 {
      let fine = Float(64) * FloatFunctions.exp2(Float(value) / 2)
      expectEqual(SBRQuantization.level(fine * 1.1, .fine), Int16(value))
      let coarse = Float(64) * FloatFunctions.exp2(Float(value))
      expectEqual(SBRQuantization.level(coarse * 1.3, .coarse), Int16(value))
    }
    expectEqual(SBRQuantization.level(0, .fine), 0)
    expectEqual(SBRQuantization.level(.greatestFiniteMagnitude, .coarse), 63)
    // Equal channels are in the middle; 64 times as much is six octaves: at steps of 3 dB twelve, of which two are one.
    #expect(SBRQuantization.balance(1, 1, .fine) == 12 && SBRQuantization.balance(1, 1, .coarse) == 6)
    #expect(SBRQuantization.balance(64, 1, .fine) == 18 && SBRQuantization.balance(64, 1, .coarse) == 9)
    #expect(SBRQuantization.noise(1) == 6 && SBRQuantization.noise(0.25) == 8)
  }
}

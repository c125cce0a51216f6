import AACCodec
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// The noise that sounds hide, against the figures of textbooks and standards: a tone hides noise 18 to 29 dB below it,
/// noise a tone about 6 dB below it (ISO/IEC 13818-7, annex B; ISO/IEC 11172-3, annex D, model 2).
struct PsychoacousticModelTests {
  private static let rate = 44100.0
  private static let frameCount = 20

  /// What a model finds in frames of a sound.
  private struct Findings {
    /// The energies and thresholds of each frame, band by band.
    var frames: [(energies: [Float], thresholds: [Float])] = []
    let bands: BandLayout

    /// Returns the mean distance of threshold below energy, in decibels, in the loudest band around a frequency.
    func distance(at frequency: Double) -> Double {
      let line = Int(frequency / (PsychoacousticModelTests.rate / 2) * Double(bands.frameLength))
      let middle = (bands.longOffsets.firstIndex { $0 > line } ?? bands.longOffsets.count - 1) - 1
      let values = frames.map { frame in
        let around = max(middle - 1, 0)...min(middle + 1, bands.longOffsets.count - 2)
        let band = around.max { frame.energies[$0] < frame.energies[$1] } ?? middle
        return 10 * log10(Double(frame.energies[band] / frame.thresholds[band]))
      }
      return values.reduce(0, +) / Double(values.count)
    }
  }

  /// Returns the findings in the frames of a sound but for the first ones.
  ///
  /// - Parameter isAllocation: True for the noise that the allocation of bits starts from, false for hidden noise.
  private func findings(
    _ type: AudioObjectType = .aacLC, isAllocation: Bool = false, _ sound: (Double) -> Double
  ) throws -> Findings {
    let configuration = try configuration(type, channels: 2, isShort: type != .aacLC)
    let length = configuration.frameLength
    let context = AnalysisContext(
      profile: configuration.profile, bands: configuration.bands, sampleRate: PsychoacousticModelTests.rate,
      bitRatePerChannel: 64000, bandwidthLine: length, isPair: true)
    var model = PsychoacousticModel(context)
    var history = ThresholdHistory(frameLength: length)
    var filterbank = ForwardFilterbank(frameLength: length, profile: configuration.profile)
    var state = ForwardFilterbankState(frameLength: length, profile: configuration.profile)
    var channel = AnalyzedChannel(frameLength: length)
    channel.info.windowShape = .kaiserBessel
    channel.info.bandCount = configuration.bands.bandCount(isShort: false)
    var found = Findings(bands: configuration.bands)
    for frame in 0..<PsychoacousticModelTests.frameCount {
      let samples = (0..<length).map { Float(sound(Double(frame * length + $0))) }
      filterbank.analyze(samples.span, windows: channel.info, state: &state, into: &channel.spectrum)
      if isAllocation {
        model.analyze(&channel, bands: configuration.bands, history: &history)
      } else {
        model.mask(&channel, bands: configuration.bands, history: &history)
      }
      if frame >= 6 { found.frames.append((channel.energies, channel.thresholds)) }
    }
    return found
  }

  /// A tone of a frequency that changes by `slope` Hz a second, and is the one given in the middle.
  private func tone(_ frequency: Double, slope: Double = 0, at sample: Double, length: Double = 1024) -> Double {
    let time = (sample - Double(PsychoacousticModelTests.frameCount + 6) / 2 * length) / PsychoacousticModelTests.rate
    return 8000 * sin(2 * .pi * (frequency * time + slope * time * time / 2) + 0.3)
  }

  @Test("a tone hides noise 18 to 29 dB below it", arguments: [230.0, 440, 1010, 1730, 3150, 6300, 9700])
  func tones(frequency: Double) throws {
    let distance = try findings { tone(frequency, at: $0) }.distance(at: frequency)
    #expect((18...29).contains(distance), "\(distance) dB")
  }

  @Test("so does one that glides slowly", arguments: [300.0, 1000, 3000])
  func slowChirps(frequency: Double) throws {
    let distance = try findings { tone(frequency, slope: 150, at: $0) }.distance(at: frequency)
    #expect((17...29).contains(distance), "\(distance) dB")
  }

  @Test("a tone that runs through several bands in each frame hides like noise", arguments: [1500.0, 3000])
  func fastChirps(frequency: Double) throws {
    let found = try findings { tone(frequency, slope: 6000, at: $0) }
    // The frame in the middle, where the tone is at that frequency.
    let middle = Findings(frames: Array(found.frames[6...7]), bands: found.bands)
    #expect((5...12).contains(middle.distance(at: frequency)), "\(middle.distance(at: frequency)) dB")
  }

  @Test(
    "noise hides what is 6 dB below it, whether transforms are long or of low delay",
    arguments: [
      AudioObjectType.aacLC, .erAACELD,
    ])
  func noise(type: AudioObjectType) throws {
    var generator = SplitMix64(seed: 45)
    let found = try findings(type) { _ in 3000 * generator.normal() }
    for frequency in [200.0, 500, 1000, 2000, 5000, 12000] {
      let distance = found.distance(at: frequency)
      #expect((4...8.5).contains(distance), "\(distance) dB at \(frequency) Hz")
    }
    let tone = try findings(type) { tone(1000, at: $0, length: 480) }.distance(at: 1000)
    #expect(tone > found.distance(at: 1000) + 8, "\(tone) dB")
  }

  @Test("noise as narrow as a critical band is no tone", arguments: [(500.0, 110.0), (1000, 160), (3000, 450)])
  func narrowNoise(frequency: Double, width: Double) throws {
    var generator = SplitMix64(seed: 46)
    let partials = (0..<60).map { _ in
      (frequency: frequency + width * (Double(generator.nextSample()) / 2), phase: 6.3 * generator.normal())
    }
    let found = try findings { sample in
      partials.reduce(0) { $0 + 1000 * sin(2 * .pi * $1.frequency * sample / PsychoacousticModelTests.rate + $1.phase) }
    }
    let distance = found.distance(at: frequency)
    #expect((5...14).contains(distance), "\(distance) dB")
    let tone = try findings { tone(frequency, at: $0) }.distance(at: frequency)
    #expect(tone > distance + 4, "\(tone) and \(distance) dB")
  }

  /// Zwicker's critical bandwidths, 25 + 75 (1 + 1.4 f²)^0.69 Hz with f in kHz: 102 Hz at 200 Hz, 2,280 Hz at 10 kHz.
  @Test("noise may grow with the lines of a critical band")
  func priceOfBands() throws {
    var generator = SplitMix64(seed: 47)
    let found = try findings(isAllocation: true) { _ in 3000 * generator.normal() }
    let wanted = 10 * log10(2280.0 / 102)
    let difference = found.distance(at: 200) - found.distance(at: 10000)
    #expect(abs(difference - wanted) < 3, "\(difference) dB")
  }
}

import AVFoundation
import Foundation
import SystemLibraries
import TestSupport
import Testing

extension Need {
  /// The library that plays SoundFonts.
  static let fluidsynth = Need(description: "libfluidsynth3") {
    SharedLibrary(["libfluidsynth.so.3", "libfluidsynth.so.2"]) != nil
  }
}

/// A sampler in an engine that a test renders.
struct SampledEngine {
  let offline: OfflineEngine
  let sampler = AVAudioUnitSampler()

  init(rate: Double = 48000, channels: UInt32 = 2) throws {
    offline = try OfflineEngine(rate: rate, channels: channels, capacity: 2048)
    offline.engine.attach(sampler)
    offline.engine.connect(sampler, to: offline.engine.mainMixerNode, format: offline.format)
    try offline.engine.start()
  }

  /// Loads a tone of two seconds at half of full scale, of 441 Hz at key 69.
  func loadTone(channels: UInt32 = 1) throws {
    let url = Make.url("toneA4.wav").deletingLastPathComponent().appending(path: "\(UUID().uuidString)-A4.wav")
    let format = Make.format(rate: 44100, channels: channels)
    try AVAudioFile(forWriting: url, settings: format.settings).write(from: Make.tone(format, frames: 88200))
    try sampler.loadAudioFiles(at: [url])
  }

  /// Renders frames, and returns those of a channel.
  func render(_ count: Int, _ channel: Int = 0) throws -> [Float] {
    let start = offline.samples[channel].count
    try offline.render(count, step: 256)
    return Array(offline.samples[channel][start...])
  }
}

extension [Float] {
  /// The amplitude of a tone in these samples.
  func amplitude(_ frequency: Double, rate: Double = 48000) -> Double {
    var (real, imaginary, total) = (0.0, 0.0, 0.0)
    for (index, sample) in enumerated() {
      let angle = 2 * Double.pi * frequency * Double(index) / rate
      let window = 1 - cos(2 * .pi * (Double(index) + 0.5) / Double(count))
      real += Double(sample) * cos(angle) * window
      imaginary += Double(sample) * sin(angle) * window
      total += window
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / total
  }

  /// The greatest magnitude.
  var peak: Float { map(abs).max() ?? 0 }
}

import Foundation

/// Returns a sine that begins at 0.
///
/// - Parameters:
///   - frequency: Hertz, as is `rate`.
///   - amplitude: Half of full scale if nothing is said.
package func sine(_ frequency: Double, rate: Double, count: Int, amplitude: Double = 0.5) -> [Float] {
  (0..<count).map { frame -> Float in Float(amplitude * sin(2 * Double.pi * frequency * Double(frame) / rate)) }
}

/// Returns tones that rise, of each channel another, with a little noise: nothing in them repeats itself.
package func risingTones(channels: Int, frames: Int, rate: Double) -> [[Float]] {
  var random = SplitMix64(seed: 8)
  return (1...channels).map { channel -> [Float] in
    (0..<frames).map { frame -> Float in
      let time = Double(frame) / rate
      let turns = 180 * Double(channel) * time + 90 * time * time
      return Float(0.3 * sin(2 * Double.pi * turns)) + Float.random(in: -0.01...0.01, using: &random)
    }
  }
}

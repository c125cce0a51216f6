import Foundation
import SignalProcessing
import TestSupport
import Testing

/// A change of rate and pitch, named so that a failing case can be told.
struct TimePitchCase: Sendable, CustomTestStringConvertible {
  var method: TimePitchMethod
  var rate = 1.0
  var pitch = 0.0
  var sampleRate = 48000.0

  var testDescription: String { "\(method), rate \(rate), \(pitch) cents, \(sampleRate) Hz" }

  func processor(channelCount: Int = 1) -> TimePitchProcessor {
    var processor = TimePitchProcessor(sampleRate: sampleRate, channelCount: channelCount, method: method)
    processor.rate = rate
    processor.pitch = pitch
    return processor
  }

  /// Changes channels of equal lengths.
  ///
  /// - Parameters:
  ///   - chunks: Input and output frames of a call at most; random numbers up to them with a seed.
  ///   - rates: Other rates, from output frames on.
  func run(
    _ channels: [[Float]], chunks: (input: Int, output: Int) = (4096, 4096), seed: UInt64? = nil,
    rates: [(frame: Int, rate: Double)] = []
  ) -> [[Float]] {
    var processor = processor(channelCount: channels.count)
    var random = SplitMix64(seed: seed ?? 0)
    var result: [[Float]] = Array(repeating: [], count: channels.count)
    var place = 0
    var pending = rates[...]
    while true {
      if let next = pending.first, result[0].count >= next.frame {
        processor.rate = next.rate
        pending = pending.dropFirst()
      }
      var wanted = seed == nil ? chunks.output : Int.random(in: 1...chunks.output, using: &random)
      if let next = pending.first { wanted = min(wanted, next.frame - result[0].count) }
      let before = result
      let made = processor.pull(wanted) { channel, offset, samples in
        precondition(result[channel].count == before[channel].count + offset)
        for index in samples.indices { result[channel].append(samples[index]) }
      }
      precondition(made == result[0].count - before[0].count)
      if made == wanted { continue }
      if processor.isOver { return result }
      let offered = seed == nil ? chunks.input : Int.random(in: 1...chunks.input, using: &random)
      let count = min(offered, processor.inputRoom, channels[0].count - place)
      if count == 0 {
        precondition(place == channels[0].count, "no room")
        processor.endInput()
        continue
      }
      processor.push(count) { channel, samples in
        for index in 0..<count { samples[index] = channels[channel][place + index] }
      }
      place += count
    }
  }
}

/// The frequency of a tone, in hertz, by the slope of its phase against a guess; and the lowest and highest amplitude
/// in windows of 50 ms.
func fit(_ samples: ArraySlice<Float>, guess: Double, sampleRate: Double) -> (
  frequency: Double, amplitudes: ClosedRange<Double>
) {
  let length = Int(0.05 * sampleRate)
  var phases: [Double] = []
  var (lowest, highest) = (Double.infinity, 0.0)
  var start = samples.startIndex
  while start + length <= samples.endIndex {
    var (real, imaginary, weight) = (0.0, 0.0, 0.0)
    for index in 0..<length {
      let window = pow(sin(.pi * (Double(index) + 0.5) / Double(length)), 2)
      let angle = 2 * .pi * guess * Double(start + index) / sampleRate
      real += window * Double(samples[start + index]) * cos(angle)
      imaginary -= window * Double(samples[start + index]) * sin(angle)
      weight += window
    }
    let amplitude = 2 * hypot(real, imaginary) / weight
    (lowest, highest) = (min(lowest, amplitude), max(highest, amplitude))
    var phase = atan2(imaginary, real)
    if let last = phases.last { phase += 2 * .pi * ((last - phase) / (2 * .pi)).rounded() }
    phases.append(phase)
    start += length
  }
  // Least squares.
  let count = Double(phases.count)
  let middle = (count - 1) / 2
  let mean = phases.reduce(0, +) / count
  var (above, below) = (0.0, 0.0)
  for (index, phase) in phases.enumerated() {
    above += (Double(index) - middle) * (phase - mean)
    below += (Double(index) - middle) * (Double(index) - middle)
  }
  return (guess + above / below / (2 * .pi) * sampleRate / Double(length), lowest...max(lowest, highest))
}

/// Frames at which something louder than a tenth of the loudest begins, after as much quiet as is given.
func attacks(_ samples: [Float], quiet: Int) -> [Int] {
  let limit = (samples.map(abs).max() ?? 0) / 5
  var found: [Int] = []
  var last = -quiet
  for (index, sample) in samples.enumerated() where abs(sample) > limit {
    if index - last >= quiet { found.append(index) }
    last = index
  }
  return found
}

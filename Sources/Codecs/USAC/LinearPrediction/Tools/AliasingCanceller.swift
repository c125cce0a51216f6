import Transforms

// Bound throughout: frames have 768 or 1,024 lines: USACConfiguration checks it.
// Holds throughout: data have an eighth or a sixteenth of a frame of lines.

/// The aliasing cancellation signal (ISO/IEC 23003-3, 7.16).
package struct AliasingCanceller: Sendable {
  private var long: DCT4
  private var short: DCT4
  private var lines: [Float]
  /// 16 zeros, the signal, and as much ringing of the filter.
  package private(set) var signal: [Float]

  package init(frameLength: Int) {
    long = DCT4(size: frameLength / 8)
    short = DCT4(size: frameLength / 16)
    lines = Array(repeating: 0, count: frameLength / 8)
    signal = Array(repeating: 0, count: 16 + frameLength / 4)
  }

  /// The start of the signal.
  package static let start = 16

  /// Computes the signal at a border with the frequency domain; the data include its gain.
  package mutating func synthesize(_ data: ForwardAliasingData, weighted filter: PredictionFilter) {
    for k in 0..<data.count { lines[k] = Float(data.lines[k]) }
    synthesize(count: data.count, gain: GainSteps.factor(data.gain), filter)
  }

  /// Computes the signal at a border with a transform.
  package mutating func synthesize(
    _ data: ForwardAliasingData, weighted filter: PredictionFilter, gains: TransformGains
  ) {
    let ratio = gains.lineCount / lines.count
    for k in 0..<data.count {
      let factor = k < lines.count / 4 ? gains.lowFactors[k * ratio / 8] : 1
      lines[k] = Float(data.lines[k]) * factor
    }
    let scale = (Float(lines.count) / Float(max(gains.lineCount, 1))).squareRoot() / Float(lines.count)
    synthesize(count: data.count, gain: gains.gain * scale, filter)
  }

  /// Transforms and filters; without lines there is no signal.
  private mutating func synthesize(count: Int, gain: Float, _ filter: PredictionFilter) {
    for n in signal.indices { signal[n] = 0 }
    guard count > 0 else { return }
    if count == lines.count {
      AliasingCanceller.transform(lines, &long, &signal)
    } else {
      AliasingCanceller.transform(lines, &short, &signal)
    }
    let start = AliasingCanceller.start
    for n in start..<(start + count) { signal[n] *= gain }
    var samples = signal.mutableSpan
    filter.synthesize(&samples, from: start, count: 2 * count)
  }

  private static func transform(_ lines: [Float], _ transform: inout DCT4, _ signal: inout [Float]) {
    var whole = signal.mutableSpan
    var samples = whole._mutatingExtracting(start..<(start + transform.size))
    transform.transform(lines.span.extracting(0..<transform.size), into: &samples)
  }
}

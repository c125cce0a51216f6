import Transforms

// Bound throughout: frames have 768 or 1,024 samples: USACConfiguration checks it.
// Holds throughout: a line has 448 samples before the output, and pitches are at most 411.

/// The state of the bass post-filter for a channel (ISO/IEC 23003-3, 7.17).
struct BassPostFilterState: Sendable {
  /// Samples of a unit with one pitch and gain.
  static let unit = 64
  /// Taps of the low-pass to either side.
  static let reach = 12

  /// The pitch of each unit from the start of the output to the end of the region, followed by the gains.
  var pitches: [Int]
  var gains: [Float]
  /// The signal to subtract, before the low-pass: ``reach`` samples before the output, the output and a unit more.
  var noise: [Float]
  /// `bpf_control_info` of the previous frame.
  var wasActive = false

  init(frameLength: Int) {
    let units = frameLength * 3 / 2 / BassPostFilterState.unit
    pitches = Array(repeating: 64, count: units)
    gains = Array(repeating: 0, count: units)
    noise = Array(
      repeating: 0, count: BassPostFilterState.reach + frameLength + BassPostFilterState.unit)
  }

  mutating func restart() {
    for unit in gains.indices { (pitches[unit], gains[unit]) = (64, 0) }
    for n in noise.indices { noise[n] = 0 }
    wasActive = false
  }

  /// Copies pitch and gain of a unit to others.
  mutating func copy(_ unit: Int, to units: Range<Int>) {
    for other in units { (pitches[other], gains[other]) = (pitches[unit], gains[unit]) }
  }

  /// Clears the gains of a frame that is not filtered, except where the end of an excitation of the previous frame
  /// needs them.
  mutating func finish(_ stream: borrowing LinearPredictionStream) {
    defer { wasActive = stream.hasBassPostFilter }
    guard !stream.hasBassPostFilter else { return }
    let kept = wasActive && stream.modes[0] != 0 ? 2 : 0
    let start = stream.frameLength / 128
    for unit in (start + kept)..<gains.count { gains[unit] = 0 }
  }

  /// Computes the noise of units 1…`count`; `limit` is the end of the final samples of the line.
  mutating func findNoise(_ line: [Float], units count: Int, limit: Int) {
    for unit in 1..<(count + 1) {
      let period = BassPostFilter.Period(samples: gains[unit] > 0 ? pitches[unit] : 0, limit: limit)
      BassPostFilterState.findNoise(line, unit, period, &noise)
    }
    // After a frame of the frequency domain, which has fewer units, there are those that the last one has left.
    for n in (BassPostFilterState.reach + (count + 1) * BassPostFilterState.unit)..<noise.count { noise[n] = 0 }
  }

  private static func findNoise(
    _ line: [Float], _ number: Int, _ period: BassPostFilter.Period, _ noise: inout [Float]
  ) {
    var whole = noise.mutableSpan
    var part = whole._mutatingExtracting((reach + number * unit)..<(reach + number * unit + unit))
    if period.samples > 0 {
      let time = LinearPredictionState.history + number * unit
      BassPostFilter.findNoise(line.span, at: time, period, &part)
    } else {
      for n in part.indices { part[n] = 0 }
    }
  }

  /// Advances by a frame.
  mutating func advance(frameLength: Int) {
    let units = frameLength / BassPostFilterState.unit
    for unit in 0..<(units / 2) { (pitches[unit], gains[unit]) = (pitches[unit + units], gains[unit + units]) }
    for unit in (units / 2)..<gains.count { (pitches[unit], gains[unit]) = (64, 0) }
    for n in 0..<(noise.count - frameLength) { noise[n] = noise[n + frameLength] }
  }
}

/// A filter against the noise between the harmonics of low voices, in the linear-prediction domain only.
package enum BassPostFilter {
  /// A pitch in samples, and the end of the line's final samples.
  package struct Period: Sendable {
    package var samples: Int
    package var limit: Int

    package init(samples: Int, limit: Int) {
      self.samples = samples
      self.limit = limit
    }
  }

  /// Writes the noise of the unit that begins at `time` of a line.
  package static func findNoise(
    _ line: Span<Float>, at time: Int, _ period: Period, _ noise: inout MutableSpan<Float>
  ) {
    var pitch = period.samples
    let (here, past) = (line.extracting(time..<(time + 64)), line.extracting((time - pitch)..<(time - pitch + 64)))
    var gain = min(max(dot(here, past) / (1e-6 + dot(past, past)), 0), 1)
    let half = pitch / 2
    let wide = line.extracting((time - 96)..<(time + 64))
    let earlier = line.extracting((time - 96 - half)..<(time + 64 - half))
    let energies = (0.01 + dot(wide, wide)) * (0.01 + dot(earlier, earlier))
    if (0.01 + dot(wide, earlier)) / energies.squareRoot() > 0.95 { pitch = half }
    let count = min(max(period.limit - pitch - time, 0), 64)
    if count > 0 {
      let (near, later) = (here.extracting(0..<count), line.extracting((time + pitch)..<(time + pitch + count)))
      let ratio = (0.01 + dot(near, near)) / (0.01 + dot(later, later))
      gain = min(gain, ratio.squareRoot())
    }
    for n in 0..<count {
      let around = line[time + n - pitch] + line[time + n + pitch]
      noise[n] = 0.5 * gain * (line[time + n] - 0.5 * around)
    }
    for n in count..<64 { noise[n] = 0.5 * gain * (line[time + n] - line[time + n - pitch]) }
  }

  private static func dot(_ a: Span<Float>, _ b: Span<Float>) -> Float {
    let b = b.extracting(0..<a.count)
    // Two sums, so that an addition need not wait for the one before.
    var (sum, other) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
    let whole = a.count / 8
    for block in 0..<whole {
      sum += a.quad(at: 8 &* block) * b.quad(at: 8 &* block)
      other += a.quad(at: 8 &* block &+ 4) * b.quad(at: 8 &* block &+ 4)
    }
    var rest: Float = 0
    for n in (8 * whole)..<a.count { rest += a[n] * b[n] }
    return (sum + other).sum() + rest
  }

  /// Writes a frame of the line minus the noise below the low-pass frequency; returns true if it is finite.
  static func filter(_ line: Span<Float>, _ noise: Span<Float>, into output: inout MutableSpan<Float>) -> Bool {
    var isSmall = SIMDMask<SIMD4<Int32>>(repeating: true)
    let start = LinearPredictionState.history
    let scale = SIMD4<Float>(repeating: 1 / 32768)
    for block in 0..<(output.count / 4) {
      let n = 4 &* block
      var sum = bassPostFilterTaps[0] * noise.quad(at: n &+ 12)
      for tap in 1..<13 {
        sum += bassPostFilterTaps[tap] * (noise.quad(at: n &+ 12 &- tap) + noise.quad(at: n &+ 12 &+ tap))
      }
      let samples = (line.quad(at: start &+ n) - sum) * scale
      isSmall = isSmall .& (samples * samples .< 1e24)
      output.setQuad(samples, at: n)
    }
    return isSmall == SIMDMask(repeating: true)
  }
}

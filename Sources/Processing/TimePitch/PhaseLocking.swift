// Bound throughout: rates count as 768 kHz at most, so that a piece is at most 65,536 frames per channel.

/// The spectra of the segments of a phase vocoder, and the continuation of their phases.
///
/// All channels are turned alike: where the sum of their powers has a peak, the phase of the previous segment advances
/// as it does in the input, and the frequencies around the peak are turned with it. So the phases between channels, and
/// between the frequencies of a partial tone, stay the same.
struct PhaseLocking: Sendable {
  /// Frequencies from 0 to half the sampling rate.
  let binCount: Int
  private let channelCount: Int
  /// The spectra of the segment and of the input one hop before it, channel by channel.
  private var current: SplitSpectra
  private var preceding: SplitSpectra
  /// The output of the previous segment.
  private var result: SplitSpectra
  private var power: [Float]
  private var peaks: [Int]

  /// Real and imaginary parts, channel by channel.
  private struct SplitSpectra: Sendable {
    var real: [Float]
    var imaginary: [Float]

    /// Separate arrays: copies would share their memory until the first write, which happens on the rendering thread.
    init(count: Int) {
      real = Array(repeating: 0, count: count)
      imaginary = Array(repeating: 0, count: count)
    }

    mutating func clear() {
      for index in real.indices { (real[index], imaginary[index]) = (0, 0) }
    }
  }

  init(size: Int, channelCount: Int) {
    binCount = size / 2 + 1
    self.channelCount = channelCount
    current = SplitSpectra(count: binCount * channelCount)
    preceding = SplitSpectra(count: binCount * channelCount)
    result = SplitSpectra(count: binCount * channelCount)
    power = Array(repeating: 0, count: binCount)
    peaks = []
    peaks.reserveCapacity(binCount)
  }

  /// Clears the earlier segments.
  mutating func reset() {
    current.clear()
    preceding.clear()
    result.clear()
  }

  /// Takes the spectra of a channel from the transform of segment + i · segment one hop before.
  ///
  /// - Parameter isContinuation: True if the input one hop before is the previous segment, whose spectrum is available.
  mutating func take(channel: Int, _ real: Span<Float>, _ imaginary: Span<Float>, isContinuation: Bool) {
    let size = real.count
    let binCount = binCount
    let base = channel * binCount
    var (own, ownImaginary) = (current.real.taken(), current.imaginary.taken())
    var (before, beforeImaginary) = (preceding.real.taken(), preceding.imaginary.taken())
    var a = own.mutableSpan
    var b = ownImaginary.mutableSpan
    var c = before.mutableSpan
    var d = beforeImaginary.mutableSpan
    for bin in 0..<binCount {
      let mirror = bin == 0 ? 0 : size - bin
      if isContinuation {
        (c[base + bin], d[base + bin]) = (a[base + bin], b[base + bin])
      } else {
        c[base + bin] = (imaginary[bin] + imaginary[mirror]) / 2
        d[base + bin] = (real[mirror] - real[bin]) / 2
      }
      a[base + bin] = (real[bin] + real[mirror]) / 2
      b[base + bin] = (imaginary[bin] - imaginary[mirror]) / 2
    }
    (current.real, current.imaginary) = (own, ownImaginary)
    (preceding.real, preceding.imaginary) = (before, beforeImaginary)
  }

  /// Turns the spectra.
  ///
  /// - Parameter isAttack: True to restart with the phases of the input.
  mutating func turn(isAttack: Bool) {
    if isAttack {
      for index in 0..<(binCount * channelCount) {
        result.real[index] = current.real[index]
        result.imaginary[index] = current.imaginary[index]
      }
      return
    }
    findPeaks()
    var first = 0
    for index in 0..<max(1, peaks.count) {
      let isLast = index + 1 >= peaks.count
      let end = isLast ? binCount : (peaks[index] + peaks[index + 1]) / 2 + 1
      let (cosine, sine) = peaks.isEmpty ? (1, 0) : advance(peaks[index])
      for channel in 0..<channelCount {
        let base = channel * binCount
        for bin in (base + first)..<(base + end) {
          let (real, imaginary) = (current.real[bin], current.imaginary[bin])
          result.real[bin] = real * cosine - imaginary * sine
          result.imaginary[bin] = real * sine + imaginary * cosine
        }
      }
      first = end
    }
  }

  private mutating func findPeaks() {
    for bin in 0..<binCount {
      var sum: Float = 0
      for channel in 0..<channelCount {
        let (real, imaginary) = (current.real[channel * binCount + bin], current.imaginary[channel * binCount + bin])
        sum += real * real + imaginary * imaginary
      }
      power[bin] = sum
    }
    peaks.removeAll(keepingCapacity: true)
    for bin in 0..<binCount {
      let value = power[bin]
      var isPeak = value > 0
      for distance in 1...2 {
        if bin >= distance, power[bin - distance] >= value { isPeak = false }
        if bin + distance < binCount, power[bin + distance] > value { isPeak = false }
      }
      if isPeak { peaks.append(bin) }
    }
  }

  /// Returns the phase advance of the input at a frequency, as a number of magnitude 1.
  private func advance(_ bin: Int) -> (cosine: Float, sine: Float) {
    var (real, imaginary): (Float, Float) = (0, 0)
    for channel in 0..<channelCount {
      let index = channel * binCount + bin
      let (a, b) = (result.real[index], result.imaginary[index])
      let (c, d) = (preceding.real[index], preceding.imaginary[index])
      real += a * c + b * d
      imaginary += b * c - a * d
    }
    let magnitude = (real * real + imaginary * imaginary).squareRoot()
    // Silence, or NaN.
    guard magnitude > 1e-30, magnitude < 1e30 else { return (1, 0) }
    return (real / magnitude, imaginary / magnitude)
  }

  /// Writes the whole spectrum of a channel.
  func give(_ channel: Int, real: inout MutableSpan<Float>, imaginary: inout MutableSpan<Float>) {
    let size = real.count
    for bin in 0..<binCount {
      let mirror = bin == 0 ? 0 : size - bin
      let (a, b) = (result.real[channel * binCount + bin], result.imaginary[channel * binCount + bin])
      // At 0 and at half the rate the transform of a real signal is real.
      (real[bin], imaginary[bin]) = (a, mirror == bin ? 0 : b)
      if mirror != bin { (real[mirror], imaginary[mirror]) = (a, -b) }
    }
  }
}

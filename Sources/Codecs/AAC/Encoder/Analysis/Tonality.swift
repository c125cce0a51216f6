// Holds throughout: spectra, room and history have the frame's length, and bands lie within it.

/// Measures how much each band of a frame is made of tones, for tones mask less than noise does.
///
/// A tone leaves most lines around it empty, and is there again in the next frame. So tonality is the product of two
/// measures: how far the spectrum around a band is from flat, and how little the band's lines change between frames.
/// Bands below 2 kHz have only four to eight lines, fewer than the main lobe of a tone and its neighbours: flatness is
/// measured over half a kilohertz at least, or a tone could not be told from noise.
///
/// A line's power counts with the difference of its neighbours, which stands for the sine part that the transform has
/// not: see ``NoiseAnalysis``.
struct Tonality: Sendable {
  /// Flatness, as a logarithm to the base 2, from which on a band is noise, and down to which it becomes tones. White
  /// noise has −0.83 (−2.5 dB), a tone −6.6 or less.
  private static let flatness: (ofNoise: Float, ofTones: Float) = (-1.25, -4.3)
  /// The mean change of a line's power between two frames, as a logarithm to the base 2, up to which a band is tones,
  /// and from which on it is noise. Noise has 1.3 in the median, a tone 0.2 to 0.6.
  private static let change: (ofTones: Float, ofNoise: Float) = (0.6, 1.6)
  /// The least width of the spectrum whose flatness is measured, in Hz.
  private static let leastWidth = 500.0

  /// Half of the least width, in lines.
  private let reach: Int
  /// Room for the powers of a frame's lines, and for their logarithms.
  private var powers: [Float]
  private var logarithms: [Float]

  init(_ context: AnalysisContext) {
    let lines = Tonality.leastWidth / (context.sampleRate / 2) * Double(context.bands.frameLength)
    reach = max(Int(lines / 2), 4)
    powers = Array(repeating: 0, count: context.bands.frameLength)
    logarithms = powers
  }

  /// Sets the tonality of each band, each frame counting for half.
  ///
  /// The short windows of a group are examined together, which is too coarse to detect tones: their bands count as
  /// noise.
  ///
  /// - Parameter last: The logarithms of the smoothed powers of the channel's last frame, which this one's replace.
  mutating func measure(_ channel: inout AnalyzedChannel, bands: borrowing BandLayout, last: inout [Float]) {
    guard !channel.info.isShort else {
      for place in channel.tonality.indices { channel.tonality[place] = 0 }
      return
    }
    Tonality.setPowers(channel.spectrum.span, &powers)
    Tonality.setLogarithms(powers, &logarithms)
    let count = channel.info.bandCount
    for band in 0..<count {
      let range = bands.longOffsets[band]..<bands.longOffsets[band + 1]
      channel.tonality[band] *= 0.5
      let peakiness = Tonality.share(
        flatness(around: range), from: Tonality.flatness.ofNoise, to: Tonality.flatness.ofTones)
      // Most bands of most sounds; the changes of their lines do not matter.
      guard peakiness > 0 else { continue }
      let steadiness = Tonality.share(
        change(range, since: last.span), from: Tonality.change.ofNoise, to: Tonality.change.ofTones)
      channel.tonality[band] += 0.5 * peakiness * steadiness
    }
    Tonality.setSmoothedLogarithms(powers.span, &last)
  }

  /// Returns how far a value is from one that stands for 0 to one that stands for 1.
  private static func share(_ value: Float, from none: Float, to all: Float) -> Float {
    min(max((value - none) / (all - none), 0), 1)
  }

  /// Returns the logarithm of the geometric mean of the powers around some lines, divided by the arithmetic one.
  private func flatness(around range: Range<Int>) -> Float {
    let middle = (range.lowerBound + range.upperBound) / 2
    let half = max(range.count / 2, reach)
    let start = max(middle - half, 0)
    let lines = start..<min(start + 2 * half, powers.count)
    let (powers, logarithms) = (powers.span, logarithms.span)
    var (sum, exponents): (Float, Float) = (0, 0)
    for line in lines {
      sum += powers[line]
      exponents += logarithms[line]
    }
    let count = Float(max(lines.count, 1))
    return exponents / count - FloatFunctions.log2(sum / count)
  }

  /// Returns the mean change of the smoothed powers of some lines, weighted by these.
  private func change(_ range: Range<Int>, since last: Span<Float>) -> Float {
    let powers = powers.span
    var (sum, all): (Float, Float) = (0, 0)
    for line in range {
      let power = Tonality.smoothed(powers, line)
      sum += power * abs(FloatFunctions.log2(power) - last[line])
      all += power
    }
    return sum / all
  }

  @inline(__always)
  private static func smoothed(_ powers: Span<Float>, _ line: Int) -> Float {
    powers[max(line - 1, 0)] + 2 * powers[line] + powers[min(line + 1, powers.count - 1)]
  }

  // In loops of their own over single numbers: only these become vector instructions.

  /// Sets the powers of lines, never 0.
  @inline(never)
  private static func setPowers(_ lines: Span<Float>, _ powers: inout [Float]) {
    var powers = powers.mutableSpan
    let count = lines.count
    precondition(powers.count == count && count > 2)
    for line in 1..<(count - 1) {
      let sine = lines[line + 1] - lines[line - 1]
      powers[line] = lines[line] * lines[line] + sine * sine + 1
    }
    powers[0] = lines[0] * lines[0] + lines[1] * lines[1] + 1
    powers[count - 1] = lines[count - 1] * lines[count - 1] + lines[count - 2] * lines[count - 2] + 1
  }

  @inline(never)
  private static func setLogarithms(_ powers: [Float], _ logarithms: inout [Float]) {
    let powers = powers.span
    var logarithms = logarithms.mutableSpan
    let count = powers.count
    precondition(logarithms.count == count)
    for line in 0..<count { logarithms[line] = FloatFunctions.log2(powers[line]) }
  }

  @inline(never)
  private static func setSmoothedLogarithms(_ powers: Span<Float>, _ logarithms: inout [Float]) {
    var logarithms = logarithms.mutableSpan
    let count = powers.count
    precondition(logarithms.count == count && count > 2)
    for line in 1..<(count - 1) {
      logarithms[line] = FloatFunctions.log2(powers[line - 1] + 2 * powers[line] + powers[line + 1])
    }
    logarithms[0] = FloatFunctions.log2(smoothed(powers, 0))
    logarithms[count - 1] = FloatFunctions.log2(smoothed(powers, count - 1))
  }
}

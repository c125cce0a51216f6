/// How tonal the bands of a frame are, by how few of their lines hold the energy.
///
/// Noise masks better than tones do: a band of noise hides noise about 5 dB below it, a tone hides it only from some 20
/// dB below on.
enum Tonality {
  /// `Σ √|x|` of a band of Gaussian noise against that of a band of equal lines.
  private static let ofNoise: Float = 0.82
  /// The same where about a third of the lines hold everything.
  private static let ofTones: Float = 0.5

  /// Sets the tonality of each band from lines and energies, each frame counting for half.
  ///
  /// The short windows of a group are looked at together, which is too coarse to tell tones: their bands count as
  /// noise.
  static func measure(_ channel: inout AnalyzedChannel, bands: borrowing BandLayout) {
    let count = channel.info.bandCount
    guard !channel.info.isShort else {
      for place in channel.tonality.indices { channel.tonality[place] = 0 }
      return
    }
    for band in 0..<count {
      let range = bands.longOffsets[band]..<bands.longOffsets[band + 1]
      let found = tonality(of: channel.spectrum.span.extracting(range), energy: channel.energies[band])
      channel.tonality[band] = 0.5 * (channel.tonality[band] + found)
    }
  }

  private static func tonality(of lines: Span<Float>, energy: Float) -> Float {
    // √|x| of a line that has the mean energy.
    let root = max(energy / Float(lines.count), 1e-9).squareRoot().squareRoot()
    let activity = sumOfRoots(lines) / (Float(lines.count) * root)
    return min(max((ofNoise - activity) / (ofNoise - ofTones), 0), 1)
  }

  private static func sumOfRoots(_ lines: Span<Float>) -> Float {
    var sum = SIMD4<Float>()
    for quad in 0..<(lines.count / 4) {
      let four = SIMD4(lines[4 &* quad], lines[4 &* quad &+ 1], lines[4 &* quad &+ 2], lines[4 &* quad &+ 3])
      sum += (four * four).squareRoot().squareRoot()
    }
    return sum.sum()
  }
}

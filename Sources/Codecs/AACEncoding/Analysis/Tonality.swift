import AACSyntax

// Holds throughout: the room for roots has the frame's length.

/// Measures the tonality of a frame's bands, by how few of their lines hold the energy.
///
/// Noise masks better than tones do: a band of noise hides noise about 5 dB below it, a tone hides it only from some 20
/// dB below on.
enum Tonality {
  /// `Σ √|x|` of a band of Gaussian noise relative to that of a band of equal lines.
  private static let ofNoise: Float = 0.82
  /// The value for tonal bands, in which about a third of the lines hold all energy.
  private static let ofTones: Float = 0.5

  /// Sets the tonality of each band from lines and energies, each frame counting for half.
  ///
  /// The short windows of a group are examined together, which is too coarse to detect tones: their bands count as
  /// noise.
  ///
  /// - Parameter roots: Room for a frame's lines.
  static func measure(_ channel: inout AnalyzedChannel, bands: borrowing BandLayout, roots: inout [Float]) {
    let count = channel.info.bandCount
    guard !channel.info.isShort else {
      for place in channel.tonality.indices { channel.tonality[place] = 0 }
      return
    }
    var all = roots.mutableSpan
    setRoots(of: channel.spectrum.span, into: &all)
    for band in 0..<count {
      let range = bands.longOffsets[band]..<bands.longOffsets[band + 1]
      let found = tonality(of: all.span.extracting(range), energy: channel.energies[band])
      channel.tonality[band] = 0.5 * (channel.tonality[band] + found)
    }
  }

  private static func tonality(of roots: Span<Float>, energy: Float) -> Float {
    // √|x| of a line that has the mean energy.
    let root = max(energy / Float(roots.count), 1e-9).squareRoot().squareRoot()
    let activity = BandEnergies.sum(roots) / (Float(roots.count) * root)
    return min(max((ofNoise - activity) / (ofNoise - ofTones), 0), 1)
  }

  /// Sets √|x| of all lines.
  ///
  /// In its own loop, over single numbers: only that becomes vector instructions, while a square root of a vector calls
  /// the C library's function for each lane that is not positive (53 instructions of four lines became 6).
  @inline(never)
  private static func setRoots(of lines: Span<Float>, into roots: inout MutableSpan<Float>) {
    let count = lines.count
    precondition(roots.count == count)
    for index in 0..<count { roots[index] = abs(lines[index]).squareRoot() }
  }
}

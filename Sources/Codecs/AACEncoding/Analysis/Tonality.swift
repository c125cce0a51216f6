import AACSyntax

// Holds throughout: the room for roots has the frame's length.

/// Measures the tonality of a frame's bands, by how few of their lines hold the energy.
///
/// Noise masks better than tones do: a band of noise hides noise about 5 dB below it, a tone hides it only from some 20
/// dB below on.
///
/// A tone has about three lines, of four that low bands have: alone these would look like noise. Where frames have 480
/// or 512 lines, which are twice as wide as those of 1,024, bands are therefore examined together with their
/// neighbours. AAC-LC and cores of SBR were tuned by single bands.
struct Tonality: Sendable {
  /// The least number of lines that are examined together.
  private let leastLineCount: Int
  /// The share of a band's tonality that is kept from the frame before: half of it in frames of 1,024 lines, and about
  /// as much after two of the shorter ones.
  private let memory: Float

  init(_ context: AnalysisContext) {
    let isShort = !context.profile.hasBlockSwitching && !context.isCore
    leastLineCount = isShort ? 12 : 1
    memory = isShort ? 0.75 : 0.5
  }

  /// `Σ √|x|` of a band of Gaussian noise relative to that of a band of equal lines.
  private static let ofNoise: Float = 0.82
  /// The value for tonal bands, in which about a third of the lines hold all energy.
  private static let ofTones: Float = 0.5

  /// Sets the tonality of each band from lines and energies, and from its last one.
  ///
  /// The short windows of a group are examined together, which is too coarse to detect tones: their bands count as
  /// noise.
  ///
  /// - Parameter roots: Room for a frame's lines.
  func measure(_ channel: inout AnalyzedChannel, bands: borrowing BandLayout, roots: inout [Float]) {
    let count = channel.info.bandCount
    guard !channel.info.isShort else {
      for place in channel.tonality.indices { channel.tonality[place] = 0 }
      return
    }
    var all = roots.mutableSpan
    Tonality.setRoots(of: channel.spectrum.span, into: &all)
    for band in 0..<count {
      let near = neighbours(of: band, bands.longOffsets.span, count: count)
      var energy: Float = 0
      for other in near { energy += channel.energies[other] }
      let range = bands.longOffsets[near.lowerBound]..<bands.longOffsets[near.upperBound]
      let found = Tonality.tonality(of: all.span.extracting(range), energy: energy)
      channel.tonality[band] = memory * channel.tonality[band] + (1 - memory) * found
    }
  }

  /// Returns a band and as many on both sides as have ``leastLineCount`` lines together.
  private func neighbours(of band: Int, _ offsets: Span<Int>, count: Int) -> Range<Int> {
    var (low, high) = (band, band + 1)
    while offsets[high] - offsets[low] < leastLineCount, low > 0 || high < count {
      low = max(low - 1, 0)
      high = min(high + 1, count)
    }
    return low..<high
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

/// The lines of the channels of a granule in the form of the filterbank.
///
/// A mono stream has no right side; a mono frame in a stereo stream has the same lines twice.
struct SpectrumPair: Sendable {
  private let aliasReduction = AliasReduction()
  /// The lines of both, aliases reduced.
  private(set) var leftLines = SubbandLines()
  private(set) var rightLines = SubbandLines()
  /// The windows of both.
  private(set) var shapes: [2 of HybridFilterbank.Shape] = .init(repeating: .silent)

  /// Makes both channels silent, in the normal window.
  mutating func silence() { shapes = .init(repeating: .silent) }

  /// Computes the lines of a granule and undoes its joint coding.
  mutating func reconstruct(_ main: borrowing MainData, _ side: SideInformation, granule: Int) {
    let first = SideInformation.index(granule: granule, channel: 0)
    let second = SideInformation.index(granule: granule, channel: 1)
    shapes[0] = Self.reduceAliases(
      aliasReduction, main.spectrum(first), (side.parts[first], main.lineCounts[first]), to: &leftLines)
    if side.channelCount == 2 {
      shapes[1] = Self.reduceAliases(
        aliasReduction, main.spectrum(second), (side.parts[second], main.lineCounts[second]), to: &rightLines)
    } else {
      shapes[1] = shapes[0]
      Self.copy(leftLines, to: &rightLines)
    }
  }

  /// Computes the lines of a channel, and returns the shape that the filterbank needs.
  private static func reduceAliases(
    _ aliasReduction: borrowing AliasReduction, _ spectrum: Span<Float>, _ channel: (part: GranulePart, lineCount: Int),
    to lines: inout SubbandLines
  ) -> HybridFilterbank.Shape {
    let (part, lineCount) = channel
    var shape = HybridFilterbank.Shape(window: part.window, isMixed: part.isMixed, subbandCount: 0)
    guard lineCount > 0 else { return shape }
    if part.division == .long {
      // Aliases reach into the next subband.
      shape.subbandCount = min((lineCount + 17) / 18 + 1, Spectrum.subbandCount)
      aliasReduction.apply(spectrum, columnCount: shape.columnCount, to: &lines)
    } else {
      shape.subbandCount = Spectrum.subbandCount
      aliasReduction.copy(
        spectrum, columnCount: shape.columnCount, isMixed: part.division == .mixed, to: &lines)
    }
    return shape
  }

  private static func copy(_ source: SubbandLines, to target: inout SubbandLines) {
    for place in source.vectors.indices { target.vectors[place] = source.vectors[place] }
  }
}

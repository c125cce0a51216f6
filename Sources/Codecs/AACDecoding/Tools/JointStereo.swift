// Holds throughout: bands lie within the frame: BandLayout's offsets end with its length.

package import AACSyntax

/// Restores left and right of a pair: from sum and difference, and from intensity.
///
/// ISO/IEC 14496-3, 4.6.8.1 and 4.6.8.2.
package enum JointStereo {
  /// Restores left as sum plus difference, right as sum less difference, in the flagged bands.
  ///
  /// Bands that are noise or intensity in the second channel, or noise in the first, have no sum and difference.
  package static func undoMidSide(
    _ element: inout ChannelElementStream, bands: borrowing BandLayout, first: inout [Float],
    second: inout [Float]
  ) {
    guard element.hasCommonWindow, element.midSide.presence != .none else { return }
    var left = first.mutableSpan
    var right = second.mutableSpan
    let codebooks = element.first.codebooks.span
    let others = element.second.codebooks.span
    let isEveryBandUsed = element.midSide.presence == .all
    let used = element.midSide.used.span
    var run = 0..<0
    bands.forEachBand(element.first.info) { place, lines in
      let codebook = codebooks[place]
      let other = others[place]
      guard isEveryBandUsed || used[place], codebook | other != 0, codebook != Codebook.noise,
        other == 0 || Codebook.isSpectral(other)
      else { return }
      if lines.lowerBound == run.upperBound {
        run = run.lowerBound..<lines.upperBound
      } else {
        undoMidSide(&left, &right, run)
        run = lines
      }
    }
    undoMidSide(&left, &right, run)
  }

  /// Undoes neighbouring bands at once: a vectorised loop over two spans first checks that they do not overlap, which
  /// costs as much as twenty lines. Band by band the work took twice as many instructions.
  private static func undoMidSide(
    _ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>, _ lines: Range<Int>
  ) {
    var mid = left._mutatingExtracting(lines)
    var side = right._mutatingExtracting(lines)
    undoMidSide(&mid, &side)
  }

  @inline(never)
  private static func undoMidSide(_ mid: inout MutableSpan<Float>, _ side: inout MutableSpan<Float>) {
    let count = mid.count
    precondition(side.count == count)
    for line in 0..<count {
      let m = mid[line]
      let s = side[line]
      mid[line] = m + s
      side[line] = m - s
    }
  }

  /// The largest intensity position; larger ones do not occur in real streams and would overflow.
  private static let largestPosition = 160

  /// Makes the second channel's intensity bands from the first channel's, scaled.
  package static func applyIntensity(
    _ element: inout ChannelElementStream, bands: borrowing BandLayout, first: [Float], second: inout [Float]
  ) {
    let left = first.span
    var right = second.mutableSpan
    guard element.second.mayUse(.intensity) else { return }
    let invertsByMask = element.hasCommonWindow && element.midSide.presence == .perBand
    let (codebooks, positions) = (element.second.codebooks.span, element.second.scaleFactors.span)
    let used = element.midSide.used.span
    bands.forEachBand(element.second.info) { place, lines in
      let codebook = codebooks[place]
      guard Codebook.isIntensity(codebook) else { return }
      let position = min(max(Int(positions[place]), -largestPosition), largestPosition)
      let isInverted = (codebook == Codebook.intensityOutOfPhase) != (invertsByMask && used[place])
      let gain = isInverted ? -InverseQuantizer.quarterPower(-position) : InverseQuantizer.quarterPower(-position)
      for line in lines { right[line] = left[line] * gain }
    }
  }
}

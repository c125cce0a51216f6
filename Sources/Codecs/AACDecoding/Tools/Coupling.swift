import AACSyntax

/// Adds coupling channels to their targets.
///
/// ISO/IEC 14496-3, 4.6.8.3. A coupling channel with windows of its own is added as a signal, others line by line
/// before or after temporal noise shaping.
enum Coupling {
  /// `2^(1/8)`, `2^(1/4)`, `2^(1/2)` and 2, by `gain_element_scale`, as eighths of an octave.
  private static func eighths(_ scale: Int) -> Int { 1 << scale }

  /// The largest exponent of two of a gain; real gains are below 2^8.
  private static let largestExponent = 32.0

  /// Returns the gain that a gain element stands for.
  static func gain(_ element: Int16, scale: Int, isSigned: Bool) -> Float {
    let steps = isSigned ? Int(element) >> 1 : Int(element)
    let exponent = min(max(-Double(steps * eighths(scale)) / 8, -largestExponent), largestExponent)
    let whole = exponent.rounded(.down)
    var gain = Double(sign: .plus, exponent: Int(whole), significand: 1)
    let root8 = 2.0.squareRoot().squareRoot().squareRoot()
    for _ in 0..<Int((exponent - whole) * 8) { gain *= root8 }
    return Float(isSigned && element & 1 != 0 ? -gain : gain)
  }

  /// A coupling channel's spectrum, and the list of gains it is added with.
  struct Source {
    var spectrum: [Float]
    var list: Int
  }

  /// Adds the coupling spectrum to a target's, each band with its gain; the first list has gain 1.
  static func add(
    _ source: Source, of stream: borrowing CouplingChannelStream, bands: borrowing BandLayout, to target: inout [Float]
  ) {
    let list = source.list
    let source = source.spectrum.span
    var output = target.mutableSpan
    bands.forEachBand(stream.stream.info) { place, lines in
      guard stream.stream.codebooks[place] != Codebook.zero else { return }
      let gain = list == 0 ? 1 : bandGain(stream, list, place)
      for line in lines { output[line] += gain * source[line] }
    }
  }

  /// Returns the gain of a coupling channel that is added as a signal.
  static func signalGain(_ stream: borrowing CouplingChannelStream, list: Int) -> Float {
    list == 0 ? 1 : bandGain(stream, list, 0)
  }

  private static func bandGain(_ stream: borrowing CouplingChannelStream, _ list: Int, _ place: Int) -> Float {
    gain(
      stream.gains[list * 128 + place], scale: stream.gainScale,
      isSigned: stream.gainsAreSigned && !stream.hasCommonGain[list])
  }
}

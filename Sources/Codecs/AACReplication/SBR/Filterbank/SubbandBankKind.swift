/// The kinds of complex filterbank that SBR and LD MPEG Surround use.
package enum SubbandBankKind: Sendable, BitwiseCopyable {
  /// The bank of SBR, linear in phase: ISO/IEC 14496-3, 4.6.18.4.
  case symmetric
  /// The encoder's filterbank: 64 bands of the input; the lower 32 are joined to the core's signal.
  case halving
  /// The bank of LD-SBR: ISO/IEC 14496-3, 4.6.20.
  case lowDelay
  /// The bank of LD MPEG Surround, which LD-SBR then shares: ISO/IEC 23003-2.
  case surround

  /// Sixteen times the phases of the banks' transforms, see ``SubbandTransform``.
  ///
  /// Only their sum is heard in what is not changed between the banks. How it is split turns what is copied from one
  /// subband to another; the split with a synthesis of 32 bands is that of fdk-aac.
  func sixteenthPhases(analysisBandCount: Int, synthesisBandCount: Int) -> (analysis: Int, synthesis: Int) {
    switch self {
    case .symmetric: synthesisBandCount == 64 ? (analysisBandCount / 8, 2040) : (8, 1016)
    case .halving: (8, 1020)
    case .lowDelay: (8 * (3 * analysisBandCount - 1), 8 * (synthesisBandCount - 1))
    case .surround: (8 * (2 * analysisBandCount - 1), -8)
    }
  }

  /// The sign of both banks. It affects the parts that SBR adds between them.
  var sign: Double { self == .surround ? -1 : 1 }

  /// Returns the 640 values of the prototype.
  private func prototype(_ index: Int) -> Float {
    switch self {
    case .symmetric, .halving: quadratureMirrorWindow[index]
    case .lowDelay: lowDelayQuadratureMirrorWindow[index]
    case .surround: surroundQuadratureMirrorWindow[index]
    }
  }

  /// The window of a bank of 64, 32, 24, 16 or 8 bands: ten values per band.
  ///
  /// Smaller banks take one value of each group: the first one in symmetric banks, the mean of the middle two in the
  /// others. With 24 bands, values are interpolated linearly.
  package func window(bandCount: Int) -> [Float] {
    let group = 64 / bandCount
    return (0..<(10 * bandCount)).map { index in
      guard group * bandCount == 64 else {
        let (place, rest) = (64 * index / bandCount, 64 * index % bandCount)
        let next = place < 639 ? prototype(place + 1) : 0
        return prototype(place) + Float(rest) / Float(bandCount) * (next - prototype(place))
      }
      guard group > 1, self != .symmetric, self != .halving else { return prototype(group * index) }
      let middle = group * index + group / 2
      return (prototype(middle - 1) + prototype(middle)) / 2
    }
  }
}

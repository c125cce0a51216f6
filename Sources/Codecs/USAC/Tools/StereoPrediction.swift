import AACSyntax

// Bound throughout: frames have 768 or 1,024 lines: USACConfiguration checks it.
// Holds throughout: bands lie within the frame: BandLayout's offsets end with its length.

/// Predicts one channel of a pair from the other and from an estimate of its quadrature.
///
/// ISO/IEC 23003-3, 7.7. With a and b as they are coded, s = 1 if the difference is predicted and −1 if the sum
/// is, D the downmix and I its MDST:
/// ```
/// d = b − α_re · a − α_im · I        L = a + d        R = s · (a − d)
/// ```
struct StereoPrediction: Sendable {
  /// The downmix D, window by window.
  private var downmix: [Float]
  /// D of one window and of the previous one, with three lines before the first line and after the last.
  private var window: [Float]
  private var lastWindow: [Float]
  /// The quadrature I.
  private var quadrature: [Float]

  init(coreFrameLength: Int) {
    downmix = Array(repeating: 0, count: coreFrameLength)
    quadrature = downmix
    window = Array(repeating: 0, count: coreFrameLength + 6)
    lastWindow = window
  }

  /// Replaces the coded channels by left and right in the bands where prediction is used.
  ///
  /// - Parameters:
  ///   - first: The first coded channel, which becomes left.
  ///   - second: The second coded channel, which becomes right.
  mutating func apply(
    _ frame: inout ElementFrame, _ bands: borrowing BandLayout, _ first: inout ChannelState,
    _ second: inout ChannelState
  ) {
    if frame.stereo.isComplex { estimateQuadrature(&frame, bands, &first, &second) }
    let sign = frame.stereo.sign
    let isComplex = frame.stereo.isComplex
    var left = first.spectrum.mutableSpan
    var right = second.spectrum.mutableSpan
    let quadrature = quadrature.span
    let used = frame.stereo.used.span
    let (reals, imaginaries) = (frame.stereo.real.span, frame.stereo.imaginary.span)
    bands.forEachBand(frame.stereoInfo) { place, lines in
      guard used[place] else { return }
      let real = 0.1 * Float(reals[place])
      let imaginary = isComplex ? 0.1 * Float(imaginaries[place]) : 0
      for line in lines {
        let sum = left[line]
        let difference = right[line] - real * sum - imaginary * quadrature[line]
        left[line] = sum + difference
        right[line] = sign * (sum - difference)
      }
    }
  }

  /// Estimates the MDST of the downmix from its own lines and those of the previous window.
  private mutating func estimateQuadrature(
    _ frame: inout ElementFrame, _ bands: borrowing BandLayout, _ first: inout ChannelState,
    _ second: inout ChannelState
  ) {
    mixDown(&frame, bands, first.spectrum, second.spectrum)
    let isShort = frame.first.info.isShort
    let length = isShort ? bands.shortLength : bands.frameLength
    // Of a frame before, the last short window where this one has short windows.
    let start = bands.frameLength - length
    let half = frame.stereo.usesPreviousFrame ? Float(0.5) : 0
    let sign = frame.stereo.sign
    for line in 0..<length {
      lastWindow[3 + line] = half * (first.lastSpectrum[start + line] + sign * second.lastSpectrum[start + line])
    }
    StereoPrediction.mirrorEnds(&lastWindow, length)
    for number in 0..<(isShort ? 8 : 1) {
      for line in 0..<length { window[3 + line] = downmix[number * length + line] }
      StereoPrediction.mirrorEnds(&window, length)
      let taps = QuadratureTaps(frame.first, rising: number == 0 ? first.shape : frame.first.info.windowShape)
      taps.estimate(window, behind: lastWindow, into: &quadrature, (number * length)..<((number + 1) * length))
      swap(&window, &lastWindow)
    }
  }

  /// Computes the downmix: the first coded channel where prediction is used, elsewhere half of the sum, or of the
  /// difference.
  private mutating func mixDown(
    _ frame: inout ElementFrame, _ bands: borrowing BandLayout, _ first: [Float], _ second: [Float]
  ) {
    let sign = frame.stereo.sign
    for line in downmix.indices { downmix[line] = 0 }
    var mix = downmix.mutableSpan
    bands.forEachBand(frame.stereoInfo) { place, lines in
      if frame.stereo.used[place] {
        for line in lines { mix[line] = first[line] }
      } else {
        for line in lines { mix[line] = 0.5 * (first[line] + sign * second[line]) }
      }
    }
  }

  /// Mirrors the lines beyond their ends.
  private static func mirrorEnds(_ window: inout [Float], _ length: Int) {
    for distance in 0..<3 {
      window[2 - distance] = window[3 + distance]
      window[3 + length + distance] = window[2 + length - distance]
    }
  }
}

extension StereoFrame {
  /// 1 if the difference is predicted from the sum, −1 for the reverse.
  var sign: Float { predictsMid ? -1 : 1 }
}

extension ElementFrame {
  /// The windows of a pair, with the bands in which its stereo tool is used.
  var stereoInfo: IndividualChannelInfo {
    var info = first.info
    info.bandCount = stereo.bandCount
    return info
  }
}

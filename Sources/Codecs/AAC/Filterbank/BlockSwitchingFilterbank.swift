import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: outputs and overlaps are made for the same configuration as the filterbank.

/// What the transform with window shapes keeps of a channel.
package struct BlockSwitchingOverlap: Sendable {
  /// The windowed second half of the last frame, one frame long.
  package var samples: [Float]
  /// The shape of the last frame's window, which is that of the next one's left half.
  ///
  /// In front of the first frame there is none. The standard leaves open what stands for it; decoders take the first
  /// frame's own shape (seen in the reference decodes of AAC-LD, whose first frames are not silent).
  package var shape: WindowShape?

  package init(frameLength: Int) { samples = Array(repeating: 0, count: frameLength) }
}

/// Spectrum to time for all types but AAC-ELD: inverse MDCT, window, overlap and add.
///
/// ISO/IEC 14496-3, 4.6.11. `u` being the DCT-IV of a spectrum of F lines, the inverse MDCT is
/// ```
/// n   0 ..< F/2        u[F/2 + n]          left half of the window
///     F/2 ..< F       −u[3F/2 − 1 − n]
///     F ..< 3F/2      −u[3F/2 − 1 − n]     right half of the window
///     3F/2 ..< 2F     −u[n − 3F/2]
/// ```
/// and the halves are weighted, S being the length of a short window's slope and o = (F − S) / 2:
/// ```
/// only long    /‾\      rising slope of F      falling slope of F
/// start        /‾|_     rising slope of F      o ones, falling slope of S, o zeros
/// stop        _|‾\      o zeros, rising S, o ones        falling slope of F
/// eight short _/\/\_    eight windows of 2S, S apart, from o on
/// ```
package struct BlockSwitchingFilterbank: Sendable {
  private let frameLength: Int
  private let slopes: WindowSlopes
  private let longSine: UndividedWindow
  private let longOther: UndividedWindow
  /// Those with the slope of a short window between zeros and ones.
  private let shortSine: UndividedWindow
  private let shortOther: UndividedWindow
  private var longTransform: InverseMDCT
  private var shortTransform: InverseMDCT?
  /// `u` of a long window.
  private var transformed: [Float]
  /// `u` of one short window.
  private var transformedShort: [Float]
  /// Eight short windows added up, from o on: 9 S samples.
  private var shortSum: [Float]

  package init(frameLength: Int, profile: AACConfiguration.Profile) {
    self.frameLength = frameLength
    slopes = WindowSlopes(frameLength: frameLength, profile: profile)
    longSine = UndividedWindow(slope: slopes.long(.sine))
    longOther = UndividedWindow(slope: slopes.long(.kaiserBessel))
    shortSine = profile.hasBlockSwitching ? UndividedWindow(slope: slopes.shortInFrame(.sine)) : longSine
    shortOther = profile.hasBlockSwitching ? UndividedWindow(slope: slopes.shortInFrame(.kaiserBessel)) : longOther
    longTransform = InverseMDCT(size: frameLength, scale: 1 / AudioScale.fullScale)
    let short = frameLength / 8
    shortTransform = profile.hasBlockSwitching ? InverseMDCT(size: short, scale: 1 / AudioScale.fullScale) : nil
    transformed = Array(repeating: 0, count: frameLength)
    transformedShort = Array(repeating: 0, count: short)
    shortSum = Array(repeating: 0, count: profile.hasBlockSwitching ? 9 * short : 0)
  }

  /// Turns a spectrum into the next `frameLength` samples.
  mutating func synthesize(
    _ spectrum: [Float], windows: borrowing IndividualChannelInfo, overlap: inout BlockSwitchingOverlap,
    into output: inout MutableSpan<Float>
  ) {
    precondition(output.count >= frameLength && overlap.samples.count == frameLength)
    switch windows.windowSequence {
    case .eightShort:
      synthesizeShort(spectrum, windows, &overlap, &output)
    case .onlyLong, .longStart, .longStop:
      longTransform.inverse(spectrum.span, into: &transformed)
      let shape = windows.windowShape
      addLeftHalf(windows.windowSequence, overlap.shape ?? shape, overlap.samples.span, &output)
      var saved = overlap.samples.mutableSpan
      storeRightHalf(windows.windowSequence, shape, &saved)
    }
    overlap.shape = windows.windowShape
  }

  /// The left half of a long window, weighted, plus the overlap.
  private mutating func addLeftHalf(
    _ sequence: WindowSequence, _ shape: WindowShape, _ saved: Span<Float>, _ output: inout MutableSpan<Float>
  ) {
    let lines = transformed.span
    switch (sequence == .longStop, shape) {
    case (false, .sine): longSine.addLeft(lines, saved, &output)
    case (false, .kaiserBessel): longOther.addLeft(lines, saved, &output)
    case (true, .sine): shortSine.addLeft(lines, saved, &output)
    case (true, .kaiserBessel): shortOther.addLeft(lines, saved, &output)
    }
  }

  /// The right half of a long window, weighted, for the next frame.
  private mutating func storeRightHalf(
    _ sequence: WindowSequence, _ shape: WindowShape, _ saved: inout MutableSpan<Float>
  ) {
    let lines = transformed.span
    switch (sequence == .longStart, shape) {
    case (false, .sine): longSine.storeRight(lines, &saved)
    case (false, .kaiserBessel): longOther.storeRight(lines, &saved)
    case (true, .sine): shortSine.storeRight(lines, &saved)
    case (true, .kaiserBessel): shortOther.storeRight(lines, &saved)
    }
  }

  private mutating func synthesizeShort(
    _ spectrum: [Float], _ windows: borrowing IndividualChannelInfo, _ overlap: inout BlockSwitchingOverlap,
    _ output: inout MutableSpan<Float>
  ) {
    let shape = windows.windowShape
    let previousShape = overlap.shape ?? shape
    let short = frameLength / 8
    let flat = (frameLength - short) / 2
    BlockSwitchingFilterbank.clear(&shortSum)
    for window in 0..<8 {
      let lines = spectrum.span.extracting((window * short)..<((window + 1) * short))
      shortTransform?.inverse(lines, into: &transformedShort)
      let slopes = slopes.shortWindow(rising: window == 0 ? previousShape : shape, falling: shape)
      BlockSwitchingFilterbank.addShortWindow(transformedShort, slopes, to: &shortSum, at: window * short)
    }
    let sum = shortSum.span
    var saved = overlap.samples.mutableSpan
    for n in 0..<flat { output[n] = saved[n] }
    let whole = frameLength - flat
    var later = output._mutatingExtracting(flat..<frameLength)
    ShortWindowSum.add(sum.extracting(0..<whole), to: saved.span.extracting(flat..<frameLength), &later)
    let left = flat + 9 * short - frameLength
    for n in 0..<left { saved[n] = sum[n + whole] }
    for n in left..<frameLength { saved[n] = 0 }
  }

  private static func clear(_ values: inout [Float]) {
    var span = values.mutableSpan
    for n in span.indices { span[n] = 0 }
  }

  /// Adds one short window of 2 S samples to the sum.
  private static func addShortWindow(
    _ transformed: [Float], _ slopes: ShortWindow, to shortSum: inout [Float], at start: Int
  ) {
    let (rising, falling) = (slopes.rising.span, slopes.falling.span)
    let short = rising.count
    let half = short / 2
    var sum = shortSum.mutableSpan
    let (early, late) = (transformed.span.extracting(0..<half), transformed.span.extracting(half..<short))
    var part = sum._mutatingExtracting(start..<(start + half))
    ShortWindowSum.add(late, rising.extracting(0..<half), &part)
    part = sum._mutatingExtracting((start + half)..<(start + short))
    ShortWindowSum.subtractMirrored(late, rising.extracting(half..<short), &part)
    part = sum._mutatingExtracting((start + short)..<(start + short + half))
    ShortWindowSum.subtractBothMirrored(early, falling.extracting(half..<short), &part)
    part = sum._mutatingExtracting((start + short + half)..<(start + 2 * short))
    ShortWindowSum.subtractMirroredSlope(early, falling.extracting(0..<half), &part)
  }
}

/// The scale of samples inside the decoder.
package enum AudioScale {
  /// What the standard's formulas give for a sample of 1.0.
  package static let fullScale = 32768.0
}

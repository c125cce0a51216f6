package import AACSyntax
import Transforms

// Bound throughout: frames have 480 to 1,024 lines and streams at most 64 channels: AACConfiguration and
// USACConfiguration check it.
// Holds throughout: outputs and overlaps are made for the same configuration as the filterbank.

/// The state that the transform with window shapes keeps of a channel.
package struct BlockSwitchingOverlap: Sendable {
  /// The windowed second half of the last frame, one frame long.
  package var samples: [Float]
  /// The shape of the last frame's window, which is also that of the next window's left half.
  ///
  /// The first frame has no predecessor. The standard leaves open which shape stands for it; decoders take the first
  /// frame's own shape (seen in the reference decodes of AAC-LD, whose first frames are not silent).
  package var shape: WindowShape?

  package init(frameLength: Int) { samples = Array(repeating: 0, count: frameLength) }
}

/// The slopes of a frame's window.
package struct FrameWindow: Sendable, BitwiseCopyable {
  /// The length of a slope.
  package enum Slope: Sendable, BitwiseCopyable {
    /// A frame.
    case long
    /// A slope of an eighth of a frame, between zeros and ones.
    case short
  }

  /// True if the frame has eight short windows instead of one.
  package var isDivided: Bool
  package var rising: Slope
  package var falling: Slope
  /// The shape of the rising slope: that of the previous frame.
  package var risingShape: WindowShape
  /// The shape of the other slopes.
  package var fallingShape: WindowShape

  package init(
    _ rising: Slope, _ falling: Slope, isDivided: Bool = false, shapes: (rising: WindowShape, falling: WindowShape)
  ) {
    (self.rising, self.falling, self.isDivided) = (rising, falling, isDivided)
    (risingShape, fallingShape) = shapes
  }

  /// The window of a frame of AAC.
  init(_ info: borrowing IndividualChannelInfo, behind shape: WindowShape?) {
    let own = info.windowShape
    isDivided = info.windowSequence == .eightShort
    rising = info.windowSequence == .longStop ? .short : .long
    falling = info.windowSequence == .longStart ? .short : .long
    risingShape = shape ?? own
    fallingShape = own
  }
}

/// Transforms spectra to time for all types but AAC-ELD: inverse MDCT, window, overlap and add.
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
  /// The windows with the slope of a short window between zeros and ones.
  private let shortSine: UndividedWindow
  private let shortOther: UndividedWindow
  private var longTransform: InverseMDCT
  private var shortTransform: InverseMDCT?
  /// `u` of a long window.
  private var transformed: [Float]
  /// `u` of one short window.
  private var transformedShort: [Float]
  /// The sum of eight short windows, from o on: 9 S samples.
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

  /// Converts a spectrum to the next `frameLength` samples.
  mutating func synthesize(
    _ spectrum: [Float], windows: borrowing IndividualChannelInfo, overlap: inout BlockSwitchingOverlap,
    into output: inout MutableSpan<Float>
  ) {
    synthesize(spectrum, FrameWindow(windows, behind: overlap.shape), saved: &overlap.samples, into: &output)
    overlap.shape = windows.windowShape
  }

  /// Converts a spectrum to the next `frameLength` samples, overlapped with those left in `saved`.
  package mutating func synthesize(
    _ spectrum: [Float], _ window: FrameWindow, saved: inout [Float], into output: inout MutableSpan<Float>
  ) {
    precondition(output.count >= frameLength && saved.count == frameLength)
    guard !window.isDivided else { return synthesizeShort(spectrum, window, &saved, &output) }
    longTransform.inverse(spectrum.span, into: &transformed)
    addLeftHalf(window.rising, window.risingShape, saved.span, &output)
    var right = saved.mutableSpan
    storeRightHalf(window.falling, window.fallingShape, &right)
  }

  /// The values u of the last frame, or of the last of its short windows.
  package func lines(of window: FrameWindow) -> [Float] { window.isDivided ? transformedShort : transformed }

  /// Adds the overlap to the left half of a long window, weighted.
  private mutating func addLeftHalf(
    _ slope: FrameWindow.Slope, _ shape: WindowShape, _ saved: Span<Float>, _ output: inout MutableSpan<Float>
  ) {
    let lines = transformed.span
    switch (slope, shape) {
    case (.long, .sine): longSine.addLeft(lines, saved, &output)
    case (.long, .kaiserBessel): longOther.addLeft(lines, saved, &output)
    case (.short, .sine): shortSine.addLeft(lines, saved, &output)
    case (.short, .kaiserBessel): shortOther.addLeft(lines, saved, &output)
    }
  }

  /// Stores the right half of a long window, weighted, for the next frame.
  private mutating func storeRightHalf(
    _ slope: FrameWindow.Slope, _ shape: WindowShape, _ saved: inout MutableSpan<Float>
  ) {
    let lines = transformed.span
    switch (slope, shape) {
    case (.long, .sine): longSine.storeRight(lines, &saved)
    case (.long, .kaiserBessel): longOther.storeRight(lines, &saved)
    case (.short, .sine): shortSine.storeRight(lines, &saved)
    case (.short, .kaiserBessel): shortOther.storeRight(lines, &saved)
    }
  }

  private mutating func synthesizeShort(
    _ spectrum: [Float], _ window: FrameWindow, _ overlap: inout [Float], _ output: inout MutableSpan<Float>
  ) {
    let shape = window.fallingShape
    let short = frameLength / 8
    let flat = (frameLength - short) / 2
    BlockSwitchingFilterbank.clear(&shortSum)
    for number in 0..<8 {
      let lines = spectrum.span.extracting((number * short)..<((number + 1) * short))
      shortTransform?.inverse(lines, into: &transformedShort)
      let slopes = slopes.shortWindow(rising: number == 0 ? window.risingShape : shape, falling: shape)
      BlockSwitchingFilterbank.addShortWindow(transformedShort, slopes, to: &shortSum, at: number * short)
    }
    let sum = shortSum.span
    var saved = overlap.mutableSpan
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

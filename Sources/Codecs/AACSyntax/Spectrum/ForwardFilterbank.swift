import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: frames, spectra and slopes are made for the same configuration as the filterbank.

/// The state that the forward transform keeps of a channel from frame to frame.
package struct ForwardFilterbankState: Sendable {
  /// The frame before the next one to be analysed: the left half of its window.
  var previous: [Float]
  /// The shape of the last frame's right half.
  var shape = WindowShape.sine
  /// The past samples of the low-delay window.
  var lowDelay: LowDelayAnalysisState

  package init(frameLength: Int, profile: AACConfiguration.Profile) {
    let isLowDelay = profile == .enhancedLowDelay
    previous = Array(repeating: 0, count: isLowDelay ? 0 : frameLength)
    lowDelay = LowDelayAnalysisState(frameLength: isLowDelay ? frameLength : 0)
  }
}

/// Samples to lines for all profiles: the mirror of ``ChannelSynthesis``.
///
/// ISO/IEC 14496-3, 4.6.11 and 4.6.20. Samples have the scale ±32768.
package struct ForwardFilterbank: ~Copyable, Sendable {
  package let frameLength: Int
  private var blockSwitching: ForwardBlockSwitching?
  private var lowDelay: LowDelayAnalysis?

  /// - Parameter downscaleFactor: The factor by which AAC-ELD with reduced delay is reduced; its lines have the scale
  ///   of the nominal rate.
  package init(frameLength: Int, profile: AACConfiguration.Profile, downscaleFactor: Int = 1) {
    self.frameLength = frameLength
    if profile == .enhancedLowDelay {
      let window = LowDelayWindow.values(frameLength: frameLength).map { $0 * Float(downscaleFactor) }
      lowDelay = LowDelayAnalysis(frameLength: frameLength, window: window.span)
    } else {
      blockSwitching = ForwardBlockSwitching(frameLength: frameLength, profile: profile)
    }
  }

  /// Computes the lines of the window that ends with `frame`, the next frame; lines above the filterbank's are 0.
  package mutating func analyze(
    _ frame: Span<Float>, windows: borrowing IndividualChannelInfo, state: inout ForwardFilterbankState,
    into spectrum: inout [Float]
  ) {
    precondition(frame.count == frameLength && spectrum.count >= frameLength)
    for line in frameLength..<spectrum.count { spectrum[line] = 0 }
    let all = spectrum.mutableSpan
    var lines = all._consumingExtracting(0..<frameLength)
    blockSwitching?.analyze(frame, windows: windows, state: &state, into: &lines)
    lowDelay?.analyze(frame, state: &state.lowDelay, into: &lines)
  }
}

/// The windowed transform with its four sequences; see ``BlockSwitchingFilterbank`` for the shapes of the windows.
struct ForwardBlockSwitching: Sendable {
  private let frameLength: Int
  private let slopes: WindowSlopes
  private var longTransform: MDCT
  private var shortTransform: MDCT?
  /// Two windowed frames.
  private var windowed: [Float]
  /// Two short windows.
  private var windowedShort: [Float]

  init(frameLength: Int, profile: AACConfiguration.Profile) {
    self.frameLength = frameLength
    slopes = WindowSlopes(frameLength: frameLength, profile: profile)
    longTransform = MDCT(size: frameLength)
    shortTransform = profile.hasBlockSwitching ? MDCT(size: frameLength / 8) : nil
    windowed = Array(repeating: 0, count: 2 * frameLength)
    windowedShort = Array(repeating: 0, count: profile.hasBlockSwitching ? frameLength / 4 : 0)
  }

  mutating func analyze(
    _ samples: Span<Float>, windows: borrowing IndividualChannelInfo, state: inout ForwardFilterbankState,
    into lines: inout MutableSpan<Float>
  ) {
    if windows.isShort {
      ForwardBlockSwitching.join(state.previous, samples, &windowed)
      transformShort(previousShape: state.shape, shape: windows.windowShape, into: &lines)
    } else {
      Self.weighLeft(state, windows.windowSequence, slopes, &windowed)
      Self.weighRight(samples, windows, slopes, &windowed)
      longTransform.forward(windowed, into: &lines)
    }
    state.shape = windows.windowShape
    ForwardBlockSwitching.copy(samples, to: &state.previous)
  }

  private static func copy(_ samples: Span<Float>, to frame: inout [Float]) {
    var target = frame.mutableSpan
    let count = samples.count
    precondition(target.count == count)
    for index in 0..<count { target[index] = samples[index] }
  }

  private static func join(_ left: [Float], _ right: Span<Float>, _ both: inout [Float]) {
    var target = both.mutableSpan
    let count = right.count
    precondition(left.count == count && target.count == 2 * count)
    for index in 0..<count { target[index] = left[index] }
    for index in 0..<count { target[count &+ index] = right[index] }
  }

  private static func weighLeft(
    _ state: borrowing ForwardFilterbankState, _ sequence: WindowSequence, _ slopes: WindowSlopes,
    _ windowed: inout [Float]
  ) {
    let samples = state.previous.span
    let frameLength = samples.count
    var all = windowed.mutableSpan
    var target = all._mutatingExtracting(0..<frameLength)
    guard sequence == .longStop else {
      return ForwardBlockSwitching.multiply(samples, slopes.long(state.shape).span, &target)
    }
    let short = frameLength / 8
    let flat = (frameLength - short) / 2
    let slope = slopes.short(state.shape).span
    for n in 0..<flat { target[n] = 0 }
    for n in 0..<short { target[flat + n] = samples[flat + n] * slope[n] }
    for n in (flat + short)..<frameLength { target[n] = samples[n] }
  }

  private static func weighRight(
    _ samples: Span<Float>, _ windows: borrowing IndividualChannelInfo, _ slopes: WindowSlopes,
    _ windowed: inout [Float]
  ) {
    let frameLength = samples.count
    var all = windowed.mutableSpan
    var target = all._mutatingExtracting(frameLength..<(2 * frameLength))
    guard windows.windowSequence == .longStart else {
      return ForwardBlockSwitching.multiplyBackward(samples, slopes.long(windows.windowShape).span, &target)
    }
    let short = frameLength / 8
    let flat = (frameLength - short) / 2
    let slope = slopes.short(windows.windowShape).span
    for n in 0..<flat { target[n] = samples[n] }
    for n in 0..<short { target[flat + n] = samples[flat + n] * slope[short - 1 - n] }
    for n in (flat + short)..<frameLength { target[n] = 0 }
  }

  private mutating func transformShort(
    previousShape: WindowShape, shape: WindowShape, into lines: inout MutableSpan<Float>
  ) {
    let short = frameLength / 8
    let flat = (frameLength - short) / 2
    for window in 0..<8 {
      let start = flat + window * short
      let slopes = slopes.shortWindow(rising: window == 0 ? previousShape : shape, falling: shape)
      ForwardBlockSwitching.weighShort(windowed, start..<(start + 2 * short), slopes, &windowedShort)
      var part = lines._mutatingExtracting((window * short)..<((window + 1) * short))
      shortTransform?.forward(windowedShort, into: &part)
    }
  }

  private static func weighShort(
    _ block: [Float], _ range: Range<Int>, _ slopes: ShortWindow, _ output: inout [Float]
  ) {
    var target = output.mutableSpan
    let samples = block.span.extracting(range)
    let short = slopes.rising.count
    var left = target._mutatingExtracting(0..<short)
    multiply(samples.extracting(0..<short), slopes.rising.span, &left)
    var right = target._mutatingExtracting(short..<(2 * short))
    multiplyBackward(samples.extracting(short..<(2 * short)), slopes.falling.span, &right)
  }

  @inline(never)
  private static func multiply(_ samples: Span<Float>, _ slope: Span<Float>, _ output: inout MutableSpan<Float>) {
    let count = samples.count
    precondition(slope.count == count && output.count == count)
    for n in 0..<count { output[n] = samples[n] * slope[n] }
  }

  @inline(never)
  private static func multiplyBackward(
    _ samples: Span<Float>, _ slope: Span<Float>, _ output: inout MutableSpan<Float>
  ) {
    let count = samples.count
    precondition(slope.count == count && output.count == count)
    for n in 0..<count { output[n] = samples[n] * slope[count &- 1 &- n] }
  }
}

extension MDCT {
  /// Transforms as into a span; for callers that own both the transform and the block.
  fileprivate mutating func forward(_ windowed: [Float], into output: inout MutableSpan<Float>) {
    forward(windowed.span, into: &output)
  }
}

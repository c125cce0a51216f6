import AACDecoding
import AACSyntax
import Transforms

// Bound throughout: frames have 768 or 1,024 lines: USACConfiguration checks it.
// Holds throughout: states and outputs are made for the same frame length.

/// Converts the parsed data of a channel, and its spectrum, to samples.
///
/// ISO/IEC 23003-3, 7.9. The transform is that of AAC with a fourth kind of window, short at both ends. If the domain
/// changes, linear prediction gets the previous frame without its last slope, or the next one with a slope that fits.
struct FrameSynthesis: Sendable {
  private let coreFrameLength: Int
  private var filterbank: BlockSwitchingFilterbank
  /// The long window after a frame of linear prediction, whose slope is a quarter of a frame.
  private let joiningWindow: UndividedWindow
  /// A frame that linear prediction joins to its own.
  private var block: [Float]
  private let silence: [Float]

  init(coreFrameLength: Int) {
    self.coreFrameLength = coreFrameLength
    filterbank = BlockSwitchingFilterbank(frameLength: coreFrameLength, profile: .lowComplexity)
    let flat = coreFrameLength * 3 / 8
    joiningWindow = UndividedWindow(
      slope: Array(repeating: 0, count: flat) + WindowSlope.sine(count: coreFrameLength / 4)
        + Array(repeating: 1, count: flat))
    block = Array(repeating: 0, count: coreFrameLength)
    silence = block
  }

  /// Returns the next frame of samples of a channel, with a full scale of 1.
  ///
  /// - Returns: True if the samples are plausible.
  mutating func synthesize(
    _ state: inout ChannelState, _ frame: inout ChannelFrame, into output: inout MutableSpan<Float>
  ) -> Bool {
    switch (frame.mode, state.lastMode) {
    case (.frequencyDomain, .frequencyDomain):
      let window = frame.window(behind: state.shape)
      filterbank.synthesize(state.spectrum, window, saved: &state.saved, into: &output)
      finish(&state, frame, window)
    case (.frequencyDomain, .linearPrediction):
      let window = frame.window(behind: .sine)
      filterbank.synthesize(state.spectrum, window, saved: &state.saved, into: &output)
      if !window.isDivided { joiningWindow.addLeft(filterbank.lines(of: window).span, silence.span, &output) }
      for sample in block.indices { block[sample] = output[sample] }
      finish(&state, frame, window)
      state.linearPrediction?.join(
        block.span, isShort: window.isDivided, fac: frame.cancellation.count > 0 ? frame.cancellation : nil,
        into: &output)
    case (.linearPrediction, let last):
      if last == .frequencyDomain {
        state.prepareTail()
        state.forgetSpectra()
      }
      let tail = last == .frequencyDomain ? state.tail : nil
      state.linearPrediction?.decode(frame.prediction, after: tail, noise: &state.noise, into: &output)
    }
    defer { state.lastMode = frame.mode }
    return frame.mode == .frequencyDomain && state.lastMode == .frequencyDomain
      || state.linearPrediction?.isFinite ?? true
  }

  /// Stores the values of a frequency domain frame that the next frame needs.
  private func finish(_ state: inout ChannelState, _ frame: borrowing ChannelFrame, _ window: FrameWindow) {
    state.shape = frame.info.windowShape
    state.endsShort = window.isDivided || window.falling == .short
    swap(&state.spectrum, &state.lastSpectrum)
    keepLines(&state, window)
  }

  /// Stores the values of the last transform for linear prediction.
  private func keepLines(_ state: inout ChannelState, _ window: FrameWindow) {
    let lines = filterbank.lines(of: window)
    for line in 0..<(lines.count / 2) { state.alias[line] = lines[line] }
    state.aliasIsShort = window.isDivided
  }
}

// MARK: - Lost packets

extension FrameSynthesis {
  /// Synthesises the next samples of a channel in the frequency domain from a substituted spectrum.
  mutating func replace(_ state: inout ChannelState, into output: inout MutableSpan<Float>) {
    let window = FrameWindow(
      state.endsShort ? .short : .long, .long, isDivided: false, shapes: (state.shape, state.shape))
    filterbank.synthesize(state.spectrum, window, saved: &state.saved, into: &output)
    state.endsShort = false
    swap(&state.spectrum, &state.lastSpectrum)
    keepLines(&state, window)
  }

  /// Prepares a channel for the frequency domain, as if its last frame had been a long window with sine slopes in this
  /// domain.
  mutating func beginOverlap(_ spectrum: [Float], in state: inout ChannelState) {
    state.forgetSpectra()
    (state.shape, state.endsShort, state.lastMode) = (.sine, false, .frequencyDomain)
    overlap(spectrum, falling: .long, in: &state)
  }

  /// Replaces the overlap that the last frame has left, by that of a spectrum with a short slope at its end.
  mutating func replaceOverlap(_ spectrum: [Float], in state: inout ChannelState) {
    state.endsShort = true
    overlap(spectrum, falling: .short, in: &state)
  }

  private mutating func overlap(_ spectrum: [Float], falling: FrameWindow.Slope, in state: inout ChannelState) {
    let window = FrameWindow(.long, falling, isDivided: false, shapes: (state.shape, state.shape))
    filterbank.synthesize(spectrum, window, saved: &state.saved, intoBlock: &block)
    keepLines(&state, window)
  }
}

extension BlockSwitchingFilterbank {
  fileprivate mutating func synthesize(
    _ spectrum: [Float], _ window: FrameWindow, saved: inout [Float], intoBlock block: inout [Float]
  ) {
    var samples = block.mutableSpan
    synthesize(spectrum, window, saved: &saved, into: &samples)
  }
}

extension ChannelFrame {
  /// True if the slope shared with the previous frame is that of short windows.
  var beginsShort: Bool { info.beginsShort || startsShort }

  /// Returns the slopes of a window that follows one with the given shape.
  func window(behind shape: WindowShape) -> FrameWindow {
    FrameWindow(
      startsShort || info.windowSequence == .longStop ? .short : .long,
      info.windowSequence == .longStart ? .short : .long, isDivided: info.isShort,
      shapes: (shape, info.windowShape))
  }
}

extension ChannelState {
  /// Writes the end of the last frame, up to the middle of the slope to linear prediction.
  fileprivate mutating func prepareTail() {
    let half = alias.count
    // Of short windows the last one's half begins so far from the frame's start.
    let start = aliasIsShort ? half * 7 / 8 : 0
    for frame in 0..<start { tail.samples[frame] = saved[frame] }
    for frame in start..<half { tail.samples[frame] = -alias[half - 1 - frame] }
    tail.isShort = aliasIsShort
  }
}

import SignalProcessing

/// Samples to spectra with the filterbank of the stream: the mirror of ``ChannelSynthesis``.
struct ConcealmentAnalysis: Sendable {
  private let frameLength: Int
  private let slopes: WindowSlopes
  private var block: [Float]
  private var transform: MDCT?
  private var lowDelay: LowDelayAnalysis?
  private var lowDelayState: LowDelayAnalysisState

  /// Samples behind the output so far that a window covers: two frames, or in AAC-ELD one and a half, with two and a
  /// quarter of the output in front of them.
  let futureCount: Int

  init(_ configuration: AACConfiguration) {
    frameLength = configuration.frameLength
    futureCount = configuration.profile == .enhancedLowDelay ? 3 * frameLength / 2 : 2 * frameLength
    block = Array(repeating: 0, count: 2 * frameLength)
    slopes = WindowSlopes(frameLength: frameLength, profile: configuration.profile)
    lowDelayState = LowDelayAnalysisState(frameLength: frameLength)
    if configuration.profile == .enhancedLowDelay {
      lowDelay =
        frameLength == 512
        ? LowDelayAnalysis(frameLength: 512, window: lowDelayWindow512.span)
        : LowDelayAnalysis(frameLength: 480, window: lowDelayWindow480.span)
    } else {
      transform = MDCT(size: frameLength)
    }
  }

  /// Writes the spectrum of the frame whose samples are the last of `line`, and its windows.
  mutating func analyze(_ line: [Float], into state: inout ChannelState) {
    if lowDelay != nil {
      analyzeLowDelay(line, into: &state.spectrum)
    } else {
      let previousShape = state.overlap.shape ?? .sine
      state.windows.continueLong()
      let first = line.count - block.count
      for n in block.indices { block[n] = line[first + n] }
      slopes.weight(&block, state.windows, previousShape: previousShape)
      ConcealmentAnalysis.forward(&transform, block, into: &state.spectrum)
    }
    for index in state.spectrum.indices { state.spectrum[index] *= Float(AudioScale.fullScale) }
  }

  private static func forward(_ transform: inout MDCT?, _ block: [Float], into spectrum: inout [Float]) {
    var lines = spectrum.mutableSpan
    transform?.forward(block.span, into: &lines)
  }

  private mutating func analyzeLowDelay(_ line: [Float], into spectrum: inout [Float]) {
    let first = line.count - 4 * frameLength
    precondition(first >= 0)
    for frame in 0..<4 {
      let start = first + frame * frameLength
      var lines = spectrum.mutableSpan
      lowDelay?.analyze(line.span.extracting(start..<(start + frameLength)), state: &lowDelayState, into: &lines)
    }
  }
}

extension WindowSlopes {
  /// Weights two frames of samples with a long window, whose left half has the shape of the window before it.
  func weight(_ block: inout [Float], _ info: borrowing IndividualChannelInfo, previousShape: WindowShape) {
    var samples = block.mutableSpan
    let frameLength = samples.count / 2
    let short = frameLength / 8
    let flat = (frameLength - short) / 2
    if info.windowSequence == .longStop {
      let rising = self.short(previousShape)
      for n in 0..<flat { samples[n] = 0 }
      for n in 0..<short { samples[flat + n] *= rising[n] }
    } else {
      let rising = long(previousShape)
      for n in 0..<frameLength { samples[n] *= rising[n] }
    }
    let last = 2 * frameLength - 1
    if info.windowSequence == .longStart {
      let falling = self.short(info.windowShape)
      for n in 0..<flat { samples[last - n] = 0 }
      for n in 0..<short { samples[last - flat - n] *= falling[n] }
    } else {
      let falling = long(info.windowShape)
      for n in 0..<frameLength { samples[last - n] *= falling[n] }
    }
  }
}

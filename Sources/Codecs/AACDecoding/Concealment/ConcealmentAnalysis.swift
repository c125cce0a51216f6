package import AACSyntax
import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: lines are made by Concealment, four frames long or as long as Extrapolation's, which covers the
// window.

/// The analysis filterbank of the stream: the mirror of ``ChannelSynthesis``.
package struct ConcealmentAnalysis: Sendable {
  let frameLength: Int
  private let slopes: WindowSlopes
  private var block: [Float]
  private var transform: MDCT?
  private var lowDelay: LowDelayAnalysis?
  private var lowDelayState: LowDelayAnalysisState

  /// The number of samples beyond the output so far that a window covers: two frames, or in AAC-ELD one and a half,
  /// after two and a quarter frames of the output.
  package let futureCount: Int
  /// The number of samples before those that a window covers.
  let pastCount: Int
  /// The energy of a line, samples having a variance of 1.
  package let lineEnergy: Float
  /// The scale of a spectrum in the decoder, of samples of full scale ±1.
  let lineScale: Float

  package init(_ configuration: AACConfiguration) {
    frameLength = configuration.frameLength
    futureCount = configuration.profile == .enhancedLowDelay ? 3 * frameLength / 2 : 2 * frameLength
    pastCount = configuration.profile == .enhancedLowDelay ? 5 * frameLength / 2 : 0
    lineEnergy = ConcealmentAnalysis.lineEnergy(configuration)
    // With reduced delay the lines are those of a transform of the nominal rate, and so much larger.
    lineScale = Float(AudioScale.fullScale) * Float(configuration.downscaleFactor)
    block = Array(repeating: 0, count: 2 * frameLength)
    slopes = WindowSlopes(frameLength: frameLength, profile: configuration.profile)
    lowDelayState = LowDelayAnalysisState(frameLength: frameLength)
    if configuration.profile == .enhancedLowDelay {
      lowDelay = LowDelayAnalysis(
        frameLength: frameLength, window: LowDelayWindow.values(frameLength: frameLength).span)
    } else {
      transform = MDCT(size: frameLength)
    }
  }

  /// Creates the analysis of frames of a plain lapped transform: 768 or 1,024 lines.
  package init(frameLength: Int) {
    self.frameLength = frameLength
    (futureCount, pastCount) = (2 * frameLength, 0)
    lineEnergy = Float(2 * frameLength)
    lineScale = Float(AudioScale.fullScale)
    block = Array(repeating: 0, count: 2 * frameLength)
    slopes = WindowSlopes(frameLength: frameLength, profile: .lowComplexity)
    lowDelayState = LowDelayAnalysisState(frameLength: 0)
    transform = MDCT(size: frameLength)
  }

  /// Returns twice the energy of the window: the forward transforms have a factor of 2, and the mean of a squared
  /// cosine is one half.
  private static func lineEnergy(_ configuration: AACConfiguration) -> Float {
    guard configuration.profile == .enhancedLowDelay else { return Float(2 * configuration.frameLength) }
    let window = LowDelayWindow.values(frameLength: configuration.frameLength)
    return 2 * window.reduce(0) { $0 + $1 * $1 }
  }

  /// Writes the spectrum of the frame that ends `line`, for samples of full scale ±1.
  package mutating func analyze(
    _ line: [Float], _ windows: borrowing IndividualChannelInfo, previousShape: WindowShape,
    into spectrum: inout [Float]
  ) {
    if lowDelay != nil { return analyzeLowDelay(line, into: &spectrum) }
    let first = line.count - block.count
    precondition(first >= 0)
    for n in block.indices { block[n] = line[first + n] }
    slopes.weight(&block, windows, previousShape: previousShape)
    ConcealmentAnalysis.forward(&transform, block, into: &spectrum)
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
  /// Windows two frames of samples with a long window, whose left half has the shape of the previous window.
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

import Transforms

// Bound throughout: frames have 768 or 1,024 samples: USACConfiguration checks it.

/// The linear-prediction domain of a channel: its state and its working memory.
///
/// ISO/IEC 23003-3, 7.13 to 7.17. The order of a frame's operations; see ``LinearPredictionState`` for its times.
struct LinearPredictionChannel: Sendable {
  private var state: LinearPredictionState
  private var excitation = ExcitationDecoder()
  private var transform: TransformDecoder
  private var boundaries: BoundaryJoiner
  /// The filter at the end of the last frame before a lost one.
  private var lastLineSpectrum: LineSpectrum?
  /// True if the last frame's samples are plausible; extreme gains can make the filter diverge. If they are not, the
  /// channel has been reset.
  private(set) var isFinite = true

  /// Creates a channel before its first frame, of 768 or 1,024 samples; returns `nil` at a core rate outside of
  /// ``PitchRange/rates``, at which there is no linear prediction.
  init?(coreFrameLength: Int, coreRate: Int) {
    guard PitchRange.rates.contains(coreRate) else { return nil }
    state = LinearPredictionState(frameLength: coreFrameLength, coreRate: coreRate)
    transform = TransformDecoder(frameLength: coreFrameLength)
    boundaries = BoundaryJoiner(frameLength: coreFrameLength)
  }

  /// Clears the state, as before the first frame.
  mutating func reset() {
    state.reset()
    lastLineSpectrum = nil
  }

  /// Decodes a frame.
  ///
  /// - Parameters:
  ///   - tail: What the frame of the frequency domain right before has left; `nil` if that was one of this domain.
  ///   - output: The frame's samples come first in it; full scale is 1.
  mutating func decode(
    _ stream: borrowing LinearPredictionStream, after tail: FrequencyDomainTail?,
    noise: inout NoiseSequence, into output: inout MutableSpan<Float>
  ) {
    if let tail { state.begin(after: tail) }
    if stream.isFirst || !state.isContinued { state.restart() }
    if !stream.isFirst, !state.isContinued, let lastLineSpectrum { state.lineSpectrum = lastLineSpectrum }
    lastLineSpectrum = nil
    let points = FilterPoints(stream.lineSpectra, after: state.lineSpectrum)
    for quarter in 0..<4 where stream.isBlockStart(quarter) {
      if stream.modes[quarter] == 0 {
        decodeExcitation(stream, quarter, points)
      } else {
        decodeTransform(stream, quarter, points, &noise)
      }
    }
    state.lineSpectrum = points.spectra[4]
    state.postFilter.finish(stream)
    let open = stream.modes[3] > 0 ? stream.cancellationLength : 0
    write(units: state.frameLength / 64, limit: state.line.count - open, to: &output)
    if isFinite { state.advance() }
  }

  /// Decodes the frame of the frequency domain that follows one of this domain.
  ///
  /// - Parameters:
  ///   - block: The frame's first N samples with the sine slope at N/2: a quarter of a frame long, or an eighth.
  ///   - isShort: True if the frame has short windows, and so the shorter slope.
  ///   - fac: The frame's data against aliasing.
  ///   - output: The frame's samples come first in it; full scale is 1.
  mutating func join(
    _ block: Span<Float>, isShort: Bool, fac: ForwardAliasingData?, into output: inout MutableSpan<Float>
  ) {
    let half = state.frameLength / 2
    let place = state.regionStart
    for n in 0..<half { state.line[place + n] = block[half + n] * 32768 }
    if state.block == .excitation {
      let boundary = BoundaryJoiner.Boundary(place: place, filter: state.lineSpectrum.pairs.filter)
      boundaries.leaveExcitation(&state, boundary, isShort: isShort, fac)
      let unit = state.frameLength / 128
      state.postFilter.copy(unit - 1, to: unit..<(unit + (isShort ? 1 : 2)))
    } else {
      boundaries.overlap(&state, place, with: block, isShort: isShort)
    }
    write(units: state.frameLength / 128 + 3, limit: place + half, to: &output)
    state.reset()
  }

  /// Ends this domain before a lost frame: half of the lost frame is known, except for the end of a transform, which
  /// would overlap with it. The known half is cross-faded into a continuation over an eighth of a frame.
  ///
  /// - Parameter frame: The N samples of a continuation, of full scale 1, which get those that are known.
  mutating func end(before frame: inout [Float]) {
    let (length, start) = (state.frameLength, LinearPredictionState.history)
    let known = length / 2 - (state.block == .excitation ? 0 : length / 8)
    let ramp = length / 8
    for n in 0..<length {
      let continued = 32768 * frame[n]
      if n >= known {
        state.line[start + n] = continued
      } else if n >= known - ramp {
        let part = Float(known - n) / Float(ramp + 1)
        state.line[start + n] = part * state.line[start + n] + (1 - part) * continued
      }
    }
    var samples = frame.mutableSpan
    write(units: length / 128, limit: state.regionStart, to: &samples)
    if !isFinite { for n in samples.indices { samples[n] = 0 } }
    lastLineSpectrum = state.lineSpectrum
    state.reset()
  }

  /// Runs the bass post-filter and writes the frame.
  private mutating func write(units: Int, limit: Int, to output: inout MutableSpan<Float>) {
    state.postFilter.findNoise(state.line, units: units, limit: limit)
    var samples = output._mutatingExtracting(0..<state.frameLength)
    isFinite = BassPostFilter.filter(state.line.span, state.postFilter.noise.span, into: &samples)
    if !isFinite { state.reset() }
  }

  /// The place in the line, and the filter, at the start of a quarter.
  private func boundary(_ quarter: Int, _ points: FilterPoints) -> BoundaryJoiner.Boundary {
    let place = state.regionStart + quarter * state.frameLength / 4
    return BoundaryJoiner.Boundary(place: place, filter: points.filters[quarter])
  }

  /// Returns true if aliasing cancellation data at the start of a quarter can be used: they cannot if the previous
  /// frame is missing.
  private func knowsLeft(_ stream: borrowing LinearPredictionStream, _ quarter: Int) -> Bool {
    quarter > 0 || stream.isFirst || state.isContinued
  }

  private mutating func decodeExcitation(
    _ stream: borrowing LinearPredictionStream, _ quarter: Int, _ points: FilterPoints
  ) {
    let left = state.block
    if left != .excitation {
      let fac = knowsLeft(stream, quarter) ? stream.cancellations[quarter] : nil
      boundaries.enterExcitation(&state, boundary(quarter, points), fac)
    }
    excitation.decode(stream, quarter: quarter, points: points, state: &state)
    if left != .excitation, stream.hasBassPostFilter {
      let unit = state.frameLength / 128 + quarter * stream.subframeCount
      state.postFilter.copy(unit, to: (unit - (left == .shortWindows ? 1 : 2))..<unit)
    }
    state.block = .excitation
  }

  private mutating func decodeTransform(
    _ stream: borrowing LinearPredictionStream, _ quarter: Int, _ points: FilterPoints, _ noise: inout NoiseSequence
  ) {
    let start = quarter * stream.divisionLength
    let count = stream.lineCount(quarter)
    let ends = TransformDecoder.Ends(
      start: points.filters[quarter], end: points.filters[quarter + count / stream.divisionLength])
    let gains = transform.decode(
      stream.spectrum.span.extracting(start..<(start + count)), stream.divisions[quarter], ends: ends, noise: &noise)
    let boundary = boundary(quarter, points)
    transform.write(count, to: &state.line, at: boundary.place)
    if state.block == .excitation {
      state.transform = gains
      boundaries.leaveExcitation(
        &state, boundary, knowsLeft(stream, quarter) ? stream.cancellations[quarter] : nil)
      let unit = state.frameLength / 128 + quarter * stream.subframeCount
      state.postFilter.copy(unit - 1, to: unit..<(unit + 2))
    } else {
      boundaries.overlap(&state, boundary)
      state.transform = gains
    }
    state.block = .transform
  }
}

import AACSyntax

// Bound throughout: frames have 768 or 1,024 lines and streams at most 64 channels: USACConfiguration checks it.

/// The state of a decoder for a channel from packet to packet.
struct ChannelState: Sendable {
  /// The spectrum of the packet that is decoded.
  var spectrum: [Float]
  /// The previous packet's spectrum after all tools; zeros if it had none.
  var lastSpectrum: [Float]
  /// The windowed second half of the previous packet; 0 after linear prediction.
  var saved: [Float]
  /// The half of the last transform's output from which ``saved`` was made, for linear prediction to window again.
  var alias: [Float]
  /// True if that transform was one of eight.
  var aliasIsShort = false
  /// The domain of the previous packet.
  var lastMode = ChannelFrame.Mode.frequencyDomain
  /// The state of the linear prediction domain; `nil` if the core's rate has none.
  var linearPrediction: LinearPredictionChannel?
  /// The signal for linear prediction at a change of domains.
  var tail: FrequencyDomainTail
  /// True if the last falling slope is a short one.
  var endsShort = false
  /// The shape of the last falling slope.
  var shape = WindowShape.sine
  var noise: NoiseSequence
  /// The noise before the packet that is decoded.
  private var lastNoise: NoiseSequence

  init(_ configuration: USACConfiguration, _ channel: NoiseSequence.Channel, isUsed: Bool) {
    let coreFrameLength = isUsed ? configuration.coreFrameLength : 0
    spectrum = Array(repeating: 0, count: coreFrameLength)
    lastSpectrum = spectrum
    saved = spectrum
    alias = Array(repeating: 0, count: coreFrameLength / 2)
    tail = FrequencyDomainTail(coreFrameLength: coreFrameLength)
    if isUsed {
      linearPrediction = LinearPredictionChannel(
        coreFrameLength: coreFrameLength, coreRate: configuration.coreRate)
    }
    noise = NoiseSequence(channel)
    lastNoise = noise
  }
}

/// The one or two channels of an element.
struct ElementState: Sendable {
  var first: ChannelState
  /// The state of the second channel; unused if the element has one channel.
  var second: ChannelState

  init(_ configuration: USACConfiguration, _ slot: USACConfiguration.Slot) {
    first = ChannelState(configuration, .first, isUsed: slot.kind != .extension)
    second = ChannelState(configuration, .second, isUsed: slot.isPair)
  }

  /// Undoes temporal noise shaping and the stereo tool of a pair, in the order that the packet asks for.
  ///
  /// - Returns: True if the spectra are finite.
  mutating func joinStereo(
    _ frame: inout ElementFrame, _ bands: borrowing BandLayout, _ prediction: inout StereoPrediction
  ) -> Bool {
    if frame.stereo.shapesLeftRight { applyTool(&frame, bands, &prediction) }
    let isFirstFinite = first.shapeNoise(&frame.first, bands)
    let isSecondFinite = second.shapeNoise(&frame.second, bands)
    if !frame.stereo.shapesLeftRight { applyTool(&frame, bands, &prediction) }
    return isFirstFinite && isSecondFinite
  }

  /// Undoes the random signs that were drawn for a rejected packet.
  mutating func takeBackNoise() {
    first.takeBackNoise()
    second.takeBackNoise()
  }

  private mutating func applyTool(
    _ frame: inout ElementFrame, _ bands: borrowing BandLayout, _ prediction: inout StereoPrediction
  ) {
    switch frame.stereo.tool {
    case .none: break
    case .midSide: ElementState.undoMidSide(&frame, bands, &first.spectrum, &second.spectrum)
    case .prediction: prediction.apply(&frame, bands, &first, &second)
    }
  }

  /// Converts sum and difference to left, their sum, and right, their difference.
  private static func undoMidSide(
    _ frame: inout ElementFrame, _ bands: borrowing BandLayout, _ first: inout [Float], _ second: inout [Float]
  ) {
    var left = first.mutableSpan
    var right = second.mutableSpan
    let used = frame.stereo.used.span
    bands.forEachBand(frame.stereoInfo) { place, lines in
      guard used[place] else { return }
      for line in lines {
        let (sum, difference) = (left[line], right[line])
        left[line] = sum + difference
        right[line] = sum - difference
      }
    }
  }
}

extension ChannelState {
  /// Computes a spectrum from the lines of a packet.
  mutating func scale(_ frame: inout ChannelFrame, _ bands: borrowing BandLayout) {
    lastNoise = noise
    guard frame.mode == .frequencyDomain else { return }
    SpectralScaling.shared.apply(&frame, bands, noise: &noise, to: &spectrum)
  }

  /// Undoes the random signs that were drawn for a rejected packet.
  mutating func takeBackNoise() { noise = lastNoise }

  /// Clears all that the frequency domain keeps.
  mutating func forgetSpectra() {
    for frame in saved.indices { (saved[frame], lastSpectrum[frame]) = (0, 0) }
    for frame in alias.indices { alias[frame] = 0 }
    aliasIsShort = false
  }

  /// Undoes the temporal noise shaping, and returns whether the result is finite.
  mutating func shapeNoise(_ frame: inout ChannelFrame, _ bands: borrowing BandLayout) -> Bool {
    guard frame.mode == .frequencyDomain, frame.shaping != .none else { return true }
    return TemporalNoiseShaping.undo(frame.filters, frame.info, bands: bands, in: &spectrum)
  }
}

// Bound throughout: frames have at most 1,024 lines and streams at most 64 channels: the configurations of AAC and USAC
// check it.

package import AACSyntax

/// Computes the spectra that replace lost packets, for codecs with a lapped transform.
///
/// For each lost packet: ``noteLostPacket()``; then for each channel ``setWindows(_:of:)`` and
/// ``advance(_:after:filledCount:isFadingIn:)``, and where that states that there is sound, ``measure(gap:end:)`` for
/// the first, ``aim(_:_:)`` and ``shape(_:behind:)``.
package struct LossFilling: Sendable {
  private let settings: ConcealmentSettings
  let sampleRate: Double
  private let frameLength: Int
  private var analysis: ConcealmentAnalysis
  private var extrapolation: Extrapolation
  private var meter: LevelMeter
  private let shaping: SpectralShaping
  /// The continuations, two an element.
  private(set) var channels: [Continuation]
  /// The samples of a continuation.
  private var line: [Float]
  /// The levels of the gap, or of the continuation.
  private var own: [Float]
  private var budget: ConcealmentBudget
  /// True if the present loss has been paid for from the budget; otherwise it is silent.
  private var isPaid = false
  /// The last replacement.
  package private(set) var spectrum: [Float]
  /// The number of packets lost since the last good one.
  package private(set) var lostCount = 0

  /// - Parameter channels: True for each channel that is used, two an element.
  package init(
    _ settings: ConcealmentSettings, sampleRate: Double, _ analysis: ConcealmentAnalysis, channels: [Bool]
  ) {
    self.settings = settings
    self.sampleRate = sampleRate
    frameLength = analysis.frameLength
    let meter = LevelMeter(frameLength: frameLength, sampleRate: sampleRate)
    let extrapolation = Extrapolation(
      frameLength: frameLength, futureCount: analysis.futureCount,
      leastPast: max(analysis.pastCount, meter.blockCount - frameLength), sampleRate: sampleRate)
    self.analysis = analysis
    self.meter = meter
    self.extrapolation = extrapolation
    shaping = SpectralShaping(bands: meter.bands, lineEnergy: analysis.lineEnergy)
    self.channels = channels.map { Continuation(extrapolation, bandCount: meter.bands.count, isUsed: $0) }
    line = Array(repeating: 0, count: extrapolation.pastCount + extrapolation.futureCount)
    own = Array(repeating: 0, count: meter.bands.count)
    budget = ConcealmentBudget(price: extrapolation.price * channels.lazy.filter { $0 }.count)
    spectrum = Array(repeating: 0, count: frameLength)
  }

  /// The seconds after which a loss is silent.
  var duration: Double { settings.holdDuration + settings.fadeDuration }

  /// The ratio of the last replacement's amplitude to that of the preceding sound.
  package var level: Float {
    lostCount > 0 ? settings.level(Double(lostCount * frameLength) / sampleRate) : 1
  }

  var bands: LevelBands { meter.bands }

  /// The factor from the energies of the decoder's lines to levels.
  var levelScale: Float { 1 / (analysis.lineEnergy * analysis.lineScale * analysis.lineScale) }

  /// Counts a lost packet.
  package mutating func noteLostPacket() {
    if lostCount == 0 { isPaid = budget.pay() }
    lostCount = min(lostCount + 1, 1 << 20)
  }

  /// Records the size of a good packet, which adds to the budget for losses.
  package mutating func noteSize(ofGoodPacket byteCount: Int) { budget.earn(byteCount: byteCount) }

  /// Records the end of a loss.
  package mutating func noteGoodPacket() { lostCount = 0 }

  /// Returns true if a channel's past is needed for the lost packet. After the sound has faded out it is not used,
  /// unless it fades in again.
  func needsPast(_ index: Int, isFadingIn: Bool) -> Bool {
    isPaid && (lostCount == 1 || channels[index].isSounding || level > 0 || isFadingIn)
  }

  /// Sets the windows of the lost frame.
  package mutating func setWindows(_ windows: IndividualChannelInfo, of index: Int) {
    channels[index].windows = windows
  }

  /// Continues a channel by a frame; returns true if there is sound in it.
  ///
  /// - Parameters:
  ///   - past: The last output of the channel, of which the last `filledCount` samples are valid.
  ///   - isFadingIn: True if a good packet follows, before which sound that has faded out fades in again.
  package mutating func advance(
    _ index: Int, after past: [Float], filledCount: Int, isFadingIn: Bool
  ) -> Bool {
    if !isPaid {
      channels[index].isAudible = false
    } else if lostCount == 1 {
      extrapolation.begin(&channels[index], after: past)
      meter.measurePast(past, from: past.count - filledCount, &own, into: &channels[index].expectation)
      for line in meter.lines.indices { channels[index].carrier[line] = meter.lines[line] }
    } else if channels[index].isSounding {
      extrapolation.advance(&channels[index])
    }
    channels[index].isSounding = channels[index].isAudible && (level > 0 || isFadingIn && duration > 0)
    return channels[index].isSounding
  }

  /// Measures the traces of the lost packet in the packets around the gap.
  ///
  /// - Parameter end: The end of the block of two frames that has the lost packet's window in its middle.
  package mutating func measure(gap: [Float], end: Int) { meter.measure(gap, end: end, .whole, into: &own) }

  /// Decides the levels of a channel's replacement.
  ///
  /// - Parameter outlook: The known properties of the next packet.
  package mutating func aim(_ index: Int, _ outlook: ChannelOutlook? = nil) {
    if let outlook {
      channels[index].expectation.expect(gap: own, next: outlook.levels, isFirst: lostCount == 1)
      return channels[index].expectation.write(into: &channels[index].levels)
    }
    if lostCount == 1 {
      channels[index].expectation.expectFirst(gap: own)
    } else {
      channels[index].expectation.expectLater()
    }
    channels[index].expectation.write(into: &channels[index].levels)
    for band in channels[index].levels.indices { channels[index].levels[band] *= level * level }
  }

  /// Computes the spectrum of a channel's replacement: ``spectrum``.
  package mutating func shape(_ index: Int, behind previousShape: WindowShape) {
    for n in line.indices { line[n] = Float(channels[index].samples[n]) }
    analysis.analyze(line, channels[index].windows, previousShape: previousShape, into: &spectrum)
    // The middle of the window counts most here as there.
    meter.measure(line, end: extrapolation.pastCount + frameLength + meter.fallCount, into: &own)
    shaping.apply(
      channels[index], own: own, signs: UInt32(truncatingIfNeeded: lostCount) &* 0x9E37_79B9, to: &spectrum)
    for line in spectrum.indices { spectrum[line] *= analysis.lineScale }
  }

  /// Repeats a channel's last replacement with the falling slope of short windows; returns false if it was silence.
  package mutating func endShort(_ index: Int, behind previousShape: WindowShape) -> Bool {
    guard channels[index].isSounding else { return false }
    channels[index].windows.endShort()
    shape(index, behind: previousShape)
    return true
  }

  /// The windows of a channel's last replacement.
  package func windows(_ index: Int) -> IndividualChannelInfo { channels[index].windows }

  /// Writes the frame that replaces the lost one from a channel's continuation, without a fade.
  package func copy(_ index: Int, into frame: inout [Float]) {
    let start = extrapolation.pastCount
    let isSounding = channels[index].isSounding
    for n in frame.indices { frame[n] = isSounding ? Float(channels[index].samples[start + n]) : 0 }
  }

  /// Replaces a frame of the continuation, if it is known better than from its past.
  package mutating func replace(_ index: Int, by frame: [Float]) {
    guard channels[index].isSounding else { return }
    channels[index].join(frame, at: extrapolation.pastCount)
  }

  /// Computes the spectrum of the last two frames of some samples, with a long window of sine slopes: ``spectrum``.
  package mutating func analyze(_ samples: [Float]) {
    analysis.analyze(samples, IndividualChannelInfo(), previousShape: .sine, into: &spectrum)
    for line in spectrum.indices { spectrum[line] *= analysis.lineScale }
  }
}

extension ConcealmentSettings {
  /// Returns the level at a time after the start of a loss, in seconds: a smooth step.
  func level(_ time: Double) -> Float {
    let faded = time - holdDuration
    guard faded > 0 else { return 1 }
    guard faded < fadeDuration else { return 0 }
    let part = 1 - faded / fadeDuration
    return Float(part * part * (3 - 2 * part))
  }
}

/// What stands in for a packet that was lost: the last spectrum again, weaker each time, with random signs.
///
/// Nothing is delayed for it. After ``mutedAfter`` packets in a row there is silence.
struct Concealment: Sendable {
  /// Packets in a row after which the output is silent.
  static let mutedAfter = 6
  /// The gain from one lost packet to the next: −3 dB.
  private static let step: Float = 0.70710678

  private var lostCount = 0

  mutating func noteGoodPacket() { lostCount = 0 }

  /// Changes the spectra of all channels into those of the next lost packet.
  mutating func fade(_ elements: inout [ElementState]) {
    lostCount = min(lostCount + 1, Concealment.mutedAfter)
    var random: UInt32 = UInt32(lostCount) &* 0x9E37_79B9
    let gain = lostCount == Concealment.mutedAfter ? 0 : Concealment.step
    for index in elements.indices {
      Concealment.fade(&elements[index].first, gain, &random)
      Concealment.fade(&elements[index].second, gain, &random)
    }
  }

  private static func fade(_ state: inout ChannelState, _ gain: Float, _ random: inout UInt32) {
    state.predictors.reset()
    if !state.windows.isShort { state.windows.windowSequence = .onlyLong }
    var spectrum = state.spectrum.mutableSpan
    for line in spectrum.indices {
      random = random &* 1_664_525 &+ 1_013_904_223
      spectrum[line] *= random >> 31 == 0 ? gain : -gain
    }
  }

  /// Forgets spectra that turned out to be unusable, and what was learned from them.
  func forgetSpectra(_ elements: inout [ElementState]) {
    for index in elements.indices {
      elements[index].first.predictors.reset()
      elements[index].second.predictors.reset()
      for line in elements[index].first.spectrum.indices { elements[index].first.spectrum[line] = 0 }
      for line in elements[index].second.spectrum.indices { elements[index].second.spectrum[line] = 0 }
    }
  }
}

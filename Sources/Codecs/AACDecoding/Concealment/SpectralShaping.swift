// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.

import AACSyntax

/// The known properties of the packet after a lost one.
package struct ChannelOutlook: Sendable {
  package var spectrum: [Float]
  var windows = IndividualChannelInfo()
  /// Its levels in bands.
  var levels: [Float]

  package init(frameLength: Int, bandCount: Int) {
    spectrum = Array(repeating: 0, count: frameLength)
    levels = Array(repeating: 0, count: bandCount)
  }
}

/// Gives the spectrum of a continuation the levels that it should have.
///
/// In each band the predicted sound is brought to the target level, and the missing part is added as noise. So tones
/// continue as tones and noise as noise.
package struct SpectralShaping: Sendable {
  private let bands: LevelBands
  /// The energy of a line in the filterbank of the stream, samples having a variance of 1.
  private let lineEnergy: Float

  /// The largest gain of the predicted sound, which may die away too soon.
  private static let largestGain: Float = 2

  package init(bands: LevelBands, lineEnergy: Float) {
    self.bands = bands
    self.lineEnergy = lineEnergy
  }

  /// Shapes a spectrum whose continuation has the levels `own`.
  ///
  /// The energy of a spectrum's lines, which depends on phases, is at most twice that of `own` in a steady sound. If it
  /// is more, as in AAC-ELD after an attack, whose windows look far back, it is used instead.
  package func apply(_ channel: borrowing Continuation, own: [Float], signs seed: UInt32, to spectrum: inout [Float]) {
    var random = seed
    for band in 0..<bands.count {
      let lines = bands.edges[band]..<bands.edges[band + 1]
      let wanted = channel.levels[band]
      let predicted = LevelBands.energy(spectrum.span, lines) / (2 * lineEnergy)
      let present = max(own[band], predicted, 1e-20)
      let gain = min((wanted / present).squareRoot(), SpectralShaping.largestGain)
      let missing = max(wanted - gain * gain * present, 0) * lineEnergy
      let carried = LevelBands.energy(channel.carrier.span, lines)
      let amount = (missing / max(carried, 1e-20)).squareRoot()
      for line in lines {
        random = random &* 1_664_525 &+ 1_013_904_223
        let noise = random >> 31 == 0 ? amount : -amount
        spectrum[line] = gain * spectrum[line] + noise * channel.carrier[line]
      }
    }
  }
}

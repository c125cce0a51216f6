package import AACSyntax

/// The properties of a stream that the analysis needs, the same for all frames; each stage takes them at `init`.
package struct AnalysisContext: Sendable {
  let profile: AACConfiguration.Profile
  package let bands: BandLayout
  /// Samples per second.
  let sampleRate: Double
  /// The target bit rate of one channel, in bits per second.
  let bitRatePerChannel: Double
  /// From this index on lines (of a long window) are 0.
  let bandwidthLine: Int
  /// True if the channels belong to a pair.
  let isPair: Bool
  package let distribution: NoiseDistribution
  /// True if SBR has taken over the high frequencies.
  let isCore: Bool

  package init(
    profile: AACConfiguration.Profile, bands: BandLayout, sampleRate: Double, bitRatePerChannel: Double,
    bandwidthLine: Int, isPair: Bool, distribution: NoiseDistribution = .ofLowRates, isCore: Bool = false
  ) {
    self.profile = profile
    self.bands = bands
    self.sampleRate = sampleRate
    self.bitRatePerChannel = bitRatePerChannel
    self.bandwidthLine = bandwidthLine
    self.isPair = isPair
    self.distribution = distribution
    self.isCore = isCore
  }

  /// Returns the frequency of line `line` of a long or short window, in Hz.
  package func frequency(ofLine line: Int, isShort: Bool) -> Double {
    Double(line) * sampleRate / (2 * Double(isShort ? bands.shortLength : bands.frameLength))
  }
}

/// The windows of one frame, as the block switching decides them: sequence, shape and grouping.
///
/// The order of calls in an encoder with look-ahead: the detector sees the samples of frame n + 1 (±32768 scale, before
/// any window) when frame n is encoded; the state machine then knows whether an attack follows and gives frame n's
/// windows. In a pair both channels get one plan when they share windows.
package struct WindowPlan: Sendable, BitwiseCopyable, Equatable {
  package var sequence = WindowSequence.onlyLong
  /// The slope of the right half of the frame's window; the left half has the shape of the previous frame.
  package var shape = WindowShape.sine
  /// `scale_factor_grouping` of short windows: bit 7 − w joins window w to the previous one.
  package var grouping = 0

  package init(
    sequence: WindowSequence = WindowSequence.onlyLong, shape: WindowShape = WindowShape.sine, grouping: Int = 0
  ) {
    self.sequence = sequence
    self.shape = shape
    self.grouping = grouping
  }

  /// Sets windows and groups of an `ics_info()`; the caller sets the band count.
  package func apply(to info: inout IndividualChannelInfo) {
    info.windowSequence = sequence
    info.windowShape = shape
    info.grouping = grouping
    if sequence == .eightShort {
      info.setGroups()
    } else {
      info.groupCount = 1
      info.groupLengths = .init(repeating: 1)
    }
  }
}

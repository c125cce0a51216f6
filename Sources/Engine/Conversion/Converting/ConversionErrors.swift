package import AudioBase
package import AudioErrors
package import SignalProcessing

// The reasons why a conversion cannot be made, or ended.

extension AudioError {
  /// Returns the error for a format without an encoder.
  package static func noEncoder(_ formatID: FourCharacterCode) -> AudioError {
    AudioError(.unsupported, .encoder, "there is no encoder for '\(formatID)'", advice: .encodableFormats)
  }

  /// Returns the error for two rates that cannot be converted into each other.
  package static func rates(
    _ input: Double, _ output: Double, _ error: ResamplerError = .unsupportedRates
  ) -> AudioError {
    AudioError(.unsupported, .resampling, "\(input) Hz cannot be converted to \(output) Hz: \(error)")
  }

  /// The error for a channel map that does not have one entry an output channel, or names a channel that the input
  /// lacks.
  package static var channelMap: AudioError {
    AudioError(.option, .channels, "the channel map does not fit the channels", advice: .channelCount)
  }

  /// The error for a neighbour with another rate or number of channels, or of unstated length.
  package static var neighbor: AudioError {
    AudioError(
      .option, .channels, "the recording before or after has another rate, other channels or no stated length",
      advice: .convertedNeighbor)
  }
}

package import AudioErrors

// The reasons why a graph cannot be rendered.

extension AudioError {
  /// Returns the error for a format that no stage can have.
  package static func format(_ format: GraphFormat) -> AudioError {
    refused("\(format.sampleRate) Hz with \(format.channelCount) channels is not possible")
  }

  /// Returns the error for a connection between stages with different rates or channel counts that neither of them
  /// converts.
  package static func mismatch(from: GraphFormat, to: GraphFormat) -> AudioError {
    refused(
      "\(from.sampleRate) Hz with \(from.channelCount) channels do not fit an input of \(to.sampleRate) Hz with "
        + "\(to.channelCount) channels")
  }

  /// The error for a stage whose output leads back to its own input.
  package static var loop: AudioError { refused("the output of a node comes back to its own input") }

  /// The error for a stage with a split output, if the rate changes before the parts meet again.
  package static var splitAcrossRates: AudioError {
    refused("the rate changes between the place where an output is split and that where the parts meet")
  }

  /// Returns the error for more inputs than the stage has.
  package static func inputCount(_ count: Int, limit: Int) -> AudioError {
    refused("\(count) inputs are connected, and \(limit) are there")
  }

  /// Returns the error for a missing stage, by its name.
  package static func notMade(_ name: String) -> AudioError {
    AudioError(.unsupported, .call, "\(name) is not available here")
  }

  private static func refused(_ rule: String) -> AudioError { AudioError(.option, .playback, rule) }
}

package import AudioErrors

// The reasons why a graph cannot be rendered.

extension AudioError {
  /// Returns the refusal of a format that no stage can have.
  package static func format(_ format: GraphFormat) -> AudioError {
    refused("\(format.sampleRate) Hz with \(format.channelCount) channels is not possible")
  }

  /// Returns the refusal to connect a stage that does not convert to one of another rate or number of channels.
  package static func mismatch(from: GraphFormat, to: GraphFormat) -> AudioError {
    refused(
      "\(from.sampleRate) Hz with \(from.channelCount) channels do not fit an input of \(to.sampleRate) Hz with "
        + "\(to.channelCount) channels")
  }

  /// The refusal of a stage whose output leads back to its own input.
  package static var loop: AudioError { refused("the output of a node comes back to its own input") }

  /// The refusal of a stage whose output is split, where the rate changes between there and the stage at which the
  /// parts meet.
  package static var splitAcrossRates: AudioError {
    refused("the rate changes between the place where an output is split and that where the parts meet")
  }

  /// Returns the refusal of more inputs than the stage has.
  package static func inputCount(_ count: Int, limit: Int) -> AudioError {
    refused("\(count) inputs are connected, and \(limit) are there")
  }

  /// Returns the lack of a stage, by its name.
  package static func notMade(_ name: String) -> AudioError {
    AudioError(.unsupported, .call, "\(name) is not available here")
  }

  private static func refused(_ rule: String) -> AudioError { AudioError(.option, .playback, rule) }
}

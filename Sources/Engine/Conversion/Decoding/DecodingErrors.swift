package import AudioBase
@_exported public import AudioErrors

// The reasons why a track cannot be decoded, or decoding ended.

extension AudioError {
  /// Returns the error for a format without a decoder.
  package static func noDecoder(_ formatID: FourCharacterCode) -> AudioError {
    let name = formatID.undecodedName.map { "\($0) ('\(formatID)')" } ?? "'\(formatID)'"
    return AudioError(.unsupported, .decoder, "there is no decoder for \(name)", advice: .otherProgram)
  }

  /// Returns the error for a setting that decoders of a format do not know.
  package static func setting(_ setting: DecoderSetting, _ formatID: FourCharacterCode) -> AudioError {
    AudioError(
      .unsupported, .job, "decoders of '\(formatID)' have no \(setting)",
      advice: .withoutDecoderSettings([setting], orEncoding: false))
  }

  /// Returns the error of a packet: with ``DamagePolicy/stop``, or if no packet of the track can be decoded.
  package static func packet(_ damaged: DamagedPacket) -> AudioError {
    var error = AudioError(damaged.error, .packet)
    (error.place.packet, error.place.byte) = (damaged.packet, damaged.fileOffset)
    return error
  }

  /// Returns the error for a position whose frames depend on all earlier packets, with
  /// ``SeekingAccuracy/exactOrRefused``.
  ///
  /// - Parameter reason: The name of what depends on them: "SBR".
  package static func needsHistory(_ reason: StaticString) -> AudioError {
    AudioError(.unsupported, .seeking, "every packet depends on all before it (\(reason))")
  }
}

extension DamagedPacket: CustomStringConvertible {
  /// The reason and its packet.
  public var description: String { AudioError.packet(self).text }
}

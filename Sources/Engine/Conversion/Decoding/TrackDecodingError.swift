public import AudioBase

/// The reason why a track cannot be decoded, or decoding ended.
public enum TrackDecodingError: Error, Sendable {
  /// The track does not exist, or is not audio.
  case noAudioTrack
  /// No decoder is known for the format.
  case noDecoder(FourCharacterCode)
  /// A setting is not known to decoders of the format.
  case setting(DecoderSetting, FourCharacterCode)
  /// The decoder refused the track's configuration, or a number among its settings.
  case configuration(CodecError)
  /// A packet could not be decoded: with ``DamagePolicy/stop``, or where no packet of the track could.
  case packet(DamagedPacket)
  /// The container, or the source below it, failed.
  case container(ContainerError)
  /// The wanted frames depend on all packets before them, and ``SeekingAccuracy/exactOrRefused`` was requested; the
  /// text names the reason: "SBR".
  case needsHistory(StaticString)
}

extension TrackDecodingError: CustomStringConvertible {
  /// The reason and its place.
  public var description: String {
    switch self {
    case .noAudioTrack: "there is no audio track"
    case .noDecoder(let formatID): "unsupported: there is no decoder for '\(formatID)'"
    case .setting(let setting, let formatID): "unsupported: decoders of '\(formatID)' have no \(setting)"
    case .configuration(let error) where error.kind == .invalidState: "\(error.rule)"
    case .configuration(let error): "the decoder's configuration is \(error)"
    case .packet(let damaged): damaged.description
    case .container(let error): error.description
    case .needsHistory(let reason): "every packet depends on all before it (\(reason))"
    }
  }
}

extension DamagedPacket: CustomStringConvertible {
  /// The reason and its packet.
  public var description: String { "\(error) of packet \(packet), which lies at byte \(fileOffset) of the file" }
}

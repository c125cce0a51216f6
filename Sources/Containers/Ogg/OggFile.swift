public import AudioBase

/// Ogg, RFC 3533, with a stream of Opus (RFC 7845) or FLAC (RFC 9639, 10.1): reading of packets.
public enum OggFile {
  /// Ogg, for a catalog. The name of the type is our own; Core Audio has none.
  public static let descriptor = ContainerDescriptor(
    fileType: "Oggf", name: "Ogg", extensions: ["ogg", "oga", "opus"], mediaTypes: ["audio/ogg", "audio/opus"],
    formatIDs: [.opus, .flac],
    probe: { head in
      guard head.count >= 5, head.begins(with: "OggS"), head[4] == 0 else { return 0 }
      return 100
    },
    open: { source, limits throws(ContainerError) in try OggReader(source, limits: limits) })
}

extension FourCharacterCode {
  /// The file type of Ogg.
  static let ogg: FourCharacterCode = "Oggf"
  /// `kAudioFormatOpus`.
  static let opus: FourCharacterCode = "opus"
  /// `kAudioFormatFLAC`.
  static let flac: FourCharacterCode = "flac"
}

extension Span where Element == UInt8 {
  /// Whether the bytes begin with those of an ASCII text.
  func begins(with text: StaticString) -> Bool {
    let codes = Array("\(text)".utf8)
    return count >= codes.count && codes.indices.allSatisfy { self[$0] == codes[$0] }
  }
}

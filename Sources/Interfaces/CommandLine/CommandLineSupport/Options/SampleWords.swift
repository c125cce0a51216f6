package import AudioBase

extension SampleFormat {
  /// Creates the sample format that a word means in any of the usual tools: `LEI16` of `afconvert`, `s16le` and
  /// `pcm_s16le` of FFmpeg, `PCM_16`, `FLOAT` and `DOUBLE` of soundfile. If a word does not state a byte order, it is
  /// little-endian.
  package init?(word: String) {
    if let samples = SampleFormat(word) {
      self = samples
      return
    }
    guard let name = Self.name(of: word.lowercased()), let samples = SampleFormat(name) else { return nil }
    self = samples
  }

  /// Returns the name in the spelling of `afconvert`.
  private static func name(of word: String) -> String? {
    switch word {
    case "float": return "LEF32"
    case "double": return "LEF64"
    case "pcm_16", "pcm_24", "pcm_32": return "LEI" + word.suffix(2)
    default: break
    }
    var rest = word[...]
    if rest.hasPrefix("pcm_") { rest = rest.dropFirst(4) }
    let order = rest.hasSuffix("be") ? "BE" : "LE"
    if rest.hasSuffix("le") || rest.hasSuffix("be") { rest = rest.dropLast(2) }
    guard let kind = ["s": "I", "u": "UI", "f": "F"][rest.prefix(1)], let bits = Int(rest.dropFirst()),
      "\(bits)".count == rest.count - 1
    else { return nil }
    return bits == 8 ? kind + "8" : "\(order)\(kind)\(bits)"
  }
}

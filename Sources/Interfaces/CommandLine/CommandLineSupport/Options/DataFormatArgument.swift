import ArgumentParser
package import AudioBase
package import AudioJobs

/// `FORMAT[@RATE][/FLAGS][#FRAMES]` as in `afconvert`; `@RATE` alone leaves the format to the container.
///
/// Names that other tools have are understood, too: `s16le`, `libopus`, `PCM_24`.
package struct DataFormatArgument: ExpressibleByArgument {
  /// The requested format.
  package var format: OutputDataFormat

  package init?(argument: String) {
    var rest = argument[...]
    var (framesPerPacket, flags, rate): (Int?, UInt32?, Double?)
    if let text = Self.cut(&rest, from: "#") {
      guard let frames = Int(text), frames > 0 else { return nil }
      framesPerPacket = frames
    }
    if let text = Self.cut(&rest, from: "/") {
      guard let number = UInt32(text.hasPrefix("0x") ? text.dropFirst(2) : text, radix: 16) else { return nil }
      flags = number
    }
    if let text = Self.cut(&rest, from: "@") {
      guard let number = Double(text), number.isFinite, number > 0 else { return nil }
      rate = number
    }
    let name = Self.otherNames[rest.lowercased()] ?? String(rest)
    if name.isEmpty, argument.count > 1 {
      format = OutputDataFormat(.usual)
    } else if name == "0" {
      format = OutputDataFormat(.keep)
    } else if let samples = SampleFormat(word: name) {
      format = OutputDataFormat(.samples(samples))
    } else if name.hasPrefix("0x"), let number = UInt32(name.dropFirst(2), radix: 16) {
      format = OutputDataFormat(.coded(FourCharacterCode(rawValue: number)))
    } else if let code = FourCharacterCode(padding: name),
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " || $0 == "." })
    {
      format = OutputDataFormat(.coded(code))
    } else {
      return nil
    }
    format.sampleRate = rate
    format.formatFlags = flags
    format.framesPerPacket = framesPerPacket
  }

  /// The completions of shells; rates and other details can be appended to each.
  static var defaultCompletionKind: CompletionKind {
    .list([
      "0", "aac", "aacl", "aace", "aacf", "aacg", "aach", "aacp", "alac", "flac", "opus", "vorb", "ima4", "ulaw",
      "alaw",
      "LEI16", "LEI24", "LEI32", "LEF32", "LEF64", "BEI16", "BEI24", "BEI32", "BEF32", "BEF64", "UI8", "I8",
    ])
  }

  /// The common names of formats whose four characters differ from them.
  private static let otherNames = [
    "mp3": ".mp3", "mp2": ".mp2", "mp1": ".mp1", "vorbis": "vorb", "ac3": "ac-3", "eac3": "ec-3",
    "libmp3lame": ".mp3", "libopus": "opus", "libvorbis": "vorb", "libfdk_aac": "aac", "he-aac": "aach",
    "pcm_mulaw": "ulaw", "pcm_alaw": "alaw", "mulaw": "ulaw",
  ]

  /// Removes the last such character and the text after it, and returns that text.
  private static func cut(_ rest: inout Substring, from mark: Character) -> Substring? {
    guard let place = rest.lastIndex(of: mark) else { return nil }
    defer { rest = rest[..<place] }
    return rest[rest.index(after: place)...]
  }
}

extension FourCharacterCode {
  /// Creates a code from up to four characters, padded with spaces.
  package init?(padding text: String) {
    guard !text.isEmpty, text.count <= 4 else { return nil }
    self.init(text + String(repeating: " ", count: 4 - text.count))
  }
}

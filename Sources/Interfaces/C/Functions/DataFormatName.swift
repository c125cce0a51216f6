import AudioBase
import AudioFiles
import AudioJobs

/// The names of data formats that callers use.
enum DataFormatName {
  private static let samples: [String: SampleFormat] = [
    "uint8": SampleFormat(.unsignedInteger, bitsPerSample: 8), "int8": SampleFormat(.signedInteger, bitsPerSample: 8),
    "int16": .int16, "int24": .int24, "int32": .int32, "float32": .float32, "float64": .float64,
  ]
  private static let coded: [String: FourCharacterCode] = [
    "alac": .appleLossless, "flac": .flac, "aac": .aac, "opus": .opus, "vorbis": .vorbis, "alaw": .aLaw,
    "ulaw": .muLaw, "ima4": .ima4, "mp3": .mpegLayer3, "mp2": .mpegLayer2, "mp1": .mpegLayer1,
  ]

  /// Returns the format of a name, or of a code of four characters. Samples have the byte order of the file that they
  /// go to.
  static func format(_ name: String, in path: Pathname) throws(AudioError) -> OutputDataFormat.Kind {
    if var samples = samples[name] {
      if let suffix = path.fileExtension, ["aif", "aiff"].contains(suffix) { samples.byteOrder = .bigEndian }
      return .samples(samples)
    }
    guard let code = coded[name] ?? FourCharacterCode(name) else {
      let known = (samples.keys.sorted() + coded.keys.sorted()).joined(separator: ", ")
      throw AudioError(.option, .call, "there is no data format '\(name)'; these have names: \(known)")
    }
    return .coded(code)
  }
}

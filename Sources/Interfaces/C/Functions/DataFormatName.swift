import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// The names of data formats that callers use.
enum DataFormatName {
  private static let samples: [String: SampleFormat] = [
    "uint8": SampleFormat(.unsignedInteger, bitsPerSample: 8), "int8": SampleFormat(.signedInteger, bitsPerSample: 8),
    "int16": .int16, "int24": .int24, "int32": .int32, "float32": .float32, "float64": .float64,
  ]
  /// Codes by name, in the order in which a container is asked for them.
  private static let coded: [String: [FourCharacterCode]] = [
    "alac": [.appleLossless], "flac": [.flac], "aac": [.aac], "opus": [.opus], "vorbis": [.vorbis], "alaw": [.aLaw],
    "ulaw": [.muLaw], "ima4": [.ima4], "mp3": [.mpegLayer3], "mp2": [.mpegLayer2], "mp1": [.mpegLayer1],
    "ima-adpcm": [.ima4, .dviADPCM], "dvi-adpcm": [.dviADPCM], "ms-adpcm": [.microsoftADPCM],
  ]

  /// Returns the format of a name, or of a code of four characters.
  ///
  /// Samples have the byte order that files of the kind hold, little endian where they hold either; a format of several
  /// codes has that of the kind.
  static func format(_ name: String, in path: Pathname) throws(AudioError) -> OutputDataFormat.Kind {
    let container = path.fileExtension.flatMap(Catalog.standard.writableContainer)
    if let samples = samples[name] {
      let held = container?.sampleFormats.filter {
        ($0.encoding, $0.bitsPerSample) == (samples.encoding, samples.bitsPerSample)
      }
      return .samples(held.flatMap { $0.contains(samples) ? samples : $0.first } ?? samples)
    }
    guard let codes = coded[name] ?? FourCharacterCode(name).map({ [$0] }), let usual = codes.first else {
      let known = (samples.keys.sorted() + coded.keys.sorted()).joined(separator: ", ")
      throw AudioError(.option, .call, "there is no data format '\(name)'; these have names: \(known)")
    }
    return .coded(container.flatMap { codes.first(where: $0.formatIDs.contains) } ?? usual)
  }
}

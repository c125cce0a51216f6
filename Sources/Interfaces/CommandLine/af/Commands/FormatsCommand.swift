import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles

/// `af formats`: lists the formats that can be read and written.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "Lists the file types and data formats that can be read and written.",
    discussion: """
      Examples:
        af formats
        af formats --json
      """)

  @Flag(name: .long, help: "Print one JSON object.")
  var json = false

  @OptionGroup var common: CommonOptions

  /// One file type in the JSON output.
  private struct FileType: Encodable {
    var fileType: String
    var name: String
    var extensions: [String]
    var mediaTypes: [String]
    var dataFormats: [String]
    /// The formats of linear PCM that a new file can hold, as `-d` takes them.
    var sampleFormats: [String]
    var canRead: Bool
    var canWrite: Bool
    var canWriteToPipe: Bool
    /// The option that reading requires, since the file does not state its format.
    var readingNeeds: String?
  }

  /// One decoder or encoder in the JSON output.
  private struct Codec: Encodable {
    var dataFormats: [String]
    var name: String
    /// The sample rates that an encoder supports, in Hz, if it offers a choice.
    var sampleRates: [Double]?
    /// The bit rates that an encoder takes, in bits/s, for stereo at the highest of these sample rates up to 48 kHz.
    var bitRates: [Int]?
  }

  /// The whole JSON output.
  private struct Formats: Encodable {
    var fileTypes: [FileType]
    var decoders: [Codec]
    var encoders: [Codec]
  }

  /// Returns the choices of an encoder.
  private func encoder(_ codec: CodecDescriptor) -> Codec {
    var result = Codec(dataFormats: codec.encodedFormatIDs.map { "\($0)" }, name: codec.name)
    guard let choices = codec.encoderChoices, let formatID = codec.encodedFormatIDs.first else { return result }
    let rates = choices.sampleRates(formatID)
    result.sampleRates = rates
    let settings = EncoderSettings(
      formatID: formatID, sampleRate: rates.last { $0 <= 48_000 } ?? 48_000, layout: ChannelLayout([.left, .right]))
    if let limits = try? choices.bitRates(settings) {
      result.bitRates = [limits.range.lowerBound, limits.range.upperBound]
    }
    return result
  }

  /// Prints the number of file types and codecs, and the reasons why some codecs are missing.
  private func tellMissing(_ catalog: Catalog) {
    let missing = catalog.codecs.compactMap { codec in
      (codec.missing(.decoding) ?? codec.missing(.encoding)).map { "af: \(codec.name): \($0)" }
    }
    let count = "af: \(catalog.containers.count) file types, \(catalog.codecs.count) codecs"
    for line in [count] + missing { StandardStream.error.write(line.printable + "\n") }
  }

  func run() {
    let catalog = Catalog.standard
    let fileTypes = catalog.containers.map { container in
      FileType(
        fileType: "\(container.fileType)", name: container.name, extensions: container.extensions,
        mediaTypes: container.mediaTypes, dataFormats: container.formatIDs.map { "\($0)" },
        sampleFormats: container.sampleFormats.map { "\($0)" },
        canRead: container.open != nil || container.fileType == "raw ",
        canWrite: container.create != nil, canWriteToPipe: container.canWriteToPipe,
        readingNeeds: container.fileType == "raw " ? "--raw-format" : container.fileType == "dump" ? "--asc" : nil)
    }
    let samples = Codec(dataFormats: ["lpcm"], name: "Linear PCM")
    let decoders =
      [samples]
      + catalog.codecs.filter { $0.missing(.decoding) == nil }.map {
        Codec(dataFormats: $0.formatIDs.map { "\($0)" }, name: $0.name)
      }
    let encoders =
      [samples]
      + catalog.codecs.filter { $0.makeEncoder != nil && $0.missing(.encoding) == nil }.map { codec in
        encoder(codec)
      }
    if common.verbose { tellMissing(catalog) }
    if json {
      StandardStream.output.write(jsonLine(Formats(fileTypes: fileTypes, decoders: decoders, encoders: encoders)))
      return
    }
    var text = "File types\n"
    for type in fileTypes {
      let abilities = [type.canRead ? "read" : nil, type.canWrite ? "write" : nil].compactMap { $0 }
      text +=
        "  '\(type.fileType)'  " + type.name.padded(20) + abilities.joined(separator: ", ").padded(13)
        + type.extensions.map { "." + $0 }.joined(separator: " ") + "\n"
      if let option = type.readingNeeds {
        text += "          does not say what it holds: reading needs \(option)"
        text += type.fileType == "dump" ? "; 'af dump' writes packets of any format\n" : "\n"
      }
      text += "          holds " + type.dataFormats.map { "'\($0)'" }.joined(separator: " ") + "\n"
      if !type.sampleFormats.isEmpty { text += "          " + type.sampleFormats.joined(separator: " ") + "\n" }
    }
    for (title, codecs) in [("Decoders", decoders), ("Encoders", encoders)] {
      text += title + "\n"
      for codec in codecs {
        text += "  " + codec.name.padded(20) + codec.dataFormats.map { "'\($0)'" }.joined(separator: " ") + "\n"
        if let rates = codec.sampleRates {
          text += "          Hz " + rates.map { decimal($0, digits: 0) }.joined(separator: " ") + "\n"
        }
        if let rates = codec.bitRates { text += "          bits/s of stereo \(rates[0]) to \(rates[1])\n" }
      }
    }
    text += "Linear PCM as -d writes it\n  UI8 I16 I24 I32 F32 F64, with LE or BE before it: LEI16, BEF32\n"
    StandardStream.output.write(text)
  }
}

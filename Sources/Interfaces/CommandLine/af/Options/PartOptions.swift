import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

/// Which part of the input is meant.
struct PartOptions: ParsableArguments {
  @Option(
    name: .long, help: ArgumentHelp("Leave out what comes before: 90, 0:30, 1:02:03.5, #44100.", valueName: "time"))
  var from: TimeArgument?

  @Option(name: .long, help: ArgumentHelp("Leave out what comes behind.", valueName: "time"))
  var to: TimeArgument?

  @Option(name: .long, help: ArgumentHelp("Convert no more than this.", valueName: "time"))
  var duration: TimeArgument?

  func validate() throws {
    if to != nil, duration != nil { throw ValidationError("--to and --duration exclude each other.") }
  }

  /// Writes the part into the options of a decoder.
  ///
  /// - Parameter rate: Frames of a second of the input.
  /// - Throws: Where `--to` lies before `--from`.
  func apply(to options: inout DecodingOptions, rate: Double, of file: FilePath) throws(CommandFailure) {
    options.start = from?.seconds(atRate: rate) ?? 0
    options.duration = duration?.seconds(atRate: rate)
    guard let to else { return }
    let length = to.seconds(atRate: rate) - options.start
    guard length > 0 else { throw CommandFailure(file, "--to lies before --from") }
    options.duration = length
  }

  /// Frames of a second of the samples that a track decodes to, in which times like `#44100` count; 0 where its decoder
  /// refuses it, which whoever decodes it will say.
  static func rate(
    of reader: any ContainerReader, track: Int, _ options: DecodingOptions, _ catalog: Catalog
  ) -> Double {
    let decoder = try? TrackDecoder(of: reader, track: track, codecs: catalog.codecs, options: options)
    guard let decoder else { return reader.tracks[track].format.sampleRate }
    return decoder.format.sampleRate
  }
}

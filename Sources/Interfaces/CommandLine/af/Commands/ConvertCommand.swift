import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs

/// `af convert`: one file into another.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Converts an audio file.",
    discussion: "The output is written beside its place and renamed when it is whole.")

  /// What happens to packets that cannot be decoded.
  enum ErrorHandling: String, ExpressibleByArgument, CaseIterable {
    case conceal, stop
  }

  @OptionGroup var output: OutputOptions

  @Option(
    name: [.customShort("d"), .long],
    help: ArgumentHelp(
      "The data format: LEI16, BEI24, LEF32 …, alac, ima4, ulaw …, with @RATE, /FLAGS, #FRAMES behind it; 0 keeps the "
        + "packets.", valueName: "format"))
  var dataFormat: DataFormatArgument?

  @OptionGroup var encoding: EncodingOptions
  @OptionGroup var processing: ProcessingOptions
  @OptionGroup var decoder: DecodingArguments

  @Flag(name: .long, help: "Write every decoded frame, priming and remainder included.")
  var noTrim = false

  @OptionGroup var part: PartOptions
  @OptionGroup var level: LevelOptions

  @Option(name: .long, help: "What happens to packets that cannot be decoded.")
  var onError = ErrorHandling.conceal

  @Flag(name: .long, help: "Measure the loudness and store it for players.")
  var soundcheckGenerate = false

  @Flag(name: .long, help: "Take the stored loudness over from the input.")
  var soundcheckRead = false

  @Option(
    name: .long,
    help: ArgumentHelp("Decode on so many cores, where the output is linear PCM of the input's rate.", valueName: "n"))
  var jobs = 1

  @Flag(name: .long, help: "Print what was done as one JSON object.")
  var json = false

  @OptionGroup var raw: RawInputOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read; - is standard input.")
  var inputFile: FilePath

  @Argument(help: "The file to write; - is standard output.")
  var outputFile: FilePath

  func validate() throws {
    if onError == .stop, let name = decoder.namesOfConcealment.first {
      throw ValidationError("\(name) and --on-error stop exclude each other.")
    }
    if !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256.") }
    if soundcheckGenerate, soundcheckRead {
      throw ValidationError("--soundcheck-generate and --soundcheck-read exclude each other.")
    }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in try convert() }
  }

  private func convert() throws(CommandFailure) {
    let catalog = Catalog.standard
    let container = try output.container(of: catalog, for: outputFile)
    let media = try openMedia(inputFile, catalog, rawFormat: raw.format(channels: processing.channels))
    let track = try input.trackIndex(in: media.reader, of: inputFile)
    var conversion = FileConversion(from: inputFile, to: outputFile)
    conversion.container = container
    conversion.replacement = output.replacement
    conversion.track = track
    conversion.dataFormat = dataFormat?.format
    conversion.channelCount = processing.channelCount
    conversion.layout = processing.layout
    conversion.decoding = decodingOptions
    let rate = PartOptions.rate(of: media.reader, track: track, decodingOptions, catalog)
    try part.apply(to: &conversion.decoding, rate: rate, of: inputFile)
    conversion.level = level.change(atRate: rate)
    if case .keep? = dataFormat?.format.kind, let name = level.names.first {
      throw CommandFailure(output: outputFile, "-d 0 keeps the packets, which \(name) would change")
    }
    conversion.conversion = processing.conversion
    conversion.encoding = try encoding.settings(outputFile)
    conversion.compressionLevel = encoding.level
    conversion.usualSamples = output.impliedSamples(of: outputFile)
    conversion.jobCount = jobs
    conversion.rawFormat = raw.format(channels: processing.channels)
    conversion.soundCheck = soundcheckGenerate ? .generate : soundcheckRead ? .read : .none
    try ConversionRun(conversion: conversion, container: container, common: common, printsRecord: json).run(media)
    // Said only now: a failure is told in one line, which what is merely odd about the file must not bury.
    for warning in media.reader.warnings { common.warn(inputFile, warning) }
  }

  private var decodingOptions: DecodingOptions {
    var options = DecodingOptions()
    options.trimming = noTrim ? .none : .packetTable
    options.damagePolicy = onError == .stop ? .stop : .conceal
    options.configuration = input.asc?.bytes
    options.decoder = decoder.settings
    return options
  }
}

import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs

/// `afconvert`: does the work of `af convert`, with the options of Apple's tool of that name.
///
/// An existing output is replaced, as in Apple's tool.
struct AppleConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "afconvert",
    abstract: "Audio File Convert: converts audio files, with the options of Apple's afconvert.",
    usage: """
      afconvert [option...] input_file [output_file]
      afconvert [option...] input_file -o output_file [option...] [-o output_file [option...]]...
      """)

  @Option(
    name: [.customShort("d"), .customLong("data")],
    help: ArgumentHelp(
      "The data format: [-][BE|LE]{F|I|UI}{8|16|24|32|64} or four characters, 0 to copy, N for the "
        + "format of a lossless source; then @rate, /flags, #frames.", valueName: "data_format"))
  var data: String?

  @Option(
    name: [.customShort("f"), .customLong("file")], help: ArgumentHelp("The file format.", valueName: "file_format"))
  var file: String?

  @Option(
    name: [.customShort("l"), .customLong("channellayout")],
    help: "The layout of the output; given twice, of input and output.")
  var channelLayouts: [String] = []

  @Option(
    name: [.customShort("m"), .customLong("channelmap")],
    help: "For each output channel the number of an input channel, or -1.")
  var channelMap: ChannelMapArgument?

  @Option(name: [.customShort("c"), .customLong("channels")], help: "The number of channels.")
  var channels: Int?

  @OptionGroup var rates: AppleRateOptions
  @OptionGroup var encoding: AppleEncodingOptions
  @OptionGroup var recording: AppleRecordingOptions
  @OptionGroup var accepted: AppleAcceptedOptions

  @Flag(name: .long, help: "Mix channels that the output lacks into those it has.")
  var mix = false

  @Option(name: .long, help: ArgumentHelp("Begin so many frames into the input.", valueName: "frames"))
  var offset: Int64?

  @Option(name: .long, help: ArgumentHelp("Read this track, the first one being 0.", valueName: "index"))
  var readTrack: Int?

  @Flag(name: .long, help: "Measure the loudness and store it.")
  var soundcheckGenerate = false

  @Flag(name: .long, help: "Take the stored loudness over from the source.")
  var soundcheckRead = false

  @Flag(name: [.customShort("v"), .long], help: "Say more.")
  var verbose = false

  @Flag(
    name: [.customLong("hf", withSingleDash: true), .customLong("help-formats")],
    help: "List the file and data formats.")
  var helpFormats = false

  @Argument(help: "The file to read.")
  var inputFile: Pathname?

  @Argument(help: "The file to write; by default beside the input, with the extension of its format.")
  var outputFile: Pathname?

  /// Runs the command once for every `-o`, whose options follow it, and returns the exit status of the first failure.
  static func run(outputs arguments: [String]) -> Int32 {
    let parts = arguments.split(separator: "-o", omittingEmptySubsequences: false).map { Array($0) }
    guard parts.count > 1 else { return CommandRun.run(Self.self, arguments) }
    for part in parts.dropFirst() {
      guard let output = part.first else {
        StandardStream.error.write("afconvert: -o takes a file\n")
        return ExitCode.validationFailure.rawValue
      }
      // Options before the first -o hold for all files; those after one hold for its file, and come last to win.
      let status = CommandRun.run(Self.self, parts[0] + Array(part.dropFirst()) + [output])
      if status != 0 { return status }
    }
    return 0
  }

  func validate() throws {
    if let offset, offset < 0 { throw ValidationError("--offset takes frames, 0 or more.") }
    try check(channels, "--channels", takes: ResourceLimits.channelCounts)
    if let readTrack, readTrack < 0 { throw ValidationError("--read-track counts from 0.") }
  }

  func run() throws {
    if helpFormats { return try FormatsCommand.parse([]).run() }
    guard let inputFile else { throw ValidationError("Missing expected argument '<input-file>'") }
    do throws(CommandFailure) {
      try convert(inputFile)
    } catch {
      throw error.report(as: "afconvert")
    }
  }

  private func convert(_ inputFile: Pathname) throws(CommandFailure) {
    let catalog = Catalog.standard
    try accepted.check(inputFile)
    let media = try openMedia(inputFile, catalog)
    var input = InputOptions()
    input.readTrack = readTrack
    let track = try input.trackIndex(in: media.reader, of: inputFile)
    let container = try container(catalog, beside: media)
    let output = outputFile ?? defaultOutput(of: inputFile, container)
    guard output != inputFile else {
      throw CommandFailure(inputFile, "the output would replace the input", advice: "name another file")
    }
    var common = CommonOptions()
    common.verbose = verbose
    common.quiet = false
    var conversion = FileConversion(from: inputFile, to: output)
    conversion.container = container
    conversion.replacement = .replace
    // Scripts for a Mac give it to every encoder.
    conversion.lenience = [.encoder(.effort), .encoder(.quality)]
    conversion.asksForResampling = rates.isGiven
    conversion.track = track
    conversion.dataFormat = try dataFormat(of: media.reader.tracks[track])?.format
    conversion.layout = try layout()
    conversion.channelCount = channels ?? channelMap?.map.count ?? conversion.layout?.channelCount ?? 0
    (conversion.resampler, conversion.dithering) = (rates.resampler, rates.dithering)
    conversion.encoding = encoding.settings
    if let channelMap { conversion.channels = .map(channelMap.map) }
    if mix { conversion.channels = .mixing }
    conversion.soundCheck = soundcheckGenerate ? .generate : soundcheckRead ? .read : .none
    conversion.previousRecording = recording.gaplessBefore
    conversion.nextRecording = recording.gaplessAfter
    conversion.trimOverride = recording.trimOverride
    if let kind = recording.mediaKind { conversion.extraInfo = [.mediaKind: kind] }
    let rate = media.reader.tracks[track].format.sampleRate
    if let offset, rate > 0 { conversion.decoding.start = Double(offset) / rate }
    try ConversionRun(conversion: conversion, container: container, common: common, names: .apple).run(media)
  }

  private func container(_ catalog: Catalog, beside media: MediaFile) throws(CommandFailure) -> ContainerDescriptor {
    if let file, SampleFormat(word: file) != nil {
      throw CommandFailure(named: file, "this is no file format", advice: "'afconvert -hf' lists them")
    }
    var options = OutputOptions()
    options.fileFormat = file
    if file == nil, outputFile == nil { return media.container }
    return try options.container(of: catalog, for: outputFile ?? "output")
  }

  private func defaultOutput(of input: Pathname, _ container: ContainerDescriptor) -> Pathname {
    input.deletingExtension.appending("." + (container.extensions.first ?? "audio"))
  }

  private func dataFormat(of track: TrackInfo) throws(CommandFailure) -> DataFormatArgument? {
    guard var text = data else { return nil }
    // `-` stands for the other byte order than the machine's, which is little-endian here.
    if text.hasPrefix("-") { text = "BE" + text.dropFirst() }
    if text == "N" {
      let depth = track.sourceBitDepth ?? 16
      text = track.format.linearPCMFlags.contains(.float) ? "LEF\(depth)" : "LEI\((depth + 7) / 8 * 8)"
    }
    guard let format = DataFormatArgument(argument: text) else {
      throw CommandFailure(named: text, "this is no data format", advice: "'afconvert -hf' lists them")
    }
    return format
  }

  private func layout() throws(CommandFailure) -> ChannelLayout? {
    guard let name = channelLayouts.last else { return nil }
    guard let layout = ChannelLayoutTag(name: name).flatMap({ ChannelLayout(tag: $0) }) else {
      throw CommandFailure(
        named: name, "this is no channel layout", advice: "give the name of a tag, such as MPEG_5_1_A")
    }
    return layout
  }
}

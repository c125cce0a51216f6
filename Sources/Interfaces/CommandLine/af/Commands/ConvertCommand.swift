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
    discussion: """
      The output is written beside its place and renamed when it is whole. Without -d, .m4a, .mp4 and .mov get AAC, \
      HE-AAC at low bit rates; AAC and Apple Lossless go into them as they are where no option asks for more. An option \
      that cannot be obeyed is an error.

      Examples:
        af convert song.wav song.m4a -b 192k
        af convert song.wav song.m4a -b 48k
        af convert song.flac song.m4a -d alac
        af convert talk.m4a talk.wav --from 1:30 --to 2:00 -c 1
        af convert packets.dump out.m4a --asc F8E85000
        af convert album --to phone -f m4a --recursive --skip-existing --jobs 4
      """)

  /// The treatment of packets that cannot be decoded.
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

  @Option(
    name: .long, help: ArgumentHelp("Leave out what comes before: 90, 1:30.5, #44100 frames.", valueName: "time"))
  var from: TimeArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("Leave out what comes behind; or the folder that all files go to.", valueName: "time or folder"))
  var to: PartEndArgument?

  @OptionGroup var level: LevelOptions

  @Option(name: .long, help: ArgumentHelp("Convert no more than this.", valueName: "time"))
  var duration: TimeArgument?

  @Option(
    name: .long,
    help: "Damaged packets are filled in and counted, or end it; stop also ends it where anything would be lost.")
  var onError = ErrorHandling.conceal

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Hold all samples of FLAC against their MD5 (stream, which is usual), or only each frame against its CRC (packets), which "
        + "is faster and lets --jobs decode on several cores.",
      valueName: "stream or packets"))
  var check = StreamCheckArgument.stream

  @Flag(name: .long, help: "Measure the loudness and store it for players.")
  var soundcheckGenerate = false

  @Flag(name: .long, help: "Take the stored loudness over from the input.")
  var soundcheckRead = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Decode on so many cores, where the output is linear PCM of the input's rate; of many files so many at a time.",
      valueName: "n"))
  var jobs = 1

  @Flag(name: .long, help: "With --to FOLDER: take the files below folders.")
  var recursive = false

  @Flag(name: .long, help: "With --to FOLDER: leave files that are there already as they are.")
  var skipExisting = false

  @Flag(name: .long, help: "Print what was done as one JSON object a file.")
  var json = false

  @OptionGroup var progress: ProgressOptions
  @OptionGroup var raw: RawInputOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(
    help: "The file to read and the file to write; - is standard input or output. With --to FOLDER: files to read.")
  var files: [Pathname]

  /// The file to read.
  private var inputFile: Pathname { files[0] }
  /// The file to write.
  private var outputFile: Pathname { files[1] }
  /// The folder that many files go to.
  private var folder: Pathname? { if case .folder(let folder)? = to { folder } else { nil } }
  /// The time at which the part ends.
  private var end: TimeArgument? { if case .time(let time)? = to { time } else { nil } }

  func validate() throws {
    if folder != nil {
      if files.contains(where: \.isStandardStream) { throw ValidationError("--to FOLDER takes files with names.") }
      for case .frames? in [from?.amount, duration?.amount] {
        throw ValidationError("--to FOLDER takes times in seconds: files may have different rates.")
      }
    } else {
      guard files.count == 2 else {
        throw ValidationError("'convert' takes a file to read and a file to write; --to FOLDER takes many.")
      }
      if recursive || skipExisting { throw ValidationError("--recursive and --skip-existing need --to FOLDER.") }
    }
    if end != nil, duration != nil { throw ValidationError("--to and --duration exclude each other.") }
    if case .seconds(let end)? = end?.amount, case .seconds(let start) = from?.amount ?? .seconds(0), end <= start {
      throw ValidationError("--to must lie behind --from.")
    }
    if onError == .stop, let name = decoder.namesOfConcealment.first {
      throw ValidationError("\(name) and --on-error stop exclude each other.")
    }
    if !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256.") }
    if soundcheckGenerate, soundcheckRead {
      throw ValidationError("--soundcheck-generate and --soundcheck-read exclude each other.")
    }
  }

  func run() throws {
    var status = ExitCode.success
    do throws(CommandFailure) {
      if let folder {
        status = try BatchConversion(command: self, folder: folder).run()
      } else {
        try convert()
      }
    } catch {
      throw error.report()
    }
    if status != .success { throw status }
  }

  private func convert() throws(CommandFailure) {
    let (media, run): (MediaFile, ConversionRun)
    do throws(CommandFailure) {
      (media, run) = try prepare()
    } catch {
      if json {
        let stream = outputFile.isStandardStream ? StandardStream.error : .output
        stream.write(jsonLine(FailedFileRecord(inputFile, error)))
      }
      throw error
    }
    try run.run(media)
  }

  private func prepare() throws(CommandFailure) -> (MediaFile, ConversionRun) {
    let catalog = Catalog.standard
    let container = try output.container(of: catalog, for: outputFile)
    let media = try openMedia(inputFile, catalog, rawFormat: raw.format(channels: processing.channels))
    let track = try input.trackIndex(in: media.reader, of: inputFile)
    let rate = TimeArgument.rate(of: media.reader, track: track, decodingOptions, catalog)
    let conversion = try conversion(from: inputFile, to: outputFile, container, atRate: rate)
    var run = ConversionRun(conversion: conversion, container: container, common: common, printsRecord: json)
    run.progress = progress.progress
    return (media, run)
  }

  /// Returns the conversion of a file.
  ///
  /// - Parameter rate: Hz of the input, for times in frames.
  func conversion(
    from input: Pathname, to output: Pathname, _ container: ContainerDescriptor, atRate rate: Double?
  ) throws(CommandFailure) -> FileConversion {
    var conversion = FileConversion(from: input, to: output)
    conversion.container = container
    conversion.replacement = self.output.replacement
    conversion.track = self.input.readTrack
    conversion.preference = .compressed
    conversion.dataFormat = dataFormat?.format
    conversion.channelCount = processing.channelCount
    conversion.layout = processing.layout
    conversion.mixesLostChannels = true
    conversion.asksForResampling = processing.asksForResampling
    conversion.decoding = try decodingOptions(of: input, atRate: rate ?? 0)
    conversion.level = level.change(atRate: rate ?? 0)
    if case .keep? = dataFormat?.format.kind, let name = level.names.first {
      throw CommandFailure(output: output, "-d 0 keeps the packets, which \(name) would change")
    }
    (conversion.channels, conversion.resampler) = (processing.mapping, processing.resampler)
    conversion.dithering = processing.dithering
    conversion.encoding = encoding.settings
    conversion.spectralBandReplication = encoding.sbr
    conversion.compressionLevel = encoding.level
    conversion.usualSamples = self.output.impliedSamples(of: output)
    conversion.jobCount = folder == nil ? jobs : 1
    conversion.rawFormat = raw.format(channels: processing.channels)
    conversion.soundCheck = soundcheckGenerate ? .generate : soundcheckRead ? .read : .none
    return conversion
  }

  /// The options of the decoder for a whole file.
  private var decodingOptions: DecodeRequest {
    var options = DecodeRequest()
    options.trimming = noTrim ? .none : .packetTable
    options.damagePolicy = onError == .stop ? .stop : .conceal
    options.configuration = input.asc?.bytes
    options.decoder = decoder.settings
    options.streamCheck = check.setting
    return options
  }

  private func decodingOptions(of file: Pathname, atRate rate: Double) throws(CommandFailure) -> DecodeRequest {
    var options = decodingOptions
    options.start = from?.seconds(atRate: rate) ?? 0
    options.duration = duration?.seconds(atRate: rate)
    guard let time = end else { return options }
    let end = time.seconds(atRate: rate)
    guard end > options.start else {
      throw CommandFailure(file, "--to does not lie behind --from", advice: "the part would be empty")
    }
    options.duration = end - options.start
    return options
  }
}

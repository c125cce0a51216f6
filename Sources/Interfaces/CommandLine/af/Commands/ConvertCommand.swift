import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs

/// `af convert`: one file into another.
struct ConvertCommand: ParsableCommand, GroupedHelp {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Converts an audio file.",
    discussion: """
      The output is written under another name and renamed when it is complete. Without -d, .m4a, .mp4 and .mov get AAC, \
      HE-AAC at low bit rates; packets of AAC and Apple Lossless are copied if no option needs decoding. An option that \
      cannot be obeyed is an error.

      Examples:
        af convert song.wav song.m4a -b 192k
        af convert song.wav song.m4a -b 48k
        af convert song.flac song.m4a -d alac
        af convert studio.wav cd.wav --rate 44100 --bits 16
        af convert talk.m4a talk.wav --from 1:30 --until 2:00 --mono
        af convert talk.wav fast.wav --tempo 1.25 --stretch speech
        af convert packets.dump out.m4a --asc F8E85000
        af convert talk.wav talk.m3u8 --segment 6
        af convert talk.wav talk.m3u8 --segment-type mpegts
        af convert album --into phone -f m4a --skip-existing --jobs 4
      """)

  static let everyday = [
    "--data-format", "--bitrate", "--rate", "--bits", "--channels", "--from", "--until", "--gain", "--into", "--force",
  ]

  /// The treatment of packets that cannot be decoded.
  enum ErrorHandling: String, ExpressibleByArgument, CaseIterable {
    case conceal, stop
  }

  /// The segments of a list, by FFmpeg's names.
  enum SegmentType: String, ExpressibleByArgument, CaseIterable {
    case fmp4, mpegts
  }

  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    name: [.customShort("d"), .long],
    help: ArgumentHelp(
      "The data format: LEI16, BEI24, LEF32 …, alac, ima4, ulaw …, with @RATE, /FLAGS, #FRAMES after it; 0 keeps the "
        + "packets. @48000 alone is another rate.", valueName: "format"))
  var dataFormat: DataFormatArgument?

  @Option(
    name: .customShort("i"),
    help: ArgumentHelp("The file to read, as ffmpeg names it.", valueName: "file"))
  var inputs: [Pathname] = []

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write, if it is not the last argument.", valueName: "file"))
  var outputName: Pathname?

  @OptionGroup(title: "Output") var samples: SampleOptions
  @OptionGroup(title: "Encoder") var encoding: EncodingOptions
  @OptionGroup(title: "Channels and rate conversion") var processing: ProcessingOptions
  @OptionGroup(title: "Decoder") var decoder: DecodingArguments
  @OptionGroup(title: "Part of the input") var part: PartOptions
  @OptionGroup(title: "Speed, pitch, direction") var time: TimeChangeOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The length of HLS segments, for an output named .m3u8; the default is 6.", valueName: "seconds"))
  var segment: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The segments of such a list: fragments of MP4, which is usual, or parts of an MPEG-2 transport stream.",
      valueName: "fmp4 or mpegts"))
  var segmentType: SegmentType?

  @Flag(name: .long, help: "Write every decoded frame, priming and remainder included.")
  var noTrim = false

  @Option(
    name: .long,
    help: ArgumentHelp("Convert all files, and those below folders, into this folder.", valueName: "folder"))
  var into: Pathname?

  @OptionGroup(title: "Level") var level: LevelOptions

  @Option(
    name: .long,
    help: "Conceal and count damaged packets (conceal), or end at the first one or any other loss (stop).")
  var onError = ErrorHandling.conceal

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Check the MD5 of all samples of FLAC (stream), or only the CRC of each frame (packets), which "
        + "is faster and lets --jobs decode on several cores.",
      valueName: "stream or packets"))
  var check = StreamCheckArgument.stream

  @Flag(name: .long, help: "Measure the loudness and store it for players.")
  var soundcheckGenerate = false

  @Flag(name: .long, help: "Copy the stored loudness from the input.")
  var soundcheckRead = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Decode one file to linear PCM at its own rate on so many cores, or convert so many files at a time.",
      valueName: "n"))
  var jobs = 1

  @Flag(name: .long, help: "With --into FOLDER: take the files below folders; this is the default.")
  var recursive = false

  @Flag(name: .long, help: "With --into FOLDER: keep outputs that exist already.")
  var skipExisting = false

  @Flag(name: .customLong("dry-run"), help: "Print what would be written, or why not, and write nothing.")
  var isDryRun = false

  @Flag(name: .long, help: "Print what was done as one JSON object a file.")
  var json = false

  @OptionGroup var progress: ProgressOptions
  @OptionGroup(title: "Input") var raw: RawInputOptions
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "The file to read and the file to write; - is standard input or output. With --into FOLDER: files to read.",
      valueName: "files"))
  var arguments: [Pathname] = []

  /// The files to read and, unless the output goes to a folder, the file to write at the end.
  var files: [Pathname] { inputs + arguments + [outputName].compactMap(\.self) }
  /// The file to read.
  private var inputFile: Pathname { files[0] }
  /// The file to write.
  private var outputFile: Pathname { files[1] }
  /// The folder that many files go to.
  private var folder: Pathname? { into ?? part.folder }
  /// The times that may count in frames of the input.
  var times: [TimeArgument] { part.times + time.times + [level.fadeIn, level.fadeOut].compactMap(\.self) }
  /// The rate of headerless input without an option for it: `--rate` is then not the output's.
  private var inputRate: RateArgument? { raw.rawFormat != nil && raw.rawRate == nil ? samples.rate : nil }

  func validate() throws {
    if into != nil, part.folder != nil { throw ValidationError("--into and --to FOLDER exclude each other.") }
    if raw.rawFormat != nil, raw.rawRate == nil, samples.rate == nil {
      throw ValidationError("--raw-format needs --rate or --raw-rate in Hz.")
    }
    if isDryRun, json { throw ValidationError("--dry-run and --json exclude each other.") }
    if onError == .stop, let name = decoder.namesOfConcealment.first {
      throw ValidationError("\(name) and --on-error stop exclude each other.")
    }
    try check(jobs, "--jobs", takes: FileConversion.jobCounts)
    if let segment, !segment.isFinite || segment < 0.1 || segment > 3600 {
      throw ValidationError("--segment takes seconds, 0.1 to 3600.")
    }
    if soundcheckGenerate, soundcheckRead {
      throw ValidationError("--soundcheck-generate and --soundcheck-read exclude each other.")
    }
  }

  /// Throws if the files do not suit the command. The parser would check this before it reports an unknown option,
  /// whose value it takes for a file.
  private func checkFiles() throws {
    if folder != nil {
      if outputName != nil { throw ValidationError("--output is one file, and --into FOLDER takes many.") }
      if files.isEmpty { throw ValidationError("--into FOLDER takes files or folders to read.") }
      if files.contains(where: \.isStandardStream) { throw ValidationError("--into FOLDER takes files with names.") }
      if times.contains(where: \.countsFrames) {
        throw ValidationError("--into FOLDER takes times in seconds: files may have different rates.")
      }
    } else {
      guard files.count == 2 else {
        throw ValidationError(
          "'convert' takes a file to read and a file to write; --into FOLDER takes many, and 'af mix' and 'af join' make "
            + "one of several.")
      }
      if recursive || skipExisting { throw ValidationError("--recursive and --skip-existing need --into FOLDER.") }
    }
  }

  func run() throws {
    try checkFiles()
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
    if isDryRun { try run.plan(media) } else { try run.run(media) }
  }

  private func prepare() throws(CommandFailure) -> (MediaFile, ConversionRun) {
    let catalog = Catalog.standard
    let container = try output.container(of: catalog, for: outputFile)
    if FolderListing.isFolder(inputFile) {
      throw CommandFailure(
        inputFile, "this is a directory", advice: "--into FOLDER -f m4a converts the files below it")
    }
    let rawFormat = raw.format(channels: processing.channels, rate: inputRate)
    let media = try openMedia(inputFile, catalog, rawFormat: rawFormat)
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
    conversion.replacement = self.output.replacement
    if let name = segment != nil ? "--segment" : segmentType != nil ? "--segment-type" : nil,
      container.segmentKind == nil
    {
      throw CommandFailure(output: output, "\(name) is for a list of segments, a file named .m3u8")
    }
    let container = segmentType == .mpegts ? Catalog.transportList : container
    conversion.container = container
    if let segment { conversion.structure = .fragmented(seconds: segment) }
    conversion.track = self.input.readTrack
    conversion.preference = .compressed
    conversion.dataFormat = try wantedFormat(container, output)
    conversion.channelCount = processing.channelCount
    conversion.layout = processing.layout
    conversion.mixesLostChannels = true
    conversion.asksForResampling = processing.asksForResampling
    conversion.decoding = try decodingOptions(of: input, atRate: rate ?? 0)
    conversion.level = level.change(atRate: rate ?? 0)
    conversion.time = time.change(atRate: rate ?? 0)
    if case .keep? = dataFormat?.format.kind, let name = (time.names + level.names).first {
      throw CommandFailure(output: output, "-d 0 keeps the packets, which \(name) would change")
    }
    (conversion.channels, conversion.resampler) = (processing.mapping, processing.resampler)
    conversion.dithering = processing.dithering
    conversion.encoding = encoding.settings
    conversion.spectralBandReplication = encoding.sbr
    conversion.compressionLevel = encoding.level
    conversion.usualSamples = self.output.impliedSamples(of: output)
    conversion.jobCount = folder == nil ? jobs : 1
    conversion.rawFormat = raw.format(channels: processing.channels, rate: inputRate)
    conversion.soundCheck = soundcheckGenerate ? .generate : soundcheckRead ? .read : .none
    return conversion
  }

  /// Returns the data format that the options ask for.
  private func wantedFormat(
    _ container: ContainerDescriptor, _ path: Pathname
  ) throws(CommandFailure) -> OutputDataFormat? {
    if output.namedSamples != nil, let other = dataFormat != nil ? "-d" : samples.bits != nil ? "--bits" : nil {
      throw CommandFailure(output: path, "-f names samples, and \(other) does too", advice: "give one of them")
    }
    if let frames = dataFormat?.format.framesPerPacket, let other = encoding.settings.framesPerPacket, frames != other {
      throw CommandFailure(
        output: path, "--frame-length or -u pakf and #FRAMES behind -d name different lengths",
        advice: "give one of them")
    }
    var asked = samples
    if inputRate != nil { asked.rate = nil }
    return try asked.dataFormat(dataFormat, in: container, for: path)
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
    try part.narrow(&options, of: file, atRate: rate)
    return options
  }
}

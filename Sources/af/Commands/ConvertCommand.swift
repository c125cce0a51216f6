import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

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
    help: ArgumentHelp("The data format, such as LEI16, LEI24, LEF32; 0 keeps the packets.", valueName: "format"))
  var dataFormat: DataFormatArgument?

  @Option(name: [.short, .long], help: ArgumentHelp("The number of channels.", valueName: "n"))
  var channels: Int?

  @Flag(name: .long, help: "Write every decoded frame, priming and remainder included.")
  var noTrim = false

  @Option(name: .long, help: ArgumentHelp("Leave out what comes before.", valueName: "seconds"))
  var from: Double?

  @Option(name: .long, help: ArgumentHelp("Convert no more than this.", valueName: "seconds"))
  var duration: Double?

  @Option(name: .long, help: "What happens to packets that cannot be decoded.")
  var onError = ErrorHandling.conceal

  @Flag(name: .long, help: "Print what was done as one JSON object.")
  var json = false

  @OptionGroup var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read; - is standard input.")
  var inputFile: String

  @Argument(help: "The file to write; - is standard output.")
  var outputFile: String

  func validate() throws {
    for time in [from, duration].compactMap({ $0 }) where !time.isFinite || time < 0 {
      throw ValidationError("--from and --duration take seconds, 0 or more.")
    }
    if let channels, channels < 1 { throw ValidationError("--channels takes a number from 1 on.") }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in try convert() }
  }

  private func convert() throws(CommandFailure) {
    let catalog = Catalog.standard
    let container = try output.container(of: catalog, for: outputFile)
    let media = try openMedia(inputFile, catalog)
    try convert(media, to: container, catalog: catalog)
    // Said only now: a failure is told in one line, which what is merely odd about the file must not bury.
    for warning in media.reader.warnings { common.warn(inputFile, warning) }
  }

  private func convert(
    _ media: MediaFile, to container: ContainerDescriptor, catalog: Catalog
  ) throws(CommandFailure) {
    let track = try input.trackIndex(in: media.reader, of: displayName(inputFile))
    let samples = try sampleFormat(for: container)
    guard let samples else { return try copy(media.reader, track: track, to: container) }
    let job = DecodingJob(
      command: self, container: container, samples: samples, options: decodingOptions, codecs: catalog.codecs)
    try job.run(media.reader, track: track)
  }

  private var decodingOptions: DecodingOptions {
    var options = DecodingOptions()
    options.trimming = noTrim ? .none : .packetTable
    options.damagePolicy = onError == .stop ? .stop : .conceal
    options.configuration = input.asc?.bytes
    options.start = from ?? 0
    options.duration = duration
    return options
  }

  /// The samples to write, or `nil` where packets are copied.
  private func sampleFormat(for container: ContainerDescriptor) throws(CommandFailure) -> SampleFormat? {
    guard container.formatIDs.contains(.linearPCM) else {
      switch dataFormat?.kind {
      case nil, .keep: return nil
      case .samples, .coded:
        throw CommandFailure(
          outputFile, "unsupported: '\(container.fileType)' is written only with the packets of the input",
          advice: "leave -d away")
      }
    }
    switch dataFormat?.kind {
    case .samples(let samples): return samples
    case .keep: return nil
    case .coded(let code):
      throw CommandFailure(
        outputFile, "unsupported: there is no encoder for '\(code)'", advice: "choose linear PCM, such as -d LEI16")
    case nil: return output.impliedSamples(of: outputFile) ?? container.sampleFormats.first ?? .int16
    }
  }

  private func copy(
    _ reader: any ContainerReader, track: Int, to container: ContainerDescriptor
  ) throws(CommandFailure) {
    guard from == nil, duration == nil else {
      throw CommandFailure(
        outputFile, "unsupported: packets are copied whole", advice: "leave --from and --duration away")
    }
    let copy = PacketCopy(
      input: inputFile, output: outputFile, container: container, replacement: output.replacement,
      expectedCookie: input.asc?.bytes)
    let report = try copy.run(reader, track: track)
    common.remark(inputFile, "\(report.packetCount) packets, \(report.byteCount) bytes")
    guard json else { return }
    let format = reader.tracks[track].format
    var record = ConversionRecord(input: inputFile, output: outputFile, container: container, format: format)
    record.packetCount = report.packetCount
    record.audioDataByteCount = report.byteCount
    record.write(to: outputFile)
  }
}

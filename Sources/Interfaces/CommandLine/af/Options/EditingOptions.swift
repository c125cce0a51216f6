import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs

/// The options for the outputs of `af join`, `af split` and `af trim-silence`.
struct EditingOptions: ParsableArguments {
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    name: [.customShort("d"), .long],
    help: ArgumentHelp(
      "The data format: LEI16, BEI24, LEF32 …, alac, flac, aac …, with @RATE and /FLAGS behind it.",
      valueName: "format"))
  var dataFormat: DataFormatArgument?

  @OptionGroup(title: "Output") var samples: SampleOptions
  @OptionGroup(title: "Encoder") var encoding: EncodingOptions
  @OptionGroup(title: "Level") var level: LevelOptions

  @Flag(name: .long, help: "Print what was done as JSON, an object a file.")
  var json = false

  @OptionGroup var progress: ProgressOptions

  /// An option in use that requires encoding, or changed samples; `nil` if there is none.
  var optionOfEncoding: String? {
    if dataFormat != nil, !keepsPackets { return "--data-format" }
    let given = [
      (encoding.bitRate != nil, "--bitrate"), (encoding.strategy != nil, "--strategy"),
      (encoding.codecQuality != nil, "--codec-quality"), (!encoding.userProperties.isEmpty, "--user-property"),
      (encoding.frameLength != nil, "--frame-length"), (encoding.level != nil, "--level"),
      (encoding.sbr != nil, "--sbr"), (encoding.hasReplicationCRC, "--sbr-crc"),
    ]
    return given.first(where: \.0)?.1 ?? (samples.names + level.names).first
  }

  /// True if `-d 0` keeps the packets unchanged.
  var keepsPackets: Bool {
    guard let format = dataFormat?.format, case .keep = format.kind else { return false }
    return format.sampleRate == nil && format.formatFlags == nil
  }

  /// Returns a conversion to a file with these options.
  func conversion(from input: Pathname, to path: Pathname, rate: Double) throws(CommandFailure) -> FileConversion {
    var conversion = FileConversion(from: input, to: path)
    let container = try output.container(of: Catalog.standard, for: path)
    conversion.container = container
    conversion.replacement = output.replacement
    conversion.dataFormat = try samples.dataFormat(dataFormat, in: container, for: path)
    conversion.encoding = encoding.settings
    conversion.spectralBandReplication = encoding.sbr
    conversion.compressionLevel = encoding.level
    conversion.usualSamples = output.impliedSamples(of: path)
    conversion.level = level.change(atRate: rate)
    return conversion
  }

  /// Prints the outcome of a conversion: its notes, and, with `--json`, its object.
  func tell(_ report: ConversionReport, _ conversion: FileConversion, _ common: CommonOptions) {
    common.say(report.notes, conversion.input, conversion.output)
    guard json, let container = conversion.container else { return }
    var record = ConversionRecord(
      input: conversion.input, output: conversion.output, container: container, format: report.stream.format)
    if let decoded = report.decoding, let frameCount = report.frameCount {
      record.channelLayout = report.stream.layout?.description
      record.elapsedSeconds = report.elapsedSeconds
      record.add(decoded, frameCount: frameCount, byteCount: report.byteCount)
    }
    if let count = report.packetCount { record.packetCount = count }
    record.warnings = report.notes.filter { $0.severity == .warning }.map(\.description)
    record.write(to: conversion.output)
  }
}

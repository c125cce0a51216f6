import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

/// One conversion of one track into one file, as `af convert` and `afconvert` are asked for it.
struct ConversionTask {
  var input: FilePath
  var output: FilePath
  var container: ContainerDescriptor
  var replacement: ReplacementPolicy
  var dataFormat: DataFormatArgument?
  /// The channels and the layout of the output, 0 and `nil` for the input's.
  var channelCount = 0
  var layout: ChannelLayout?
  var decoding = DecodingOptions()
  var conversion = ConversionOptions()
  /// What an encoder is asked for beyond the format.
  var encoding: EncoderSettings?
  /// Whether one of the levels of FLAC is asked for.
  var hasLevel = false
  /// The samples that the output's extension promises.
  var impliedSamples: SampleFormat?
  var soundCheck = SoundCheckMode.none
  /// Further entries of the info dictionary.
  var extraInfo: [(InfoKey, String)] = []
  /// What is heard right before and after.
  var neighbors = Neighbors()
  /// The priming and the remainder that the output is to state.
  var trimOverride: TrimOverride?
  var jobCount = 1
  /// Whether the input can be opened and read again, by several readers at once.
  var isRepeatable = false
  /// What headerless input is.
  var rawFormat: StreamFormat?
  var common: CommonOptions
  var printsRecord = false

  func run(_ reader: any ContainerReader, track: Int) throws(CommandFailure) {
    let info = reader.tracks[track]
    let choice = try OutputFormatChoice(task: self, track: info).format
    guard !hasLevel || choice?.formatID == .flac else {
      let what = choice.map { "'\($0.formatID)' has no levels" } ?? "packets are copied, not encoded"
      throw CommandFailure(
        output: output, "unsupported: --level is for FLAC: \(what)", advice: "give -d flac, or leave it away")
    }
    guard let wanted = choice else {
      return try copy(reader, track: track)
    }
    if reader.fileType == "dump", decoding.configuration == nil {
      throw CommandFailure(
        input, "a dump does not say what its packets are",
        advice: "give their AudioSpecificConfig with --asc HEX")
    }
    let stream = CodedStream(format: wanted, layout: layout)
    try convert(reader, track: track, to: stream)
  }

  private func convert(
    _ reader: any ContainerReader, track: Int, to stream: CodedStream
  ) throws(CommandFailure) {
    var converter: TrackConverter
    do throws(ConversionError) {
      converter = try TrackConverter(
        of: reader, track: track, to: stream, codecs: Catalog.standard.codecs, decoding: decoding, options: conversion,
        settings: encoding, neighbors: neighbors)
    } catch {
      guard case .format = error,
        let advice = EncoderAdvice(for: stream.format, of: reader.tracks[track], task: self)?.text
      else { throw CommandFailure(input, error) }
      throw CommandFailure(output: output, error.description, advice: advice)
    }
    let sink: any FileSink
    do throws(FileError) { sink = try makeSink(path: output, replacement: replacement) } catch {
      throw CommandFailure(output: output, error)
    }
    do throws(CommandFailure) {
      var transfer = try ConversionTransfer(self, converter, reader: reader, sink: sink)
      let report: DecodingReport
      var reason: String?
      if let parallel = ParallelConversion(self, converter, track: track, stream: stream, reason: &reason) {
        report = try transfer.run(parallel, or: &converter)
      } else {
        try transfer.run(&converter)
        report = converter.report
      }
      do throws(FileError) { try sink.commit() } catch { throw CommandFailure(output: output, error) }
      tell(report)
      if let reason { tellOneJob(reason) }
      if container.fileType == "dump" {
        common.remark(
          output: output, "a dump does not say what its packets are: --asc \(HexBytes(converter.output.cookie).text)")
      }
      guard printsRecord else { return }
      var record = ConversionRecord(
        input: input, output: output, container: container, format: converter.output.format)
      record.channelLayout = converter.output.layout?.description
      record.elapsedSeconds = transfer.elapsedSeconds
      let frames = converter.encoded == nil ? transfer.byteCount / Int64(converter.output.format.bytesPerFrame) : nil
      record.add(report, frameCount: frames ?? converter.outputFrameCount, byteCount: transfer.byteCount)
      if converter.encoded != nil { record.packetCount = transfer.packetCount }
      if let reason { record.warnings = ["--jobs: \(reason); one job"] }
      record.write(to: output)
    } catch {
      sink.discard()
      throw error
    }
  }

  private func copy(_ reader: any ContainerReader, track: Int) throws(CommandFailure) {
    guard decoding.start == 0, decoding.duration == nil else {
      throw CommandFailure(
        output: output, "unsupported: packets are copied whole",
        advice: "leave --from and --duration away, or choose a format")
    }
    var copy = PacketCopy(
      input: input, output: output, container: container, replacement: replacement,
      expectedCookie: decoding.configuration)
    copy.extraInfo = try extraInfo + soundCheck.info(of: reader, track: track, input: input, decoding: decoding)
    copy.trimOverride = trimOverride
    let report = try copy.run(reader, track: track)
    common.remark(input, "\(report.packetCount) packets, \(report.byteCount) bytes")
    if jobCount > 1 { tellOneJob("packets are copied, not decoded") }
    guard printsRecord else { return }
    var record = ConversionRecord(
      input: input, output: output, container: container, format: reader.tracks[track].format)
    record.packetCount = report.packetCount
    record.audioDataByteCount = report.byteCount
    record.write(to: output)
  }

  private func tellOneJob(_ reason: String) { common.warn(input, "--jobs: \(reason); one job") }

  private func tell(_ report: DecodingReport) {
    if report.damagedPacketCount > 0, let first = report.damage.first {
      common.warn(
        input,
        "\(report.damagedPacketCount) of \(report.packetCount) packets were damaged and filled in; the first: \(first)")
      for damaged in report.damage.dropFirst() { common.remark(input, "\(damaged)") }
    }
    if let remark = report.firstRemark {
      common.warn(
        input,
        "\(report.remarkedPacketCount) of \(report.packetCount) packets carry something broken beside their sound; the "
          + "first: \(remark)")
    }
    if report.replacedSampleCount > 0 {
      let count = report.replacedSampleCount
      common.warn(
        input,
        "\(count) \(count == 1 ? "sample was no number and was" : "samples were no numbers and were") replaced by "
          + "silence")
    }
    if let error = report.earlyEnd { common.warn(input, "the end is missing: \(error)") }
    common.remark(input, "\(report.frameCount) frames of \(report.packetCount) packets")
  }
}

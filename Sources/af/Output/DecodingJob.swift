import AudioBase
import AudioConversion
import AudioFiles

/// Decodes a track into a file of linear PCM.
struct DecodingJob {
  var command: ConvertCommand
  var container: ContainerDescriptor
  var samples: SampleFormat
  var options: DecodingOptions
  var codecs: [CodecDescriptor]

  private var input: String { command.inputFile }
  private var output: String { command.outputFile }

  func run(_ reader: any ContainerReader, track: Int) throws(CommandFailure) {
    if reader.fileType == "dump", options.configuration == nil {
      throw CommandFailure(
        displayName(input), "a dump does not say what its packets are",
        advice: "give their AudioSpecificConfig with --asc HEX")
    }
    var decoder: TrackDecoder
    do throws(DecodingError) {
      decoder = try TrackDecoder(of: reader, track: track, codecs: codecs, options: options)
    } catch {
      throw CommandFailure(input, error)
    }
    try checkRequests(decoder.format)
    let layout = decoder.format.layout
    let format = StreamFormat(
      samples, sampleRate: decoder.format.sampleRate, channelsPerFrame: layout.channelCount)
    let sink: any FileSink
    do throws(FileError) {
      sink = try makeSink(path: output, replacement: command.output.replacement)
    } catch {
      throw CommandFailure(output, error)
    }
    do throws(CommandFailure) {
      var settings = WriterSettings(
        format: format, layout: layout.inWaveOrder, expectedByteCount: expectedByteCount(decoder, format))
      settings.metadata = reader.metadata
      var record = ConversionRecord(input: input, output: output, container: container, format: format)
      record.channelLayout = layout.inWaveOrder.description
      record.elapsedSeconds = try transfer(&decoder, to: sink, settings: settings)
      do throws(FileError) { try sink.commit() } catch { throw CommandFailure(output, error) }
      record.add(decoder.report)
      report(decoder.report)
      if command.json { record.write(to: output) }
    } catch {
      sink.discard()
      throw error
    }
  }

  private func expectedByteCount(_ decoder: borrowing TrackDecoder, _ format: StreamFormat) -> Int64? {
    guard let frames = decoder.expectedFrameCount else { return nil }
    let (bytes, overflow) = frames.multipliedReportingOverflow(by: Int64(format.bytesPerFrame))
    return overflow ? nil : bytes
  }

  /// Decodes and writes everything, and returns the seconds that it took.
  private func transfer(
    _ decoder: inout TrackDecoder, to sink: any FileSink, settings: WriterSettings
  ) throws(CommandFailure) -> Double {
    var bar = ProgressBar(
      isEnabled: !command.common.quiet, expectedFrameCount: decoder.expectedFrameCount,
      sampleRate: settings.format.sampleRate)
    defer { bar.clear() }
    guard let create = container.create, sink.canOverwrite || container.canWriteToPipe else {
      throw CommandFailure(output, "unsupported: '\(container.fileType)' cannot be written to a pipe")
    }
    let encoder = SampleEncoder(format: samples, channelOrder: decoder.format.layout.waveOrder)
    var writer: SampleWriter
    do throws(ContainerError) {
      writer = SampleWriter(writer: try create(sink, settings), encoder: encoder)
    } catch {
      throw CommandFailure(output, error)
    }
    while let frames = try nextFrames(of: &decoder) {
      do throws(ContainerError) {
        try writer.write(decoder.block, frames: frames)
      } catch {
        throw CommandFailure(output, error)
      }
      bar.update(frameCount: writer.frameCount)
    }
    do throws(ContainerError) { try writer.finish() } catch { throw CommandFailure(output, error) }
    return bar.elapsed
  }

  private func nextFrames(of decoder: inout TrackDecoder) throws(CommandFailure) -> Range<Int>? {
    do throws(DecodingError) { return try decoder.decodeNext() } catch { throw CommandFailure(input, error) }
  }

  /// Refuses what a later release will convert.
  private func checkRequests(_ format: DecodedFormat) throws(CommandFailure) {
    if let channels = command.channels, channels != format.layout.channelCount {
      throw CommandFailure(
        displayName(input),
        "unsupported: the input has \(format.layout.channelCount) channels, which cannot be mixed yet",
        advice: "leave -c away")
    }
    if let rate = command.dataFormat?.rate, rate != format.sampleRate {
      throw CommandFailure(
        displayName(input),
        "unsupported: the input has \(decimal(format.sampleRate, digits: 0)) Hz, and rates cannot be converted yet",
        advice: "leave the rate away")
    }
  }

  private func report(_ report: DecodingReport) {
    let common = command.common
    if report.damagedPacketCount > 0, let first = report.damage.first {
      common.warn(
        input,
        "\(report.damagedPacketCount) of \(report.packetCount) packets were damaged and filled in; the first: \(first)")
      for damaged in report.damage.dropFirst() { common.remark(input, "\(damaged)") }
    }
    if let remark = report.firstRemark {
      common.warn(
        input,
        "\(report.remarkedPacketCount) of \(report.packetCount) packets carry broken extension data; their sound is "
          + "whole; the first: \(remark)")
    }
    if let error = report.earlyEnd { common.warn(input, "the end is missing: \(error)") }
    common.remark(input, "\(report.frameCount) frames of \(report.packetCount) packets")
  }
}

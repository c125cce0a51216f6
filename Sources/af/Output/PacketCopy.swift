import AudioBase
import AudioCatalog
import AudioFiles

/// Writes the packets of a track into another container, without decoding.
struct PacketCopy {
  var input: FilePath
  var output: FilePath
  var container: ContainerDescriptor
  var replacement: ReplacementPolicy
  /// The configuration that was given from outside, in place of the track's cookie.
  var expectedCookie: [UInt8]?
  /// Entries of the info dictionary beside those of the input.
  var extraInfo: [(InfoKey, String)] = []
  /// The priming and the remainder to state in place of the input's.
  var trimOverride: TrimOverride?
  /// Where the index of the new file goes.
  var structure = FileStructure.indexFirst

  func run(_ reader: any ContainerReader, track: Int) throws(CommandFailure) -> PacketCopyReport {
    let info = reader.tracks[track]
    let formatID = describedFormatID(of: info)
    let holds = container.formatIDs.contains(formatID) || container.formatIDs.contains(info.format.formatID)
    guard holds, let create = container.create else {
      throw refusal("packets of '\(formatID)' cannot be kept in '\(container.fileType)'", formatID)
    }
    let sink: any FileSink
    do throws(FileError) {
      sink = try makeSink(path: output, replacement: replacement)
    } catch {
      throw CommandFailure(output: output, error)
    }
    let report: PacketCopyReport
    do throws(ContainerError) {
      guard sink.canOverwrite || container.canWriteToPipe else {
        throw ContainerError(.unsupported, "this file type cannot be written to a pipe", at: 0)
      }
      var writer = try create(sink, settings(for: info, metadata: reader.metadata))
      var source = reader
      report = try copyPackets(of: &source, track: track, to: &writer)
      if let trimOverride {
        let (frames, overflow) = report.packetCount.multipliedReportingOverflow(by: Int64(info.format.framesPerPacket))
        try writer.setPacketTable(
          trimOverride.table(frameCount: overflow ? 0 : frames, sampleRate: info.format.sampleRate))
      }
      try writer.finish()
    } catch {
      sink.discard()
      throw error.kind == .unsupported ? refusal("\(error.rule)", formatID) : CommandFailure(input, error)
    }
    do throws(FileError) { try sink.commit() } catch { throw CommandFailure(output: output, error) }
    return report
  }

  private func settings(for info: TrackInfo, metadata: Metadata) -> WriterSettings {
    var settings = WriterSettings(copying: info, metadata: metadata, cookie: expectedCookie)
    settings.structure = structure
    for (key, value) in extraInfo { settings.metadata[key] = value }
    return settings
  }

  /// The data format as the codec's configuration tells, which a container may call by a more general name.
  private func describedFormatID(of info: TrackInfo) -> FourCharacterCode {
    guard let codec = Catalog.standard.codec(formatID: info.format.formatID),
      let summary = try? codec.summary(of: CodedStream(of: info, configuration: expectedCookie))
    else { return info.format.formatID }
    return summary.formatID
  }

  /// What cannot be held, with the file types that can hold it.
  private func refusal(_ reason: String, _ formatID: FourCharacterCode) -> CommandFailure {
    let others = Catalog.standard.containers.filter {
      $0.create != nil && $0.fileType != container.fileType && $0.formatIDs.contains(formatID)
    }
    let names = others.map { "'\($0.fileType)'" }.joined(separator: " ")
    return CommandFailure(
      input, "unsupported: \(reason)",
      advice: names.isEmpty ? "'af formats' lists what a file type holds" : "'\(formatID)' goes into \(names)")
  }
}

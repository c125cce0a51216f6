import AudioBase
import AudioCatalog
import AudioFiles

/// Writes the packets of a track of any kind as a dump, each after `FF AA CC DD`.
struct TrackDump {
  var input: FilePath
  var output: FilePath
  var replacement: ReplacementPolicy

  /// Writes what can be read of the track.
  ///
  /// - Parameter end: Told where the track ends early; what it throws ends the work.
  func run(
    _ reader: any ContainerReader, track: Int, end: (DemultiplexingError) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> PacketCopyReport {
    guard let create = Catalog.standard.container(fileType: "dump")?.create else {
      throw CommandFailure(output: output, "dumps cannot be written", advice: "'af formats' lists what can")
    }
    let sink: any FileSink
    do throws(FileError) { sink = try makeSink(path: output, replacement: replacement) } catch {
      throw CommandFailure(output: output, error)
    }
    var result: (report: PacketCopyReport, error: DemultiplexingError?) = (PacketCopyReport(), nil)
    do throws(ContainerError) {
      var writer = try create(sink, WriterSettings(copying: reader.tracks[track], metadata: Metadata()))
      result = try copy(reader, track: track, to: &writer)
      try writer.finish()
    } catch {
      sink.discard()
      throw CommandFailure(output: output, error)
    }
    do throws(CommandFailure) {
      if let error = result.error { try end(error) }
    } catch {
      sink.discard()
      throw error
    }
    do throws(FileError) { try sink.commit() } catch { throw CommandFailure(output: output, error) }
    return result.report
  }

  /// Copies packets until the track ends, and returns what ended it early.
  private func copy(
    _ reader: any ContainerReader, track: Int, to writer: inout any ContainerWriter
  ) throws(ContainerError) -> (report: PacketCopyReport, error: DemultiplexingError?) {
    var report = PacketCopyReport()
    var demultiplexer = Demultiplexer(reader, selection: [track])
    var description = [PacketDescription(startOffset: 0, byteCount: 0)]
    while true {
      let found: DemultiplexedPacket?
      do throws(DemultiplexingError) { found = try demultiplexer.next() } catch { return (report, error) }
      guard let packet = found else { return (report, nil) }
      description[0].byteCount = packet.byteCount
      try writer.write(demultiplexer.packetBytes, descriptions: description.span)
      report.packetCount += Int64(packet.packetCount)
      report.byteCount += Int64(packet.byteCount)
    }
  }
}

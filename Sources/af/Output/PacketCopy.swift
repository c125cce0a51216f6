import AudioBase
import AudioFiles

/// Writes the packets of a track into another container, without decoding.
struct PacketCopy {
  var input: String
  var output: String
  var container: ContainerDescriptor
  var replacement: ReplacementPolicy
  /// The configuration that was given from outside, in place of the track's cookie.
  var expectedCookie: [UInt8]?

  func run(_ reader: any ContainerReader, track: Int) throws(CommandFailure) -> PacketCopyReport {
    let info = reader.tracks[track]
    guard container.formatIDs.contains(info.format.formatID), let create = container.create else {
      throw CommandFailure(
        displayName(input),
        "unsupported: packets of '\(info.format.formatID)' cannot be kept in '\(container.fileType)'",
        advice: "'af formats' lists what a file type holds")
    }
    let layout = info.layout ?? ChannelLayout(unlabelledChannelCount: info.format.channelsPerFrame)
    let settings = WriterSettings(
      format: info.format, layout: layout, cookie: expectedCookie ?? info.cookie, expectedByteCount: info.audioByteCount
    )
    let sink: any FileSink
    do throws(FileError) {
      sink = try makeSink(path: output, replacement: replacement)
    } catch {
      throw CommandFailure(output, error)
    }
    let report: PacketCopyReport
    do throws(ContainerError) {
      guard sink.canOverwrite || container.canWriteToPipe else {
        throw ContainerError(.unsupported, "this file type cannot be written to a pipe", at: 0)
      }
      var writer = try create(sink, settings)
      var source = reader
      report = try copyPackets(of: &source, track: track, to: &writer)
      try writer.finish()
    } catch {
      sink.discard()
      throw CommandFailure(input, error)
    }
    do throws(FileError) { try sink.commit() } catch { throw CommandFailure(output, error) }
    return report
  }
}

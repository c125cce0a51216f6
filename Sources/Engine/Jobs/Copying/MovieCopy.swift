import AudioBase
import AudioFiles

/// Writes the packets of all tracks of a movie into another one, without a look inside them.
struct MovieCopy {
  var job: FileCopy
  var reader: any ContainerReader
  var container: ContainerDescriptor
  var control: JobControl

  /// The tracks that can be copied: those whose sample entry the input tells.
  static func tracks(of reader: any ContainerReader) -> [Int] {
    reader.tracks.indices.filter { !reader.tracks[$0].sampleDescription.isEmpty && reader.tracks[$0].timescale > 0 }
  }

  func run(tracks: [Int]) throws(JobError) {
    guard let create = container.createMovie else {
      throw .output(job.output, .oneTrack(container.fileType))
    }
    let sink = try JobFiles.create(job.output, job.replacement)
    let isWhole: Bool
    do throws(ContainerError) {
      var settings = MovieWriterSettings()
      settings.structure = job.structure
      settings.metadata = job.metadata ?? reader.metadata
      var writer = try create(sink, tracks.map { reader.tracks[$0] }, settings)
      isWhole = try copy(tracks, to: &writer, sink)
    } catch {
      sink.discard()
      throw .input(job.input, .file(.container(error)))
    }
    guard isWhole else {
      sink.discard()
      throw .output(job.output, .cancelled)
    }
    try JobFiles.commit(sink, job.output)
  }

  /// Copies all packets and completes the file, and returns false where the work was cancelled.
  private func copy(
    _ tracks: [Int], to writer: inout any MovieWriter, _ sink: any FileSink
  ) throws(ContainerError) -> Bool {
    var source = reader
    var progress = StageProgress(.copying, .bytes, expected: byteCount(of: tracks), control)
    while try writer.copyNextBatch(from: &source, tracks: tracks) {
      if progress.isCancelled { return false }
      progress.update(sink.byteCount)
    }
    try writer.finish()
    return true
  }

  /// Bytes of all packets, where every track says how many it has.
  private func byteCount(of tracks: [Int]) -> Int64? {
    var sum: Int64 = 0
    for track in tracks {
      guard let count = reader.tracks[track].audioByteCount else { return nil }
      let (next, overflow) = sum.addingReportingOverflow(count)
      guard !overflow else { return nil }
      sum = next
    }
    return sum
  }
}

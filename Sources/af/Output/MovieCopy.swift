import AudioBase
import AudioFiles

/// Writes the packets of all tracks of a movie into another one, without a look inside them.
struct MovieCopy {
  var input: FilePath
  var output: FilePath
  var container: ContainerDescriptor
  var replacement: ReplacementPolicy
  var structure = FileStructure.indexFirst

  /// The tracks that can be copied: those whose sample entry the input tells.
  static func tracks(of reader: any ContainerReader) -> [Int] {
    reader.tracks.indices.filter { !reader.tracks[$0].sampleDescription.isEmpty && reader.tracks[$0].timescale > 0 }
  }

  func run(_ reader: any ContainerReader, tracks: [Int]) throws(CommandFailure) {
    guard let create = container.createMovie else {
      throw CommandFailure(output: output, "unsupported: '\(container.fileType)' holds one track")
    }
    let sink: any FileSink
    do throws(FileError) {
      sink = try makeSink(path: output, replacement: replacement)
    } catch {
      throw CommandFailure(output: output, error)
    }
    do throws(ContainerError) {
      var settings = MovieWriterSettings()
      settings.structure = structure
      settings.metadata = reader.metadata
      var writer = try create(sink, tracks.map { reader.tracks[$0] }, settings)
      var source = reader
      while try writer.copyNextBatch(from: &source, tracks: tracks) {}
      try writer.finish()
    } catch {
      sink.discard()
      throw CommandFailure(input, error)
    }
    do throws(FileError) { try sink.commit() } catch { throw CommandFailure(output: output, error) }
  }
}

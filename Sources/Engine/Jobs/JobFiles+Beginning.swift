import AudioBase
import AudioFiles

extension ContainerDescriptor {
  /// Begins a new file. Metadata of kinds that the writer refuses are left out, so that the sound is kept: markers,
  /// pictures, texts, or all of them. ``MetadataLoss`` then lists the missing ones.
  func begin(_ sink: any FileSink, _ settings: WriterSettings) throws(ContainerError) -> any ContainerWriter {
    guard let create else { throw ContainerError(.unsupported, "this file type is only read", at: 0) }
    do throws(ContainerError) {
      return try create(sink, settings)
    } catch {
      guard error.kind == .unsupported, sink.byteCount == 0 else { throw error }
      let whole = settings.metadata
      var (unplaced, unpictured, untexted) = (whole, whole, whole)
      (unplaced.markers, unplaced.regions) = ([], [])
      unpictured.artwork = []
      untexted.keepValues { _ in false }
      untexted.id3Tag = []
      for metadata in [unplaced, unpictured, untexted, Metadata()] where metadata != whole {
        var settings = settings
        settings.metadata = metadata
        if let writer = try? create(sink, settings) { return writer }
        guard sink.byteCount == 0 else { break }
      }
      throw error
    }
  }
}

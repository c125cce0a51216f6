package import AudioBase
package import AudioCatalog
package import AudioFiles

/// Functions with which jobs open their inputs and outputs.
package enum JobFiles {
  /// Opens an input; `-` is standard input.
  ///
  /// - Parameter rawFormat: The format of headerless samples; `nil` for a file that states it itself.
  package static func open(
    _ path: FilePath, _ catalog: Catalog, rawFormat: StreamFormat? = nil
  ) throws(JobError) -> MediaFile {
    do throws(FileError) {
      if let rawFormat { return try MediaFile(path: path, as: Catalog.headerlessSamples(rawFormat)) }
      return try MediaFile(path: path, containers: catalog.containers)
    } catch {
      throw .input(path, .file(error))
    }
  }

  /// Claims the file that a job changes, so that others wait; `nil` where the name is not that of a regular file.
  package static func claim(_ path: FilePath) throws(JobError) -> FileClaim? {
    do throws(FileError) { return try FileClaim.claim(path) } catch { throw .output(path, .file(error)) }
  }

  /// Begins an output, which is beside its place until it is committed.
  ///
  /// - Parameter claim: The claim to the file that is replaced, where the job holds it.
  static func create(
    _ path: FilePath, _ replacement: ReplacementPolicy, _ claim: FileClaim? = nil
  ) throws(JobError) -> any FileSink {
    do throws(FileError) {
      if let claim { return try FileByteSink(replacing: claim) }
      return try makeSink(path: path, replacement: replacement)
    } catch {
      throw .output(path, .file(error))
    }
  }

  /// Checks that the inputs are unchanged since they were opened, before the result counts; one that has become longer
  /// is reported.
  static func check(_ media: MediaFile, _ notes: inout JobNotes) throws(JobError) {
    guard let path = try check(media) else { return }
    notes.add(.oddInput("\(path) has become longer since it was opened: what came behind is left out"))
  }

  /// Checks that the inputs are unchanged since they were opened, except for bytes after their old end; returns the
  /// name of one that has such bytes.
  @discardableResult
  package static func check(_ media: MediaFile) throws(JobError) -> FilePath? {
    do throws(MediaFile.ChangedFile) {
      return try media.checkFiles()
    } catch {
      throw .input(error.path, .file(error.error))
    }
  }

  /// Moves a complete output to its name.
  static func commit(_ sink: any FileSink, _ path: FilePath) throws(JobError) {
    do throws(FileError) { try sink.commit() } catch { throw .output(path, .file(error)) }
  }

  /// Returns the container of an output: the one chosen, or that of its extension; with the data formats that a file of
  /// this name holds.
  static func container(
    _ chosen: ContainerDescriptor?, for output: FilePath, _ catalog: Catalog
  ) throws(JobError) -> ContainerDescriptor {
    guard let found = chosen ?? output.fileExtension.flatMap(catalog.writableContainer) else {
      throw .output(output, refusal(ofExtension: output.fileExtension, catalog).map { .refused($0) } ?? .noContainer)
    }
    return found.named(extension: output.fileExtension)
  }

  /// Returns why nothing is written under an extension that stands for a format, or `nil` where it stands for none.
  package static func refusal(ofExtension suffix: String?, _ catalog: Catalog) -> String? {
    guard let suffix else { return nil }
    if let container = catalog.containers.first(where: { $0.create == nil && $0.extensions.contains(suffix) }) {
      return "the extension .\(suffix) stands for \(container.name), which is only read here"
    }
    return UnreadFormat.named(extension: suffix).map {
      "the extension .\(suffix) stands for \($0.name), which is not written here"
    }
  }

  /// Returns the index of the wanted track, which must be audio: the requested one, or the first.
  package static func audioTrack(
    _ wanted: Int?, of reader: any ContainerReader, _ input: FilePath
  ) throws(JobError) -> Int {
    let tracks = reader.tracks
    if tracks.isEmpty, let warning = reader.allRemarks.last { throw .input(input, .noReadableTrack(warning)) }
    guard let wanted else {
      guard let first = tracks.firstIndex(where: { $0.mediaKind == .audio }) else {
        throw .input(input, .noAudioTrack(nil))
      }
      return first
    }
    guard tracks.indices.contains(wanted), tracks[wanted].mediaKind == .audio else {
      throw .input(input, .noAudioTrack(wanted))
    }
    return wanted
  }

  /// Returns the data format of a track by the codec's configuration, which a container may call by a more general
  /// name.
  static func describedFormatID(
    of track: TrackInfo, _ configuration: [UInt8]?, _ catalog: Catalog
  ) -> FourCharacterCode {
    guard let codec = catalog.codec(formatID: track.format.formatID),
      let summary = try? codec.summary(of: CodedStream(of: track, configuration: configuration))
    else { return track.format.formatID }
    return summary.formatID
  }

  /// Returns the file types that can be written and hold a data format.
  static func holders(
    of formatID: FourCharacterCode, besides fileType: FourCharacterCode? = nil, _ catalog: Catalog
  ) -> [FourCharacterCode] {
    catalog.containers.filter {
      $0.create != nil && $0.fileType != fileType && $0.formatIDs.contains(formatID)
    }.map(\.fileType)
  }
}

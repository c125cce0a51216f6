package import AudioBase
package import AudioCatalog
package import AudioFiles

/// Functions with which jobs open their inputs and outputs.
package enum JobFiles {
  /// Opens an input; `-` is standard input.
  ///
  /// - Parameter rawFormat: The format of headerless samples; `nil` for a file that states it itself.
  package static func open(
    _ path: Pathname, _ catalog: Catalog, rawFormat: StreamFormat? = nil
  ) throws(AudioError) -> MediaFile {
    if let rawFormat { return try MediaFile(path: path, as: Catalog.headerlessSamples(rawFormat)) }
    return try MediaFile(path: path, containers: catalog.containers)
  }

  /// Claims a file that a job changes, so that others wait; `nil` if the name is not a regular file's.
  package static func claim(_ path: Pathname) throws(AudioError) -> FileClaim? {
    try raising(output: path) { () throws(AudioError) in try FileClaim.claim(path) }
  }

  /// Begins an output, which takes its final place only when it is committed.
  ///
  /// - Parameters:
  ///   - container: The container that is written, where that may be a list of segments.
  ///   - claim: The claim to the file that is replaced, where the job holds it.
  static func create(
    _ path: Pathname, _ replacement: ReplacementPolicy, for container: ContainerDescriptor? = nil,
    _ claim: FileClaim? = nil
  ) throws(AudioError) -> any FileSink {
    try raising(output: path) { () throws(AudioError) in
      if let claim { return try FileByteSink(replacing: claim) }
      return try makeSink(path: path, replacement: replacement, segments: container?.segmentKind)
    }
  }

  /// Checks at the end that the inputs are unchanged since they were opened; a longer one is reported.
  static func check(_ media: MediaFile, _ notes: inout JobNotes) throws(AudioError) {
    guard let path = try media.checkFiles() else { return }
    notes.add(.oddInput("\(path) has become longer since it was opened: what came behind is left out"))
  }

  /// Returns a sentence on the data that a file loses if it is replaced by a copy of the tracks that can be read; `nil`
  /// if only metadata is lost, which is reported elsewhere.
  static func lost(byRewriting media: MediaFile) -> String? {
    let (reader, container) = (media.reader, media.container)
    if let track = reader.unreadTracks.first { return track }
    if reader.tracks.count > 1, !container.holdsSeveralTracks,
      reader.tracks.count(where: { $0.mediaKind == .audio }) > 1
    {
      return "another track of sound is left out"
    }
    // The copy itself tells what has no key; a container without an editor of tags would lose it at each change.
    return container.editTags == nil ? reader.unnamedItems.first.map { "\($0) is left out" } : nil
  }

  /// Moves a complete output to its name.
  static func commit(_ sink: any FileSink, _ path: Pathname) throws(AudioError) {
    try raising(output: path) { () throws(AudioError) in try sink.commit() }
  }

  /// Returns the container of an output: the chosen one, or that of the extension, with the data formats that a file of
  /// this name holds.
  static func container(
    _ chosen: ContainerDescriptor?, for output: Pathname, _ catalog: Catalog
  ) throws(AudioError) -> ContainerDescriptor {
    guard let found = chosen ?? output.fileExtension.flatMap(catalog.writableContainer) else {
      throw .output(output, refusal(ofExtension: output.fileExtension, catalog).map { .refused($0) } ?? .noContainer)
    }
    return found.named(extension: output.fileExtension)
  }

  /// Returns the reason for which nothing is written under a format's extension; `nil` for other extensions.
  package static func refusal(ofExtension suffix: String?, _ catalog: Catalog) -> String? {
    guard let suffix else { return nil }
    if let container = catalog.containers.first(where: { $0.create == nil && $0.extensions.contains(suffix) }) {
      return "the extension .\(suffix) stands for \(container.name), which is only read here"
    }
    return UnreadFormat.named(extension: suffix).map {
      "the extension .\(suffix) stands for \($0.name), which is not written here"
    }
  }

  /// Returns the index of the selected audio track: the requested one, or the first.
  package static func audioTrack(
    _ wanted: Int?, of reader: any ContainerReader, _ input: Pathname
  ) throws(AudioError) -> Int {
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

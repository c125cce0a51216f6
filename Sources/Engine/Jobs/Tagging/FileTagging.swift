import AudioBase
public import AudioCatalog
public import AudioFiles

/// Changes the tags of a file: texts, pictures, chapters. Its packets stay as they are, byte by byte.
///
/// ```swift
/// var tagging = FileTagging(of: "song.m4a")
/// tagging.changes.values[.title] = "Aria"
/// try tagging.run()
/// ```
/// Only the bytes of the tags change: what no key stands for, and all else in the file, stays byte by byte. Where all
/// that differs lies within one block of 4096 bytes it is written over the old bytes at once; otherwise the file is
/// written anew beside its place and renamed when it is whole. So a failure, a `Cancellation` and a signal at any
/// moment leave the old file or the new one. Before that the new file is read, without being written: what the file
/// type has no place for is refused by name.
///
/// Chapters, which some types hold as a track or a table of places, and files whose structure is not whole are written
/// anew by way of their packets; what cannot be kept then is named, one by one.
public struct FileTagging: Sendable {
  /// The file.
  public var path: FilePath
  /// What is changed.
  public var changes = TagChanges()
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard

  /// Creates a job that changes nothing.
  public init(of path: FilePath) { self.path = path }

  /// Opens the file and writes it anew, unless its tags are as wanted already.
  ///
  /// - Throws: ``JobError``; the file is as it was then. ``JobError/Reason/refused(_:)`` names what the file type does
  ///   not hold.
  /// - Returns: Everything that was to be said.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(JobError) -> [JobNote] {
    // Whoever changes the file at the same time has finished before it is read, or begins once this has finished.
    let claim = try JobFiles.claim(path)
    defer { withExtendedLifetime(claim) {} }
    let media = try JobFiles.open(path, catalog)
    guard media.isRegularFile, let claim else {
      throw .input(path, .refused("only a file that can be replaced gets tags"))
    }
    let wanted = changes.applied(to: media.reader.metadata)
    guard wanted != media.reader.metadata else { return [] }
    var notes = JobNotes(control)
    if let edit = try edit(media, wanted) {
      try check(wanted, try held(media, edit), media, &notes)
      for name in edit.lost { notes.add(.tagItemNotKept(name)) }
      try apply(edit, media, claim, control)
    } else {
      try copy(media, claim, wanted, &notes)
    }
    return notes.all
  }

  // MARK: - Changing bytes

  /// The bytes that change, or `nil` where the file has to be written anew by way of its packets.
  private func edit(_ media: MediaFile, _ wanted: Metadata) throws(JobError) -> FileEdit? {
    guard let editTags = media.container.editTags else { return nil }
    let reader = media.reader
    let rate = reader.tracks.first { $0.mediaKind == .audio }?.format.sampleRate ?? 0
    let change = MetadataChange(
      from: reader.metadata, to: wanted, clears: changes.removesAll, sampleRate: rate)
    do throws(ContainerError) {
      guard let edit = try editTags(media.source, change), let open = media.container.open else { return nil }
      let after = try open(EditedByteSource(media.source, edit), ResourceLimits())
      // Nothing but the tags may read otherwise.
      return zip(reader.tracks, after.tracks).allSatisfy(Self.isSame) && reader.tracks.count == after.tracks.count
        ? edit : nil
    } catch {
      if error.kind == .inputOutput { throw .input(path, .file(.container(error))) }
      return nil
    }
  }

  private static func isSame(_ old: TrackInfo, _ new: TrackInfo) -> Bool {
    old.format == new.format && old.cookie == new.cookie && old.packetCount == new.packetCount
      && old.audioByteCount == new.audioByteCount && old.packetTable == new.packetTable
  }

  /// What the file would say.
  private func held(_ media: MediaFile, _ edit: FileEdit) throws(JobError) -> Metadata {
    do throws(ContainerError) {
      guard let open = media.container.open else { return Metadata() }
      return try open(EditedByteSource(media.source, edit), ResourceLimits()).metadata
    } catch {
      throw .output(path, .file(.container(error)))
    }
  }

  private func apply(
    _ edit: FileEdit, _ media: MediaFile, _ claim: FileClaim, _ control: JobControl
  ) throws(JobError) {
    let expected = media.source.byteCount.map { $0 + edit.growth }
    do throws(FileError) {
      let editing = try FileEditing(of: claim, media.source, edit)
      var stage = StageProgress(.copying, .bytes, expected: expected, control)
      let outcome = try editing.run { place in
        stage.update(place)
        return !stage.isCancelled
      }
      guard outcome == nil else { return }
    } catch {
      throw .output(path, .file(error))
    }
    throw .output(path, .cancelled)
  }

  /// Names of what the file holds and no key stands for.
  private func unnamed(_ media: MediaFile) -> [String] {
    let metadata = media.reader.metadata
    let rate = media.reader.tracks.first { $0.mediaKind == .audio }?.format.sampleRate ?? 0
    let change = MetadataChange(from: metadata, to: metadata, clears: true, sampleRate: rate)
    return (try? media.container.editTags?(media.source, change))??.cleared ?? []
  }

  // MARK: - Copying packets

  /// Writes the file anew by way of its packets.
  private func copy(
    _ media: MediaFile, _ claim: FileClaim, _ wanted: Metadata, _ notes: inout JobNotes
  ) throws(JobError) {
    var copy = FileCopy(from: path, to: path)
    copy.claim = claim
    copy.container = media.container
    copy.replacement = .replace
    copy.metadata = wanted
    copy.catalog = catalog
    copy.track = Self.onlySound(of: media.reader)
    do throws(ContainerError) {
      copy.userChunks = try media.foreignChunks()
    } catch {
      throw .input(path, .file(.container(error)))
    }
    let track = copy.track ?? (media.reader.tracks.count == 1 ? 0 : nil)
    if let track {
      let held = try preview(copy, media, track)
      try check(wanted, held, media, &notes)
    }
    let before = changes.removesAll ? [] : unnamed(media)
    let report = try copy.run(of: media, Self.withoutNotes(notes.control))
    if !before.isEmpty, let after = try? JobFiles.open(path, catalog) {
      var left = unnamed(after)
      for name in before {
        if let index = left.firstIndex(of: name) { left.remove(at: index) } else { notes.add(.tagItemNotKept(name)) }
      }
    }
    for note in report.notes {
      switch note {
      // Told by its keys already.
      case .metadataNotHeld where track != nil: break
      // The track of the chapters, which is written anew.
      case .tracksLeftOut where copy.track != nil: break
      default: notes.add(note)
      }
    }
  }

  /// The track of sound of a file that has only its chapters besides, which are written from the metadata; `nil` for a
  /// file of one track, or of others.
  private static func onlySound(of reader: any ContainerReader) -> Int? {
    let sound = reader.tracks.indices.filter { reader.tracks[$0].mediaKind == .audio }
    let others = reader.tracks.filter { $0.mediaKind != .audio }
    guard sound.count == 1, !others.isEmpty, !reader.metadata.markers.isEmpty,
      others.allSatisfy({ $0.mediaKind == .other && $0.format.formatID == "text" })
    else { return nil }
    return sound[0]
  }

  /// For the copy, whose notes are looked through first.
  private static func withoutNotes(_ control: JobControl) -> JobControl {
    JobControl(cancellation: control.cancellation, progress: control.progress)
  }

  /// The metadata that a file would hold, by one of the first packets that is made in memory.
  private func preview(_ copy: FileCopy, _ media: MediaFile, _ track: Int) throws(JobError) -> Metadata {
    guard let create = media.container.create, let open = media.container.open else {
      throw .output(path, .refused("files of type '\(media.container.fileType)' are only read"))
    }
    let work = PacketCopy(
      job: copy, media: media, tracks: [track], container: media.container, control: JobControl())
    var settings = try work.settings()
    (settings.packetTable, settings.expectedByteCount, settings.expectedPacketCount) = (nil, nil, nil)
    do throws(ContainerError) {
      let sink = MemoryByteSink()
      var source = media.reader
      var writer = try create(sink, settings)
      var copying = try PacketCopying(of: &source, track: track)
      _ = try copying.copyNext(of: &source, to: &writer)
      try writer.finish()
      return try open(MemoryByteSource(sink.bytes), ResourceLimits()).metadata
    } catch {
      throw .output(path, .file(.container(error)))
    }
  }

  /// Refuses what was asked for and is not held, and tells what was there and would be lost.
  private func check(
    _ wanted: Metadata, _ held: Metadata, _ media: MediaFile, _ notes: inout JobNotes
  ) throws(JobError) {
    let kept = Dictionary(held.info.map { ($0.key.rawValue.lowercased(), $0.value) }) { first, _ in first }
    func isHeld(_ key: InfoKey) -> Bool { kept[key.rawValue.lowercased()] == wanted[key] }
    let lost = wanted.info.keys.filter { !isHeld($0) && !TagChanges.technicalKeys.contains($0) }
    var refused = lost.filter { changes.values[$0] != nil }.sorted().map { "'\($0.rawValue)'" }
    if changes.values[SoundCheck.key] != nil, !isHeld(SoundCheck.key) {
      refused.append("'\(SoundCheck.key.rawValue)'")
    }
    if changes.artwork != nil, held.artwork.map(\.bytes) != wanted.artwork.map(\.bytes) { refused.append("pictures") }
    if changes.markers != nil, held.markers.count != wanted.markers.count { refused.append("chapters") }
    guard refused.isEmpty else {
      let names = refused.joined(separator: ", ")
      throw .output(path, .refused("'\(media.container.fileType)' files have no place for \(names) as given"))
    }
    for key in lost.sorted() { notes.add(.tagNotKept(key)) }
  }
}

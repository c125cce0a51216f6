import AudioBase
public import AudioCatalog
public import AudioFiles

/// Changes the tags of a file: texts, pictures, chapters. Its packets stay unchanged, byte by byte.
///
/// ```swift
/// var tagging = FileTagging(of: "song.m4a")
/// tagging.changes.values[.title] = "Aria"
/// try tagging.run()
/// ```
/// Only the bytes of the tags change: entries without a key, and everything else in the file, stay unchanged. If all
/// differences lie within one block of 4096 bytes it is overwritten at once; otherwise the file is rewritten beside its
/// place and renamed when it is complete. So a failure, a `Cancellation` and a signal at any moment leave the old file
/// or the new one. Before that the new file is read, without being written: metadata that the file type cannot hold are
/// refused by name.
///
/// Chapters, which some types hold as a track or a table of places, and files whose structure is not whole are
/// rewritten packet by packet; anything that cannot be kept then is named, one by one. A file with pictures that
/// move, or other tracks that its writer here has no place for, is left unchanged.
public struct FileTagging: Sendable {
  /// The file.
  public var path: Pathname
  /// The changes.
  public var changes = TagChanges()
  /// True to leave the file unchanged: everything is done except writing.
  public var isDryRun = false
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard
  /// The state of the file on which the changes are based; if the file has changed since, it stays unchanged.
  package var stamp: FileStamp?

  /// Creates a job without changes.
  public init(of path: Pathname) { self.path = path }

  /// Opens the file and rewrites its tags, unless they already have the requested values.
  ///
  /// - Throws: `AudioError`; the file is then unchanged. `AudioError` names the metadata that the
  ///   file type does not hold.
  /// - Returns: All notes.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> [JobNote] {
    // A program that changes the file at the same time has finished before it is read, or begins once this has
    // finished.
    let claim = try JobFiles.claim(path)
    defer { withExtendedLifetime(claim) {} }
    let media = try JobFiles.open(path, catalog)
    guard media.isRegularFile, let claim else {
      throw .input(path, .refused("only a file that can be replaced gets tags"))
    }
    if let stamp, stamp != claim.stamp { throw .input(path, .changed) }
    let wanted = changes.applied(to: media.reader.metadata)
    guard wanted != media.reader.metadata else { return [] }
    var notes = JobNotes(control)
    let before = FileAttributes(of: path)
    if let edit = try edit(media, wanted) {
      try check(wanted, try held(media, edit), media, &notes)
      for name in edit.lost { notes.add(.tagItemNotKept(name)) }
      if !isDryRun { try apply(edit, media, claim, control) }
    } else {
      try copy(media, claim, wanted, &notes)
    }
    noteAttributes(before, &notes)
    return notes.all
  }

  /// Adds notes on the losses of a rewritten file apart from its bytes: extended attributes that this user may not set,
  /// and further names, which stay with the old file.
  private func noteAttributes(_ before: FileAttributes?, _ notes: inout JobNotes) {
    guard let before, let after = FileAttributes(of: path), after.number != before.number else { return }
    let lost = before.extended.filter { !after.extended.contains($0) }.map { "'\($0)'" }
    if !lost.isEmpty { notes.add(.tagItemNotKept("the extended attributes \(lost.joined(separator: ", "))")) }
    let names = before.linkCount - 1
    if names > 0 {
      notes.add(
        .tagItemNotKept("\(names) other name\(names == 1 ? "" : "s") of the file, which still show the old one,"))
    }
  }

  // MARK: - Changing bytes

  /// Returns the bytes that change, or `nil` if the file has to be rewritten packet by packet.
  private func edit(_ media: MediaFile, _ wanted: Metadata) throws(AudioError) -> FileEdit? {
    guard let editTags = media.container.editTags else { return nil }
    let reader = media.reader
    let rate = reader.tracks.first { $0.mediaKind == .audio }?.format.sampleRate ?? 0
    let change = MetadataChange(
      from: reader.metadata, to: wanted, clears: changes.removesAll, sampleRate: rate)
    do throws(ContainerError) {
      guard let edit = try editTags(media.source, change), let open = media.container.open else { return nil }
      let after = try open(EditedByteSource(media.source, edit), ResourceLimits())
      // Nothing except the tags may read otherwise.
      return zip(reader.tracks, after.tracks).allSatisfy(Self.isSame) && reader.tracks.count == after.tracks.count
        ? edit : nil
    } catch {
      // A file that is written again would lose the part beyond a limit.
      if error.kind == .inputOutput || error.kind == .limitExceeded { throw .input(path, .container(error)) }
      return nil
    }
  }

  private static func isSame(_ old: TrackInfo, _ new: TrackInfo) -> Bool {
    old.format == new.format && old.cookie == new.cookie && old.packetCount == new.packetCount
      && old.audioByteCount == new.audioByteCount && old.packetTable == new.packetTable
  }

  /// Returns the metadata that the file would have.
  private func held(_ media: MediaFile, _ edit: FileEdit) throws(AudioError) -> Metadata {
    do throws(ContainerError) {
      guard let open = media.container.open else { return Metadata() }
      return try open(EditedByteSource(media.source, edit), ResourceLimits()).metadata
    } catch {
      throw .output(path, .container(error))
    }
  }

  private func apply(
    _ edit: FileEdit, _ media: MediaFile, _ claim: FileClaim, _ control: JobControl
  ) throws(AudioError) {
    let expected = media.source.byteCount.map { $0 + edit.growth }
    do throws(AudioError) {
      let editing = try FileEditing(of: claim, media.source, edit)
      var stage = StageProgress(.copying, .bytes, expected: expected, control)
      let outcome = try editing.run { place in
        stage.update(place)
        return !stage.isCancelled
      }
      guard outcome == nil else { return }
    } catch {
      throw .output(path, error)
    }
    throw .output(path, .cancelled)
  }

  // MARK: - Copying packets

  /// Rewrites the file packet by packet.
  private func copy(
    _ media: MediaFile, _ claim: FileClaim, _ wanted: Metadata, _ notes: inout JobNotes
  ) throws(AudioError) {
    if let lost = JobFiles.lost(byRewriting: media) {
      throw .output(path, .refused("its tags cannot be changed, for the file would be written anew: \(lost)"))
    }
    var copy = FileCopy(from: path, to: path)
    copy.claim = claim
    copy.container = media.container
    copy.replacement = .replace
    copy.metadata = wanted
    copy.catalog = catalog
    copy.track = Self.onlySound(of: media.reader)
    copy.structure = Self.structure(of: media.reader)
    let track = copy.track ?? (media.reader.tracks.count == 1 ? 0 : nil)
    if let track {
      let held = try preview(copy, media, track)
      try check(wanted, held, media, &notes)
    }
    if isDryRun { return }
    let report = try copy.run(of: media, Self.withoutNotes(notes.control))
    for note in report.notes {
      switch note {
      // Reported by its keys already.
      case .metadataNotHeld where track != nil: break
      // All of them were to go.
      case .tagItemNotKept where changes.removesAll: break
      default: notes.add(note)
      }
    }
  }

  /// Returns the structure of the new file: fragments of the same average length if the old file has fragments.
  private static func structure(of reader: any ContainerReader) -> FileStructure {
    let count = reader.chunks.count { $0.identifier == "moof" }
    let duration = reader.tracks.first { $0.mediaKind == .audio }?.duration ?? 0
    return count > 0 ? .fragmented(seconds: max(0.1, duration / Double(count))) : .indexFirst
  }

  /// Returns the audio track of a file whose only other track holds its chapters, which are written from the metadata;
  /// otherwise `nil`.
  private static func onlySound(of reader: any ContainerReader) -> Int? {
    let sound = reader.tracks.indices.filter { reader.tracks[$0].mediaKind == .audio }
    let others = reader.tracks.filter { $0.mediaKind != .audio }
    guard sound.count == 1, !others.isEmpty, !reader.metadata.markers.isEmpty,
      others.allSatisfy({ $0.mediaKind == .other && $0.format.formatID == "text" })
    else { return nil }
    return sound[0]
  }

  /// Returns a control for the copy, whose notes are filtered first.
  private static func withoutNotes(_ control: JobControl) -> JobControl {
    JobControl(cancellation: control.cancellation, progress: control.progress)
  }

  /// Returns the metadata that a file would hold, by writing the first packets to a file in memory.
  private func preview(_ copy: FileCopy, _ media: MediaFile, _ track: Int) throws(AudioError) -> Metadata {
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
      throw .output(path, .container(error))
    }
  }

  /// Throws for requests that are not held, and adds notes on metadata that would be lost.
  private func check(
    _ wanted: Metadata, _ held: Metadata, _ media: MediaFile, _ notes: inout JobNotes
  ) throws(AudioError) {
    let known = Dictionary(held.info.keys.map { ($0.rawValue.lowercased(), $0) }) { first, _ in first }
    func isHeld(_ key: InfoKey) -> Bool {
      known[key.rawValue.lowercased()].map(held.values(of:)) == wanted.values(of: key)
    }
    var lost = wanted.info.keys.filter { !isHeld($0) && !TagChanges.technicalKeys.contains($0) }
    // Several values that become one text are kept, if not one by one.
    let joined = lost.filter { key in
      wanted.values(of: key).count > 1 && known[key.rawValue.lowercased()].flatMap { held[$0] } == wanted[key]
    }
    lost.removeAll(where: joined.contains)
    var refused = lost.filter { changes.values[$0] != nil }.sorted().map { "'\($0.rawValue)'" }
    if changes.values[SoundCheck.key] != nil, !isHeld(SoundCheck.key) {
      refused.append("'\(SoundCheck.key.rawValue)'")
    }
    if changes.artwork != nil, held.artwork.map(\.bytes) != wanted.artwork.map(\.bytes) { refused.append("pictures") }
    if changes.markers != nil, held.markers.count != wanted.markers.count { refused.append("chapters") }
    if changes.regions != nil, held.regions.count != wanted.regions.count { refused.append("regions") }
    guard refused.isEmpty else {
      let names = refused.joined(separator: ", ")
      throw .output(path, .refused("'\(media.container.fileType)' files have no place for \(names) as given"))
    }
    for key in lost.sorted() { notes.add(.tagNotKept(key)) }
    if !joined.isEmpty {
      var loss = MetadataLoss()
      loss.joinedKeys = joined.sorted()
      notes.add(.metadataNotHeld(loss))
    }
  }
}

import AudioBase
public import AudioCatalog
public import AudioFiles

/// Names files by their tags: `{track} {title}`. No file is replaced, and extensions stay.
///
/// ```swift
/// var renaming = try FileRenaming(of: ["a.flac", "b.flac"], as: "{track} {title}")
/// for outcome in renaming.run() { print(outcome.file, outcome.name) }
/// ```
/// The fields are `{title}`, `{artist}`, `{album}`, `{albumartist}`, `{composer}`, `{genre}`, `{year}`, `{track}` and
/// `{disc}`, numbers of tracks with two digits or more, and `{stem}`, the name so far. Characters that some system's
/// names cannot have become underscores.
public struct FileRenaming: Sendable {
  /// A file after the job.
  public struct Outcome: Sendable {
    /// The file, under the name that was given.
    public let file: Pathname
    /// The new name from the tags; `nil` if a tag for a field is missing.
    public let name: Pathname?
    /// The reason for which the file keeps its old name; `nil` if it has the new one.
    public internal(set) var failure: AudioError?
  }

  private enum Field: String, CaseIterable {
    case title, artist, album, albumartist, composer, genre, year, track, disc, stem
  }

  /// The folder for the new names; `nil` for the folder of each file.
  public var folder: Pathname?
  /// True to find the names without moving files.
  public var isDryRun = false
  /// The containers to work with.
  public var catalog = Catalog.standard
  private let files: [Pathname]
  private let template: NameTemplate<Field>

  /// Creates a job, which makes the folders in the template.
  ///
  /// - Throws: `AudioError` of the kind `option` if the template has an unknown field, or a brace alone.
  public init(of files: [Pathname], as template: Pathname) throws(AudioError) {
    (self.files, self.template) = (files, try NameTemplate(template))
  }

  /// Renames the files, in an order that avoids conflicts between them.
  ///
  /// - Returns: The outcome of each, in the order of the files.
  public func run() -> [Outcome] {
    var outcomes = files.map(plan)
    refuseSharedNames(&outcomes)
    var left = outcomes.indices.filter { outcomes[$0].failure == nil && outcomes[$0].name != outcomes[$0].file.tidied }
    // A name that another of the files has becomes free when that one is moved.
    while !left.isEmpty {
      let held = Set(left.map { outcomes[$0].file.tidied })
      let free = left.filter { index in outcomes[index].name.map { !held.contains($0) } ?? false }
      for index in free.isEmpty ? left : free { move(&outcomes[index]) }
      left = free.isEmpty ? [] : left.filter { !free.contains($0) }
    }
    return outcomes
  }

  /// Finds the name of a file by its tags.
  private func plan(_ file: Pathname) -> Outcome {
    do throws(AudioError) {
      let metadata = try JobFiles.open(file, catalog).reader.metadata
      let stem = Pathname(bytes: Array(file.lastComponent)).deletingExtension.bytes
      var name = try template.filled { (field) throws(AudioError) in
        if field == .stem { return stem }
        guard let text = Self.value(of: field, metadata), !text.isEmpty else {
          throw .input(file, .refused("it has no \(field.rawValue) to be named by"))
        }
        return Array(SafeName.of(text).utf8)
      }
      guard let end = name.last, end != UInt8(ascii: "/") else {
        throw .input(file, .refused("the template leaves it without a name"))
      }
      name += Array(file.lastComponent.dropFirst(stem.count))
      let folder = folder.map { $0.bytes + [UInt8(ascii: "/")] } ?? Array(file.directory)
      return Outcome(file: file, name: Pathname(bytes: folder + name).tidied)
    } catch {
      return Outcome(file: file, name: nil, failure: error)
    }
  }

  private static func value(of field: Field, _ metadata: Metadata) -> String? {
    switch field {
    case .title: metadata[.title]
    case .artist: metadata[.artist]
    case .album: metadata[.album]
    case .albumartist: metadata[.albumArtist] ?? metadata[.artist]
    case .composer: metadata[.composer]
    case .genre: metadata[.genre]
    case .year: (metadata[.year] ?? metadata[.recordedDate]).flatMap(year(of:))
    case .track: metadata[.trackNumber].map { number(in: $0, digits: 2) }
    case .disc: metadata[.discNumber].map { number(in: $0, digits: 1) }
    case .stem: nil
    }
  }

  /// Returns the first four digits in a row of a date: `2001` of `May 2001`.
  private static func year(of date: String) -> String? {
    date.split { !("0"..."9").contains($0) }.first { $0.count >= 4 }.map { String($0.prefix(4)) }
  }

  /// Returns the number before the slash of `3/12`, with zeros in front.
  private static func number(in text: String, digits: Int) -> String {
    let number = String(text.prefix { $0 != "/" }).filter { !$0.isWhitespace }
    // Bound: two digits.
    return String(repeating: "0", count: max(0, digits - number.count)) + number
  }

  /// Rejects all files that would get the same name.
  private func refuseSharedNames(_ outcomes: inout [Outcome]) {
    let places = Dictionary(grouping: outcomes.indices.filter { outcomes[$0].name != nil }) { outcomes[$0].name }
    for (name, indices) in places where indices.count > 1 {
      for index in indices {
        outcomes[index].failure = .input(
          outcomes[index].file, .refused("\(indices.count) files would have the name \(name?.description ?? "")"))
      }
    }
  }

  private func move(_ outcome: inout Outcome) {
    guard let name = outcome.name else { return }
    do throws(AudioError) {
      if FolderListing.exists(name) { throw .output(name, .refused("another file has that name")) }
      guard !isDryRun else { return }
      let folder = Pathname(bytes: Array(name.directory))
      guard folder.bytes.isEmpty || FolderListing.make(folder) else {
        throw .output(name, .refused("the folder \(folder) cannot be made"))
      }
      do throws(AudioError) { try FileNames.rename(outcome.file, notReplacing: name) } catch {
        throw .output(name, error)
      }
    } catch {
      outcome.failure = error
    }
  }
}

/// Text made safe for file names.
package enum SafeName {
  /// The largest number of bytes of one text: a name of two texts and an extension fits the 255 of Linux's file
  /// systems.
  private static let longest = 120

  /// Returns the text with underscores for characters that some system's names cannot have, shortened to 120 bytes.
  package static func of(_ text: String) -> String {
    var (safe, byteCount) = ("", 0)
    for character in text {
      byteCount += character.utf8.count
      guard byteCount <= longest else { break }
      for scalar in character.unicodeScalars {
        let isRefused = scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
        safe.unicodeScalars.append(isRefused ? "_" : scalar)
      }
    }
    return safe.hasPrefix(".") ? "_" + safe.dropFirst() : safe
  }
}

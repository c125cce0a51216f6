import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// `af tag`: prints or changes the tags of files.
struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: "Shows and changes the tags of files.",
    discussion: """
      Without options that change something the tags are printed. Packets stay as they are: tags are changed in place \
      if that is safe, otherwise the file is copied and the copy replaces it. Tags that a file type cannot hold are \
      refused by name, and the file stays unchanged. Keys are those that are printed, such as title, artist, album, \
      "track number"; track, disc, date and comment are understood, too. Chapters are a text file with lines like \
      0:01:30.5 Title.

      Examples:
        af tag song.m4a
        af tag song.m4a title=Aria track=1/32 --cover front.png
        af tag album --set genre=Baroque --dry-run
        af tag song.flac --copy-from song.m4a
      """)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Set a tag; given again for the same key, add a value; an empty value removes it.", valueName: "key=value"))
  var set: [TagArgument] = []

  @Option(name: .long, help: ArgumentHelp("Remove a tag.", valueName: "key"))
  var remove: [String] = []

  @Flag(name: .long, help: "Remove all tags, pictures and chapters before anything is set.")
  var clear = false

  @Option(
    name: .long,
    help: ArgumentHelp("Set the cover to a picture; the word none removes all pictures.", valueName: "file"))
  var cover: Pathname?

  @Option(name: .long, help: ArgumentHelp("Write the first picture to a file.", valueName: "file"))
  var saveCover: Pathname?

  @Option(name: .long, help: ArgumentHelp("Copy texts, pictures and chapters from a file.", valueName: "file"))
  var copyFrom: Pathname?

  @Option(
    name: .long,
    help: ArgumentHelp("Set the chapters to those of a text file; the word none removes them.", valueName: "file"))
  var chapters: Pathname?

  @Flag(name: .long, help: "With --save-cover: replace the picture if it exists.")
  var force = false

  @Flag(name: .customLong("dry-run"), help: "Print what would change, or why it cannot, and change nothing.")
  var isDryRun = false

  @Flag(name: .long, help: "Print one JSON object a file.")
  var json = false

  @OptionGroup var folders: FolderOptions

  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "Files, folders and patterns; key=value is --set, unless a file has that name.", valueName: "files"))
  var arguments: [Pathname]

  /// The tags that stand among the files: `title=Aria`.
  private var bareTags: [TagArgument] { arguments.compactMap(Self.bareTag) }

  /// Returns the tag that an argument sets, or `nil` for one that names files.
  private static func bareTag(_ argument: Pathname) -> TagArgument? {
    guard !argument.bytes.prefix(while: { $0 != UInt8(ascii: "=") }).contains(UInt8(ascii: "/")),
      !FolderListing.exists(argument)
    else { return nil }
    return TagArgument(argument)
  }

  func validate() throws {
    if isDryRun, json { throw ValidationError("--dry-run and --json exclude each other.") }
  }

  func run() throws {
    let files = FolderOptions.files(arguments.filter { Self.bareTag($0) == nil }, common)
    if files.isEmpty { throw ValidationError("'tag' takes files, and there are none among the tags.") }
    if saveCover != nil, files.count != 1 { throw ValidationError("--save-cover takes one file.") }
    let isOne = files.count == 1
    let measured = MeasuredFiles(common: common, json: json, progress: progress.progress)
    var changes = TagChanges()
    try reportingFailure { () throws(CommandFailure) in
      changes.removesAll = clear
      changes.removedKeys = Set(remove.map(TagArgument.key))
      for (key, arguments) in Dictionary(grouping: set + bareTags, by: \.key) {
        let values = arguments.map(\.value).filter { !$0.isEmpty }
        if values.isEmpty { changes.removedKeys.insert(key) } else { changes.setValues(values, of: key) }
      }
      if let cover {
        let bytes = cover == "none" ? [] : try wholeFile(cover, atMost: 1 << 24)
        let picture = Artwork(bytes: bytes)
        if cover != "none", picture.mediaType == "application/octet-stream" {
          throw CommandFailure(cover, "is no JPEG, PNG, GIF, BMP or WebP picture")
        }
        changes.artwork = bytes.isEmpty ? [] : [picture]
      }
      if chapters == "none" { changes.markers = [] }
    }
    try measured.forEach(files) { file throws(AudioError) in
      var own = changes
      do throws(CommandFailure) {
        try add(to: &own, for: file)
        if own.isEmpty {
          if isDryRun { throw CommandFailure(file, "--dry-run changes nothing, and neither do the other options") }
          try show(file, isOne: isOne)
          return true
        }
        if isDryRun { try preview(own, of: file) }
      } catch {
        _ = error.report()
        return false
      }
      var job = FileTagging(of: file)
      (job.changes, job.isDryRun) = (own, isDryRun)
      let notes = try measured.measure(file) { control throws(AudioError) in try job.run(control) }
      for note in notes { common.warn(file, note.description) }
      if json { do { try show(file, isOne: isOne) } catch { return false } }
      return true
    }
  }

  /// Adds changes that depend on the file: tags copied from another file, and chapters, whose times are counted in its
  /// frames.
  private func add(to changes: inout TagChanges, for file: Pathname) throws(CommandFailure) {
    let list = chapters.flatMap { $0 == "none" ? nil : $0 }
    guard copyFrom != nil || list != nil else { return }
    let rate = try Self.markerRate(of: file)
    if let copyFrom {
      let other = try openMedia(copyFrom, Catalog.standard).reader
      let set = changes
      changes.copy(other.metadata, map: TimeMap(scale: rate / max(1, try Self.markerRate(of: copyFrom))))
      // Values given directly take precedence.
      for key in set.values.keys { changes.setValues(set.values(of: key), of: key) }
      for key in set.removedKeys { changes.values[key] = nil }
      changes.artwork = set.artwork ?? changes.artwork
      changes.markers = set.markers ?? changes.markers
    }
    if let list {
      changes.markers = try ChapterList.read(wholeFile(list, atMost: 1 << 20), of: list).enumerated().map {
        index, line in
        Marker(name: line.title, framePosition: (line.seconds * rate).rounded(), identifier: index + 1)
      }
    }
  }

  /// Returns the rate in which the markers of a file are counted, in Hz.
  private static func markerRate(of file: Pathname) throws(CommandFailure) -> Double {
    let tracks = try openMedia(file, Catalog.standard).reader.tracks
    return tracks.first { $0.mediaKind == .audio }?.format.sampleRate ?? 0
  }

  /// Prints the tags, and writes the cover where that was requested.
  private func show(_ file: Pathname, isOne: Bool) throws(CommandFailure) {
    let reader = try openMedia(file, Catalog.standard).reader
    let metadata = reader.metadata
    let rate = reader.tracks.first { $0.mediaKind == .audio }?.format.sampleRate ?? 0
    if let saveCover {
      guard let picture = metadata.artwork.first else { throw CommandFailure(file, "there is no picture") }
      try Self.write(picture.bytes, to: saveCover, force ? .replace : .refuse)
    }
    if json { return StandardStream.output.write(jsonLine(TagRecord(file, metadata, rate: rate))) }
    var text = !isOne ? "\(displayName(file)):".printable + "\n" : ""
    for key in metadata.info.keys.sorted() {
      for value in metadata.values(of: key) { text += "\(key.rawValue)=\(value)".printable + "\n" }
    }
    for picture in metadata.artwork { text += "picture: \(picture.mediaType), \(picture.bytes.count) bytes\n" }
    for marker in metadata.markers where rate > 0 {
      text += "chapter: \(ChapterList.time(marker.framePosition / rate)) \(marker.name)".printable + "\n"
    }
    StandardStream.output.write(text)
  }

  /// Prints the tags that would change.
  private func preview(_ changes: TagChanges, of file: Pathname) throws(CommandFailure) {
    let old = try openMedia(file, Catalog.standard).reader.metadata
    let new = changes.applied(to: old)
    func values(_ metadata: Metadata, _ key: InfoKey) -> String {
      let values = metadata.values(of: key)
      return values.isEmpty ? "(none)" : values.joined(separator: " | ")
    }
    var lines: [String] = []
    for key in Set(old.info.keys).union(new.info.keys).sorted() where old.values(of: key) != new.values(of: key) {
      lines.append("\(key.rawValue): \(values(old, key)) -> \(values(new, key))")
    }
    for (name, before, after) in [
      ("pictures", old.artwork.count, new.artwork.count), ("chapters", old.markers.count, new.markers.count),
    ] where before != after || (name == "pictures" ? old.artwork != new.artwork : old.markers != new.markers) {
      lines.append("\(name): \(before) -> \(after)")
    }
    if lines.isEmpty { lines = ["as it is"] }
    for line in lines { StandardStream.output.write("\(displayName(file)): \(line)".printable + "\n") }
  }

  private static func write(
    _ bytes: [UInt8], to path: Pathname, _ replacement: ReplacementPolicy
  ) throws(CommandFailure) {
    do throws(AudioError) {
      let sink = try makeSink(path: path, replacement: replacement)
      try raising { () throws(ContainerError) in try sink.append(bytes.span) }
      try sink.commit()
    } catch {
      throw CommandFailure(output: path, error)
    }
  }
}

/// The record that `af tag --json` prints for one file.
struct TagRecord: Encodable {
  struct Chapter: Encodable {
    var title: String
    var seconds: Double
  }

  var file: String
  var tags: [String: String]
  /// The values of tags that have several.
  var values: [String: [String]]?
  var pictures: [InfoRecord.Picture]
  var chapters: [Chapter]
  var warnings: [String] = []

  init(_ file: Pathname, _ metadata: Metadata, rate: Double) {
    self.file = file.description
    tags = Dictionary(uniqueKeysWithValues: metadata.info.map { ($0.key.rawValue, $0.value) })
    values = metadata.severalValues
    pictures = metadata.artwork.map { InfoRecord.Picture(mediaType: $0.mediaType, byteCount: $0.bytes.count) }
    chapters = metadata.markers.map { Chapter(title: $0.name, seconds: rate > 0 ? $0.framePosition / rate : 0) }
  }
}

/// A tag and its value: `title=Aria`; an empty value removes the tag.
struct TagArgument: ExpressibleByArgument {
  var key: InfoKey
  var value: String

  init?(argument: String) { self.init(Pathname(argument: argument)) }

  /// Takes the bytes of an argument; `nil` if they are no UTF-8, or no key and value.
  init?(_ argument: Pathname) {
    guard let text = argument.text, let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
    key = Self.key(String(text[..<sign]))
    value = String(text[text.index(after: sign)...])
    // A date without more than its year is a year to most files.
    if key == .recordedDate, value.utf8.count == 4 { key = .year }
  }

  /// Returns the key that a name stands for.
  static func key(_ name: String) -> InfoKey {
    let others: [String: InfoKey] = [
      "track": .trackNumber, "disc": .discNumber, "date": .recordedDate, "comment": .comments,
      "albumartist": .albumArtist, "album-artist": .albumArtist, "isrc": .isrc, "bpm": .tempo,
    ]
    return others[name.lowercased()] ?? InfoKey(name)
  }
}

/// Chapters as text: a time and a title a line.
enum ChapterList {
  /// Returns the chapters of a text; empty lines and those that begin with # are left out.
  static func read(_ bytes: [UInt8], of file: Pathname) throws(CommandFailure) -> [(seconds: Double, title: String)] {
    var chapters: [(seconds: Double, title: String)] = []
    let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard let first = parts.first, let time = TimeArgument(argument: String(first)),
        case .seconds(let seconds) = time.amount
      else { throw CommandFailure(file, "line \(index + 1) does not begin with a time such as 0:01:30.5") }
      chapters.append((seconds, parts.count > 1 ? String(parts[1]) : ""))
    }
    return chapters
  }

  /// Returns the seconds as hours, minutes, seconds and thousandths.
  static func time(_ seconds: Double) -> String {
    let all = Int64(min(max(seconds, 0) * 1000, 1e15).rounded())
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let thousandths = String(1000 + all % 1000).dropFirst()
    return "\(all / 3_600_000):\(two(all / 60_000 % 60)):\(two(all / 1000 % 60)).\(thousandths)"
  }
}

import AudioCatalog
package import AudioFiles

/// A source of files for a batch.
package enum BatchSource: Sendable {
  /// A file; a folder, for all audio files in it; or a pattern with `*`, `?`, `[…]`, and `**` for any number of
  /// folders.
  case path(Pathname)
  /// A list of files.
  case manifest(BatchManifest)
}

/// A file from a source, before its output is known.
struct SourcedItem {
  var item: BatchItem
  /// The folders between the one that was walked and the file.
  var tree: Pathname = ""
  /// The manifest and the line that name it, for messages.
  var place: (manifest: Pathname, line: Int)?
}

/// The files of all sources, one by one as they are found; none is kept.
struct BatchListing {
  var sources: [BatchSource]
  var catalog: Catalog
  /// Files below folders that are no audio files.
  private(set) var otherCount = 0
  /// Pipes, sockets and devices found in folders and patterns, and lists of other files in folders: they are skipped.
  private(set) var special: [Pathname] = []

  init(_ sources: [BatchSource], _ catalog: Catalog) {
    self.sources = sources
    self.catalog = catalog
  }

  /// Visits every file.
  mutating func forEach(_ visit: (SourcedItem) throws(AudioError) -> Void) throws(AudioError) {
    for source in sources {
      switch source {
      case .path(let path): try list(path, visit)
      case .manifest(let manifest):
        try manifest.forEach { (row) throws(AudioError) in
          try visit(SourcedItem(item: row.item, place: (manifest.path, row.line)))
        }
      }
    }
  }

  private mutating func list(_ path: Pathname, _ visit: (SourcedItem) throws(AudioError) -> Void) throws(AudioError) {
    if FolderListing.isFolder(path) { return try walk(path, visit) }
    guard !FolderListing.exists(path), let pattern = FilePattern(path) else {
      return try visit(SourcedItem(item: BatchItem(path)))
    }
    var count = 0
    var folders: [Pathname] = []
    try pattern.forEach { (found) throws(AudioError) in
      count += 1
      if FolderListing.isSpecial(found) {
        special.append(found)
        return
      }
      if FolderListing.isFolder(found) {
        if !pattern.endsWithTree { folders.append(found) }
        return
      }
      var sourced = SourcedItem(item: BatchItem(found))
      sourced.item.isFound = true
      try visit(sourced)
    }
    for folder in folders { try walk(folder, visit) }
    // A pattern without matches is a missing file.
    if count == 0 { try visit(SourcedItem(item: BatchItem(path))) }
  }

  private mutating func walk(
    _ folder: Pathname, _ visit: (SourcedItem) throws(AudioError) -> Void
  ) throws(AudioError) {
    let base = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes.count : folder.bytes.count + 1
    var others = 0
    try FolderListing.walk(folder, catalog) { (found) throws(AudioError) in
      switch found {
      case .other: others += 1
      case .special(let path): special.append(path)
      case .audio(let path):
        var sourced = SourcedItem(item: BatchItem(path))
        sourced.item.isFound = true
        sourced.tree = Pathname(bytes: Array(path.directory.dropFirst(base).dropLast()))
        try visit(sourced)
      case .unread(let path):
        var sourced = SourcedItem(item: BatchItem(path))
        sourced.item.isUnreadFolder = true
        try visit(sourced)
      }
    }
    otherCount += others
  }
}

/// A pattern of names: `music/**/*.wav`.
struct FilePattern {
  private let start: [UInt8]
  private let parts: [[UInt8]]

  /// Splits a name that is a pattern; `nil` if it is not a pattern.
  init?(_ path: Pathname) {
    guard path.bytes.contains(where: Self.isMagic) else { return nil }
    start = path.bytes.first == UInt8(ascii: "/") ? [UInt8(ascii: "/")] : []
    parts = path.bytes.split(separator: UInt8(ascii: "/")).map { Array($0) }
  }

  /// True if the pattern matches all files of a tree, so that no folder need be walked in addition.
  var endsWithTree: Bool { parts.last == Array("**".utf8) }

  private static func isMagic(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "[")
  }

  /// Visits the files and folders that match it.
  func forEach<Failure: Error>(_ visit: (Pathname) throws(Failure) -> Void) throws(Failure) {
    try expand(start, parts[...], depth: 0, visit)
  }

  private func expand<Failure: Error>(
    _ folder: [UInt8], _ parts: ArraySlice<[UInt8]>, depth: Int, _ visit: (Pathname) throws(Failure) -> Void
  ) throws(Failure) {
    guard let part = parts.first, depth < FolderListing.greatestDepth else { return }
    let (rest, isLast) = (parts.dropFirst(), parts.count == 1)
    let place: Pathname = folder.isEmpty ? "." : Pathname(bytes: folder)
    guard part.contains(where: Self.isMagic) else {
      let path = Pathname(bytes: folder + part)
      if !isLast {
        try expand(path.bytes + [UInt8(ascii: "/")], rest, depth: depth + 1, visit)
      } else if FolderListing.exists(path) {
        try visit(path)
      }
      return
    }
    if part == Array("**".utf8) {
      try expand(folder, isLast ? [[UInt8(ascii: "*")]] : rest, depth: depth, visit)
      _ = try FolderListing.entries(of: place) { name throws(Failure) in
        let path = Pathname(bytes: folder + name)
        guard name.first != UInt8(ascii: "."), FolderListing.isUnlinkedFolder(path) else { return }
        try expand(path.bytes + [UInt8(ascii: "/")], parts, depth: depth + 1, visit)
      }
      return
    }
    _ = try FolderListing.entries(of: place) { name throws(Failure) in
      guard Pathname(bytes: name).isMatched(byName: part), name != [UInt8(ascii: ".")], name != Array("..".utf8) else {
        return
      }
      let path = Pathname(bytes: folder + name)
      if !isLast {
        if FolderListing.isFolder(path) {
          try expand(path.bytes + [UInt8(ascii: "/")], rest, depth: depth + 1, visit)
        }
      } else {
        try visit(path)
      }
    }
  }
}

extension FolderListing {
  /// Returns the files and folders that a pattern matches, sorted by the bytes of their names; `nil` for a name without
  /// `*`, `?` and `[`.
  package static func matches(of pattern: Pathname) -> [Pathname]? {
    guard let pattern = FilePattern(pattern) else { return nil }
    var found: [Pathname] = []
    pattern.forEach { found.append($0) }
    return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

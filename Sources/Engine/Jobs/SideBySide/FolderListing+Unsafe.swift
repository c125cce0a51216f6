// Folders by the C library. Each name that is lent to it is terminated and lives for the call; an entry is read before
// the next one is requested, and up to its terminator only, since the library may give it less memory than its type
// has.

import AudioBase
public import AudioCatalog
public import AudioFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files in a folder and in the folders below it, for jobs over many files.
public enum FolderListing {
  /// Returns the note on a file in a folder that is skipped.
  package static func passedOver(_ path: Pathname) -> String {
    isList(path)
      ? "is a list of other files, and is passed over" : "is a pipe, a socket or a device, and is passed over"
  }

  /// Returns true if a name is that of a playlist, a list of segments or a cue sheet.
  static func isList(_ path: Pathname) -> Bool {
    ["m3u", "m3u8", "mpd", "pls", "xspf", "wpl", "asx", "cue"].contains(path.fileExtension)
  }

  /// The depth to which folders are walked; links to folders are not followed.
  public static let greatestDepth = 64

  /// The files below a folder.
  public struct Files: Sendable {
    /// The files with the extension of a readable container, sorted by the bytes of their names.
    public var audio: [Pathname] = []
    /// The number of other files; hidden files are not counted.
    public var otherCount = 0
    /// The folders that cannot be read, or are too deep.
    public var unread: [Pathname] = []
    /// The pipes, sockets and devices with extensions of audio files, which may never end, and the lists of other
    /// files.
    public var special: [Pathname] = []
  }

  /// Returns true if a name is that of a folder or of a link to a folder.
  public static func isFolder(_ path: Pathname) -> Bool { kind(path, followsLinks: true) == .folder }

  /// Returns true if a name is that of a folder itself, and not of a link to one.
  static func isUnlinkedFolder(_ path: Pathname) -> Bool { kind(path, followsLinks: false) == .folder }

  /// Returns true if a name is that of a pipe, a socket or a device, or of a link to one.
  static func isSpecial(_ path: Pathname) -> Bool { kind(path, followsLinks: true) == .special }

  /// Returns true if a file of any kind has the name.
  public static func exists(_ path: Pathname) -> Bool { kind(path, followsLinks: false) != nil }

  /// Makes a folder and its parent folders; returns false if it does not exist afterwards.
  @discardableResult
  public static func make(_ folder: Pathname) -> Bool {
    for index in folder.bytes.indices.dropFirst() where folder.bytes[index] == UInt8(ascii: "/") {
      makeOne(Pathname(bytes: Array(folder.bytes[..<index])))
    }
    makeOne(folder)
    return isFolder(folder)
  }

  /// Returns the files in a folder and in the folders below it.
  public static func files(below folder: Pathname, _ catalog: Catalog) -> Files {
    var result = Files()
    walk(folder, catalog) { found in
      switch found {
      case .audio(let path): result.audio.append(path)
      case .other: result.otherCount += 1
      case .unread(let path): result.unread.append(path)
      case .special(let path): result.special.append(path)
      }
    }
    result.audio.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return result
  }

  /// An entry that a walk through folders finds.
  package enum Found {
    /// A file with the extension of a readable container.
    case audio(Pathname)
    /// Another file; hidden ones are skipped.
    case other
    /// A folder that cannot be read, or is too deep.
    case unread(Pathname)
    /// A list of other files; or a pipe, a socket, a device, or a link to one of these, with the extension of a
    /// readable container.
    case special(Pathname)
  }

  /// Visits the files in a folder and its subfolders one by one, in the order of the file system; nothing is collected.
  package static func walk<Failure: Error>(
    _ folder: Pathname, _ catalog: Catalog, _ visit: (Found) throws(Failure) -> Void
  ) throws(Failure) {
    let containers = catalog.containers.filter { $0.open != nil && $0.segmentKind == nil }
    try walk(folder, depth: 0, Set(containers.flatMap(\.extensions)), visit)
  }

  private static func walk<Failure: Error>(
    _ folder: Pathname, depth: Int, _ known: Set<String>, _ visit: (Found) throws(Failure) -> Void
  ) throws(Failure) {
    let start = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    guard depth < greatestDepth else { return try visit(.unread(folder)) }
    let isRead = try entries(of: folder) { name throws(Failure) in
      guard name.first != UInt8(ascii: ".") else { return }
      let path = Pathname(bytes: start + name)
      // The beginning of a list's segments is not its own file.
      let isKnown = known.contains(path.fileExtension ?? "") && !name.suffix(9).elementsEqual(".init.mp4".utf8)
      switch kind(path, followsLinks: false) {
      case .folder: try walk(path, depth: depth + 1, known, visit)
      case .link where isFolder(path): return
      case .file where isKnown: try visit(.audio(path))
      case .link where isKnown: try visit(isSpecial(path) ? .special(path) : .audio(path))
      case .special where isKnown: try visit(.special(path))
      case .file where isList(path): try visit(.special(path))
      default: try visit(.other)
      }
    }
    if !isRead { try visit(.unread(folder)) }
  }

  private enum Kind { case file, folder, link, special }

  private static func kind(_ path: Pathname, followsLinks: Bool) -> Kind? {
    guard !path.bytes.contains(0) else { return nil }
    var status = stat()
    let result = unsafe terminated(path).withUnsafeBufferPointer { name in
      // Holds: the array is never empty, so it has an address.
      unsafe followsLinks ? stat(name.baseAddress!, &status) : lstat(name.baseAddress!, &status)
    }
    guard result == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .folder
    case S_IFLNK: .link
    case S_IFREG: .file
    default: .special
    }
  }

  private static func makeOne(_ path: Pathname) {
    guard !path.bytes.contains(0) else { return }
    // Holds: the array is never empty, so it has an address.
    _ = unsafe terminated(path).withUnsafeBufferPointer { unsafe mkdir($0.baseAddress!, 0o777) }
  }

  /// Visits the names in a folder one by one; returns false if it cannot be read.
  package static func entries<Failure: Error>(
    of folder: Pathname, _ visit: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard !folder.bytes.contains(0) else { return false }
    // Holds: the array is never empty, so it has an address.
    guard let stream = unsafe terminated(folder).withUnsafeBufferPointer({ unsafe opendir($0.baseAddress!) }) else {
      return false
    }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 1) { text in
          unsafe Array(UnsafeBufferPointer(start: text, count: strlen(text))).map { UInt8(bitPattern: $0) }
        }
      }
      try visit(name)
    }
    return true
  }

  /// Returns the name as C takes it.
  private static func terminated(_ path: Pathname) -> [CChar] { path.bytes.map { CChar(bitPattern: $0) } + [0] }
}

// Folders by the C library. Each name that is lent to it is terminated and lives for the call; an entry is read before
// the next one is asked for, and up to its terminator only, since the library may give it less memory than its type
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

/// The files that lie in folders, for jobs over many of them.
public enum FolderListing {
  /// Folders within folders that are walked; links to folders are not.
  public static let greatestDepth = 64

  /// The files below a folder.
  public struct Files: Sendable {
    /// Those whose extension stands for a container that can be read, sorted by the bytes of their names.
    public var audio: [FilePath] = []
    /// The number of all others; hidden files are not counted.
    public var otherCount = 0
    /// Folders that cannot be read, or lie too deep.
    public var unread: [FilePath] = []
  }

  /// Returns true if a name is that of a folder, or of a link to one.
  public static func isFolder(_ path: FilePath) -> Bool { kind(path, followsLinks: true) == .folder }

  /// Returns true if there is anything of a name.
  public static func exists(_ path: FilePath) -> Bool { kind(path, followsLinks: false) != nil }

  /// Makes a folder and those that it lies in, and returns false where it is not there afterwards.
  @discardableResult
  public static func make(_ folder: FilePath) -> Bool {
    for index in folder.bytes.indices.dropFirst() where folder.bytes[index] == UInt8(ascii: "/") {
      makeOne(FilePath(bytes: Array(folder.bytes[..<index])))
    }
    makeOne(folder)
    return isFolder(folder)
  }

  /// The files below a folder, those in the folders within it too.
  public static func files(below folder: FilePath, _ catalog: Catalog) -> Files {
    let known = Set(catalog.containers.filter { $0.open != nil }.flatMap(\.extensions))
    var result = Files()
    walk(folder, depth: 0, known, &result)
    result.audio.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return result
  }

  private static func walk(_ folder: FilePath, depth: Int, _ known: Set<String>, _ result: inout Files) {
    guard depth < greatestDepth, let names = names(in: folder) else { return result.unread.append(folder) }
    let start = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    for name in names where name.first != UInt8(ascii: ".") {
      let path = FilePath(bytes: start + name)
      switch kind(path, followsLinks: false) {
      case .folder: walk(path, depth: depth + 1, known, &result)
      case .link where isFolder(path): continue
      case .file, .link:
        if known.contains(path.fileExtension ?? "") { result.audio.append(path) } else { result.otherCount += 1 }
      case nil: result.otherCount += 1
      }
    }
  }

  private enum Kind { case file, folder, link }

  private static func kind(_ path: FilePath, followsLinks: Bool) -> Kind? {
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
    default: .file
    }
  }

  private static func makeOne(_ path: FilePath) {
    guard !path.bytes.contains(0) else { return }
    // Holds: the array is never empty, so it has an address.
    _ = unsafe terminated(path).withUnsafeBufferPointer { unsafe mkdir($0.baseAddress!, 0o777) }
  }

  private static func names(in folder: FilePath) -> [[UInt8]]? {
    guard !folder.bytes.contains(0) else { return nil }
    // Holds: the array is never empty, so it has an address.
    guard let stream = unsafe terminated(folder).withUnsafeBufferPointer({ unsafe opendir($0.baseAddress!) }) else {
      return nil
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 1) { text in
          unsafe Array(UnsafeBufferPointer(start: text, count: strlen(text))).map { UInt8(bitPattern: $0) }
        }
      }
      names.append(name)
    }
    return names
  }

  /// The name as C takes it.
  private static func terminated(_ path: FilePath) -> [CChar] { path.bytes.map { CChar(bitPattern: $0) } + [0] }
}

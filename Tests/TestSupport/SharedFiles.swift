package import Foundation

/// Files that are not part of the package: a folder `shared` beside the work tree, or beside one of its parents.
package enum SharedFiles {
  package static let folder: URL? = {
    var place = URL(filePath: #filePath)
    while place.path != "/" {
      place = place.deletingLastPathComponent()
      let candidate = place.appending(path: "shared")
      if FileManager.default.fileExists(atPath: candidate.appending(path: "vectors").path) { return candidate }
    }
    return nil
  }()

  /// The fixtures of the repository.
  package static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// True if a folder of `shared` is there and holds something.
  package static func hasFolder(_ name: String) -> Bool {
    guard let folder else { return false }
    let content = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
    return content?.isEmpty == false
  }

  /// A file of `shared` by its path there.
  ///
  /// - Throws: `NothingToTest` where it is missing.
  package static func file(_ path: String) throws -> URL {
    guard let file = folder?.appending(path: path), FileManager.default.fileExists(atPath: file.path) else {
      throw NothingToTest("no file shared/\(path)")
    }
    return file
  }

  /// All files below a folder of `shared`, sorted; empty where there is none.
  package static func files(below name: String) -> [URL] {
    guard let folder, let walker = FileManager.default.enumerator(atPath: folder.appending(path: name).path) else {
      return []
    }
    var found: [URL] = []
    for case let path as String in walker {
      let file = folder.appending(path: name).appending(path: path)
      let values = try? file.resourceValues(forKeys: [.isRegularFileKey])
      if values?.isRegularFile == true { found.append(file) }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The files below a folder of `shared` that a test is for, sorted: at least one.
  ///
  /// - Throws: `NothingToTest` where there is none, so that no loop over them passes by running nought times.
  package static func files(below name: String, where isWanted: (URL) -> Bool) throws -> [URL] {
    let found = files(below: name).filter(isWanted)
    guard !found.isEmpty else { throw NothingToTest("no such files below shared/\(name)") }
    return found
  }

  /// The bytes of a file, or none where it cannot be read.
  package static func bytes(_ file: URL) -> [UInt8] { (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? [] }
}

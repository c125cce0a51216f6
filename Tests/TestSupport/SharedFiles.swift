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

  package static func bytes(_ file: URL) -> [UInt8] { (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? [] }
}

import Foundation

/// Files that are not part of the package: a folder `shared` beside the work tree, or beside one of its parents.
enum SharedFiles {
  static let folder: URL? = {
    var place = URL(filePath: #filePath)
    while place.path != "/" {
      place = place.deletingLastPathComponent()
      let candidate = place.appending(path: "shared")
      if FileManager.default.fileExists(atPath: candidate.appending(path: "vectors").path) { return candidate }
    }
    return nil
  }()

  /// All files below a folder of `shared`, sorted; empty where there is none.
  static func files(below name: String) -> [URL] {
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

  static func bytes(_ file: URL) -> [UInt8] { (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? [] }
}

/// The generator of all random tests: SplitMix64.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Splits a dump at its markers, in the simplest way there is.
func packetsOfDump(_ bytes: [UInt8]) -> [[UInt8]] {
  var starts: [Int] = []
  for index in bytes.indices.dropLast(3)
  where bytes[index] == 0xFF && bytes[index + 1] == 0xAA && bytes[index + 2] == 0xCC && bytes[index + 3] == 0xDD {
    starts.append(index)
  }
  return starts.indices.map { place in
    let end = place + 1 < starts.count ? starts[place + 1] : bytes.count
    return Array(bytes[(starts[place] + 4)..<end])
  }
}

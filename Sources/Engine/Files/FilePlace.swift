/// The identity of a file's location: equal for all names, through links and folders, that lead to one file.
///
/// Two hard links to one file are two places: writing one of them leaves the other unchanged.
package struct FilePlace: Hashable, Sendable {
  /// The folder, by its file system and its number in it; for folders that do not exist yet, the last one that exists.
  private var device: UInt64 = 0
  private var number: UInt64 = 0
  /// The names from there on.
  private var names: [[UInt8]]

  /// Finds the location of a name.
  package init(_ path: Pathname) {
    // The target of a link is the file that is written.
    let path = FileNames.resolved(path)
    var folder = path.directory
    names = [Array(path.lastComponent)]
    while true {
      let found: Pathname = folder.isEmpty ? "." : Pathname(bytes: Array(folder))
      if let stamp = FileDescriptor.stamp(of: found) {
        (device, number) = (stamp.device, stamp.number)
        return
      }
      guard let end = folder.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return }
      let start = folder[...end].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? folder.startIndex
      let name = Array(folder[start...end])
      if name != [UInt8(ascii: ".")] { names.insert(name, at: 0) }
      folder = folder[..<start]
    }
  }

  /// The bytes of the location, equal for equal locations, for a digest of many.
  package var bytes: [UInt8] {
    Array("\(device):\(number):".utf8) + names.joined(separator: [UInt8(ascii: "/")])
  }
}

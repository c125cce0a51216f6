import Foundation

/// Programs of others, which tests use where they are installed.
package enum ForeignProgram {
  /// What a program prints, or `nil` where it is not there; nothing where it fails. The file is passed in place of `FILE`.
  package static func run(
    _ program: String, _ arguments: [String], on file: [UInt8], named name: String
  ) throws -> [UInt8]? {
    let places = ["/usr/bin/", "/usr/local/bin/"].map { $0 + program }
    guard let path = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
    try Data(file).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments.map { $0 == "FILE" ? place.path : $0 }
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](data) : []
  }

  /// Entries of the first stream and of the file as `ffprobe` names them, or `nil` without it.
  ///
  /// - Parameter keys: The entries that are wanted; all where it is empty.
  package static func probe(
    _ file: [UInt8], named name: String, keys: Set<String> = []
  ) throws -> [String: String]? {
    let arguments = ["-v", "error", "-show_streams", "-show_format", "-of", "default=noprint_wrappers=1", "FILE"]
    guard let output = try run("ffprobe", arguments, on: file, named: name) else { return nil }
    var found: [String: String] = [:]
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard keys.isEmpty || keys.contains(String(parts[0])) else { continue }
      if parts.count == 2, found[String(parts[0])] == nil { found[String(parts[0])] = String(parts[1]) }
    }
    return found
  }
}

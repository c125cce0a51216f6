import Foundation

/// Programs of others, which tests use where they are installed.
package enum ForeignProgram {
  /// The path of an installed program, or `nil`.
  package static func path(_ program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    let places = (folders + ["/usr/bin", "/usr/local/bin"]).map { $0 + "/" + program }
    return places.first(where: FileManager.default.isExecutableFile)
  }

  /// A program's standard output; empty where it fails, as it does with what it cannot read. The file is passed in
  /// place of the argument `FILE`.
  ///
  /// - Throws: `NothingToTest` where the program is not installed, which the trait `.needs(.program(…))` tells
  ///   beforehand.
  package static func run(
    _ program: String, _ arguments: [String], on file: [UInt8], named name: String
  ) throws -> [UInt8] {
    guard let path = path(program) else { throw NothingToTest("\(program) is not installed") }
    let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
    try Data(file).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    // A file, not a pipe: Foundation ends the process where a signal interrupts its reading of one (EINTR).
    let output = place.appendingPathExtension("output")
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments.map { $0 == "FILE" ? place.path : $0 }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](try Data(contentsOf: output)) : []
  }

  /// Entries of the first stream and of the file as `ffprobe` names them.
  ///
  /// - Parameter keys: The entries that are wanted; all where it is empty.
  package static func probe(
    _ file: [UInt8], named name: String, keys: Set<String> = []
  ) throws -> [String: String] {
    let arguments = ["-v", "error", "-show_streams", "-show_format", "-of", "default=noprint_wrappers=1", "FILE"]
    let output = try run("ffprobe", arguments, on: file, named: name)
    var found: [String: String] = [:]
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard keys.isEmpty || keys.contains(String(parts[0])) else { continue }
      if parts.count == 2, found[String(parts[0])] == nil { found[String(parts[0])] = String(parts[1]) }
    }
    return found
  }
}

import Foundation
import Testing

/// What a run of the program came to.
struct RunResult {
  var status: Int32
  var output: [UInt8]
  var error: String

  var text: String { String(decoding: output, as: UTF8.self) }
  /// The lines on standard error.
  var errorLines: [Substring] { error.split(separator: "\n") }
}

/// The built program, which lies beside the test bundle.
let program: URL = {
  #if os(macOS)
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
    return bundle.deletingLastPathComponent().appendingPathComponent("af")
  #else
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("af")
  #endif
}()

/// Runs `af`.
func af(_ arguments: [String], input: [UInt8] = [], in directory: TemporaryDirectory) throws -> RunResult {
  try run(program, arguments, input: input, in: directory)
}

/// Runs the program under another name, through a symbolic link.
func runLinked(as name: String, _ arguments: [String], in directory: TemporaryDirectory) throws -> RunResult {
  let link = URL(fileURLWithPath: directory.streams + "/" + name)
  if !FileManager.default.fileExists(atPath: link.path) {
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
  }
  return try run(link, arguments, input: [], in: directory)
}

/// Large inputs and outputs go through files, so that no pipe can fill up.
private func run(
  _ program: URL, _ arguments: [String], input: [UInt8], in directory: TemporaryDirectory
) throws -> RunResult {
  let id = UUID().uuidString
  let files = ["in", "out", "err"].map { URL(fileURLWithPath: "\(directory.streams)/\(id).\($0)") }
  for file in files { try Data(file == files[0] ? input : []).write(to: file) }
  // A pipe made by the shell, so that standard input is not a regular file.
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments =
    ["-c", "cat \"$0\" | \"$@\"", files[0].path, program.path] + arguments
  process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
  process.standardOutput = try FileHandle(forWritingTo: files[1])
  process.standardError = try FileHandle(forWritingTo: files[2])
  try process.run()
  process.waitUntilExit()
  return RunResult(
    status: process.terminationStatus, output: [UInt8](try Data(contentsOf: files[1])),
    error: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
}

/// A directory that goes away with the test, and another for standard streams.
final class TemporaryDirectory {
  let path: String
  let streams: String

  init() throws {
    path = NSTemporaryDirectory() + "/af-cli-\(UUID().uuidString)"
    streams = path + ".streams"
    for directory in [path, streams] {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }
  }

  deinit {
    for directory in [path, streams] { try? FileManager.default.removeItem(atPath: directory) }
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func read(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path + "/" + name).map { Array($0) } }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// A plain WAVE file by hand: 16-bit samples, interleaved.
func wave(_ samples: [Int16], channels: Int = 2, rate: Int = 8000) -> [UInt8] {
  func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
  let data = samples.flatMap { little(Int($0), 2) }
  var file = Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
  file += little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4)
  file += little(channels * 2, 2) + little(16, 2)
  return file + Array("data".utf8) + little(data.count, 4) + data
}

/// A saw-tooth of a length.
func samples(_ count: Int) -> [Int16] { (0..<count).map { Int16(truncatingIfNeeded: $0 &* 331) } }

/// The bytes of 16-bit samples.
func bytes(_ samples: some Sequence<Int16>) -> [UInt8] {
  samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
}

import AudioBase
import AudioFiles
import Foundation
import Testing

/// A directory that goes away with the test.
final class TemporaryDirectory {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/af-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String, _ bytes: [UInt8]? = nil) throws -> String {
    let file = path + "/" + name
    if let bytes { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
    return file
  }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

func contents(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

func read(_ source: any ByteSource, at offset: Int64, count: Int) throws -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  var span = bytes.mutableSpan
  let got = try source.read(at: offset, into: &span)
  return Array(bytes.prefix(got))
}

/// Bytes in which every position can be told apart.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) &* 31) } }

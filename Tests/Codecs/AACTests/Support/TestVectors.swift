import Foundation
import MPEG4Systems

@testable import AACCodec

/// A stream of packets with its configuration, as found on disk.
struct TestVector: Sendable {
  var name: String
  var configuration: AACConfiguration
  var packets: [[UInt8]]
}

/// Finds the streams that tests run on.
enum TestVectors {
  /// The folder of this file.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The first folder upwards that has `name` in it.
  private static func ancestor(with name: String) -> URL? {
    var place = folder
    while place.path != "/" {
      let candidate = place.appendingPathComponent(name)
      if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
      place = place.deletingLastPathComponent()
    }
    return nil
  }

  /// The short streams that the repository holds.
  static let fixtures: [TestVector] = {
    guard let fixtures = ancestor(with: "Fixtures")?.appendingPathComponent("AAC") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []
    return names.filter { $0.hasSuffix(".dump") }.sorted().compactMap { file in
      let dump = fixtures.appendingPathComponent(file)
      return load(
        String(file.dropLast(5)), dump: dump, configuration: dump.deletingPathExtension().appendingPathExtension("asc"))
    }
  }()

  /// The shared streams that are AAC of a kind that can be decoded, or the fixtures where there are none.
  static let all: [TestVector] = {
    guard let vectors = ancestor(with: "shared")?.appendingPathComponent("vectors"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: vectors.path)
    else {
      print("AAC vectors: no shared folder, only the \(fixtures.count) fixtures are used")
      return fixtures
    }
    let found = names.sorted().compactMap { name -> TestVector? in
      let folder = vectors.appendingPathComponent(name)
      return load(
        name, dump: folder.appendingPathComponent("v.dump"), configuration: folder.appendingPathComponent("v.asc"))
    }
    print("AAC vectors: \(found.count) streams of \(vectors.path)")
    return found
  }()

  static func named(_ name: String) -> TestVector? { all.first { $0.name == name } }

  private static func load(_ name: String, dump: URL, configuration: URL) -> TestVector? {
    guard let bytes = try? Data(contentsOf: dump), let header = try? Data(contentsOf: configuration) else { return nil }
    guard let systems = try? AudioSpecificConfig(parsing: [UInt8](header).span),
      let configuration = try? AACConfiguration(systems)
    else { return nil }
    return TestVector(name: name, configuration: configuration, packets: split([UInt8](bytes)))
  }

  /// Cuts a dump at its markers.
  private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var start: Int?
    var place = 0
    while place + 4 <= bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] == 0xAA, bytes[place + 2] == 0xCC, bytes[place + 3] == 0xDD {
        if let start { packets.append([UInt8](bytes[start..<place])) }
        start = place + 4
        place += 4
      } else {
        place += 1
      }
    }
    if let start { packets.append([UInt8](bytes[start...])) }
    return packets
  }
}

import AACDecoding
import AACReplication
import AACSyntax
import Foundation
import MPEG4Systems
import TestSupport

/// A stream of packets with its configuration, as found on disk.
struct TestVector: Sendable {
  var name: String
  var configuration: AACConfiguration
  var packets: [[UInt8]]
}

/// Finds the streams that tests run on.
enum TestVectors {
  /// The short streams that the repository holds.
  static let fixtures: [TestVector] = {
    let fixtures = SharedFiles.fixtures.appending(path: "AAC")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []
    return names.filter { $0.hasSuffix(".dump") }.sorted().compactMap { file in
      let dump = fixtures.appendingPathComponent(file)
      return load(
        String(file.dropLast(5)), dump: dump, configuration: dump.deletingPathExtension().appendingPathExtension("asc"))
    }
  }()

  /// The shared streams that are AAC of a kind that can be decoded, or the fixtures where there are none.
  static let all: [TestVector] = {
    guard let vectors = SharedFiles.folder?.appending(path: "vectors"),
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
      case let packets = packetsOfDump([UInt8](bytes)), let first = packets.first,
      let configuration = try? AACConfiguration(systems, firstPacket: first.span)
    else { return nil }
    return TestVector(name: name, configuration: configuration, packets: packets)
  }
}

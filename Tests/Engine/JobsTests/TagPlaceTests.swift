import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

extension Need {
  /// A program that changes what files have besides their bytes, on a file system that keeps it.
  fileprivate static func changing(_ program: String, _ arguments: [String]) -> Need {
    Need(description: program) {
      guard let directory = try? TemporaryDirectory(), (try? directory.write("a", [1])) != nil else { return false }
      return told(program, arguments, directory.file("a")) != nil
    }
  }

  fileprivate static let attributes = changing("setfattr", ["-n", "user.mine", "-v", "1"])
  fileprivate static let accessLists = changing("setfacl", ["-m", "u:54321:r"])
}

/// What a program that ends well says of a file; `nil` where it is not there or fails.
private func told(_ program: String, _ arguments: [String], _ file: Pathname) -> String? {
  guard let path = ForeignProgram.path(program) else { return nil }
  // A file, not a pipe, of which a signal may interrupt the reading.
  let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  guard (try? Data().write(to: output)) != nil else { return nil }
  defer { try? FileManager.default.removeItem(at: output) }
  let process = Process()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments + [file.description]
  process.standardOutput = try? FileHandle(forWritingTo: output)
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { return nil }
  return (try? Data(contentsOf: output)).map { String(decoding: $0, as: UTF8.self) }
}

/// What a file has besides its bytes, when its tags are changed in their place and when it is written anew.
@Suite struct TagPlaceTests {
  /// A title that fits into the room that is there, and one that does not.
  private static let titles = ["Short", String(repeating: "long ", count: 10_000)]

  private func make(_ name: String, in directory: TemporaryDirectory) throws -> Pathname {
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 3), channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    if name.hasSuffix("m4a") { conversion.dataFormat = OutputDataFormat(.coded(.aac)) }
    try conversion.run()
    // Room for what comes.
    _ = try set(.title, "A first title", in: directory.file(name))
    return directory.file(name)
  }

  private func set(_ key: InfoKey, _ value: String, in path: Pathname) throws -> [JobNote] {
    var tagging = FileTagging(of: path)
    tagging.changes.values = [key: value]
    return try tagging.run()
  }

  @Test("extended attributes stay", .needs(.attributes), arguments: ["a.m4a", "a.flac", "a.wav"])
  func attributes(name: String) throws {
    let directory = try TemporaryDirectory()
    let path = try make(name, in: directory)
    #expect(told("setfattr", ["-n", "user.mine", "-v", "what I say of it"], path) != nil)
    for title in Self.titles {
      #expect(try set(.title, title, in: path).isEmpty)
      let found = told("getfattr", ["--only-values", "-n", "user.mine"], path)
      expectEqual(found, "what I say of it")
    }
  }

  @Test("access control lists stay", .needs(.accessLists), arguments: ["a.m4a", "a.flac", "a.wav"])
  func accessLists(name: String) throws {
    let directory = try TemporaryDirectory()
    let path = try make(name, in: directory)
    #expect(told("setfacl", ["-m", "u:54321:r,g:54321:rw"], path) != nil)
    let before = try required(told("getfacl", ["-cn"], path))
    #expect(before.contains("user:54321:r--") && before.contains("group:54321:rw-"))
    for title in Self.titles {
      #expect(try set(.title, title, in: path).isEmpty)
      expectEqual(told("getfacl", ["-cn"], path), before)
    }
  }

  @Test("another name of the file shows what is changed in its place, and it is told where it does not")
  func hardLinks() throws {
    let directory = try TemporaryDirectory()
    let path = try make("a.flac", in: directory)
    try FileManager.default.linkItem(atPath: path.description, toPath: directory.path + "/b.flac")
    #expect(try set(.title, Self.titles[0], in: path).isEmpty)
    expectEqual(directory.read("b.flac"), directory.read("a.flac"))
    let before = directory.read("b.flac")
    let notes = try set(.title, Self.titles[1], in: path).map(\.description)
    expectEqual(notes, ["1 other name of the file, which still show the old one, cannot be kept"])
    #expect(directory.read("b.flac") == before && directory.read("a.flac") != before)
  }

  @Test("a fragmented file stays one, packet by packet", arguments: [false, true])
  func fragments(hasChapters: Bool) throws {
    let directory = try TemporaryDirectory()
    var copy = FileCopy(from: try make("a.m4a", in: directory), to: directory.file("f.mp4"))
    copy.structure = .fragmented(seconds: 0.5)
    try copy.run()
    let path = directory.file("f.mp4")
    func look() throws -> (fragments: Int, packets: [UInt8], title: String?, markers: Int) {
      var reader = try MediaFile(path: path, containers: Catalog.standard.containers).reader
      let fragments = reader.chunks.count { $0.identifier == "moof" }
      var batch = PacketBatch()
      var bytes: [UInt8] = []
      while try reader.readPackets(ofTrack: 0, into: &batch) { bytes += batch.bytes }
      return (fragments, bytes, reader.metadata[.title], reader.metadata.markers.count)
    }
    let before = try look()
    expectGreater(before.fragments, 4)
    for title in Self.titles {
      var tagging = FileTagging(of: path)
      tagging.changes.values = [.title: title]
      if hasChapters {
        tagging.changes.markers = [Marker(name: title.count > 9 ? "two" : "one", framePosition: 48_000)]
      }
      #expect(try tagging.run().isEmpty)
      let after = try look()
      #expect(after.packets == before.packets && after.title?.hasPrefix(title.prefix(4)) == true)
      #expect(abs(after.fragments - before.fragments) <= 1 && after.markers == (hasChapters ? 1 : 0))
    }
  }
}

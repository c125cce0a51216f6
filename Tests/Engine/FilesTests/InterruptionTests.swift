import AudioBase
import AudioFiles
import Foundation
import TestSupport
import Testing

@Suite(.serialized, .ownThreads) struct InterruptionTests {
  @Test("a signal removes all files that are unfinished, and no other")
  func allFiles() async throws {
    let directory = try TemporaryDirectory()
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = directory.path as String] in
      Interruption.installHandler(program: "test")
      var sinks: [FileByteSink] = []
      for name in 0..<8 { sinks.append(try FileByteSink(path: "\(path)/\(name)", replacement: .refuse)) }
      // Places in the list are used again.
      try sinks[1].commit()
      sinks[2].discard()
      for name in 8..<12 { sinks.append(try FileByteSink(path: "\(path)/\(name)", replacement: .refuse)) }
      try sinks[9].commit()
      raise(SIGTERM)
      withExtendedLifetime(sinks) {}
    }
    expectEqual(directory.names, ["1", "9"])
  }

  @Test("a signal removes the segments that no list names yet, and none that one names")
  func segments() async throws {
    let directory = try TemporaryDirectory()
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = directory.path as String] in
      Interruption.installHandler(program: "test")
      func box(_ type: String, _ size: UInt8 = 8) -> [UInt8] { [0, 0, 0, size] + Array(type.utf8) }
      var sinks: [any FileSink] = []
      // No box describes sound, so that the lists are never whole.
      for name in ["a", "b"] {
        let sink = try makeSink(path: Pathname("\(path)/\(name).m3u8"), replacement: .refuse, segments: .fragments)
        for part in [box("ftyp"), box("moof"), box("mdat", 9) + [1], box("moof"), box("mdat"), box("moof")] {
          try sink.append(part.span)
        }
        sinks.append(sink)
      }
      sinks[0].discard()
      try Data().write(to: URL(filePath: "\(path)/a-00000.m4s"))
      guard FileManager.default.fileExists(atPath: "\(path)/b-00001.m4s") else { exit(1) }
      raise(SIGTERM)
      withExtendedLifetime(sinks) {}
    }
    expectEqual(directory.names, ["a-00000.m4s"])
  }

  @Test("files that threads begin and end at the same time do not get into each other's places")
  func sideBySide() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    try await withThrowingTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<50 {
            let sink = try FileByteSink(path: "\(path)/\(thread)", replacement: .replace)
            if round % 2 == 0 { try sink.commit() } else { sink.discard() }
          }
        }
      }
      try await group.waitForAll()
    }
    expectEqual(directory.names, ["0", "1", "2", "3"])
  }
}

import AudioFiles
import Foundation
import Testing

@Suite struct InterruptionTests {
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
    #expect(directory.names == ["1", "9"])
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
    #expect(directory.names == ["0", "1", "2", "3"])
  }
}

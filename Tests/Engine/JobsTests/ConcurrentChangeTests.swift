import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Dispatch
import Foundation
import Testing

/// Files that are changed while jobs change or read them.
@Suite struct ConcurrentChangeTests {
  @Test("tags that several set at once are all there, and the sound is as it was", arguments: ["wav", "flac", "aiff"])
  func taggers(type: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write("source.wav", wave(sawtooth(3000)))
    let path = folder.file("a.\(type)")
    try FileConversion(from: folder.file("source.wav"), to: path).run()
    let sound = try FileHash(of: path).run().text
    let keys: [InfoKey] = [.title, .artist, .album]
    for round in 1...8 {
      // Of lengths that take place in the old tags at times, and at times need a new file.
      let values = keys.indices.map { String(repeating: "\($0)", count: round * 7 % 23 + 1) }
      DispatchQueue.concurrentPerform(iterations: keys.count) { index in
        var tagging = FileTagging(of: path)
        tagging.changes.values[keys[index]] = values[index]
        #expect(throws: Never.self) { try tagging.run() }
      }
      let media = try MediaFile(path: path, containers: Catalog.standard.containers)
      #expect(keys.map { media.reader.metadata[$0] } == values)
    }
    #expect(try FileHash(of: path).run().text == sound)
  }

  /// Converts a file of many packets that is changed once the work has begun.
  private func conversion(_ change: @escaping @Sendable (_ name: String) throws -> Void) throws -> (
    error: JobError?, notes: [JobNote], folder: TemporaryDirectory
  ) {
    let folder = try TemporaryDirectory()
    try folder.write("in.wav", wave(sawtooth(400_000)))
    let name = folder.path + "/in.wav"
    let isFirst = Lock(true)
    let control = JobControl { _ in
      let begins = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      if begins { try? change(name) }
    }
    var notes: [JobNote] = []
    let error = jobError {
      notes = try FileConversion(from: folder.file("in.wav"), to: folder.file("out.flac")).run(control).notes
    }
    return (error, notes, folder)
  }

  private func isChanged(_ error: JobError?) -> Bool {
    if case .file(.changed)? = error?.reason { true } else { false }
  }

  @Test("an input that is changed, or replaced, while it is read gives no output")
  func changedInput() throws {
    let changed = try conversion { name in
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: name))
      try handle.seek(toOffset: 1000)
      try handle.write(contentsOf: [1, 2, 3])
      try handle.close()
    }
    #expect(isChanged(changed.error) && changed.folder.names == ["in.wav"])
    let replaced = try conversion { name in
      try Data(wave(sawtooth(400_000))).write(to: URL(fileURLWithPath: name), options: .atomic)
    }
    #expect(isChanged(replaced.error) && replaced.folder.names == ["in.wav"])
  }

  @Test("an input that only becomes longer is converted as far as it was there, and that is told")
  func growingInput() throws {
    let grown = try conversion { name in
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: name))
      try handle.seekToEnd()
      try handle.write(contentsOf: [0, 0, 0, 0])
      try handle.close()
    }
    #expect(grown.error == nil && grown.notes.contains { $0.description.contains("has become longer") })
    let removed = try conversion { try FileManager.default.removeItem(atPath: $0) }
    #expect(removed.error == nil && removed.folder.names == ["out.flac"])
  }

  @Test("devices in a folder are told, and not opened")
  func specialFiles() throws {
    let folder = try TemporaryDirectory()
    try folder.write("a.wav", wave([1, 2]))
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/zero.wav", withDestinationPath: "/dev/zero")
    let found = FolderListing.files(below: FilePath(folder.path), .standard)
    #expect(found.audio == [folder.file("a.wav")] && found.special == [folder.file("zero.wav")])
  }
}

import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Dispatch
import Foundation
import TestSupport
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
      expectEqual(keys.map { media.reader.metadata[$0] }, values)
    }
    try expectEqual(FileHash(of: path).run().text, sound)
  }

  /// Converts a file of many packets that is changed once the work has begun.
  private func conversion(_ change: @escaping @Sendable (_ name: String) throws -> Void) throws -> (
    error: AudioError?, notes: [JobNote], folder: TemporaryDirectory
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

  private func isChanged(_ error: AudioError?) -> Bool {
    error?.kind == .changed
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

  @Test(
    "whoever reads a file whose bytes are changed meanwhile gets an error",
    arguments: ["compare", "hash", "verify", "loudness", "dump", "join"])
  func changedBytes(kind: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write("a.wav", wave(sawtooth(400_000)))
    try folder.write("b.wav", wave(sawtooth(400_000)))
    let (one, other) = (folder.file("a.wav"), folder.file("b.wav"))
    let isFirst = Lock(true)
    let control = JobControl { _ in
      let begins = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      guard begins, let handle = try? FileHandle(forWritingTo: URL(filePath: "\(one)")) else { return }
      // What is written is what was there: only the time of it tells.
      usleep(20_000)
      _ = try? handle.seek(toOffset: 700_000)
      let old = sawtooth(400_000)[(700_000 - 44) / 2]
      try? handle.write(contentsOf: [UInt8(truncatingIfNeeded: old), UInt8(truncatingIfNeeded: old >> 8)])
      try? handle.close()
    }
    let error = jobError {
      switch kind {
      case "compare": _ = try FileComparison(of: one, and: other).run(control)
      case "hash": _ = try FileHash(of: one).run(control)
      case "verify": _ = try FileVerification(of: one).run(control)
      case "loudness": _ = try FileLoudness(of: one).run(control)
      case "dump": try FileCopy(from: one, to: folder.file("c.caf")).run(control)
      default: try FileJoin(of: [one, other], to: folder.file("c.wav")).run(control)
      }
    }
    #expect(isChanged(error), "\(String(describing: error))")
    expectEqual(folder.names, ["a.wav", "b.wav"])
  }

  @Test("the loudness of a sound is not written into another one")
  func measuredAndChanged() throws {
    let folder = try TemporaryDirectory()
    try folder.write("a.wav", wave(sine(amplitude: 0.5, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    let path = folder.file("a.wav")
    let report = try FileLoudness(of: path).run()
    var tagging = FileTagging(of: path)
    tagging.changes.values = report.replayGainTags(album: nil, formatID: report.formatID)
    tagging.stamp = report.stamp
    usleep(20_000)
    let quieter = wave(sine(amplitude: 0.1, frequency: 440, seconds: 1), channels: 1, rate: 48_000)
    try folder.write("a.wav", quieter)
    #expect(isChanged(jobError { try tagging.run() }) && folder.read("a.wav") == quieter)
    tagging.stamp = try FileLoudness(of: path).run().stamp
    #expect(jobError { try tagging.run() } == nil && folder.read("a.wav") != quieter)
  }

  @Test("devices in a folder are told, and not opened")
  func specialFiles() throws {
    let folder = try TemporaryDirectory()
    try folder.write("a.wav", wave([1, 2]))
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/zero.wav", withDestinationPath: "/dev/zero")
    let found = FolderListing.files(below: Pathname(folder.path), .standard)
    #expect(found.audio == [folder.file("a.wav")] && found.special == [folder.file("zero.wav")])
  }
}

import AudioBase
import AudioFiles
import Dispatch
import Foundation
import TestSupport
import Testing

/// Files that several change at the same time: whole changes, one behind the other, or an error.
@Suite struct FileClaimTests {
  private func kind(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "none"
    } catch {
      return (error as? AudioError)?.kind.rawValue ?? "\(error)"
    }
  }

  @Test func aSecondClaimWaitsForTheFirst() throws {
    let directory = try TemporaryDirectory()
    let path = Pathname(try directory.file("a", pattern(100)))
    var first = try FileClaim.claim(path)
    #expect(first != nil)
    expectEqual(kind { _ = try FileClaim.claim(path, waiting: .milliseconds(40)) }, "busy")
    // Whoever only reads is not kept away.
    expectEqual(contents("\(path)"), pattern(100))
    first = nil
    expectEqual(kind { _ = try FileClaim.claim(path, waiting: .milliseconds(40)) }, "none")
    #expect(try FileClaim.claim("/nowhere/at/all") == nil && FileClaim.claim("/dev/null") == nil)
  }

  @Test func aClaimIsToTheFileThatHasTheNameNow() throws {
    let directory = try TemporaryDirectory()
    let path = Pathname(try directory.file("a", [1]))
    let first = try required(FileClaim.claim(path))
    let found = Lock<Result<[UInt8]?, any Error>?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    // On a thread of its own, as one of those that tests share would keep the first from going on.
    Thread.detachNewThread {
      let result = Result {
        // What is read under a claim is what the one before has left.
        let claim = try FileClaim.claim(path, waiting: .seconds(60))
        let found = contents("\(path)")
        withExtendedLifetime(claim) {}
        return found
      }
      found.withLock { $0 = result }
      isOver.signal()
    }
    Thread.sleep(forTimeInterval: 0.03)
    let sink = try FileByteSink(replacing: first)
    try sink.append([2, 3].span)
    try sink.commit()
    consume(first)
    isOver.wait()
    let read = try found.withLock { try $0?.get() }
    expectEqual(read, [2, 3])
  }

  private func consume(_ claim: consuming FileClaim) {}

  @Test func whatStrangersHaveChangedIsNotReplaced() throws {
    let directory = try TemporaryDirectory()
    let name = try directory.file("a", [1, 2, 3])
    for stranger: [UInt8] in [[7, 7, 7], [7], [7, 7, 7, 7]] {
      let claim = try required(FileClaim.claim(Pathname(name)))
      let sink = try FileByteSink(replacing: claim)
      try sink.append([9].span)
      usleep(20_000)
      let handle = try required(FileHandle(forWritingAtPath: name))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: stranger)
      try handle.close()
      expectEqual(kind { try sink.commit() }, "changed")
      #expect(contents(name) == stranger && directory.names == ["a"])
    }
  }

  @Test func bytesThatStrangersHaveChangedAreNotWrittenOver() throws {
    let directory = try TemporaryDirectory()
    let name = try directory.file("a", pattern(9000))
    let claim = try required(FileClaim.claim(Pathname(name)))
    let source = try FileByteSource(path: name)
    var edit = FileEdit()
    edit.replace(100..<104, with: [1, 2, 3, 4])
    try expectEqual(read(source, at: 100, count: 4), Array(pattern(104).suffix(4)))
    var changed = pattern(9000)
    changed[102] ^= 0xFF
    let handle = try required(FileHandle(forWritingAtPath: name))
    try handle.write(contentsOf: changed)
    try handle.close()
    let editing = try FileEditing(of: claim, source, edit)
    expectEqual(kind { _ = try editing.run { _ in true } }, "changed")
    expectEqual(contents(name), changed)
  }

  @Test func aFileThatIsWrittenInItsPlaceBelongsToOne() throws {
    let directory = try TemporaryDirectory()
    let name = try directory.file("a", [1, 2, 3])
    do {
      let recording = try FileByteSink(path: name, replacement: .replace, placement: .inPlace)
      try recording.append([4].span)
      try recording.flush()
      expectEqual(kind { _ = try FileByteSink(path: name, replacement: .replace, placement: .inPlace) }, "busy")
      expectEqual(kind { _ = try FileClaim.claim(Pathname(name), waiting: .milliseconds(20)) }, "busy")
      try recording.commit()
    }
    expectEqual(contents(name), [4])
    expectEqual(kind { _ = try FileClaim.claim(Pathname(name), waiting: .milliseconds(20)) }, "none")
  }

  private func mode(_ path: String) throws -> Int {
    try required(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test(arguments: [nil, 0o600, 0o640, 0o444, 0o666] as [Int?]) func unfinishedFilesAreTheirOwnersAlone(old: Int?)
    throws
  {
    let directory = try TemporaryDirectory()
    let name = try directory.file("a", old == nil ? nil : [1])
    if let old { try FileManager.default.setAttributes([.posixPermissions: old], ofItemAtPath: name) }
    // What a program that asks for nothing gets.
    #expect(FileManager.default.createFile(atPath: directory.path + "/usual", contents: nil))
    let usual = try mode(directory.path + "/usual")
    let sink = try FileByteSink(path: name, replacement: .replace)
    try sink.append([UInt8](repeating: 5, count: 100_000).span)
    let unfinished = try required(directory.names.first { $0.hasSuffix(".partial") })
    try expectEqual(mode(directory.path + "/" + unfinished), 0o600)
    try sink.commit()
    try expectEqual(mode(name), old ?? usual)
  }

  @Test func aPlaceIsTheSameByAllWaysThere() throws {
    let directory = try TemporaryDirectory()
    let manager = FileManager.default
    try manager.createDirectory(atPath: directory.path + "/real", withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: directory.path + "/linked", withDestinationPath: "real")
    func place(_ name: String) -> FilePlace { FilePlace(Pathname(directory.path + "/" + name)) }
    #expect(place("real/a") == place("linked/a") && place("real//./a") == place("linked/a"))
    expectEqual(place("real/new/deep/a"), place("linked/new/deep/a"))
    #expect(place("real/a") != place("linked/b") && place("real/new/a") != place("real/a"))
    _ = try directory.file("real/a", [1])
    try manager.createSymbolicLink(atPath: directory.path + "/b", withDestinationPath: "linked/a")
    expectEqual(place("b"), place("real/a"))
    // A hard link is a name of its own: what takes its place leaves the other name's file as it was.
    try manager.linkItem(atPath: directory.path + "/real/a", toPath: directory.path + "/real/c")
    #expect(place("real/c") != place("real/a"))
  }
}

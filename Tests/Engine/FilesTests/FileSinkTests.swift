import AudioBase
import AudioFiles
import Foundation
import TestSupport
import Testing

@Suite struct FileSinkTests {
  @Test func theFileAppearsWhenItIsWhole() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("out")
    let bytes = pattern(300_000)
    let sink = try FileByteSink(path: path, replacement: .refuse)
    for start in stride(from: 0, to: bytes.count, by: 7001) {
      try sink.append(bytes.span.extracting(start..<min(bytes.count, start + 7001)))
    }
    expectEqual(sink.byteCount, 300_000)
    try sink.overwrite([1, 2, 3].span, at: 299_997)
    try sink.overwrite([4, 5].span, at: 0)
    #expect(directory.names.count == 1 && directory.names != ["out"])
    try sink.commit()
    expectEqual(directory.names, ["out"])
    expectEqual(contents(path), [4, 5] + bytes[2..<299_997] + [1, 2, 3])
  }

  @Test func nothingIsLeftOfADiscardedFile() throws {
    let directory = try TemporaryDirectory()
    let sink = try FileByteSink(path: directory.file("out"), replacement: .refuse)
    try sink.append([1].span)
    sink.discard()
    #expect(directory.names.isEmpty)
    do {
      let forgotten = try FileByteSink(path: directory.file("out"), replacement: .refuse)
      try forgotten.append([1].span)
    }
    #expect(directory.names.isEmpty)
  }

  @Test func anExistingFileIsReplacedOnlyWithPermission() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("out", [9])
    let refusal = #expect(throws: AudioError.self) { try FileByteSink(path: path, replacement: .refuse) }
    expectEqual(refusal?.kind, .exists)
    let sink = try FileByteSink(path: path, replacement: .replace)
    try sink.append([1, 2].span)
    expectEqual(contents(path), [9])
    try sink.commit()
    expectEqual(contents(path), [1, 2])
    expectEqual(directory.names, ["out"])
  }

  @Test func aFileThatAppearsMeanwhileIsNotReplaced() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("out")
    let sink = try FileByteSink(path: path, replacement: .refuse)
    try sink.append([1].span)
    _ = try directory.file("out", [7])
    #expect(throws: AudioError.self) { try sink.commit() }
    expectEqual(contents(path), [7])
    expectEqual(directory.names, ["out"])
  }

  @Test func aLinkStaysALink() throws {
    let directory = try TemporaryDirectory()
    let target = try directory.file("target", [1])
    let link = try directory.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let sink = try FileByteSink(path: link, replacement: .replace)
    try sink.append([2].span)
    try sink.commit()
    expectEqual(contents(target), [2])
    try expectEqual(FileManager.default.destinationOfSymbolicLink(atPath: link), target)
  }

  @Test func aDeviceIsWrittenToInPlace() throws {
    let sink = try makeSink(path: "/dev/null", replacement: .refuse)
    #expect(!sink.canOverwrite)
    try sink.append(pattern(100_000).span)
    try sink.commit()
    expectEqual(sink.byteCount, 100_000)
    expectEqual(FileDescriptor.kind(of: "/dev/null"), .other)
  }

  @Test func aFullDiskIsAnErrorWithItsNumber() throws {
    guard FileDescriptor.kind(of: "/dev/full") == .other else { return }
    let sink = try makeSink(path: "/dev/full", replacement: .refuse)
    try sink.append([1, 2, 3].span)
    let error = #expect(throws: AudioError.self) { try sink.commit() }
    #expect(error?.stage == .container && error?.kind == .inputOutput && error?.systemError == ENOSPC)
  }

  @Test func bytesBeyondTheEndCannotBeOverwritten() throws {
    let directory = try TemporaryDirectory()
    let sink = try FileByteSink(path: directory.file("out"), replacement: .refuse)
    try sink.append([1, 2].span)
    for offset: Int64 in [-1, 2, 1, Int64.max] where offset != 1 {
      #expect(throws: ContainerError.self) { try sink.overwrite([1].span, at: offset) }
    }
    #expect(throws: ContainerError.self) { try sink.overwrite([1, 2].span, at: 1) }
  }

  @Test func missingDirectoriesAreReported() {
    let error = #expect(throws: AudioError.self) {
      try FileByteSink(path: "/nowhere/at/all.wav", replacement: .refuse)
    }
    #expect(error?.rule == "cannot be created" && error?.systemError == ENOENT)
  }
}

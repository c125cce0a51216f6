import AudioBase
import AudioFiles
import TestSupport
import Testing

/// A sink in memory that is full at some point.
private final class FullSink: ByteSink {
  let memory = MemoryByteSink()
  let capacity: Int64

  init(capacity: Int64) { self.capacity = capacity }

  var canOverwrite: Bool { true }
  var byteCount: Int64 { memory.byteCount }

  func append(_ bytes: Span<UInt8>) throws(ContainerError) {
    guard memory.byteCount + Int64(bytes.count) <= capacity else {
      throw ContainerError(.inputOutput, "the disk is full", at: memory.byteCount, systemError: 28)
    }
    try memory.append(bytes)
  }

  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    try memory.overwrite(bytes, at: offset)
  }
}

@Suite struct AudioFileFailureTests {
  @Test("what was written before the disk was full can be read", arguments: [SizeUpdatePolicy.deferred, .continuous])
  func fullDisk(_ sizeUpdates: SizeUpdatePolicy) throws {
    let sink = FullSink(capacity: 10_000)
    var settings = MadeFile.settings()
    settings.sizeUpdates = sizeUpdates
    let file = try AudioFile(
      creatingIn: sink, container: MadeFile.container("WAVE"), settings: settings, options: MadeFile.options)
    let bytes = pattern(20_000)
    var written = 0
    let failure = #expect(throws: AudioError.self) {
      while written < bytes.count {
        try file.writePackets(bytes.span.extracting(written..<written + 400))
        written += 400
      }
    }
    #expect(failure?.kind == .inputOutput && failure?.systemError == 28)
    expectGreater(written, 9000)
    // Nothing goes behind the gap, even if there is room again.
    let again = #expect(throws: AudioError.self) { try file.writePackets([1, 2, 3, 4].span) }
    expectEqual(again?.systemError, 28)
    let end = #expect(throws: AudioError.self) { try file.close() }
    #expect(end?.stage == .container && end?.systemError == 28)
    let copy = try AudioFile(source: MemoryByteSource(sink.memory.bytes), options: MadeFile.options)
    try expectEqual(readPackets(copy, from: 0, count: 10_000).packets.flatMap { $0 }, Array(bytes[..<written]))
  }

  @Test func anUnfinishedFileIsRemovedUnlessItIsInPlace() throws {
    for placement in [FilePlacement.whenWhole, .inPlace] {
      let directory = try TemporaryDirectory()
      var options = MadeFile.options
      options.placement = placement
      do {
        let file = try AudioFile(
          creating: directory.file("a.wav"), container: MadeFile.container("WAVE"), settings: MadeFile.settings(),
          options: options)
        try file.writePackets(pattern(4000).span)
      }
      guard placement == .inPlace else {
        #expect(directory.names.isEmpty)
        continue
      }
      let left = try AudioFile(path: directory.file("a.wav"), options: MadeFile.options)
      try expectEqual(readPackets(left, from: 0, count: 2000).packets.flatMap { $0 }, pattern(4000))
    }
  }

  @Test func aFullDeviceIsTold() throws {
    guard FileDescriptor.kind(of: "/dev/full") == .other else { return }
    let file = try AudioFile(
      creating: "/dev/full", container: MadeFile.container("WAVE"), settings: MadeFile.settings(),
      options: MadeFile.options)
    let failure = #expect(throws: AudioError.self) { try file.writePackets(pattern(1 << 20).span) }
    #expect(failure?.kind == .inputOutput && failure?.systemError == 28)
    #expect(throws: AudioError.self) { try file.close() }
  }

  @Test func aFileInPlaceIsEmptiedOnlyWithPermission() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("a", pattern(100))
    #expect(throws: AudioError.self) { try FileByteSink(path: path, replacement: .refuse, placement: .inPlace) }
    expectEqual(contents(path), pattern(100))
    let sink = try FileByteSink(path: path, replacement: .replace, placement: .inPlace)
    expectEqual(contents(path), [])
    try sink.append([1, 2].span)
    try sink.flush()
    expectEqual(contents(path), [1, 2])
    try sink.append([3].span)
    sink.discard()
    expectEqual(contents(path), [1, 2, 3])
  }

  @Test func callbacksThatLieAreRefused() throws {
    let source = CallbackByteSource(read: { _, buffer throws(ContainerError) in buffer.count + 1 }, size: { 100 })
    #expect(throws: ContainerError.self) { try read(source, at: 0, count: 10) }
    let sink = try CallbackByteSink(write: { _, _ throws(ContainerError) in }, setSize: { _ throws(ContainerError) in })
    try sink.append([1, 2].span)
    expectEqual(sink.byteCount, 2)
    #expect(throws: ContainerError.self) { try sink.overwrite([1].span, at: 2) }
    #expect(throws: ContainerError.self) { try sink.makeRoom(byteCount: 3, at: 0) }
  }
}

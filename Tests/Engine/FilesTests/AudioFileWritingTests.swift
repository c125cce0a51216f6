import AudioBase
import AudioFiles
import TestSupport
import Testing

@Suite struct AudioFileWritingTests {
  @Test func settingsChangeUntilTheFirstPacket() throws {
    let sink = MemoryByteSink()
    var settings = MadeFile.aacSettings
    settings.cookie = []
    let file = try AudioFile(
      creatingIn: sink, container: MadeFile.container("m4af"), settings: settings, options: MadeFile.options)
    try file.setMagicCookie(MadeFile.cookie)
    try file.setChannelLayout(ChannelLayout([.left, .right]))
    try file.setInfoDictionary([.title: "Name", .approximateDuration: "9"])
    try file.setReserveDuration(10)
    expectLess(abs(file.reserveDuration - 10), 0.03)
    #expect(sink.bytes.isEmpty)
    try MadeFile.write([[1], [2, 3]], to: file)
    #expect(throws: AudioError.self) { try file.setChannelLayout(ChannelLayout([.right, .left])) }
    #expect(throws: AudioError.self) { try file.setReserveDuration(10) }
    try expectEqual(file.packetCount, 2)
    try file.setPacketTable(PacketTable(primingFrames: 1024, validFrames: 1000, remainderFrames: 24, timescale: 44_100))
    try file.close()
    try file.close()
    #expect(throws: AudioError.self) { try file.writePackets([1].span) }
    let copy = try AudioFile(source: MemoryByteSource(sink.bytes), options: MadeFile.options)
    expectEqual(copy.magicCookie, MadeFile.cookie)
    expectEqual(copy.infoDictionary[.title], "Name")
    #expect(copy.packetTable?.primingFrames == 1024 && copy.packetTable?.validFrames == 1000)
    try expectEqual(readPackets(copy, from: 0, count: 5).packets, [[1], [2, 3]])
  }

  @Test func linearPCMIsReplacedInPlace() throws {
    let sink = MemoryByteSink()
    let file = try AudioFile(
      creatingIn: sink, container: MadeFile.container("WAVE"), settings: MadeFile.settings(), options: MadeFile.options)
    let bytes = pattern(400)
    try expectEqual(file.writePackets(bytes.span), 100)
    #expect(throws: AudioError.self) { try file.writePackets(bytes.span, startingAt: 101) }
    #expect(throws: AudioError.self) { try file.writePackets([1, 2, 3].span) }
    guard file.dataOffset > 0 else { return }
    try expectEqual(file.writePackets([9, 9, 9, 9, 8, 8, 8, 8].span, startingAt: 99), 2)
    try file.writeBytes([7].span, at: 5)
    try expectEqual(file.packetCount, 101)
    try expectEqual(file.audioDataByteCount, 404)
    try file.close()
    var expected = bytes + [8, 8, 8, 8]
    expected.replaceSubrange(396..<400, with: [9, 9, 9, 9])
    expected[5] = 7
    let copy = try AudioFile(source: MemoryByteSource(sink.bytes), options: MadeFile.options)
    try expectEqual(readPackets(copy, from: 0, count: 200).packets.flatMap { $0 }, expected)
  }

  @Test func packetsOfDifferentSizesAreOnlyAppended() throws {
    let file = try AudioFile(
      creatingIn: MemoryByteSink(), container: MadeFile.container("m4af"), settings: MadeFile.aacSettings,
      options: MadeFile.options)
    try MadeFile.write([[1], [2]], to: file)
    let one = [PacketDescription(startOffset: 0, byteCount: 1)]
    let replaced = #expect(throws: AudioError.self) {
      try file.writePackets([5].span, descriptions: one.span, startingAt: 1)
    }
    expectEqual(replaced?.kind, .unsupported)
    #expect(throws: AudioError.self) { try file.writeBytes([5].span, at: 0) }
    #expect(throws: AudioError.self) { try file.writePackets([5].span) }
    let beyond = [PacketDescription(startOffset: 1, byteCount: 1)]
    #expect(throws: AudioError.self) { try file.writePackets([5].span, descriptions: beyond.span) }
  }

  @Test func theHeaderFollowsWhatIsWrittenUnlessDeferred() throws {
    let directory = try TemporaryDirectory()
    var options = MadeFile.options
    options.placement = .inPlace
    let path = try directory.file("a.wav")
    let file = try AudioFile(
      creating: path, container: MadeFile.container("WAVE"), settings: MadeFile.settings(), options: options)
    expectEqual(directory.names, ["a.wav"])
    file.sizeUpdates = .continuous
    let bytes = pattern(40_000)
    for step in 1...5 {
      try file.writePackets(bytes.span.extracting((step - 1) * 8000..<step * 8000))
      let seen = try AudioFile(path: path, options: MadeFile.options)
      let packets = try readPackets(seen, from: 0, count: 20_000).packets.flatMap { $0 }
      expectEqual(packets, Array(bytes[..<packets.count]))
      if file.sizeUpdates == .continuous, file.dataOffset > 0 { expectEqual(packets.count, step * 8000) }
    }
    try file.close()
    let seen = try AudioFile(path: path, options: MadeFile.options)
    try expectEqual(seen.packetCount, 10_000)
  }

  @Test func aFileIsContinuedByReplacingIt() throws {
    let directory = try TemporaryDirectory()
    for (name, made) in [("a.wav", try MadeFile.wave(3000)), ("b.m4a", try MadeFile.aac(300))] {
      let path = try directory.file(name, made.bytes)
      var options = MadeFile.options
      #expect(throws: AudioError.self) { try AudioFile(path: path, options: options).setMagicCookie([]) }
      options.access = .readWrite
      let file = try AudioFile(path: path, options: options)
      let isWave = name == "a.wav"
      if isWave { try file.writePackets(pattern(40).span) } else { try MadeFile.write([[1, 2, 3]], to: file) }
      expectEqual(contents(path), made.bytes)
      try file.close()
      #expect(directory.names.contains(name) && directory.names.count <= 2)
      let copy = try AudioFile(path: path, options: options)
      let all = try readPackets(copy, from: 0, count: 10_000).packets.flatMap { $0 }
      expectEqual(all, made.packets.flatMap { $0 } + (isWave ? pattern(40) : [1, 2, 3]))
    }
  }

  @Test func optimisingBringsTheIndexToTheFront() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("a.m4a")
    var settings = MadeFile.aacSettings
    settings.structure = .indexLast
    settings.metadata[.title] = "Name"
    let file = try AudioFile(
      creating: path, container: MadeFile.container("m4af"), settings: settings, options: MadeFile.options)
    let packets = (0..<50).map { [UInt8](repeating: UInt8($0), count: $0 + 1) }
    try MadeFile.write(packets, to: file)
    try file.optimize()
    #expect(file.isOptimized)
    try expectEqual(readPackets(file, from: 0, count: 100).packets, packets)
    expectEqual(file.infoDictionary[.title], "Name")
    expectEqual(directory.names, ["a.m4a"])
    let bytes = try required(contents(path))
    func position(_ type: String) -> Int? {
      bytes.indices.first { bytes[$0...].starts(with: Array(type.utf8)) }
    }
    try expectLess(#require(position("moov")), try #require(position("mdat")))
    try file.close()
  }

  @Test func callbacksAreWrittenToAndReadFrom() throws {
    let memory = Buffer()
    let sink = try CallbackByteSink(
      write: { bytes, offset throws(ContainerError) in memory.write(bytes, at: Int(offset)) },
      setSize: { size throws(ContainerError) in memory.bytes.removeLast(memory.bytes.count - Int(size)) },
      read: { offset, buffer throws(ContainerError) in memory.read(at: Int(offset), into: &buffer) })
    #expect(memory.bytes.isEmpty)
    let file = try AudioFile(
      creatingIn: sink, container: MadeFile.container("m4af"), settings: MadeFile.aacSettings,
      options: MadeFile.options)
    let packets = (1..<2000).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 1 + $0 % 300) }
    try MadeFile.write(packets, to: file)
    try file.close()
    let source = CallbackByteSource(
      read: { offset, buffer throws(ContainerError) in memory.read(at: Int(offset), into: &buffer) },
      size: { Int64(memory.bytes.count) })
    let copy = try AudioFile(source: source, options: MadeFile.options)
    try expectEqual(readPackets(copy, from: 0, count: 3000).packets, packets)
  }

  @Test func whatAContainerCannotHoldIsRefusedAtOnce() throws {
    let error = #expect(throws: AudioError.self) {
      try AudioFile(
        creatingIn: MemoryByteSink(), container: MadeFile.container("WAVE"), settings: MadeFile.aacSettings,
        options: MadeFile.options)
    }
    expectEqual(error?.kind, .unsupported)
  }
}

/// Memory behind callbacks, which gives a few bytes at a time.
private final class Buffer {
  var bytes: [UInt8] = [1, 2, 3]

  func write(_ new: Span<UInt8>, at offset: Int) {
    while bytes.count < offset + new.count { bytes.append(0) }
    for index in new.indices { bytes[offset + index] = new[index] }
  }

  func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) -> Int {
    let count = min(buffer.count, 1000, max(0, bytes.count - offset))
    for index in 0..<count { buffer[index] = bytes[offset + index] }
    return count
  }
}

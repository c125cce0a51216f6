import AudioBase
import AudioFiles
import TestSupport
import Testing

@Suite struct StreamParserTests {
  static func drain(_ parser: inout StreamParser) throws -> [[UInt8]] {
    var batch = PacketBatch()
    var packets: [[UInt8]] = []
    while try parser.nextPackets(into: &batch) { packets += (0..<batch.count).map { Array(batch.packet($0)) } }
    return packets
  }

  static func container(_ error: AudioError?) -> AudioError? { error?.stage == .container ? error : nil }

  @Test("packets come as soon as their last byte has, also byte by byte")
  func promptness() throws {
    let frames = FakeStream.frames(0..<300)
    var parser = StreamParser(containers: [FakeStream.descriptor])
    for byte in FakeStream.header(title: "a tit") { try parser.feed([byte]) }
    for byte in FakeStream.frame([1, 2, 3]) { try parser.feed([byte]) }
    expectEqual(parser.state, .waitingForHeader, "the probes are asked from 16 bytes on")
    try parser.feed(FakeStream.frame([4]))
    try expectEqual(Self.drain(&parser), [[1, 2, 3], [4]])
    for frame in frames {
      let bytes = FakeStream.frame(frame)
      for byte in bytes.dropLast() {
        try parser.feed([byte])
        #expect(try Self.drain(&parser).isEmpty)
      }
      try parser.feed(bytes[(bytes.count - 1)...])
      try expectEqual(Self.drain(&parser), [frame])
    }
    try parser.finish()
    #expect(try Self.drain(&parser).isEmpty)
    expectEqual(parser.state, .ended)
    #expect(parser.delivered.packetCount == 302 && parser.delivered.frameCount == 3020)
  }

  @Test("bytes that a reader can do without are waited for all the same")
  func swallowedErrors() throws {
    let title = String(repeating: "long", count: 50)
    let bytes = FakeStream.header(title: title) + FakeStream.frame([7])
    for size in [1, 3, 100, 1000] {
      var parser = StreamParser(containers: [FakeStream.descriptor])
      var place = 0
      while place < bytes.count {
        let end = min(bytes.count, place + size)
        try parser.feed(bytes[place..<end])
        place = end
        let hasTitle = place >= 5 + title.utf8.count
        expectEqual(parser.state, hasTitle ? .readyToProducePackets : .waitingForHeader)
      }
      expectEqual(parser.metadata[.title], title)
      try expectEqual(Self.drain(&parser), [[7]])
    }
  }

  @Test("what was read is forgotten, except the header")
  func memory() throws {
    var parser = StreamParser(containers: [FakeStream.descriptor])
    try parser.feed(FakeStream.header(title: "0123456789"))
    let chunk = FakeStream.frames(0..<2000).flatMap(FakeStream.frame)
    for _ in 0..<50 {
      try parser.feed(chunk)
      _ = try Self.drain(&parser)
      expectEqual(parser.bufferedByteCount, 15)
    }
    expectEqual(parser.delivered.packetCount, 100_000)
    expectEqual(parser.nextByteOffset, Int64(15 + 50 * chunk.count))
  }

  @Test("after a gap whole packets before it are given, then those behind it")
  func gap() throws {
    for drainsFirst in [false, true] {
      var parser = StreamParser(containers: [FakeStream.descriptor])
      let before = FakeStream.frames(0..<5)
      try parser.feed((FakeStream.header(title: "longer title") + before.flatMap(FakeStream.frame) + [0xF5, 9, 1]))
      var packets = drainsFirst ? try Self.drain(&parser) : []
      let behind = FakeStream.frames(20..<25)
      try parser.feed(([3, 4, 5] + behind.flatMap(FakeStream.frame)), continuity: .discontinuous)
      try parser.feed(([3, 4, 5] + behind.flatMap(FakeStream.frame)), continuity: .discontinuous)
      packets += try Self.drain(&parser)
      expectEqual(packets, before + behind + behind)
      expectEqual(parser.delivered.packetCount, 15)
      expectEqual(parser.state, .readyToProducePackets)
    }
  }

  @Test("a gap before the header begins anew")
  func earlyGap() throws {
    var parser = StreamParser(containers: [FakeStream.descriptor])
    try parser.feed(Array("FAKE".utf8))
    try parser.feed((FakeStream.header(title: "whole") + FakeStream.frame([1, 2, 3, 4])), continuity: .discontinuous)
    try expectEqual(Self.drain(&parser), [[1, 2, 3, 4]])
    expectEqual(parser.track?.dataOffset, 10)
  }

  @Test("a seek without a table is estimated and lands on the next frame")
  func estimatedSeek() throws {
    var parser = StreamParser(containers: [FakeStream.descriptor])
    let frames = FakeStream.frames(0..<1000)
    let stream = FakeStream.header(title: "title") + frames.flatMap(FakeStream.frame)
    try parser.feed(stream[..<2000])
    _ = try Self.drain(&parser)
    let target = try parser.seek(toPacket: 600)
    #expect(target.isEstimate && target.packet == 600)
    // Frames have 2 + 4 bytes on average, a little off where the sample of them ends within a cycle of seven.
    expectLess(abs(target.byteOffset - (10 + 600 * 6)), 30)
    expectEqual(parser.nextByteOffset, target.byteOffset)
    try parser.feed(stream[Int(target.byteOffset)...])
    var batch = PacketBatch()
    #expect(try parser.nextPackets(into: &batch))
    expectEqual(batch.firstPacket, 600)
    let offset = Int(batch.fileOffsets[0])
    #expect(stream[offset] == 0xF5 && !stream[Int(target.byteOffset)..<offset].contains(0xF5))
    expectEqual(Array(batch.packet(0)), Array(stream[(offset + 2)...].prefix(Int(stream[offset + 1]))))
    try parser.finish()
    while try parser.nextPackets(into: &batch) {}
    expectEqual(parser.state, .ended)
    try expectEqual(parser.seek(toPacket: 0), StreamSeekTarget(byteOffset: 10, isEstimate: false, packet: 0))
    try parser.feed(stream[10...])
    try expectEqual(Self.drain(&parser), frames)
  }

  @Test("frames, packets and bytes are translated, and estimates are marked")
  func positions() throws {
    var parser = StreamParser(containers: [FakeStream.descriptor])
    expectNil(parser.position(of: .packet(0)))
    try parser.feed(FakeStream.header(title: "title 6789012"))
    expectEqual(parser.position(of: .frame(0)), StreamPosition(packet: 0, firstFrame: 0, byteOffset: 18))
    expectNil(parser.position(of: .packet(3)))
    for _ in 0..<3 { try parser.feed(FakeStream.frame([1, 2, 3, 4])) }
    _ = try Self.drain(&parser)
    expectEqual(
      parser.position(of: .frame(2345)),
      StreamPosition(packet: 234, firstFrame: 2340, byteOffset: 18 + 234 * 6, estimates: .byteOffset))
    #expect(parser.position(of: .frame(-1)) == nil && parser.position(of: .packet(-1)) == nil)
    expectNil(parser.position(of: .packet(.max)))
    expectEqual(parser.averageBytesPerPacket, 4)
  }

  @Test("a broken packet is met until a seek")
  func failure() throws {
    var parser = StreamParser(containers: [FakeStream.descriptor])
    let stream = FakeStream.header(title: "some title 12") + FakeStream.frame([1]) + [9, 9, 9] + FakeStream.frame([2])
    try parser.feed(stream)
    var batch = PacketBatch()
    #expect(try parser.nextPackets(into: &batch))
    for _ in 0..<2 {
      let error = #expect(throws: AudioError.self) { try parser.nextPackets(into: &batch) }
      expectEqual(Self.container(error)?.kind, .malformed)
      expectEqual(parser.state, .failed)
    }
    let target = try parser.seek(toPacket: 2)
    #expect(target.isEstimate && target.byteOffset > 18 && target.byteOffset < 24)
    try parser.feed(stream[Int(target.byteOffset)...])
    try expectEqual(Self.drain(&parser), [[2]])
  }

  @Test("calls out of order are refused")
  func order() throws {
    var parser = StreamParser(containers: [FakeStream.descriptor])
    expectEqual(Self.container(#expect(throws: AudioError.self) { try parser.seek(toPacket: 0) })?.kind, .invalidState)
    expectEqual(Self.container(#expect(throws: AudioError.self) { try parser.selectTrack(0) })?.kind, .invalidState)
    try parser.feed((FakeStream.header(title: "a long title") + FakeStream.frame([1])))
    try parser.selectTrack(0)
    expectEqual(Self.container(#expect(throws: AudioError.self) { try parser.selectTrack(1) })?.kind, .invalidState)
    expectEqual(Self.container(#expect(throws: AudioError.self) { try parser.seek(toPacket: -1) })?.kind, .invalidState)
    try parser.finish()
    expectEqual(Self.container(#expect(throws: AudioError.self) { try parser.feed([1]) })?.kind, .invalidState)
  }
}

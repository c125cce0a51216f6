import AudioBase
import AudioFiles
import TestSupport
import Testing

@Suite struct StreamRecognitionTests {
  @Test("a sure container is taken at once, an unsure one when enough has come, whatever the split")
  func milestones() throws {
    for (score, needed) in [(90, 16), (89, 4096)] {
      for size in [1, 7, 5000] {
        var parser = StreamParser(containers: [FakeStream.container(score: score)])
        let stream = FakeStream.header(title: "t") + FakeStream.frames(0..<900).flatMap(FakeStream.frame)
        var place = 0
        while parser.fileType == nil {
          let end = min(stream.count, place + size)
          try parser.feed(stream[place..<end])
          place = end
        }
        expectEqual(place, (needed + size - 1) / size * size)
      }
    }
  }

  @Test("the end of a short stream settles the question")
  func shortStream() throws {
    var parser = StreamParser(containers: [FakeStream.container(score: 1)])
    try parser.feed((FakeStream.header(title: "") + FakeStream.frame([1])))
    expectEqual(parser.state, .waitingForHeader)
    try parser.finish()
    expectEqual(parser.state, .readyToProducePackets)
    try expectEqual(StreamParserTests.drain(&parser), [[1]])
  }

  @Test("a hint is believed without a probe, an unknown one counts for nothing")
  func hint() throws {
    let other = FakeStream.container(score: 100, name: "OTHR")
    for (hint, expected) in [("FAKE", "FAKE"), ("none", "OTHR")] {
      var parser = StreamParser(containers: [other, FakeStream.descriptor], hint: FourCharacterCode(hint))
      try parser.feed((FakeStream.header(title: "the title") + FakeStream.frame([1])))
      expectEqual(parser.fileType, FourCharacterCode(expected))
    }
  }

  @Test("tags in front are passed over by the probes")
  func tags() throws {
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 128)
    let limits = ResourceLimits()
    let buffer = StreamBuffer()
    var probe = StreamProbe([FakeStream.descriptor], limits: limits)
    buffer.feed((tag + tag))
    try expectNil(probe.choose(buffer))
    buffer.feed((FakeStream.header(title: "0123456789")))
    try expectNil(probe.choose(buffer))
    buffer.feed([0xF5])
    try expectEqual(probe.choose(buffer)?.fileType, "FAKE")
  }

  @Test("what nobody knows is refused, and so is nothing")
  func unknown() throws {
    var parser = StreamParser(containers: [FakeStream.descriptor])
    try parser.feed([UInt8](repeating: 0, count: 4095))
    #expect(throws: AudioError.self) { try parser.feed([0]) }
    expectEqual(parser.state, .failed)
    #expect(throws: AudioError.self) { try parser.feed([0]) }
    var empty = StreamParser(containers: [FakeStream.descriptor])
    let error = #expect(throws: AudioError.self) { try empty.finish() }
    expectEqual(error?.kind, .empty)
  }

  @Test("a header without end is given up at the limit")
  func limit() throws {
    var limits = ResourceLimits()
    limits.streamHeadByteCount = 100
    let bytes = FakeStream.header(title: String(repeating: "x", count: 200))
    var parser = StreamParser(containers: [FakeStream.descriptor], limits: limits)
    let error = #expect(throws: AudioError.self) { try parser.feed(bytes[..<50]) }
    expectEqual(StreamParserTests.container(error)?.kind, .limitExceeded)
  }
}

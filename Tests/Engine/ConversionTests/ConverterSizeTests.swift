import AudioBase
import AudioConversion
import TestSupport
import Testing

/// What the converter says it needs against what it turns out to need.
@Suite struct ConverterSizeTests {
  private func converter(_ kind: ConverterTests.Case) throws -> PacketConverter {
    try PacketConverter(
      from: PacketInput(CodedStream(format: ConverterTests.source)), to: kind.request)
  }

  @Test("exactly as much input as was said fills the output, at the start and later", arguments: ConverterTests.cases)
  func inputCounts(_ kind: ConverterTests.Case) throws {
    for wanted in [1, 2, 100, 1000] {
      var exact = try converter(kind)
      var batch = PacketBatch()
      for _ in 0..<3 {
        let needed = exact.inputPacketCount(forOutputPackets: wanted)
        let bytes = exact.inputByteCount(forOutputByteCount: wanted * exact.maximumOutputPacketByteCount)
        expectEqual(bytes, needed * 4)
        if needed > 0 {
          exact.append(ConverterTests.noise(needed - 1).span)
          let early = try exact.fill(&batch, packetCount: wanted)
          guard case .needsInput = early else {
            Issue.record("\(kind): \(needed - 1) frames sufficed for \(wanted)")
            return
          }
          let given = batch.descriptions.reduce(0) { $0 + $1.frameCount }
          expectEqual(exact.inputPacketCount(forOutputPackets: wanted - given), 1)
          exact.append(ConverterTests.noise(1).span)
          try expectEqual(exact.fill(&batch, packetCount: wanted - given), .filled)
        } else {
          try expectEqual(exact.fill(&batch, packetCount: wanted), .filled)
        }
      }
    }
  }

  @Test("as much comes out as was said", arguments: ConverterTests.cases)
  func outputCounts(_ kind: ConverterTests.Case) throws {
    var converter = try converter(kind)
    var batch = PacketBatch()
    for frames in [0, 1, 7, 500, 3000] {
      let promised = converter.outputPacketCount(forInputPackets: frames)
      expectEqual(
        converter.outputByteCount(forInputByteCount: frames * 4 + 3), promised * converter.maximumOutputPacketByteCount)
      converter.append(ConverterTests.noise(frames).span)
      _ = try converter.fill(&batch, packetCount: 1 << 16)
      expectEqual(batch.descriptions.reduce(0) { $0 + $1.frameCount }, promised)
    }
  }

  @Test("where packets differ, only a packet's size makes bytes of their number")
  func variablePackets() throws {
    let converter = try PacketConverter(
      from: CodedStream(
        format: StreamFormat(formatID: "echo", sampleRate: 1000, channelsPerFrame: 1, framesPerPacket: 4),
        cookie: [4, 1]),
      to: CodedStream(format: StreamFormat(.int16, sampleRate: 1000, channelsPerFrame: 1)),
      codecs: [EchoDecoder.descriptor])
    expectNil(converter.inputPacketByteCount)
    expectNil(converter.inputByteCount(forOutputByteCount: 18))
    expectNil(converter.outputByteCount(forInputByteCount: 100))
    expectEqual(converter.inputPacketCount(forOutputPackets: 9), 3)
    expectEqual(converter.inputByteCount(forOutputByteCount: 18, largestPacket: 10), 30)
    expectEqual(converter.outputByteCount(forInputByteCount: 100, smallestPacket: 50), 16)
    expectEqual(converter.maximumOutputPacketByteCount, 2)
  }

  @Test("sizes beyond all reason are answered, not trapped on")
  func absurdSizes() throws {
    let converter = try converter(ConverterTests.cases[2])
    expectNil(converter.inputByteCount(forOutputByteCount: -1))
    expectNil(converter.outputByteCount(forInputByteCount: -1))
    #expect(converter.outputByteCount(forInputByteCount: Int.max) != nil)
    #expect(converter.inputByteCount(forOutputByteCount: Int(Int32.max)) != nil)
  }
}

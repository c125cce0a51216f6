import AudioBase
import AudioConversion
import TestSupport
import Testing

/// What reads on after an error is told of it again, and never gets what was half read.
struct ReadingOnTests {
  private static let failure = ContainerError(.inputOutput, "the disk is broken", at: 107)

  /// Seven packets of four frames, behind which reading fails in the middle of a batch.
  private var reader: ListReader {
    var reader = ListReader((0..<12).map { [UInt8($0)] }, framesPerPacket: 4)
    reader.failure = (7, Self.failure)
    reader.tearsBatches = true
    return reader
  }

  /// The frames that calls give before the first error, and what the ten calls behind it come to.
  private func frames(_ next: () throws -> Int?) -> (count: Int, errors: [String]) {
    var count = 0
    while let more = try? next() { count += more }
    let errors = (0..<10).map { _ in
      do { return "\(try next() ?? 0) frames" } catch { return "\(error)" }
    }
    return (count, errors)
  }

  private func expectTold(_ found: (count: Int, errors: [String])) {
    expectEqual(found.count, 7 * 4)
    #expect(found.errors.allSatisfy { $0.contains("the disk is broken at byte 107") }, "\(found.errors)")
  }

  @Test(arguments: [DamagePolicy.stop, .conceal]) func aDecoder(policy: DamagePolicy) throws {
    var options = DecodeRequest()
    options.damagePolicy = policy
    var decoder = try TrackDecoder(of: reader, track: 0, codecs: [EchoDecoder.descriptor], options: options)
    expectTold(frames { try decoder.decodeNext()?.count })
  }

  @Test func aConverter() throws {
    let output = CodedStream(format: StreamFormat(.int16, sampleRate: 0, channelsPerFrame: 1))
    var converter = try TrackConverter(of: reader, track: 0, to: output, codecs: [EchoDecoder.descriptor])
    var batch = PacketBatch()
    var count = 0
    let found = frames {
      defer { count += batch.bytes.count / 2 }
      return try converter.convertNext(into: &batch, packetCount: 5) ? 0 : nil
    }
    // What was made before the error is in the batch that it leaves.
    expectTold((count, found.errors))
  }

  @Test func aSource() throws {
    let source = try TrackSource(of: reader, track: 0, codecs: [EchoDecoder.descriptor])
    var block = PCMBlock(channelCount: 1, capacity: 4)
    block.setFrameCount(4)
    expectTold(frames { try source.read(into: &block) })
    // A place in front of the error is reached as if there had been none.
    try source.seek(toFrame: 8)
    try expectEqual(source.read(into: &block), 4)
    expectEqual(block.channel(0)[0], 3)
    try source.seek(toFrame: 0)
    expectTold(frames { try source.read(into: &block) })
  }

  @Test func damageThatEndsAFileLeavesNoHalfPacket() throws {
    var reader = reader
    reader.failure?.error = ContainerError(.malformed, "the box is too long", at: 107)
    var decoder = try TrackDecoder(of: reader, track: 0, codecs: [EchoDecoder.descriptor])
    var count = 0
    for _ in 0..<20 { count += try decoder.decodeNext()?.count ?? 0 }
    #expect(count == 7 * 4 && decoder.report.earlyEnd?.kind == .malformed)
  }
}

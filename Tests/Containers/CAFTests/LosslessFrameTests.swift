import AudioBase
import Bitstream
import CAFContainer
import TestSupport
import Testing

/// FLAC in CAF as FFmpeg 5.1 writes it, which its frames tell the truth about.
@Suite struct LosslessFrameTests {
  /// A frame of constant samples by hand, RFC 9639, 9: blocks of 192 frames, or of as many as eight bits say, 44.1 kHz,
  /// one channel of 16 bits.
  private static func frame(_ number: UInt8, blockSize: Int = 192, value: Int16 = 5) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xF8, blockSize == 192 ? 0x19 : 0x69, 0x08, number]
    if blockSize != 192 { bytes.append(UInt8(blockSize - 1)) }
    var check = CyclicRedundancyCheck(width: 8, polynomial: 0x07, initialValue: 0)
    check.update(bytes.span)
    bytes += [UInt8(check.value), 0, UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    var whole = CyclicRedundancyCheck(width: 16, polynomial: 0x8005, initialValue: 0)
    whole.update(bytes.span)
    return bytes + [UInt8(whole.value >> 8), UInt8(whole.value & 0xFF)]
  }

  private static func file(
    framesPerPacket: UInt32, validFrames: Int64, cookie: [UInt8]? = nil, emptyPackets: Int = 1, _ frames: [[UInt8]]
  ) throws -> any ContainerReader {
    var table: [UInt8] = []
    table.append(bigEndian: Int64(frames.count + emptyPackets))
    table.append(bigEndian: validFrames)
    table += [0, 0, 0, 0, 0, 0, 0, 0] + frames.map { UInt8($0.count) } + [UInt8](repeating: 0, count: emptyPackets)
    var file = HandMadeFile()
    file.add("desc", HandMadeFile.description(44_100, "flac", [0, 0, framesPerPacket, 1, 0]))
    if let cookie { file.add("kuki", cookie) }
    file.add("data", [0, 0, 0, 0] + frames.flatMap { $0 })
    file.add("pakt", table)
    let open = try required(CAFFile.descriptor.open)
    return try open(MemoryByteSource(file.bytes), ResourceLimits())
  }

  @Test(
    "frames of packets, length and cookie are those of the frames",
    arguments: [(147, 294), (147, 441), (0x3333_3334, 858_993_468), (0xD174_5D18, -780_903_136), (0, 0)]
      as [(UInt32, Int64)])
  func foreignDescription(framesPerPacket: UInt32, validFrames: Int64) throws {
    var reader = try Self.file(
      framesPerPacket: framesPerPacket, validFrames: validFrames,
      [Self.frame(0), Self.frame(1), Self.frame(2, blockSize: 100)])
    let track = reader.tracks[0]
    #expect(track.format.framesPerPacket == 192 && track.packetCount == 3)
    #expect(track.packetTable?.validFrames == 484 && track.packetTable?.primingFrames == 0)
    #expect(track.packetTable?.remainderFrames == 92 && track.duration == 484 / 44_100)
    // STREAMINFO, RFC 9639, 8.2: blocks of 192; 44,100 Hz in 20 bits, 0 in 3 for one channel, 15 in 5 for 16 bits.
    expectEqual(
      track.cookie, [0, 192, 0, 192, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x40, 0xF0] + [UInt8](repeating: 0, count: 20))
    expectEqual(track.sourceBitDepth, 16)
    #expect(reader.warnings.isEmpty)
    var batch = PacketBatch()
    #expect(try reader.readPackets(ofTrack: 0, into: &batch))
    #expect(batch.count == 3 && Array(batch.packet(2)) == Self.frame(2, blockSize: 100))
    #expect(try !reader.readPackets(ofTrack: 0, into: &batch))
    try expectEqual(reader.locate(.frame(383), ofTrack: 0)?.packet, 1)
  }

  @Test("a description that the frames bear out stays, and so does a recording that is shorter than its frames")
  func ownDescription() throws {
    let frames = [Self.frame(0), Self.frame(1)]
    let whole = try Self.file(framesPerPacket: 192, validFrames: 350, emptyPackets: 0, frames).tracks[0]
    #expect(whole.format.framesPerPacket == 192 && whole.packetTable?.validFrames == 350)
    // The only packet of a short recording.
    let short = try Self.file(framesPerPacket: 4096, validFrames: 100, emptyPackets: 0, [Self.frame(0, blockSize: 100)])
    #expect(short.tracks[0].format.framesPerPacket == 4096 && short.tracks[0].packetTable?.validFrames == 100)
  }

  @Test("cookies of every form are the body of STREAMINFO")
  func cookies() throws {
    let body = [0, 192, 0, 192, 0, 0, 9, 0, 0, 9, 0x0A, 0xC4, 0x40, 0xF0, 0, 0, 0, 0] + [UInt8](1...16)
    let block = [0x80, 0, 0, 34] + body
    let open = [0, 0, 0, 34] + body
    let box = [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0] + block
    let more = [0, 0, 0, 58] + Array("dfLa".utf8) + [0, 0, 0, 0] + open + [0x81, 0, 0, 4, 0, 0, 0, 0]
    let old = [0, 0, 0, 12] + Array("frmaflac".utf8) + box
    for cookie in [body, block, Array("fLaC".utf8) + block, box, more, old] {
      let reader = try Self.file(
        framesPerPacket: 192, validFrames: 192, cookie: cookie, emptyPackets: 0, [Self.frame(0)])
      #expect(reader.tracks[0].cookie == body && reader.tracks[0].containerCookie == cookie)
    }
  }

  @Test("the cookie of Apple Lossless says the depth where the description does not")
  func depthOfCookie() throws {
    var file = HandMadeFile()
    file.add("desc", HandMadeFile.description(44_100, "alac", [4, 0, 4096, 2, 0]))
    file.add("kuki", [0, 0, 16, 0, 0, 24, 40, 10, 14, 2, 0, 255] + [UInt8](repeating: 0, count: 12))
    file.add("pakt", [UInt8](repeating: 0, count: 24))
    file.add("data", [0, 0, 0, 0])
    let open = try required(CAFFile.descriptor.open)
    try expectEqual(open(MemoryByteSource(file.bytes), ResourceLimits()).tracks[0].sourceBitDepth, 24)
  }
}

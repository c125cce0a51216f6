import AudioBase
import FLACCodec
import FLACContainer
import TestSupport
import Testing

/// Files that are written, read again here and by a foreign decoder.
@Suite struct FileTests {
  private func file(_ stream: RoundTripTests.Stream, metadata: Metadata = Metadata()) throws -> [UInt8] {
    let create = try required(FLACFile.descriptor.create)
    let sink = MemoryByteSink()
    var first = stream.format
    // At the start an encoder knows neither count nor digest.
    first.cookie.replaceSubrange(14..<34, with: [UInt8](repeating: 0, count: 20))
    var settings = WriterSettings(format: first.stream, layout: first.layout, cookie: first.cookie)
    settings.metadata = metadata
    var writer = try create(sink, settings)
    for packet in stream.packets {
      let places = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      try writer.write(packet.span, descriptions: places.span)
    }
    try writer.setCookie(stream.format.cookie)
    try writer.finish()
    return sink.bytes
  }

  private func stream(_ count: Int, blockSize: Int = 256) throws -> (input: [[Int]], stream: RoundTripTests.Stream) {
    var random = SplitMix64(seed: 5)
    let input = (0..<2).map { channel in
      (0..<count).map { RoundTripTests.Signal.music.sample($0, channel: channel, depth: 16, &random) }
    }
    return (input, try RoundTripTests.encode(input, RoundTripTests.settings(2, 16, blockSize: blockSize), .standard))
  }

  @Test(arguments: [1, 256, 1000, 100_000])
  func filesHoldTheirPacketsAndWhatStreaminfoStates(count: Int) throws {
    let (_, stream) = try stream(count)
    var metadata = Metadata()
    metadata[.title] = "Ä title"
    metadata[InfoKey("MOOD")] = "x"
    metadata.artwork = [Artwork(bytes: [0xFF, 0xD8, 0xFF, 1], description: "d"), Artwork(bytes: [1, 2])]
    let bytes = try file(stream, metadata: metadata)
    let open = try required(FLACFile.descriptor.open)
    var reader = try open(MemoryByteSource(bytes), ResourceLimits())
    var batch = PacketBatch()
    var packets: [[UInt8]] = []
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count { packets.append(Array(batch.packet(index))) }
    }
    #expect(packets == stream.packets && reader.warnings.isEmpty)
    let cookie = reader.tracks[0].cookie
    let information = try StreamInformation(parsing: cookie.span)
    expectEqual(information, try StreamInformation(parsing: stream.format.cookie.span))
    #expect(information.frameCount == Int64(count) && information.hasDigest)
    #expect(reader.metadata[.title] == "Ä title" && reader.metadata[InfoKey("MOOD")] == "x")
    expectEqual(reader.metadata.artwork, metadata.artwork)
  }

  @Test func packetsThatAreNoFramesAreRefused() throws {
    let create = try required(FLACFile.descriptor.create)
    let (_, stream) = try stream(300)
    let settings = WriterSettings(
      format: stream.format.stream, layout: stream.format.layout, cookie: stream.format.cookie)
    var writer = try create(MemoryByteSink(), settings)
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    for place in [(0, 8), (4, 5), (-1, 2), (0, 0)] {
      let places = [PacketDescription(startOffset: place.0, byteCount: place.1)]
      #expect(throws: ContainerError.self) { try writer.write(bytes.span, descriptions: places.span) }
    }
    var bare = settings
    bare.cookie = []
    #expect(throws: ContainerError.self) { try create(MemoryByteSink(), bare) }
  }

  @Test(.needs(.ffmpeg), arguments: [300, 20_000])
  func aForeignDecoderGivesTheSameSamples(count: Int) throws {
    let (input, stream) = try stream(count, blockSize: 4096)
    let bytes = try file(stream)
    let arguments = ["-v", "error", "-i", "FILE", "-f", "s16le", "-"]
    let output = try ForeignProgram.run("ffmpeg", arguments, on: bytes, named: "own.flac")
    var expected: [UInt8] = []
    for index in 0..<count {
      for channel in input {
        expected += [UInt8(truncatingIfNeeded: channel[index]), UInt8(truncatingIfNeeded: channel[index] >> 8)]
      }
    }
    expectEqual(output, expected)
  }
}

import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation
import TestSupport
import Testing

/// AAC-ELD version 2 and reduced delay in every container that takes them: the same packets, the same description, the
/// same sound.
@Suite struct LowDelayFamilyTests {
  /// A stream, and what it is.
  struct Stream: Sendable, CustomTestStringConvertible {
    var name: String
    var configuration: [UInt8]
    var packets: [[UInt8]]

    var testDescription: String { name }
  }

  /// The fixtures of both kinds, and the vectors where they are.
  static let streams: [Stream] = {
    let fixtures = SharedFiles.fixtures.appending(path: "AAC")
    let own = ["eldv2_48000_512_own", "eldrd_48000_240_own"].map { name in
      let file = fixtures.appending(path: name)
      return Stream(
        name: name, configuration: SharedFiles.bytes(file.appendingPathExtension("asc")),
        packets: packetsOfDump(SharedFiles.bytes(file.appendingPathExtension("dump"))))
    }
    let vectors = SharedFiles.files(below: "vectors").filter { file in
      let name = file.deletingLastPathComponent().lastPathComponent
      return file.lastPathComponent == "v.dump"
        && ["eldv2", "xa_eldv2", "eldrd", "eld_rd"].contains { name.hasPrefix($0) }
    }
    return own
      + vectors.map { file in
        let folder = file.deletingLastPathComponent()
        return Stream(
          name: folder.lastPathComponent, configuration: SharedFiles.bytes(folder.appending(path: "v.asc")),
          packets: Array(packetsOfDump(SharedFiles.bytes(file)).prefix(60)))
      }
  }()

  static let containers: [FourCharacterCode] = ["loas", "caff", "m4af", "mp4f"]

  private static func summary(of stream: Stream) throws -> CodecSummary {
    let codec = try required(Catalog.standard.codec(formatID: .aacEnhancedLowDelay))
    let format = StreamFormat(formatID: .aacEnhancedLowDelay, sampleRate: 0, channelsPerFrame: 0)
    return try codec.summary(of: CodedStream(format: format, cookie: stream.configuration))
  }

  private static func write(_ stream: Stream, _ fileType: FourCharacterCode) throws -> [UInt8] {
    let summary = try summary(of: stream)
    var format = StreamFormat(
      formatID: summary.formatID, sampleRate: summary.decoded.sampleRate,
      channelsPerFrame: summary.decoded.layout.channelCount)
    format.framesPerPacket = summary.decoded.framesPerPacket
    let settings = WriterSettings(format: format, layout: summary.decoded.layout, cookie: stream.configuration)
    let create = try required(Catalog.standard.container(fileType: fileType)?.create)
    let sink = MemoryByteSink()
    var writer = try create(sink, settings)
    for packet in stream.packets {
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      try writer.write(packet.span, descriptions: place.span)
    }
    try writer.finish()
    return sink.bytes
  }

  @Test(arguments: streams, containers)
  func everyContainerGivesBackWhatItWasGiven(stream: Stream, fileType: FourCharacterCode) throws {
    let summary = try Self.summary(of: stream)
    expectGreater(stream.packets.count, 20)
    expectEqual(summary.formatID == .aacEnhancedLowDelayV2, stream.name.contains("eldv2"))
    let file = try Self.write(stream, fileType)
    let whole = StreamRuns.pull(file)
    #expect(whole.error == nil && whole.fileType == fileType)
    expectEqual(whole.packets.map(\.byteCount), stream.packets.map(\.count))
    expectEqual(whole.bytes, stream.packets.flatMap { $0 })
    let track = try required(whole.tracks.first)
    expectEqual(track.cookie, stream.configuration)
    let frames = whole.packets.reduce(0) { $0 + $1.frameCount }
    let seconds = Double(frames) / track.format.sampleRate
    let expected = Double(stream.packets.count * summary.decoded.framesPerPacket) / summary.decoded.sampleRate
    expectLess(abs(seconds - expected), 1e-9)
    // As it arrives, in pieces of any size.
    for size in [1, 97, 5000] {
      let pushed = StreamRuns.push(file) { size }
      // An index behind the packets is refused by name.
      if pushed.error == .notStreamable || fileType == "caff" { continue }
      #expect(pushed.streamDifferences(fromFile: whole).isEmpty)
      expectEqual(pushed.tracks.map(\.cookie), [stream.configuration])
    }
  }

  @Test(arguments: streams, containers)
  func theSoundIsThatOfThePackets(stream: Stream, fileType: FourCharacterCode) throws {
    let media = try MediaFile(
      source: MemoryByteSource(Self.write(stream, fileType)), name: nil, containers: Catalog.standard.containers)
    let sound = try RandomAccessTests.decode(media.reader)
    expectEqual(sound, try Self.decode(stream))
  }

  /// A decode that begins anywhere is the tail of that from the start, though parameters are differences to those
  /// before.
  @Test(arguments: streams) func seekingIsDecodingFromTheStart(stream: Stream) throws {
    let media = try MediaFile(
      source: MemoryByteSource(Self.write(stream, "caff")), name: nil, containers: Catalog.standard.containers)
    let whole = try Self.decode(stream)
    let (count, packet) = (whole[0].count, whole[0].count / stream.packets.count)
    for start in [1, packet, 3 * packet + 17, 9 * packet, count / 2, count - packet - 3] {
      let length = min(2 * packet, count - start)
      let part = try RandomAccessTests.decode(media.reader, from: Int64(start), count: length)
      expectEqual(part, whole.map { Array($0[start..<(start + length)]) }, "frame \(start) of \(count)")
    }
  }

  /// The sound by the decoder itself, packet by packet.
  private static func decode(_ stream: Stream) throws -> [[Float]] {
    let codec = try required(Catalog.standard.codec(formatID: .aacEnhancedLowDelay))
    let format = StreamFormat(formatID: .aacEnhancedLowDelay, sampleRate: 0, channelsPerFrame: 0)
    var decoder = try codec.makeDecoder(CodedStream(format: format, cookie: stream.configuration))
    let count = decoder.format.layout.channelCount
    var block = PCMBlock(channelCount: count, capacity: decoder.format.framesPerPacket)
    var planes = [[Float]](repeating: [], count: count)
    for packet in stream.packets {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      for channel in planes.indices {
        let plane = block.channel(channel)
        for frame in plane.indices { planes[channel].append(plane[frame]) }
      }
    }
    return planes
  }
}

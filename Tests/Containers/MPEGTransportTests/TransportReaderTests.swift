import ADTSContainer
import AudioBase
import FramedStreams
import LOASContainer
import MPEGAudioContainer
import MPEGTransportContainer
import TestSupport
import Testing

@Suite("Packets of transport streams")
struct TransportReaderTests {
  static let packets = TransportBytes.packets(60)

  /// A stream with two ADTS tracks and another PID between their packets; units of three frames.
  static func twoTracks(prefix: [UInt8] = [], suffix: [UInt8] = []) throws -> (bytes: [UInt8], other: [[UInt8]]) {
    let other = TransportBytes.packets(40, seed: 2)
    var stream = TransportBytes()
    (stream.prefix, stream.suffix) = (prefix, suffix)
    stream.tables([
      .init(identifier: 0x100, streamType: 0x1B), .init(identifier: 0x101, streamType: 0x0F, descriptors: language),
      .init(identifier: 0x102, streamType: 0x0F),
    ])
    let (first, second) = (try TransportBytes.frames(packets), try TransportBytes.frames(other))
    for index in stride(from: 0, to: first.count, by: 3) {
      stream.unit(0x101, first[index..<min(index + 3, first.count)].flatMap { $0 }, statesLength: index % 2 == 0)
      stream.packet(0x100, [UInt8](repeating: 0x47, count: 184), startsUnit: false)
      if index < second.count { stream.unit(0x102, second[index..<min(index + 3, second.count)].flatMap { $0 }) }
    }
    return (stream.bytes, other)
  }

  /// ISO_639_language_descriptor: German.
  static let language: [UInt8] = [10, 4, 0x64, 0x65, 0x75, 0]

  @Test("each track gives its packets, with 188, 192 and 204 bytes a transport packet", arguments: [0, 4, 16])
  func tracks(added: Int) throws {
    let other = [UInt8](repeating: 0, count: added)
    let (bytes, second) = try Self.twoTracks(prefix: added == 4 ? other : [], suffix: added == 16 ? other : [])
    expectEqual(MPEGTransportFile.probe(bytes.span.extracting(first: 4096)), 85)
    for isPipe in [false, true] {
      var reader = try TransportBytes.open(WatchedSource(bytes, isPipe: isPipe))
      expectEqual(reader.tracks.map(\.identifier), [0x101, 0x102])
      expectEqual(reader.tracks.map(\.language), ["deu", ""])
      #expect(reader.tracks[0].format.sampleRate == 44_100 && reader.tracks[0].cookie == [0x12, 0x10])
      if !isPipe { expectEqual(reader.tracks.map(\.packetCount), [60, 40]) }
      let found = readAll(&reader)
      #expect(found.packets == Self.packets && found.error == nil)
      expectEqual(readAll(&reader, track: 1).packets, second)
      expectEqual(reader.warnings, [])
    }
  }

  @Test("a packet's offset is where its first byte lies in the file")
  func offsets() throws {
    let (bytes, _) = try Self.twoTracks()
    var reader = try TransportBytes.open(MemoryByteSource(bytes))
    for track in 0..<2 {
      let found = readAll(&reader, track: track, batch: PacketBatch(maximumPacketCount: 7))
      for (packet, offset) in zip(found.packets, found.offsets) {
        // What follows in the same transport packet.
        let count = min(packet.count, 188 - Int(offset) % 188)
        expectEqual(Array(bytes[Int(offset)...].prefix(count)), Array(packet.prefix(count)))
      }
    }
  }

  @Test("seeking gives the same packets as reading through")
  func seeking() throws {
    let (bytes, _) = try Self.twoTracks()
    var reader = try TransportBytes.open(MemoryByteSource(bytes))
    var random = SplitMix64(seed: 3)
    for _ in 0..<40 {
      let packet = Int.random(in: 0..<60, using: &random)
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      expectEqual(
        readAll(&reader, maximumPacketCount: 3, batch: PacketBatch(maximumPacketCount: 3)).packets.prefix(1),
        [
          Self.packets[packet]
        ])
    }
  }

  @Test("LOAS and MPEG audio come out as from files of their own")
  func otherFrames() throws {
    for name in ["l2-48000-joint.mp2", "l3-lame-44100-joint.mp3"] {
      let file = try fixture(name)
      var stream = TransportBytes()
      stream.tables([.init(identifier: 0x44, streamType: 3)])
      for start in stride(from: 0, to: file.count, by: 500) {
        stream.unit(0x44, Array(file[start..<min(start + 500, file.count)]))
      }
      var plain = try TransportBytes.mpegAudio(MemoryByteSource(file))
      var reader = try TransportBytes.open(MemoryByteSource(stream.bytes))
      expectEqual(readAll(&reader).packets, readAll(&plain).packets)
      expectEqual(reader.tracks[0].format, plain.tracks[0].format)
    }
  }

  @Test("private data that say nothing of themselves are read where they are frames")
  func privateData() throws {
    let frames = try TransportBytes.frames(Self.packets)
    var stream = TransportBytes()
    stream.tables([.init(identifier: 0x50, streamType: 6), .init(identifier: 0x51, streamType: 6)])
    for frame in frames {
      stream.unit(0x50, frame)
      stream.unit(0x51, [UInt8](repeating: 0x20, count: 50))
    }
    var reader = try TransportBytes.open(MemoryByteSource(stream.bytes))
    expectEqual(reader.tracks.map(\.identifier), [0x50])
    expectEqual(readAll(&reader).packets, Self.packets)
  }

  @Test("sound that is not read is refused, or left out, by its name")
  func unread() throws {
    var stream = TransportBytes()
    stream.tables([.init(identifier: 0x50, streamType: 0x83)])
    stream.unit(0x50, [UInt8](repeating: 1, count: 900))
    let alone = stream.bytes
    let error = #expect(throws: ContainerError.self) { try TransportBytes.open(MemoryByteSource(alone)) }
    #expect(error?.kind == .unsupported && "\(error!)".contains("TrueHD"))

    stream = TransportBytes()
    stream.tables([.init(identifier: 0x50, streamType: 0x83), .init(identifier: 0x51, streamType: 0x0F)])
    for frame in try TransportBytes.frames(Self.packets) { stream.unit(0x51, frame) }
    let reader = try TransportBytes.open(MemoryByteSource(stream.bytes))
    expectEqual(reader.tracks.count, 1)
    expectEqual(reader.warnings, ["the stream of PID 80 is left out: Dolby TrueHD is not read from transport streams"])
  }

  @Test("a stream that arrives gives each packet once its bytes are there, and needs no byte before it")
  func arriving() throws {
    let (bytes, _) = try Self.twoTracks()
    let source = PartialSource(bytes, arrivedCount: 0)
    var reader: TransportReader?
    var found: [[UInt8]] = []
    var batch = PacketBatch(maximumPacketCount: 1)
    for count in stride(from: 0, through: bytes.count + 188, by: 188) {
      source.arrivedCount = min(count, bytes.count)
      if reader == nil { reader = try? TransportBytes.open(source) }
      guard reader != nil else { continue }
      while true {
        let saved = reader
        do throws(ContainerError) {
          guard try reader!.readPackets(ofTrack: 0, into: &batch) else { break }
        } catch {
          expectEqual(error.kind, .inputOutput)
          reader = saved
          break
        }
        found += (0..<batch.count).map { [UInt8](batch.packet($0)) }
        expectLessOrEqual(reader!.lowestNeededOffset, Int64(count))
      }
    }
    expectEqual(found, Self.packets)
    expectGreater(reader?.lowestNeededOffset ?? 0, Int64(bytes.count / 2))
  }
}

import AudioBase
import FramedStreams
import LOASContainer
import TestSupport
import Testing

struct ReaderTests {
  static let packets = LOASBytes.packets(24) { 5 + $0 * 37 % 600 }

  @Test func aStreamWrittenByteByByteIsRead() throws {
    // sync 0x2B7, length 9: 0 | version 0, framing 1, 000000, 0000, 000 | 00010 0100 0010 000 | 000 11111111 | 0 0
    // then length 2 and AA BB, all bit packed:
    // 0010 0000 0000 0000 0001 0010 0001 0000 0001 1111 1110 0000 0001 0101 0101 0101 1101 1xxx
    let first: [UInt8] = [0x56, 0xE0, 0x09, 0x20, 0x00, 0x12, 0x10, 0x1F, 0xE0, 0x15, 0x55, 0xD8]
    // 1 | length 1 | CC: 1000 0000 1110 0110 0xxx
    let second: [UInt8] = [0x56, 0xE0, 0x03, 0x80, 0xE6, 0x00]
    var reader = try LOASReader(MemoryByteSource(first + second))
    let track = reader.tracks[0]
    #expect(track.cookie == [0x12, 0x10] && track.format.sampleRate == 44_100)
    #expect(track.format.channelsPerFrame == 2 && track.format.framesPerPacket == 1024)
    #expect(track.packetCount == 2 && track.audioByteCount == 3 && track.maximumPacketSize == 2)
    #expect(track.packetSizeUpperBound == 8191 && track.dataOffset == 0)
    expectEqual(track.duration, Double(2 * 1024) / 44_100)
    let found = readAll(&reader)
    #expect(found.packets == [[0xAA, 0xBB], [0xCC]] && found.error == nil)
    expectEqual(reader.warnings, [])
    let score = LOASFile.probe((first + second).span)
    expectEqual(score, 95)
  }

  @Test func everyFormOfTheMultiplexIsRead() throws {
    for version in [0, 1] {
      for subframeCount in [1, 3, 4] {
        for otherData in [nil, [0x56, 0xE1, 0x00], [UInt8](repeating: 9, count: 40)] {
          for hasCheck in [false, true] {
            let form = HandMade(
              version: version, subframeCount: subframeCount, otherData: otherData, hasCheck: hasCheck,
              fillBitCount: version * 5)
            for isPipe in [false, true] {
              var reader = try LOASReader(WatchedSource(form.stream(Self.packets), isPipe: isPipe))
              expectEqual(reader.tracks[0].cookie, [0x12, 0x10])
              expectEqual(reader.tracks[0].packetCount, isPipe ? nil : 24)
              let found = readAll(&reader, batch: PacketBatch(maximumPacketCount: 5))
              #expect(found.packets == Self.packets && found.error == nil)
              expectEqual(reader.warnings, [])
            }
          }
        }
      }
    }
  }

  @Test func packetsOfOneLengthNeedNoLength() throws {
    let packets = LOASBytes.packets(12) { _ in 100 }
    var reader = try LOASReader(
      MemoryByteSource(HandMade(subframeCount: 2, fixedByteCount: 100).stream(packets)))
    expectEqual(readAll(&reader).packets, packets)
  }

  @Test func severalProgramsOrLayersAreRefused() {
    for form in [HandMade(sameTimeFraming: 0), HandMade(programs: 2), HandMade(layers: 2)] {
      let error = #expect(throws: ContainerError.self) {
        _ = try LOASReader(MemoryByteSource(form.stream(Self.packets)))
      }
      expectEqual(error?.kind, .unsupported)
    }
  }

  @Test func framesBeforeTheFirstConfigurationAreDropped() throws {
    let form = HandMade()
    let head = Self.packets[..<3].flatMap { form.frame([$0], withConfiguration: false) }
    var reader = try LOASReader(MemoryByteSource(head + form.stream(Array(Self.packets[3...]))))
    expectEqual(reader.tracks[0].dataOffset, Int64(head.count))
    expectEqual(readAll(&reader).packets, Array(Self.packets[3...]))
  }

  @Test func framesOfAnotherConfigurationAreLeftOut() throws {
    let form = HandMade()
    for other in [HandMade(configuration: (2, 3, 2)), HandMade(layers: 2), HandMade(configuration: (2, 4, 1))] {
      let bytes =
        form.stream(Array(Self.packets[..<8])) + other.stream(Array(Self.packets[8..<12]))
        + form.stream(Array(Self.packets[12...]))
      var reader = try LOASReader(MemoryByteSource(bytes))
      expectEqual(reader.tracks[0].packetCount, 20)
      expectEqual(readAll(&reader).packets, Array(Self.packets[..<8] + Self.packets[12...]))
      #expect(reader.warnings.contains { $0.contains("4 frames of another one") })
    }
  }

  @Test func everyPacketIsSoughtForwardsAndBackwards() throws {
    let packets = LOASBytes.packets(3000) { 1 + $0 % 11 }
    for form in [HandMade(), HandMade(subframeCount: 3)] {
      let bytes = form.stream(packets, interval: 1000)
      for isPipe in [false, true] {
        var reader = try LOASReader(WatchedSource(bytes, isPipe: isPipe))
        for packet in [2999, 0, 1, 1500, 1499, 257, 2998, 256, 4] {
          try reader.seek(toPacket: Int64(packet), ofTrack: 0)
          expectEqual(
            readAll(&reader, maximumPacketCount: 1, batch: PacketBatch(maximumPacketCount: 1)).packets,
            [
              packets[packet]
            ])
        }
        try reader.seek(toPacket: 3000, ofTrack: 0)
        expectEqual(readAll(&reader).packets, [])
      }
    }
  }

  @Test func readingGoesOnFromAnyByte() throws {
    let form = HandMade()
    let bytes = form.stream(Self.packets, interval: 100)
    var starts: [Int] = []
    var place = 0
    for (index, packet) in Self.packets.enumerated() {
      starts.append(place)
      place += form.frame([packet], withConfiguration: index == 0).count
    }
    let opened = try LOASReader(MemoryByteSource(bytes))
    for offset in stride(from: 0, to: bytes.count - 1, by: 13) {
      var reader = opened
      try reader.resynchronize(atOffset: Int64(offset), asPacket: 90)
      let first = starts.firstIndex { $0 >= offset } ?? Self.packets.count
      var batch = PacketBatch()
      let hasMore = try reader.readPackets(ofTrack: 0, into: &batch)
      expectEqual(hasMore, first < Self.packets.count)
      if hasMore { #expect(batch.firstPacket == 90 && Array(batch.packet(0)) == Self.packets[first]) }
    }
  }

  @Test func whatLiesBelowTheLowestOffsetIsNeverReadAgain() throws {
    let form = HandMade(subframeCount: 3)
    var reader = try LOASReader(MemoryByteSource(form.stream(Self.packets)))
    let frameByteCount = form.frame(Array(Self.packets[..<3]), withConfiguration: true).count
    var batch = PacketBatch(maximumPacketCount: 1)
    for expected in [0, 0, frameByteCount] {
      _ = try reader.readPackets(ofTrack: 0, into: &batch)
      expectEqual(reader.lowestNeededOffset, Int64(expected))
    }
  }
}

/// Streams of any length and streams that arrive.
struct SourceTests {
  @Test func aLongStreamIsOpenedWithoutAWalk() throws {
    let form = HandMade()
    let frame = form.frame([[UInt8](repeating: 0x21, count: 2048)], withConfiguration: true)
    let source = WatchedSource(Array(repeatElement(frame, count: 4096).joined()))
    var reader = try LOASReader(source)
    #expect(reader.tracks[0].packetCount == nil && reader.tracks[0].duration == nil)
    expectLessOrEqual(source.readByteCount, 1 << 17)
    expectEqual(readAll(&reader).packets.count, 4096)
  }

  @Test func packetsAreGivenAsSoonAsTheirFrameHasCome() throws {
    let form = HandMade()
    let packets = ReaderTests.packets
    let source = PartialSource(form.stream(packets), arrivedCount: 0)
    var reader: LOASReader?
    var place = 0
    for (index, packet) in packets.enumerated() {
      place += form.frame([packet], withConfiguration: index % 4 == 0).count
      source.arrivedCount = place - 1
      for isWhole in [false, true] {
        if isWhole { source.arrivedCount = place }
        var copy: LOASReader
        if let reader {
          copy = reader
        } else {
          let opened = try? LOASReader(source)
          expectEqual(opened != nil, isWhole)
          guard let opened else { continue }
          copy = opened
        }
        var batch = PacketBatch(maximumPacketCount: 1)
        let isGiven = (try? copy.readPackets(ofTrack: 0, into: &batch)) ?? false
        expectEqual(isGiven, isWhole)
        if isGiven {
          expectEqual(Array(batch.packet(0)), packet)
          expectEqual(copy.lowestNeededOffset, Int64(place))
          reader = copy
        }
      }
    }
  }
}

import AudioBase
import Foundation
import PacketDumpContainer
import TestSupport
import Testing

struct PacketDumpTests {
  static let marker: [UInt8] = [0xFF, 0xAA, 0xCC, 0xDD]

  /// Packets with all that may confuse the search: parts of the marker at their ends and inside.
  static let packets: [[UInt8]] =
    [
      [1, 2, 3], [], [0xFF], [0xFF, 0xAA], [0xFF, 0xAA, 0xCC], [0xFF, 0xFF, 0xAA, 0xCC], [0xAA, 0xCC, 0xDD],
      [0xFF, 0xAA, 0xCC, 0xDC], [0xFF, 0xFF, 0xFF, 0xFF],
    ] + [4091, 4092, 4093, 4096, 65_531, 70_000].map { [UInt8](repeating: 0xFF, count: $0) }

  static func dump(_ packets: [[UInt8]]) -> [UInt8] { packets.flatMap { marker + $0 } }

  @Test func packetsAreSplitAtEveryMarker() throws {
    for isPipe in [false, true] {
      var reader = try PacketDumpReader(WatchedSource(Self.dump(Self.packets), isPipe: isPipe))
      let track = reader.tracks[0]
      expectEqual(reader.fileType, "dump")
      #expect(track.format.formatID == .aac && track.format.sampleRate == 0 && track.cookie == [])
      expectEqual(track.packetCount, isPipe ? nil : Int64(Self.packets.count))
      expectEqual(track.audioByteCount, isPipe ? nil : Int64(Self.packets.joined().count))
      expectEqual(track.maximumPacketSize, isPipe ? nil : 70_000)
      let found = readAll(&reader)
      expectEqual(found.packets, Self.packets)
      expectNil(found.error)
      var offset: Int64 = 0
      for (packet, place) in zip(Self.packets, found.offsets) {
        expectEqual(place, offset + 4)
        offset += Int64(packet.count) + 4
      }
    }
  }

  @Test func aPacketThatHoldsTheMarkerBecomesTwo() throws {
    var reader = try PacketDumpReader(MemoryByteSource(Self.dump([[1] + Self.marker + [2]])))
    expectEqual(readAll(&reader).packets, [[1], [2]])
  }

  @Test func everyPacketCanBeSought() throws {
    let many = (0..<900).map { packet in (0..<(packet % 13)).map { UInt8(truncatingIfNeeded: packet + $0) } }
    for isPipe in [false, true] {
      var reader = try PacketDumpReader(WatchedSource(Self.dump(many), isPipe: isPipe))
      var batch = PacketBatch(maximumPacketCount: 2)
      for target in [899, 0, 256, 255, 500, 499, 900, 12, 2000, 513] {
        try reader.seek(toPacket: Int64(target), ofTrack: 0)
        try expectEqual(reader.readPackets(ofTrack: 0, into: &batch), target < 900)
        if target < 900 { expectEqual([UInt8](batch.packet(0)), many[target]) }
      }
    }
  }

  @Test func aPacketBeyondTheLimitIsRefusedAfterThoseBeforeIt() throws {
    var limits = ResourceLimits()
    limits.packetByteCount = 5000
    let bytes = Self.dump([[1, 2], [UInt8](repeating: 7, count: 5000), [UInt8](repeating: 7, count: 5001), [3]])
    #expect(throws: ContainerError.self) { try PacketDumpReader(MemoryByteSource(bytes), limits: limits) }
    var reader = try PacketDumpReader(WatchedSource(bytes, isPipe: true), limits: limits)
    let found = readAll(&reader)
    expectEqual(found.packets.map(\.count), [2, 5000])
    expectEqual(found.error?.kind, .limitExceeded)
  }

  @Test func onlyAMarkerBeginsADump() {
    for bytes: [UInt8] in [[], [0xFF], [0xFF, 0xAA, 0xCC], [0xFF, 0xAA, 0xCC, 0xDE, 1], [0] + Self.marker] {
      #expect(throws: ContainerError.self) { try PacketDumpReader(MemoryByteSource(bytes)) }
      let score = PacketDumpFile.probe(bytes.span)
      expectEqual(score, 0)
    }
    let score = PacketDumpFile.probe(Self.marker.span)
    expectEqual(score, 95)
  }

  @Test func whatIsWrittenReadsBack() throws {
    let sink = MemoryByteSink()
    let create = try required(PacketDumpFile.descriptor.create)
    let format = StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2)
    var writer = try create(sink, WriterSettings(format: format, layout: ChannelLayout(unlabelledChannelCount: 2)))
    var batch = PacketBatch()
    for packet in Self.packets {
      let start = batch.bytes.count
      batch.bytes += packet
      batch.noteAppendedPacket(from: start, fileOffset: 0)
    }
    try writer.write(batch.bytes.span, descriptions: batch.descriptions.span)
    let nothing: [UInt8] = []
    let none: [PacketDescription] = []
    try writer.write(nothing.span, descriptions: none.span)
    try writer.finish()
    expectEqual(sink.bytes, Self.dump(Self.packets))
  }

  @Test func packetsOutsideTheBytesAndPlainSamplesAreRefused() {
    for place in [(0, 4), (3, 1), (-1, 1), (4, 0), (0, -1), (1, Int.max)] as [(Int, Int)] {
      var writer = PacketDumpWriter(MemoryByteSink())
      let bytes: [UInt8] = [1, 2, 3]
      let descriptions = [PacketDescription(startOffset: place.0, byteCount: place.1)]
      #expect(throws: ContainerError.self) { try writer.write(bytes.span, descriptions: descriptions.span) }
      let none: [PacketDescription] = []
      #expect(throws: ContainerError.self) { try writer.write(bytes.span, descriptions: none.span) }
    }
  }

  @Test(.needs(.vectors)) func vectorsSplitIntoTheSizesTheyWereMadeWith() throws {
    var count = 0
    for file in try SharedFiles.files(below: "vectors", where: { $0.pathExtension == "dump" }) {
      let bytes = SharedFiles.bytes(file)
      var reader = try PacketDumpReader(MemoryByteSource(bytes))
      expectEqual(readAll(&reader).packets, packetsOfDump(bytes))
      count += 1
    }
    print("dumps compared: \(count)")
  }

  @Test("reading goes on at the first marker behind any byte, and forgets what lies before it")
  func resynchronization() throws {
    let dump = Self.dump(Self.packets)
    var starts: [Int64] = []
    var offset = 0
    for packet in Self.packets {
      starts.append(Int64(offset))
      offset += packet.count + 4
    }
    for place in Array(0...60) + [5000, 20_000, 100_000, dump.count - 1, dump.count] {
      var reader = try PacketDumpReader(WatchedSource(dump, isPipe: true))
      try reader.resynchronize(atOffset: Int64(place), asPacket: 100)
      let first = starts.firstIndex { $0 >= place } ?? Self.packets.count
      expectEqual(reader.lowestNeededOffset, first < starts.count ? starts[first] : Int64(dump.count))
      var batch = PacketBatch(maximumPacketCount: 1)
      try expectEqual(reader.readPackets(ofTrack: 0, into: &batch), first < starts.count)
      expectEqual(batch.firstPacket, 100)
      #expect(first == starts.count || Array(batch.packet(0)) == Self.packets[first])
    }
  }
}

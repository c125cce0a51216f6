import ADTSContainer
import AudioBase
import FramedStreams
import TestSupport
import Testing

@Suite struct ADTSPositionTests {
  @Test func aStreamThatArrivesIsKnownAfterOneFrameAndTheNextHeader() throws {
    let first = TestFrame(blocks: [ADTSTests.packets[5]]).bytes().count
    let bytes = ADTSTests.packets.dropFirst(5).flatMap { TestFrame(blocks: [$0]).bytes() }
    for garbage in [[], [0, 1, 2], [0xFF, 0xFF, 0xF1]] as [[UInt8]] {
      let stream = garbage + bytes
      for count in 0..<(garbage.count + first + 7) {
        #expect(throws: ContainerError.self) { try ADTSReader(PartialSource(stream, arrivedCount: count)) }
      }
      let reader = try ADTSReader(PartialSource(stream, arrivedCount: garbage.count + first + 7))
      #expect(reader.tracks[0].dataOffset == Int64(garbage.count) && reader.tracks[0].packetCount == nil)
    }
  }

  @Test func packetsAreGivenAsSoonAsTheyAreWholeAndNothingBeforeIsNeeded() throws {
    let grouped = stride(from: 0, to: 40, by: 4).flatMap {
      TestFrame(blocks: Array(ADTSTests.packets[$0..<($0 + 4)]), isProtected: true).bytes()
    }
    for bytes in [ADTSTests.stream, grouped] {
      var whole = try ADTSReader(MemoryByteSource(bytes))
      let places = readAll(&whole).offsets
      let source = PartialSource(bytes, arrivedCount: 200)
      var reader = try ADTSReader(source)
      var found: [[UInt8]] = []
      var batch = PacketBatch(maximumPacketCount: 1)
      while source.arrivedCount < bytes.count {
        source.arrivedCount += 1
        while true {
          let saved = reader
          do {
            guard try reader.readPackets(ofTrack: 0, into: &batch) else { break }
            found.append([UInt8](batch.packet(0)))
          } catch {
            reader = saved
            break
          }
        }
        guard found.count < places.count else { break }
        // The header of the next frame, or a block within the frame that is being read.
        let needed = reader.lowestNeededOffset
        expectLessOrEqual(needed, places[found.count])
        if let last = found.indices.last { expectGreaterOrEqual(needed, places[last] + Int64(found[last].count)) }
      }
      expectEqual(found, ADTSTests.packets)
    }
  }

  @Test func resynchronizingFindsOnlyRealFrames() throws {
    // Packets full of headers of 19 bytes, at whose end there is neither a header nor the end of the stream.
    let header: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x7F, 0xFC]
    let packets: [[UInt8]] = (0..<20).map { [$0] + Array(repeatElement(header, count: 5).joined()) + [$0, 1] }
    let bytes = packets.flatMap { TestFrame(blocks: [$0]).bytes() }
    var reader = try ADTSReader(MemoryByteSource(bytes))
    let places = readAll(&reader).offsets
    for offset in 0...(bytes.count + 3) {
      try reader.resynchronize(atOffset: Int64(offset), asPacket: 100)
      var batch = PacketBatch()
      let isFound = try reader.readPackets(ofTrack: 0, into: &batch)
      let expected = places.firstIndex { $0 - 7 >= Int64(offset) }
      expectEqual(isFound, expected != nil)
      if let expected {
        #expect([UInt8](batch.packet(0)) == packets[expected] && batch.firstPacket == 100)
        expectEqual(batch.fileOffsets[0], places[expected])
      }
    }
    #expect(reader.warnings.isEmpty)
    // Guessed numbers leave no mark: what a packet is called afterwards is its own number.
    try reader.seek(toPacket: 7, ofTrack: 0)
    expectEqual(readAll(&reader).packets, Array(packets[7...]))
    #expect(throws: ContainerError.self) { try reader.resynchronize(atOffset: -1, asPacket: 0) }
  }

  @Test func aLongStreamIsNotWalkedWhenItIsOpened() throws {
    let packet = [UInt8](repeating: 0x21, count: 4000)
    let frame = TestFrame(blocks: [packet]).bytes()
    let count = Int(ResourceLimits.surveyedByteCount) / frame.count + 2
    let source = WatchedSource((0..<count).flatMap { _ in frame })
    var reader = try ADTSReader(source)
    expectLess(source.readByteCount, 1 << 18)
    let track = reader.tracks[0]
    #expect(track.packetCount == nil && track.audioByteCount == nil && track.duration == nil)
    #expect(track.maximumPacketSize == nil && track.packetSizeUpperBound == 8184)
    try reader.seek(toPacket: Int64(count - 1), ofTrack: 0)
    expectEqual(readAll(&reader).packets, [packet])
  }
}

import AudioBase
import MPEGTransportContainer
import TestSupport
import Testing

@Suite("Damaged transport streams")
struct TransportDamageTests {
  /// One track, a frame a unit, so that the packets of each frame are known.
  static func stream() throws -> (bytes: [UInt8], packets: [[UInt8]], starts: [Int]) {
    let packets = TransportBytes.packets(40, seed: 5)
    var stream = TransportBytes()
    stream.tables([.init(identifier: 0x101, streamType: 0x0F)])
    var starts: [Int] = []
    for frame in try TransportBytes.frames(packets) {
      starts.append(stream.bytes.count)
      stream.unit(0x101, frame)
    }
    return (stream.bytes, packets, starts + [stream.bytes.count])
  }

  @Test("a lost transport packet costs the frames that it touched, and is counted")
  func lostPacket() throws {
    let (bytes, packets, starts) = try Self.stream()
    for index in 5..<35 {
      var damaged = bytes
      damaged.removeSubrange(starts[index]..<(starts[index] + 188))
      var reader = try TransportBytes.open(MemoryByteSource(damaged))
      let found = readAll(&reader).packets
      let right = packets.filter(found.contains)
      expectGreaterOrEqual(right.count, packets.count - 2, "packet \(index)")
      #expect(reader.warnings.contains("1 transport packets are missing"))
    }
  }

  @Test("a repeated transport packet changes nothing")
  func repeatedPacket() throws {
    let (bytes, packets, starts) = try Self.stream()
    var doubled = bytes
    doubled.insert(contentsOf: bytes[starts[7]..<(starts[7] + 188)], at: starts[7])
    var reader = try TransportBytes.open(MemoryByteSource(doubled))
    #expect(readAll(&reader).packets == packets && reader.warnings == [])
  }

  @Test("a packet marked as damaged is left out and counted, an encrypted one too")
  func markedPackets() throws {
    let (bytes, packets, starts) = try Self.stream()
    for (place, bit, remark) in [(1, UInt8(0x80), "marked as damaged"), (3, UInt8(0x80), "encrypted")] {
      var damaged = bytes
      damaged[starts[9] + place] |= bit
      var reader = try TransportBytes.open(MemoryByteSource(damaged))
      let found = readAll(&reader).packets
      expectGreaterOrEqual(packets.filter(found.contains).count, packets.count - 2)
      #expect(reader.warnings.contains { $0.contains("1 transport packets are \(remark)") })
    }
  }

  @Test("garbage between packets is passed over")
  func garbage() throws {
    let (bytes, packets, starts) = try Self.stream()
    var random = SplitMix64(seed: 9)
    for count in [1, 100, 188, 5000] {
      var damaged = bytes
      damaged.insert(contentsOf: random.bytes(count).map { $0 == 0x47 ? 0 : $0 }, at: starts[20])
      var reader = try TransportBytes.open(MemoryByteSource(damaged))
      expectEqual(readAll(&reader).packets, packets)
      expectEqual(reader.warnings, ["\(count) bytes between transport packets were skipped"])
    }
  }

  @Test("every prefix gives the whole frames in it")
  func prefixes() throws {
    let (bytes, packets, starts) = try Self.stream()
    for count in stride(from: 0, through: bytes.count, by: 47) {
      let prefix = Array(bytes[..<count])
      // The search for a frame wants the one behind it, or the end.
      guard var reader = try? TransportBytes.open(MemoryByteSource(prefix)) else { continue }
      let whole = starts.dropFirst().count { $0 <= count }
      let found = readAll(&reader).packets
      #expect(found.starts(with: packets[..<whole]) && found.count <= whole + 1)
      if count % 188 != 0 { #expect(reader.warnings.contains { $0.contains("ends within a transport packet") }) }
    }
  }

  @Test("no damage ends in anything but packets or an error")
  func randomDamage() throws {
    let (bytes, packets, _) = try Self.stream()
    var random = SplitMix64(seed: 17)
    for _ in 0..<3000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.removeSubrange(place..<min(damaged.count, place + Int.random(in: 1...400, using: &random)))
        default: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      guard var reader = try? TransportBytes.open(MemoryByteSource(damaged)) else { continue }
      let found = readAll(&reader)
      expectLessOrEqual(found.packets.count, 2 * packets.count)
      for track in reader.tracks.indices { try? reader.seek(toPacket: 3, ofTrack: track) }
      _ = reader.lowestNeededOffset
    }
  }

  @Test("many programs and streams that are not there cost nothing in proportion")
  func absurdTables() throws {
    var stream = TransportBytes()
    var association: [UInt8] = []
    for program in 1...250 { association += [0, UInt8(program), 0xE0 | 0x10, UInt8(program)] }
    stream.section(0, table: 0, number: 1, association)
    for program in 1...250 {
      var body: [UInt8] = [0xE1, 0, 0xF0, 0]
      for index in 0..<190 { body += [0x0F, 0xE0 | 0x02, UInt8(index), 0xF0, 0] }
      stream.section(0x1000 + UInt16(program), table: 2, number: UInt16(program), body)
    }
    let bytes = stream.bytes
    let source = WatchedSource(bytes)
    #expect(throws: ContainerError.self) { try TransportBytes.open(source) }
    expectLess(source.readByteCount, 40 * bytes.count)
  }
}

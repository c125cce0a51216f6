import ADTSContainer
import AudioBase
import Foundation
import FramedStreams
import TestSupport
import Testing

/// Bytes of a text of ones and zeros, filled up with zeros; spaces are for the eye.
func bits(_ text: String) -> [UInt8] {
  let digits = text.filter { $0 != " " }
  return stride(from: 0, to: digits.count, by: 8).map { start in
    let part = digits.dropFirst(start).prefix(8)
    return UInt8(part + String(repeating: "0", count: 8 - part.count), radix: 2)!
  }
}

/// A number as ones and zeros.
func binary(_ value: Int, _ width: Int) -> String {
  let digits = String(value, radix: 2)
  return String(repeating: "0", count: width - digits.count) + digits
}

/// CRC-16 of ADTS by long division of one bit after the other.
func check(_ bytes: [UInt8]) -> [UInt8] {
  var register: UInt32 = 0xFFFF
  for byte in bytes {
    for bit in (0..<8).reversed() {
      let carry = register >> 15 & 1 ^ UInt32(byte) >> UInt32(bit) & 1
      register = register << 1 & 0xFFFF ^ (carry == 1 ? 0x8005 : 0)
    }
  }
  return [UInt8(register >> 8), UInt8(register & 255)]
}

/// One frame of a test stream.
struct TestFrame {
  var blocks: [[UInt8]]
  var isProtected = false
  var isMPEG2 = false
  var samplingFrequencyIndex = 4
  var channelConfiguration = 2
  var copyright = 0

  func bytes() -> [UInt8] {
    let extra = isProtected ? (blocks.count > 1 ? 4 * blocks.count : 2) : 0
    let size = 7 + extra + blocks.joined().count
    let header = bits(
      "111111111111" + (isMPEG2 ? "1" : "0") + "00" + (isProtected ? "0" : "1") + "01"
        + binary(samplingFrequencyIndex, 4) + "0" + binary(channelConfiguration, 3) + "00" + binary(copyright, 2)
        + binary(size, 13) + "11111111111" + binary(blocks.count - 1, 2))
    guard isProtected else { return header + blocks.joined() }
    guard blocks.count > 1 else { return header + [0xAB, 0xCD] + blocks[0] }
    var positions: [UInt8] = []
    var place = 0
    for block in blocks.dropLast() {
      place += block.count + 2
      positions += [UInt8(place >> 8), UInt8(place & 255)]
    }
    return header + positions + check(header + positions) + blocks.flatMap { $0 + [0xAB, 0xCD] }
  }
}

struct ADTSTests {
  static let packets = (0..<40).map { packet in (0..<(3 + packet % 9)).map { UInt8($0 * 7 + packet) } }
  static let stream = packets.flatMap { TestFrame(blocks: [$0]).bytes() }

  @Test func aHandMadeHeaderIsReadFieldByField() throws {
    // FF F1: MPEG-4, no check. 50: profile 1, index 4. 80: channels 2. Length 0x0A1 = 161.
    let bytes: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x14, 0x3F, 0xFD]
    let parsed = ADTSHeader(bytes.span, at: 0)
    let header = try required(parsed)
    #expect(!header.isMPEG2 && !header.isProtected)
    #expect(header.profile == 1 && header.samplingFrequencyIndex == 4 && header.channelConfiguration == 2)
    #expect(header.frameByteCount == 161 && header.blockCount == 2 && header.sampleRate == 44_100)
    for (index, value) in [(0, 0xFE), (1, 0xE1), (1, 0xF3), (1, 0xF5), (2, 0x74), (2, 0x7C)] as [(Int, UInt8)] {
      var wrong = bytes
      wrong[index] = value
      let refused = ADTSHeader(wrong.span, at: 0)
      expectNil(refused)
    }
  }

  @Test func everyKindOfFrameReadsBack() throws {
    for isMPEG2 in [false, true] {
      for isProtected in [false, true] {
        let bytes = Self.packets.flatMap {
          TestFrame(blocks: [$0], isProtected: isProtected, isMPEG2: isMPEG2).bytes()
        }
        for isPipe in [false, true] {
          var reader = try ADTSReader(WatchedSource(bytes, isPipe: isPipe))
          let track = reader.tracks[0]
          expectEqual(track.cookie, [0x12, 0x10])
          #expect(track.format.sampleRate == 44_100 && track.format.channelsPerFrame == 2)
          expectEqual(track.packetCount, isPipe ? nil : 40)
          expectEqual(track.audioByteCount, isPipe ? nil : Int64(Self.packets.joined().count))
          expectEqual(track.maximumPacketSize, isPipe ? nil : 11)
          expectEqual(track.duration, isPipe ? nil : Double(40 * 1024) / 44_100)
          let found = readAll(&reader)
          expectEqual(found.packets, Self.packets)
          #expect(found.frameCounts.allSatisfy { $0 == 0 })
          expectNil(found.error)
          expectEqual(reader.warnings, [])
        }
      }
    }
  }

  /// A length that is too long ends with the next header, one that is too short cuts its own packet, and no other
  /// packet is lost.
  @Test(arguments: [false, true]) func aWrongLengthCostsNoOtherFrame(isProtected: Bool) throws {
    var random = SplitMix64(seed: 3)
    let packets = (0..<60).map { 80 + $0 % 7 }.map { random.bytes($0) }
    let frames = packets.map { TestFrame(blocks: [$0], isProtected: isProtected).bytes() }
    for wrong in [1, 20, 58] {
      // One ends where the third frame behind it does.
      let ofFour = frames[wrong..<min(wrong + 4, 60)].joined().count
      for length in [12, 40, 86, 97, 200, 1000, 4000, 8000, 8191] + (wrong < 50 ? [ofFour] : []) {
        var bytes = frames
        bytes[wrong][3] = bytes[wrong][3] & 0xFC | UInt8(length >> 11)
        bytes[wrong][4] = UInt8(length >> 3 & 255)
        bytes[wrong][5] = UInt8(length & 7) << 5 | 0x1F
        var wanted = packets
        let header = isProtected ? 9 : 7
        if length < frames[wrong].count { wanted[wrong] = Array(packets[wrong].prefix(length - header)) }
        for source in [MemoryByteSource(bytes.flatMap { $0 }), WatchedSource(bytes.flatMap { $0 }, isPipe: true)]
          as [any ByteSource]
        {
          var reader = try ADTSReader(source)
          let found = readAll(&reader)
          #expect(found.packets == wanted && found.error == nil)
          expectEqual(reader.warnings.count, length == frames[wrong].count ? 0 : 1, "\(length)")
        }
      }
    }
  }

  @Test func protectedBlocksAreSplitAndOthersStayTogether() throws {
    let groups = [[0, 1, 2], [3, 4], [5], [6, 7, 8, 9]]
    for isProtected in [true, false] {
      let bytes = groups.flatMap { group in
        TestFrame(blocks: group.map { Self.packets[$0] }, isProtected: isProtected).bytes()
      }
      var reader = try ADTSReader(MemoryByteSource(bytes))
      // A batch that fills up inside a frame goes on there.
      let found = readAll(&reader, batch: PacketBatch(maximumPacketCount: 3))
      if isProtected {
        expectEqual(found.packets, Array(Self.packets[..<10]))
        #expect(found.frameCounts.allSatisfy { $0 == 0 })
      } else {
        let together = groups.map { group -> [UInt8] in group.flatMap { Self.packets[$0] } }
        expectEqual(found.packets, together)
        expectEqual(found.frameCounts, [3072, 2048, 0, 4096])
      }
      expectEqual(reader.tracks[0].duration, Double(10 * 1024) / 44_100)
    }
  }

  @Test func aFrameWithWrongPositionsIsLeftOut() throws {
    let frames = (0..<4).map { TestFrame(blocks: [Self.packets[2 * $0], Self.packets[2 * $0 + 1]], isProtected: true) }
    var bytes = frames.flatMap { $0.bytes() }
    bytes[frames[0].bytes().count + 8] ^= 1
    var reader = try ADTSReader(MemoryByteSource(bytes))
    expectEqual(readAll(&reader).packets, Array(Self.packets[..<2] + Self.packets[4..<8]))
    expectEqual(reader.warnings, ["1 frames with a wrong header check were left out"])
  }

  @Test func tagsAroundAStreamAreNoPartOfIt() throws {
    let tag: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 2] + [UInt8](repeating: 0xFF, count: 130)
    let withFooter: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0x10, 0, 0, 0, 3] + [UInt8](repeating: 0xF1, count: 13)
    let version1 = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
    let ape = Array("APETAGEX".utf8) + [UInt8](repeating: 0xFF, count: 90)
    for front in [[], tag, tag + withFooter] {
      for back in [[], version1, ape, ape + version1] {
        var reader = try ADTSReader(MemoryByteSource(front + Self.stream + back))
        expectEqual(readAll(&reader).packets, Self.packets)
        expectEqual(reader.tracks[0].dataOffset, Int64(front.count))
        expectEqual(reader.warnings, [])
      }
    }
  }

  @Test func garbageBetweenFramesIsPassedOver() throws {
    var bytes: [UInt8] = []
    for (index, packet) in Self.packets.enumerated() {
      // False starts: a sync word alone, and a header that nothing confirms.
      if index == 7 { bytes += [0xFF, 0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }
      if index == 20 { bytes += [UInt8](repeating: 0xFF, count: 9000) }
      bytes += TestFrame(blocks: [packet], copyright: index % 4).bytes()
    }
    var reader = try ADTSReader(MemoryByteSource(bytes))
    expectEqual(readAll(&reader).packets, Self.packets)
    expectEqual(reader.warnings, ["9019 bytes between frames were skipped"])
  }

  @Test func aStreamMayBeginAfterOtherBytes() throws {
    for count in [1, 6, 4095, 4096, 60_000, 70_000] {
      var reader = try ADTSReader(MemoryByteSource([UInt8](repeating: 0xFF, count: count) + Self.stream))
      expectEqual(readAll(&reader).packets, Self.packets)
      expectEqual(reader.tracks[0].dataOffset, Int64(count))
    }
  }

  @Test func aLastFrameCutShortIsReportedAfterAllBeforeIt() throws {
    for missing in 1...8 {
      let bytes = Array(Self.stream.dropLast(missing))
      for isPipe in [false, true] {
        var reader = try ADTSReader(WatchedSource(bytes, isPipe: isPipe))
        let found = readAll(&reader)
        expectEqual(found.packets, Array(Self.packets.dropLast()))
        expectEqual(found.error?.kind, .truncated)
        expectEqual(readAll(&reader).error?.kind, .truncated)
        if !isPipe { expectEqual(reader.warnings.count, 1) }
        try reader.seek(toPacket: 38, ofTrack: 0)
        expectEqual(readAll(&reader).packets, [Self.packets[38]])
      }
    }
  }

  @Test func seekingFindsEveryPacket() throws {
    let many = (0..<1500).map { packet in (0..<(3 + packet % 11)).map { UInt8(truncatingIfNeeded: $0 + packet * 3) } }
    let plain = many.flatMap { TestFrame(blocks: [$0]).bytes() }
    let grouped = stride(from: 0, to: 1500, by: 3).flatMap {
      TestFrame(blocks: Array(many[$0..<($0 + 3)]), isProtected: true).bytes()
    }
    for bytes in [plain, grouped] {
      for isPipe in [false, true] {
        var reader = try ADTSReader(WatchedSource(bytes, isPipe: isPipe))
        var random = SplitMix64(seed: 5)
        var batch = PacketBatch(maximumPacketCount: 1)
        for target in [0, 255, 256, 257, 1499, 1500, 0]
          + (0..<60).map({ _ in Int.random(in: 0..<1500, using: &random) })
        {
          try reader.seek(toPacket: Int64(target), ofTrack: 0)
          try expectEqual(reader.readPackets(ofTrack: 0, into: &batch), target < 1500)
          guard target < 1500 else { continue }
          expectEqual([UInt8](batch.packet(0)), many[target])
          expectEqual(batch.firstPacket, Int64(target))
        }
      }
    }
  }

  @Test func aProgramConfigurationMovesIntoTheCookie() throws {
    // Tag 3, LC, 44.1 kHz; front: a channel pair and a single channel; one LFE; mono mix-down 2; comment "A".
    let fields = "0011 01 0100" + "0010 0000 0000 01 000 0000" + "1 0010 0 0" + "1 0000 0 0001" + "0111"
    let element = bits("101" + fields) + [1, 0x41]
    let bytes = (0..<3).flatMap { _ in TestFrame(blocks: [element + [0xE0]], channelConfiguration: 0).bytes() }
    let reader = try ADTSReader(MemoryByteSource(bytes))
    expectEqual(reader.tracks[0].cookie, bits("00010 0100 0000 000" + fields) + [1, 0x41])
    expectEqual(reader.tracks[0].format.channelsPerFrame, 4)
  }

  @Test func withoutAProgramConfigurationTheCookieStaysShort() throws {
    for block: [UInt8] in [[0x20, 1, 2, 3], [0xA0], []] {
      let bytes = (0..<3).flatMap { _ in TestFrame(blocks: [block], channelConfiguration: 0).bytes() }
      try expectEqual(ADTSReader(MemoryByteSource(bytes)).tracks[0].cookie, [0x12, 0x00])
    }
  }

  @Test func theProbeWantsTwoHeadersThatAgree() {
    let lone = TestFrame(blocks: [[1, 2, 3]]).bytes()
    let other = lone + TestFrame(blocks: [[1]], samplingFrequencyIndex: 3).bytes()
    let cases: [(bytes: [UInt8], score: Int)] = [
      (Self.stream, 90), ([0, 1, 2] + Self.stream, 70), (lone, 60), (other, 0),
      ([UInt8](repeating: 0xFF, count: 4096), 0), ([], 0),
    ]
    for (bytes, score) in cases {
      let found = ADTSFile.probe(bytes.span)
      expectEqual(found, score)
    }
  }

  @Test func changedAndShortenedStreamsNeverTrap() {
    let seed: UInt64 = 0x4144_5453
    print("seed of the mutations: \(seed)")
    var random = SplitMix64(seed: seed)
    let mixed =
      Self.stream + TestFrame(blocks: Array(Self.packets[..<4]), isProtected: true).bytes()
      + TestFrame(blocks: Array(Self.packets[..<4])).bytes()
    let grouped = (0..<9).flatMap { TestFrame(blocks: Array(Self.packets[$0..<($0 + 4)]), isProtected: true).bytes() }
    for round in 0..<2000 {
      var bytes = round % 2 == 0 ? mixed : grouped
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...20, using: &random))
      guard var reader = try? ADTSReader(MemoryByteSource(bytes)) else { continue }
      let found = readAll(&reader)
      expectLessOrEqual(found.packets.joined().count, bytes.count)
      expectEqual(reader.tracks[0].packetCount, Int64(found.packets.count))
    }
  }

  @Test(.needs(.vectors)) func packetsOfEveryVectorEqualThoseOfItsDump() throws {
    var count = 0
    for file in try SharedFiles.files(below: "vectors", where: { $0.pathExtension == "adts" }) {
      let folder = file.deletingLastPathComponent()
      var reader = try ADTSReader(MemoryByteSource(SharedFiles.bytes(file)))
      let expected = packetsOfDump(SharedFiles.bytes(folder.appending(path: "v.dump")))
      expectEqual(readAll(&reader).packets, expected, "\(file.path)")
      expectEqual(reader.tracks[0].packetCount, Int64(expected.count))
      // An ADTS header cannot carry more than the first two bytes of the configuration.
      expectEqual(reader.tracks[0].cookie, Array(SharedFiles.bytes(folder.appending(path: "v.asc")).prefix(2)))
      count += 1
    }
    print("ADTS vectors compared: \(count)")
  }
}

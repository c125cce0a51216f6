import AudioBase
import AudioCatalog
import Foundation
import TestSupport
import Testing

/// DSF and DSDIFF files, made here of the same bits.
@Suite("DSF and DSDIFF") struct DSDFileTests {
  /// Bytes of each channel, the oldest bit the highest.
  private func channels(_ count: Int, byteCount: Int) -> [[UInt8]] {
    var random = SplitMix64(seed: 3)
    return (0..<count).map { _ in (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &random) } }
  }

  /// A byte with its bits in the other order.
  private func turned(_ byte: UInt8) -> UInt8 {
    var turned: UInt8 = 0
    for bit in 0..<8 where byte >> UInt8(bit) & 1 == 1 { turned |= 0x80 >> UInt8(bit) }
    return turned
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
  private func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

  private func dsf(
    _ channels: [[UInt8]], type: Int = 2, rate: Int = 2_822_400, tag: [UInt8] = [], bitCount: Int? = nil
  ) -> [UInt8] {
    var data: [UInt8] = []
    for start in stride(from: 0, to: channels[0].count, by: 4096) {
      for bytes in channels {
        let part = bytes[start..<min(start + 4096, bytes.count)].map(turned)
        data += part
        data += [UInt8](repeating: 0, count: 4096 - part.count)
      }
    }
    let end = 92 + data.count
    var file = Array("DSD ".utf8)
    for number in [28, end + tag.count, tag.isEmpty ? 0 : end] { file += little(number, 8) }
    file += Array("fmt ".utf8) + little(52, 8)
    for number in [1, 0, type, channels.count, rate, 1] { file += little(number, 4) }
    file += little(bitCount ?? 8 * channels[0].count, 8) + little(4096, 4) + little(0, 4)
    file += Array("data".utf8) + little(12 + data.count, 8)
    return file + data + tag
  }

  private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + big(body.count, 8) + body + [UInt8](repeating: 0, count: body.count & 1)
  }

  private func text(_ text: String) -> [UInt8] { big(text.utf8.count, 4) + Array(text.utf8) }

  private func dff(
    _ channels: [[UInt8]], names: [String] = ["SLFT", "SRGT"], coding: String = "DSD ", behind: [UInt8] = []
  ) -> [UInt8] {
    let data = channels[0].indices.flatMap { index in channels.map { $0[index] } }
    var properties = Array("SND ".utf8) + chunk("FS  ", big(2_822_400, 4))
    properties += chunk("CHNL", big(names.count, 2) + Array(names.joined().utf8))
    properties += chunk("CMPR", Array((coding + "\u{4}none").utf8))
    properties += chunk("ABSS", big(1, 2) + big(0, 6))
    var form = Array("DSD ".utf8) + chunk("FVER", [1, 5, 0, 0])
    form += chunk("PROP", properties) + chunk(coding, data) + behind
    return chunk("FRM8", form)
  }

  /// A comment of a type.
  private func comment(of type: Int, _ said: String) -> [UInt8] {
    var bytes = big(2004, 2) + [4, 27, 1, 2]
    bytes += big(type, 2) + big(0, 2) + text(said)
    return bytes + [UInt8](repeating: 0, count: bytes.count & 1)
  }

  /// A marker an hour, 14,112 samples and 16 samples from the start of the time line.
  private var mark: [UInt8] {
    var body = big(1, 2) + big(0, 2) + big(14_112, 4)
    body += big(16, 4) + big(0, 6) + text("one")
    return chunk("MARK", body)
  }

  /// An ID3v2.3 tag with a title.
  private var tag: [UInt8] {
    let frame = Array("TIT2".utf8) + big(5, 4) + [0, 0, 0] + Array("Aria".utf8)
    return Array("ID3".utf8) + [3, 0, 0] + big(frame.count, 4) + frame
  }

  @Test("both forms give the same packets, and as many frames as there are bits", arguments: [4096, 10_000, 10_001, 3])
  func packets(byteCount: Int) throws {
    let made = channels(2, byteCount: byteCount)
    let wanted = made[0].indices.flatMap { index in made.map { $0[index] } }
    for (bytes, type) in [(dsf(made), "dsf " as FourCharacterCode), (dff(made), "dff ")] {
      let reader = try open(bytes, as: type)
      let track = reader.tracks[0]
      #expect(reader.all(track: 0).flatMap(\.self) == wanted && reader.allRemarks.isEmpty)
      #expect(track.format.sampleRate == 176_400 && track.format.framesPerPacket == 2048)
      expectEqual(track.duration, Double((byteCount + 1) / 2) / 176_400)
      expectEqual(track.layout, ChannelLayout([.left, .right]))
      let head = Array(bytes.prefix(4096))
      let best = Catalog.standard.containers.max { ($0.probe?(head.span) ?? 0) < ($1.probe?(head.span) ?? 0) }
      expectEqual(best?.fileType, type)
    }
  }

  @Test("rates up to 24.576 MHz become 176.4 or 192 kHz", arguments: [(1, 64), (2, 128), (4, 256), (8, 512)])
  func rates(factor: Int, multiple: Int) throws {
    for base in [44_100, 48_000] {
      let reader = try open(dsf(channels(1, byteCount: 5000), type: 1, rate: base * multiple), as: "dsf ")
      let format = reader.tracks[0].format
      #expect(format.sampleRate == Double(4 * base) && format.framesPerPacket == 2048 / factor)
      let codec = try required(Catalog.standard.codec(formatID: format.formatID))
      let summary = try codec.summary(of: CodedStream(of: reader.tracks[0]))
      #expect(summary.profile.hasPrefix("DSD\(multiple)") && summary.profile.hasSuffix("48 kHz") == (base == 48_000))
    }
    #expect(throws: ContainerError.self) {
      try open(dsf(channels(1, byteCount: 5000), type: 1, rate: 1024 * 48_000), as: "dsf ")
    }
  }

  @Test("six channels are those of DSF's type, and packets are found by seeking")
  func surround() throws {
    let made = channels(6, byteCount: 9000)
    var reader = try open(dsf(made, type: 7), as: "dsf ")
    expectEqual(
      reader.tracks[0].layout, ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround]))
    let packets = reader.all(track: 0)
    #expect(packets.count == 3 && packets[2].count == 6 * (9000 - 8192))
    try reader.seek(toPacket: 1, ofTrack: 0)
    var batch = PacketBatch(maximumPacketCount: 1)
    #expect(try reader.readPackets(ofTrack: 0, into: &batch) && Array(batch.packet(0)) == packets[1])
    expectEqual(batch.fileOffsets, [92 + 6 * 4096])
  }

  @Test("texts, comments and markers of both are read")
  func texts() throws {
    let made = channels(2, byteCount: 4096)
    try expectEqual(open(dsf(made, tag: tag), as: "dsf ").metadata[.title], "Aria")
    let comment = comment(of: 0, "odd") + comment(of: 3, "history")
    var behind = chunk("COMT", big(2, 2) + comment)
    behind += chunk("DIIN", chunk("DIAR", text("Glenn")) + chunk("DITI", text("Aria")) + mark)
    behind += chunk("ID3 ", tag) + chunk("MANF", [1, 2])
    let reader = try open(dff(made, behind: behind), as: "dff ")
    let metadata = reader.metadata
    #expect(metadata[.artist] == "Glenn" && metadata[.title] == "Aria" && metadata[.comments] == "odd")
    expectEqual(metadata.markers, [Marker(name: "one", framePosition: Double(14_112 + 16) / 16)])
    #expect(metadata.id3Tag == tag && reader.unnamedItems.count == 2)
  }

  @Test("what is not read is refused by its name, and what is cut is told")
  func refusals() throws {
    let made = channels(2, byteCount: 10_000)
    #expect {
      try open(dff(made, coding: "DST "), as: "dff ")
    } throws: { "\($0)".contains("DST") }
    for bytes in [dsf(made), dff(made)] {
      let type: FourCharacterCode = bytes[0] == 0x44 ? "dsf " : "dff "
      let reader = try open(Array(bytes.prefix(92 + 9001)), as: type)
      #expect(reader.all(track: 0).flatMap(\.self).count > 8000 && reader.allRemarks.count == 1)
    }
    var eight = dsf(made)
    eight[60] = 8
    #expect(throws: ContainerError.self) { try open(eight, as: "dsf ") }
  }

  @Test("no damage ends in anything but packets or an error")
  func damage() throws {
    let made = channels(2, byteCount: 9000)
    let files: [(FourCharacterCode, [UInt8])] = [
      ("dsf ", dsf(made, tag: tag)),
      ("dff ", dff(made, behind: chunk("DIIN", chunk("DITI", text("x")) + mark) + chunk("ID3 ", tag))),
    ]
    var random = SplitMix64(seed: 46)
    for (type, bytes) in files {
      for round in 0..<1000 {
        var damaged = bytes
        if round < 100 {
          damaged.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        } else {
          for _ in 0..<Int.random(in: 1...8, using: &random) {
            let end = random.chance(50) ? 200 : bytes.count
            let place = random.chance(70) ? Int.random(in: 0..<end, using: &random) : bytes.count - 1 - end % 150
            damaged[place] = random.chance(30) ? 0xFF : UInt8.random(in: 0...255, using: &random)
          }
        }
        guard var reader = try? open(damaged, as: type) else { continue }
        let (found, _, _, _) = readAll(&reader, track: 0, maximumPacketCount: 1000)
        expectLessOrEqual(found.joined().count, bytes.count)
        guard let codec = Catalog.standard.codec(formatID: "DSD "),
          var decoder = try? codec.makeDecoder(CodedStream(of: reader.tracks[0]))
        else { continue }
        var block = PCMBlock(
          channelCount: decoder.format.layout.channelCount, capacity: decoder.format.framesPerPacket)
        for packet in found.prefix(3) {
          do { try decoder.decode(packet.span, frameCount: 0, into: &block) } catch { decoder.conceal(into: &block) }
          expectLessOrEqual(block.frameCount, block.capacity)
        }
      }
    }
  }
}

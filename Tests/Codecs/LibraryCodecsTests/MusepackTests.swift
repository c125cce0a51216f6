import AudioBase
import AudioCatalog
import AudioFiles
import Foundation
import LibraryCodecs
import TestSupport
import Testing

extension Need {
  /// libmpcdec.
  fileprivate static let musepack = Need(description: "libmpcdec6") {
    PacketCodec.descriptors.contains { $0.formatIDs == ["mpc "] && $0.missing(.decoding) == nil }
  }
}

/// Musepack: version 8 by the encoder of its authors, version 7 by hand, as no encoder of it is packaged.
@Suite struct MusepackTests {
  /// `mpcenc --quality 2 --bw 4000 --no_ei --no_st --num_frames 1 --tag Title=Tone` on 2205 frames of
  /// 0.5 · sin(2π · 1000 · t) at 44.1 kHz, one channel.
  static let version8 = Data(
    base64Encoded:
      "TVBDS1NIDQ4034wIkR0ABAlSRwwBAAAAAAAAAABBUIRW4ADrOj5QACYACKMAAAAM2ACAWhAHASgABQ37vy+nV+AvdGTASD93fdS7"
      + "KuCBHNXp/viPRp2NUxp68R36jFSxCqBAq6qlvbOOfPqQPrIf/v/u/yvjtImWr/ZcBFur+wTE5zB/6wbhlOT5qRSkJHHHH7e4EYeK"
      + "A9oVOA+bPAUA4gqUlh55z/CLDZeOfkmH7/8P/7caWc7LmSOEkcdk+R6vEMGjm5+j+kP8tH/u/n/R8b8sdIIZ619fbaoK3KVuGfBh"
      + "xv3E4+/1/2Yb9YsNgKMQwH9ZiQoEH8dO++q6fo+o/7Ps6uFvgfm2UjBOb7oLDWG7LMr7/X+Z/zGjipmQBRtKxs6J/eGW/3OdB/+f"
      + "/LT/joi/DRJSca3lgXlEeT4i4ka5/v8+dZl+ky5GdfxPrWHeSHT/uX2Ghyd4weny8PRPtd9ici0pa/+Y4ZDI8ZgMAP3yFrAFoHQE"
      + "0JIIGOCgCgEcMIKG8BkCYEkcIXrWvht1zAZQ05K4aV4H58BLeMaJ9F+KmLAqtQQG5hNhEXJpnEMR/ybwxAGVC9H9XlehY3HPM8+s"
      + "7oTearc2DK/0+V//+gTeR7pROw3rYkj///jKDUUFSy3f/KcxwIxaXqf8pt+wAD0kkgBaBVoA4FVACgVCAFAqIAEAp7McmsVCBg5z"
      + "KPg4DuOs7DsOw7DsOw7DsOw7DsOw7DsOw7DsOw7DsOw7DsOw7BYqv+AwGAwGAwGAwGAwGAwH4Q/gCgFAKAUAoBQCgF8C/8AUAoBQ"
      + "CgFAKAUAvkP8AIAQAgBACAEAIARiB+AABAAAU0UDQVBFVEFHRVjQBwAAMgAAAAEAAAAAAACgAAAAAAAAAAAEAAAAAAAAAFRpdGxl"
      + "AFRvbmVBUEVUQUdFWNAHAAAyAAAAAQAAAAAAAIAAAAAAAAAAAA=="
  ).map { [UInt8]($0) }!

  /// A quarter of the rate in the lowest of 32 bands, which is 1/128 of the rate: 100 of 255 steps at a scale factor of
  /// 32768 in each frame. mpcdec gives back as many frames, and FFmpeg the same samples.
  ///
  /// - Parameters:
  ///   - last: The frames of sound of the last of six frames.
  ///   - resolution: The resolution of the first band.
  static func version7(last: UInt32, resolution: UInt32 = 10) -> [UInt8] {
    var bits: [UInt32] = []
    func put(_ value: UInt32, _ count: Int, to bits: inout [UInt32]) {
      for index in 0..<count { bits.append(value >> UInt32(count - 1 - index) & 1) }
    }
    var frame: [UInt32] = []
    put(resolution << 4, 8, to: &frame)
    // The second band: a stated resolution of 0, and no difference.
    put(0b010_111_010 << 5 | 1, 14, to: &frame)
    // One scale factor for all, stated: 1.
    put(0b00_1100_000001, 12, to: &frame)
    for index in 0..<36 { put(UInt32(255 + [100, 0, -100, 0][index % 4]), 9, to: &frame) }
    put(115, 8, to: &bits)
    for number in 0..<7 {
      if number == 6 { put(last, 11, to: &bits) }
      if number == 6, last + 481 <= 1152 { break }
      put(UInt32(frame.count), 20, to: &bits)
      bits += frame
    }
    bits += [UInt32](repeating: 0, count: (32 - bits.count % 32) % 32)
    let words: [UInt32] = [6, 1 << 24, 0, 0, 1 << 31 | last << 20]
    let coded = stride(from: 0, to: bits.count, by: 32).map { bits[$0..<$0 + 32].reduce(0) { $0 << 1 | $1 } }
    return Array("MP+\u{7}".utf8)
      + (words + coded).flatMap { word in (0..<4).map { UInt8(word >> UInt32(8 * $0) & 255) } }
  }

  private func media(_ bytes: [UInt8]) throws -> MediaFile {
    try MediaFile(source: MemoryByteSource(bytes), name: "a", containers: Catalog.standard.containers)
  }

  /// The recording: the first channel.
  private func decode(_ bytes: [UInt8]) throws -> [Float] {
    var reader = try media(bytes).reader
    let codec = try required(Catalog.standard.codec(formatID: "mpc "))
    var decoder = try codec.makeDecoder(CodedStream(of: reader, track: 0))
    var block = PCMBlock(channelCount: decoder.format.layout.channelCount, capacity: decoder.format.framesPerPacket)
    var (samples, batch): ([Float], PacketBatch) = ([], PacketBatch())
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count {
        let packet = Array(batch.packet(index))
        try decoder.decode(packet.span, frameCount: batch.descriptions[index].frameCount, into: &block)
        let plane = block.channel(0)
        for frame in plane.indices { samples.append(plane[frame]) }
      }
    }
    let table = try required(reader.tracks[0].packetTable)
    expectEqual(samples.count, Int(table.primingFrames + table.validFrames + table.remainderFrames))
    return Array(samples.dropFirst(Int(table.primingFrames)).prefix(Int(table.validFrames)))
  }

  @Test("version 8: the tone that went in, as long as it was, with its tag", .needs(.musepack))
  func blocks() throws {
    let reader = try media(Self.version8).reader
    #expect(reader.fileType == "mpc " && reader.metadata[.title] == "Tone" && reader.tracks[0].packetCount == 1)
    let found = try decode(Self.version8)
    let wanted = (0..<2205).map { Float(0.5 * sin(2 * .pi * 1000 * Double($0) / 44_100)) }
    expectEqual(found.count, 2205)
    // mpcdec's samples are 36.7 dB from the tone.
    expectLess(abs(Sound.fidelity(wanted, found) - 36.7), 0.1)
  }

  @Test(
    "version 7: the tone that was written, to the last frame, of which a further one may be needed",
    .needs(.musepack), arguments: [300, 700] as [UInt32])
  func words(last: UInt32) throws {
    let file = Self.version7(last: last)
    let found = try decode(file)
    let track = try media(file).reader.tracks[0]
    #expect(found.count == 5 * 1152 + Int(last) && track.packetCount == (last > 671 ? 7 : 6))
    var (real, imaginary, power) = (0.0, 0.0, 0.0)
    let inner = found[640..<640 + 40 * 128]
    for (frame, sample) in inner.enumerated() {
      real += Double(sample) * cos(2 * .pi * Double(frame) / 128)
      imaginary += Double(sample) * sin(2 * .pi * Double(frame) / 128)
      power += Double(sample * sample)
    }
    let count = Double(inner.count)
    let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / count
    // 65536 / 511 is the step of 255 steps a side.
    expectLess(abs(amplitude / (100 * 65_536 / 511 / 32_768) - 1), 0.005)
    expectLess(abs(power / count / (amplitude * amplitude / 2) - 1), 1e-4)
  }

  @Test("resolutions that do not exist are refused before the library sees them", .needs(.musepack))
  func resolutions() throws {
    #expect(try decode(Self.version7(last: 300, resolution: 0)).allSatisfy { $0 == 0 })
    // Three below the first band's 1 is −2: the code 01010 in place of the second band's 010111010.
    var bytes = Self.version7(last: 300, resolution: 1)
    // In words of 32 bits from byte 24 on the code begins at bit 36: its fifth and sixth bits, of byte 28.
    bytes[28 + 3] = bytes[28 + 3] & 0xF0 | 0b0101
    bytes[28 + 2] = 0b0000_0000
    let error = #expect(throws: CodecError.self) { try decode(bytes) }
    expectEqual(error.map { "\($0.rule)".contains("resolution") }, true)
  }

  @Test("a file that ends early is told")
  func truncation() throws {
    for file in [Self.version8, Self.version7(last: 300)] {
      let cut = Array(file.prefix(file.count - 240))
      var reader = try media(cut).reader
      var batch = PacketBatch()
      let error = #expect(throws: ContainerError.self) { while try reader.readPackets(ofTrack: 0, into: &batch) {} }
      expectEqual(error?.kind, .truncated)
    }
  }

  @Test("damaged parameters, unknown versions and lengths are refused")
  func refusals() throws {
    var other = Self.version8
    // A bit of the rate, under the check.
    other[15] ^= 0x20
    #expect(throws: (any Error).self) { _ = try media(other) }
    var older = Self.version7(last: 300)
    older[3] = 5
    let open = try required(Catalog.standard.container(fileType: "mpc ")?.open)
    let error = #expect(throws: ContainerError.self) { try open(MemoryByteSource(older), ResourceLimits()) }
    expectEqual(error?.kind, .unsupported)
  }

  @Test("any bytes end in samples or an error", .needs(.musepack))
  func damage() throws {
    var random = SplitMix64(seed: 8)
    for file in [Self.version8, Self.version7(last: 700)] {
      for round in 0..<400 {
        var bytes = file
        if round % 4 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        guard let open = Catalog.standard.container(fileType: "mpc ")?.open,
          var reader = try? open(MemoryByteSource(bytes), ResourceLimits()),
          let codec = Catalog.standard.codec(formatID: "mpc "),
          var decoder = try? codec.makeDecoder(CodedStream(of: reader, track: 0))
        else { continue }
        var block = PCMBlock(channelCount: decoder.format.layout.channelCount, capacity: decoder.format.framesPerPacket)
        var batch = PacketBatch()
        while (try? reader.readPackets(ofTrack: 0, into: &batch)) == true {
          for index in 0..<batch.count {
            let packet = Array(batch.packet(index))
            do {
              try decoder.decode(packet.span, frameCount: batch.descriptions[index].frameCount, into: &block)
            } catch {
              decoder.conceal(into: &block)
            }
            expectLessOrEqual(block.frameCount, max(block.capacity, decoder.format.framesPerPacket))
          }
        }
      }
    }
  }
}

import AudioBase
import AudioCatalog
import Foundation
import TestSupport
import Testing

/// Samples behind headers of old programs, written field by field as their descriptions have them.
@Suite("Plain samples of others") struct SampleFileTests {
  /// A file of 100 frames, and what is to be read from it.
  struct Sample: Sendable, CustomTestStringConvertible {
    var fileType: FourCharacterCode
    var header: [UInt8]
    var format: StreamFormat
    var testDescription: String { "\(fileType) \(format.bitsPerChannel) bit" }
    var body: [UInt8] { (0..<100 * format.bytesPerFrame).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) } }
  }

  private static func pcm(_ bits: Int, _ order: SampleFormat.ByteOrder, _ rate: Double, _ channels: Int) -> StreamFormat
  {
    StreamFormat(
      SampleFormat(.signedInteger, bitsPerSample: bits, byteOrder: order), sampleRate: rate, channelsPerFrame: channels)
  }

  private static func bigEndian(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
  }

  private static func littleEndian(_ value: Int, _ width: Int) -> [UInt8] { bigEndian(value, width).reversed() }

  private static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  static let samples: [Sample] = {
    let law = { (formatID: FourCharacterCode, rate: Double) -> StreamFormat in
      var format = StreamFormat(formatID: formatID, sampleRate: rate, channelsPerFrame: 1, framesPerPacket: 1)
      (format.bytesPerPacket, format.bytesPerFrame, format.bitsPerChannel) = (1, 1, 8)
      return format
    }
    let rate = Int(Float(22050).bitPattern)
    return [
      Sample(
        fileType: "irca",
        header: padded(
          [0x64, 0xA3, 0x01, 0x00] + littleEndian(rate, 4) + littleEndian(2, 4) + littleEndian(2, 4), to: 1024),
        format: pcm(16, .littleEndian, 22050, 2)),
      Sample(
        fileType: "irca",
        header: padded([0x64, 0xA3, 0x02, 0x00] + bigEndian(rate, 4) + bigEndian(1, 4) + bigEndian(4, 4), to: 1024),
        format: StreamFormat(
          SampleFormat(.floatingPoint, bitsPerSample: 32, byteOrder: .bigEndian), sampleRate: 22050,
          channelsPerFrame: 1)),
      Sample(
        fileType: "sox ",
        header: text(".SoX") + littleEndian(36, 4) + littleEndian(200, 8)
          + littleEndian(Int(truncatingIfNeeded: 44100.0.bitPattern), 8) + littleEndian(2, 4) + littleEndian(5, 4)
          + text("hello") + [0, 0, 0],
        format: pcm(32, .littleEndian, 44100, 2)),
      Sample(
        fileType: "avr ",
        header: padded(
          text("2BITa name ") + [0] + bigEndian(0xFFFF, 2) + bigEndian(16, 2) + bigEndian(0xFFFF, 2) + [
            0, 0, 0xFF, 0xFF,
          ]
            + bigEndian(0xFF00_0000 | 11025, 4) + bigEndian(100, 4), to: 128),
        format: pcm(16, .bigEndian, 11025, 2)),
      Sample(fileType: "pvf ", header: text("PVF1\n1 8000 16\n"), format: pcm(16, .bigEndian, 8000, 1)),
      Sample(
        fileType: "paf ",
        header: padded(
          text("fap ") + [0, 0, 0, 0] + littleEndian(1, 4) + littleEndian(48000, 4) + littleEndian(0, 4)
            + littleEndian(2, 4), to: 2048),
        format: pcm(16, .littleEndian, 48000, 2)),
      Sample(
        fileType: "8svx",
        header: text("FORM") + bigEndian(0, 4) + text("8SVXVHDR") + bigEndian(20, 4)
          + padded(bigEndian(100, 4), to: 12) + bigEndian(8287, 2) + [1, 0] + bigEndian(65536, 4) + text("NAME")
          + bigEndian(3, 4) + text("kit") + [0] + text("BODY") + bigEndian(100, 4),
        format: pcm(8, .bigEndian, 8287, 1)),
      Sample(
        fileType: "sph ",
        header: padded(
          text(
            "NIST_1A\n   1024\nchannel_count -i 1\nsample_rate -i 16000\nsample_n_bytes -i 2\n"
              + "sample_byte_format -s2 01\nsample_coding -s3 pcm\nsample_count -i 100\nend_head\n"), to: 1024),
        format: pcm(16, .littleEndian, 16000, 1)),
      Sample(
        fileType: "sph ",
        header: padded(
          text("NIST_1A\n   1024\nsample_rate -i 8000\nsample_coding -s4 ulaw\nend_head\n"), to: 1024),
        format: law(.muLaw, 8000)),
    ]
  }()

  @Test("samples are those behind the header", arguments: samples)
  func plain(sample: Sample) throws {
    let bytes = sample.header + sample.body
    let container = try required(Catalog.standard.container(fileType: sample.fileType))
    expectEqual(container.probe?(bytes.span), 100)
    let reader = try open(bytes, as: sample.fileType)
    let track = reader.tracks[0]
    #expect(track.format == sample.format && track.packetCount == 100 && track.dataOffset == Int64(sample.header.count))
    expectEqual(reader.all(track: 0).flatMap { $0 }, sample.body)
    if sample.fileType == "8svx" { expectEqual(reader.metadata[.title], "kit") }
    // A file that is cut says so where its header counts.
    let cut = try open(Array(bytes.dropLast(sample.body.count / 2)), as: sample.fileType)
    expectEqual(cut.tracks[0].packetCount, 50)
  }

  @Test("no header ends in anything but samples or an error", arguments: samples)
  func damage(sample: Sample) throws {
    let bytes = sample.header + sample.body
    var random = SplitMix64(seed: 5)
    for _ in 0..<400 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: 4..<min(bytes.count, 80), using: &random)] =
          random.chance(40) ? 0xFF : UInt8.random(in: 0...255, using: &random)
      }
      guard var reader = try? open(damaged, as: sample.fileType) else { continue }
      expectLessOrEqual(readAll(&reader, maximumPacketCount: 10_000).packets.joined().count, bytes.count)
    }
  }

  private func voc(_ blocks: [UInt8]) -> [UInt8] {
    Self.text("Creative Voice File\u{1A}") + Self.littleEndian(26, 2) + Self.littleEndian(0x10A, 2)
      + Self.littleEndian(0x1129, 2) + blocks
  }

  private func block(_ type: UInt8, _ bytes: [UInt8]) -> [UInt8] { [type] + Self.littleEndian(bytes.count, 3) + bytes }

  @Test("blocks of a VOC file are one sound, up to one of another format")
  func voice() throws {
    let (one, two) = ([UInt8](0..<100), [UInt8](100..<150))
    // A divisor of 256 - 1000000 / 8000, 8 bits; silence; the block that continues the first.
    let simple = voc(block(1, [131, 0] + one) + block(3, [9, 0, 131]) + block(2, two) + [0])
    let reader = try open(simple, as: "voc ")
    #expect(reader.tracks[0].format.sampleRate == 8000 && reader.tracks[0].packetCount == 150)
    expectEqual(reader.all(track: 0).flatMap { $0 }, one + two)
    expectEqual(reader.warnings, ["1 blocks of silence are left out"])

    let new = Self.littleEndian(44100, 4) + [16, 2] + Self.littleEndian(4, 2) + [0, 0, 0, 0]
    let wide = try open(voc(block(9, new + one) + block(1, [131, 0] + two) + [0]), as: "voc ")
    #expect(wide.tracks[0].format.bytesPerFrame == 4 && wide.tracks[0].packetCount == 25)
    expectEqual(wide.warnings.count, 1)

    // 65536 - 256000000 / (2 × 22050), stereo.
    let extended = block(8, Self.littleEndian(59731, 2) + [0, 1])
    let stereo = try open(voc(extended + block(1, [0, 0] + one) + [0]), as: "voc ")
    #expect(stereo.tracks[0].format.sampleRate == 22050 && stereo.tracks[0].format.channelsPerFrame == 2)
    #expect(throws: ContainerError.self) { try open(voc(block(1, [131, 1] + one)), as: "voc ") }
    #expect(throws: ContainerError.self) { try open(voc([0]), as: "voc ") }
  }
}

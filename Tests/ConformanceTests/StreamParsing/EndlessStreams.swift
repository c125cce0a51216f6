import AudioBase
import Testing

/// A stream of ten hours, made of a header and one stretch of bytes that is repeated.
struct EndlessStream: CustomTestStringConvertible {
  /// The file type; formats that the catalog does not have yet are passed over.
  var fileType: FourCharacterCode
  /// What comes before the packets.
  var header: [UInt8]
  /// What is repeated.
  var unit: [UInt8]
  /// How often, for ten hours.
  var count: Int
  /// Packets of a unit.
  var packetsPerUnit: Int
  /// Frames of a packet.
  var framesPerPacket: Int

  var testDescription: String { "\(fileType)" }
}

extension EndlessStream {
  static let hours = 10

  /// Ten hours at a rate of few bytes: the counts matter here, not the sound.
  static let all: [EndlessStream] = [
    samples("WAVE", wave), samples("NeXT", sun), samples("AIFF", aiff), samples("caff", coreAudio),
    frames("adts", adts, framesPerPacket: 1024, rate: 44100),
    frames("MPG3", layer3, framesPerPacket: 1152, rate: 44100), fragments,
  ]

  /// Ten hours of 8000 Hz, 16 bits, one channel; 1000 frames a unit.
  private static func samples(_ type: FourCharacterCode, _ header: [UInt8]) -> EndlessStream {
    EndlessStream(
      fileType: type, header: header, unit: (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 7) },
      count: hours * 3600 * 8, packetsPerUnit: 1000, framesPerPacket: 1)
  }

  private static func frames(
    _ type: FourCharacterCode, _ frame: [UInt8], framesPerPacket: Int, rate: Int
  ) -> EndlessStream {
    EndlessStream(
      fileType: type, header: [], unit: frame, count: hours * 3600 * rate / framesPerPacket, packetsPerUnit: 1,
      framesPerPacket: framesPerPacket)
  }

  private static let byteCount = hours * 3600 * 8 * 2000

  /// RIFF: a `fmt ` of 16 bytes, tag 1, and `data`.
  private static let wave: [UInt8] =
    Array("RIFF".utf8) + little(byteCount + 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
    + little(1, 2) + little(8000, 4) + little(16000, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
    + little(byteCount, 4)

  /// AU: header of 28 bytes, encoding 3 (16 bits), 8000 Hz, one channel.
  private static let sun: [UInt8] =
    Array(".snd".utf8) + big(28, 4) + big(0xFFFF_FFFF, 4) + big(3, 4) + big(8000, 4) + big(1, 4) + [0, 0, 0, 0]

  /// AIFF: `COMM` with the rate as an 80-bit number (8000 = 1.953125 · 2¹²), and `SSND`.
  private static let aiff: [UInt8] =
    Array("FORM".utf8) + big(byteCount + 46, 4) + Array("AIFFCOMM".utf8) + big(18, 4) + big(1, 2)
    + big(byteCount / 2, 4) + big(16, 2) + [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0] + Array("SSND".utf8)
    + big(byteCount + 8, 4) + big(0, 8)

  /// CAF: `desc` of 16 big-endian bits, and `data` of unknown size with its edit count.
  private static let coreAudio: [UInt8] =
    Array("caff".utf8) + big(1, 2) + big(0, 2) + Array("desc".utf8) + big(32, 8) + big(0x40BF_4000, 4) + big(0, 4)
    + Array("lpcm".utf8) + big(0, 4) + big(2, 4) + big(1, 4) + big(1, 4) + big(16, 4) + Array("data".utf8)
    + [UInt8](repeating: 0xFF, count: 8) + big(0, 4)

  /// ADTS: AAC LC, 44100 Hz, two channels, a frame of 27 bytes without check.
  private static let adts: [UInt8] =
    [0xFF, 0xF1, 0x50, 0x80, 0x03, 0x7F, 0xFC] + (0..<20).map { UInt8($0 * 3) }

  /// MPEG-1 layer III, 32 kbit/s, 44100 Hz, one channel: 144 · 32000 / 44100 = 104 bytes.
  private static let layer3: [UInt8] = [0xFF, 0xFB, 0x10, 0xC0] + [UInt8](repeating: 0, count: 100)

  static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func big(_ value: Int, _ width: Int) -> [UInt8] { little(value, width).reversed() }
}

// MARK: - A fragmented movie

extension EndlessStream {
  /// Fragments of ten packets of 16 bytes each; one audio track of AAC LC at 44100 Hz.
  private static let fragments: EndlessStream = {
    let perFragment = 10
    let packets = [UInt8](repeating: 0x21, count: 16 * perFragment)
    func fragment(dataOffset: Int) -> [UInt8] {
      box(
        "moof", fullBox("mfhd", 0, big(1, 4)),
        box(
          "traf", fullBox("tfhd", 0x20000, big(1, 4)),
          fullBox(
            "trun", 0x201, big(perFragment, 4) + big(dataOffset, 4) + (0..<perFragment).flatMap { _ in big(16, 4) })))
    }
    let unit = fragment(dataOffset: fragment(dataOffset: 0).count + 8) + box("mdat", packets)
    return EndlessStream(
      fileType: "mp4f", header: movieHeader, unit: unit, count: hours * 3600 * 44100 / (1024 * perFragment),
      packetsPerUnit: perFragment, framesPerPacket: 1024)
  }()

  private static let movieHeader: [UInt8] = {
    let configuration: [UInt8] = [5, 2, 0x12, 0x10]
    let decoder: [UInt8] = [4, UInt8(13 + configuration.count), 0x40, 0x15] + big(0, 11) + configuration
    let descriptor: [UInt8] = [3, UInt8(3 + decoder.count), 0, 0, 0] + decoder
    let entry = box(
      "mp4a", big(1, 8) + big(0, 8) + big(2, 2) + big(16, 2) + big(0, 4) + big(44100 << 16, 4),
      fullBox("esds", 0, descriptor))
    let tables = box(
      "stbl", fullBox("stsd", 0, big(1, 4) + entry), fullBox("stts", 0, big(0, 4)), fullBox("stsc", 0, big(0, 4)),
      fullBox("stsz", 0, big(0, 8)), fullBox("stco", 0, big(0, 4)))
    let media = box(
      "mdia", fullBox("mdhd", 0, big(0, 8) + big(44100, 4) + big(0, 8)),
      fullBox("hdlr", 0, big(0, 4) + Array("soun".utf8) + big(0, 13)), box("minf", tables))
    let track = box("trak", fullBox("tkhd", 7, big(0, 8) + big(1, 4) + big(0, 68)), media)
    return box("ftyp", Array("mp42".utf8) + big(0, 4) + Array("iso6".utf8))
      + box(
        "moov", fullBox("mvhd", 0, big(0, 8) + big(44100, 4) + big(0, 84)), track,
        box("mvex", fullBox("trex", 0, big(1, 4) + big(1, 4) + big(1024, 4) + big(16, 4) + big(0, 4))))
  }()

  private static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let body = Array(parts.joined())
    return big(body.count + 8, 4) + Array(type.utf8) + body
  }

  private static func fullBox(_ type: String, _ flags: Int, _ body: [UInt8]) -> [UInt8] {
    box(type, big(flags, 4) + body)
  }
}

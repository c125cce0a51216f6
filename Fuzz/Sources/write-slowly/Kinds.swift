import AudioBase
import AudioCatalog

/// A kind of file that is written until somebody ends the program.
struct Kind {
  var name: String
  var fileType: FourCharacterCode
  var settings: WriterSettings

  private static var samples: StreamFormat { StreamFormat(.int16, sampleRate: 48_000, channelsPerFrame: 2) }
  private static var bigEndianSamples: StreamFormat {
    StreamFormat(
      SampleFormat(.signedInteger, bitsPerSample: 16, byteOrder: .bigEndian), sampleRate: 48_000, channelsPerFrame: 2)
  }
  private static var aac: StreamFormat {
    StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1024)
  }

  private static var mp3: StreamFormat {
    StreamFormat(formatID: .mpegLayer3, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1152)
  }
  /// MPEG-1 layer III, 128 kbit/s, 44.1 kHz, stereo, without padding: frames of 417 bytes.
  private static let mp3Header: [UInt8] = [0xFF, 0xFB, 0x90, 0x04]

  private static var opus: StreamFormat {
    StreamFormat(formatID: .opus, sampleRate: 48_000, channelsPerFrame: 2, framesPerPacket: 960)
  }
  private static var flac: StreamFormat {
    StreamFormat(formatID: .flac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 4096)
  }
  /// `STREAMINFO`: blocks of 4096 frames, 44.1 kHz, stereo, 16 bits, nothing else known.
  private static let streamInformation: [UInt8] =
    [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16)

  private init(_ name: String, _ fileType: FourCharacterCode, _ format: StreamFormat) {
    self.name = name
    self.fileType = fileType
    let cookie: [UInt8] =
      switch format.formatID {
      case .aac: [0x12, 0x10]
      case .flac: Self.streamInformation
      default: []
      }
    settings = WriterSettings(format: format, layout: ChannelLayout([.left, .right]), cookie: cookie)
  }

  /// All kinds, by the names that the script uses: `-deferred` files have sizes in their headers only at the end.
  static var all: [Kind] {
    var kinds: [Kind] = []
    let plain: [(String, FourCharacterCode, StreamFormat)] = [
      ("wave", "WAVE", samples), ("rf64", "RF64", samples), ("aiff", "AIFF", bigEndianSamples),
      ("caf-pcm", "caff", samples), ("caf-aac", "caff", aac), ("au", "NeXT", bigEndianSamples), ("adts", "adts", aac),
      ("loas", "loas", aac), ("mp3", "MPG3", mp3), ("m4a", "m4af", aac), ("flac", "flac", flac),
      ("ogg-flac", "Oggf", flac), ("ogg-opus", "Oggf", opus),
    ]
    for (name, fileType, format) in plain {
      var kind = Kind(name, fileType, format)
      kinds.append(Kind(name + "-deferred", fileType, format))
      kind.settings.sizeUpdates = .continuous
      kinds.append(kind)
    }
    var fragmented = Kind("m4a-fragmented", "m4af", aac)
    fragmented.settings.structure = .fragmented(seconds: 0.5)
    fragmented.settings.sizeUpdates = .continuous
    kinds.append(fragmented)
    return kinds
  }

  /// Packet `number` as anybody can make it again: random, of a size that depends on the number where sizes vary.
  func append(packet number: Int64, to bytes: inout [UInt8]) {
    var state = UInt64(bitPattern: number) &+ 1
    func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    if settings.format.formatID == .mpegLayer3 {
      bytes += Self.mp3Header
      for _ in 0..<413 { bytes.append(UInt8(truncatingIfNeeded: next() >> 24)) }
      return
    }
    switch settings.format.formatID {
    case .flac: bytes += Self.flacHeader(UInt32(truncatingIfNeeded: number))
    // Stereo, a frame of 20 ms of CELT. RFC 6716, 3.1.
    case .opus: bytes.append(0xFC)
    default: break
    }
    let size = settings.format.bytesPerPacket
    let count = size > 0 ? size : 8 + Int(next() % 400)
    for _ in 0..<count { bytes.append(UInt8(truncatingIfNeeded: next() >> 24)) }
  }

  /// The header of a frame of FLAC as ``streamInformation`` has them, RFC 9639, 9.1; the number is below 2^16.
  private static func flacHeader(_ number: UInt32) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xF8, 0xC9, 0x18]
    let low = UInt8(0x80 | number & 0x3F)
    switch number {
    case ..<0x80: bytes.append(UInt8(number))
    case ..<0x800: bytes += [UInt8(0xC0 | number >> 6), low]
    default: bytes += [UInt8(0xE0 | number >> 12 & 0x0F), UInt8(0x80 | number >> 6 & 0x3F), low]
    }
    var check: UInt8 = 0
    for byte in bytes {
      check ^= byte
      for _ in 0..<8 { check = check & 0x80 != 0 ? check << 1 ^ 0x07 : check << 1 }
    }
    return bytes + [check]
  }
}

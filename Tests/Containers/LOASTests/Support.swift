import AudioBase
import LOASContainer
import TestSupport

/// Bits one after the other, as text: slow, and independent of the package's own bit writer.
struct BitText {
  private(set) var text = ""

  mutating func put(_ value: Int, _ width: Int) {
    let digits = String(value, radix: 2)
    text += String(repeating: "0", count: width - digits.count) + digits
  }

  mutating func put(_ bytes: [UInt8]) { for byte in bytes { put(Int(byte), 8) } }

  /// The bits as bytes, the last one filled up with zeros.
  var bytes: [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < digits.count && digits[start + $1] == 0x31 ? 1 : 0) }
    }
  }
}

/// A hand-made multiplex of AAC-LC at 44.1 kHz in stereo (AudioSpecificConfig 12 10) or with other leading bits.
struct HandMade {
  var version = 0
  var subframeCount = 1
  var fixedByteCount: Int?
  var otherData: [UInt8]?
  var hasCheck = false
  var sameTimeFraming = 1
  var programs = 1
  var layers = 1
  /// Object type, rate index, channels: 16 bits with three zeros behind.
  var configuration = (2, 4, 2)
  /// The bits behind the configuration that version 1 counts in.
  var fillBitCount = 0

  func put(to bits: inout BitText) {
    bits.put(version, 1)
    if version == 1 {
      bits.put(0, 1)
      bits.put(1, 2)
      bits.put(0x1234, 16)
    }
    bits.put(sameTimeFraming, 1)
    bits.put(subframeCount - 1, 6)
    bits.put(programs - 1, 4)
    bits.put(layers - 1, 3)
    if version == 1 {
      bits.put(0, 2)
      bits.put(16 + fillBitCount, 8)
    }
    bits.put(configuration.0, 5)
    bits.put(configuration.1, 4)
    bits.put(configuration.2, 4)
    bits.put(0, 3 + fillBitCount)
    if let fixedByteCount {
      bits.put(1, 3)
      bits.put(fixedByteCount - 20, 9)
    } else {
      bits.put(0, 3)
      bits.put(0xFF, 8)
    }
    bits.put(otherData == nil ? 0 : 1, 1)
    if let otherData {
      let count = otherData.count * 8
      if version == 1 {
        bits.put(1, 2)
        bits.put(count, 16)
      } else {
        bits.put(1, 1)
        bits.put(count >> 8, 8)
        bits.put(0, 1)
        bits.put(count & 255, 8)
      }
    }
    bits.put(hasCheck ? 1 : 0, 1)
    if hasCheck { bits.put(0xA5, 8) }
  }

  /// One frame of as many packets as there are.
  func frame(_ packets: [[UInt8]], withConfiguration: Bool) -> [UInt8] {
    var bits = BitText()
    bits.put(withConfiguration ? 0 : 1, 1)
    if withConfiguration { put(to: &bits) }
    for packet in packets {
      if fixedByteCount == nil {
        for _ in 0..<(packet.count / 255) { bits.put(255, 8) }
        bits.put(packet.count % 255, 8)
      }
      bits.put(packet)
    }
    if let otherData { bits.put(otherData) }
    return LOASBytes.header(bits.bytes.count) + bits.bytes
  }

  /// A stream with a configuration every `interval` frames.
  func stream(_ packets: [[UInt8]], interval: Int = 4) -> [UInt8] {
    stride(from: 0, to: packets.count, by: subframeCount).enumerated().flatMap { number, start in
      frame(Array(packets[start..<(start + subframeCount)]), withConfiguration: number % interval == 0)
    }
  }
}

enum LOASBytes {
  static func header(_ count: Int) -> [UInt8] { [0x56, 0xE0 | UInt8(count >> 8), UInt8(count & 255)] }

  /// Packets of random bytes, always the same.
  static func packets(_ count: Int, byteCount: (Int) -> Int) -> [[UInt8]] {
    var random = SplitMix64(seed: 7)
    return (0..<count).map { random.bytes(byteCount($0)) }
  }

  /// Writes packets and returns the file.
  static func written(_ packets: [[UInt8]], cookie: [UInt8]) throws -> [UInt8] {
    let sink = MemoryByteSink()
    let format = StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1024)
    var writer = try LOASWriter(
      sink, settings: WriterSettings(format: format, layout: ChannelLayout([.left, .right]), cookie: cookie))
    for start in stride(from: 0, to: packets.count, by: 7) {
      let part = packets[start..<min(packets.count, start + 7)]
      var place = 0
      let descriptions = part.map { packet in
        defer { place += packet.count }
        return PacketDescription(startOffset: place, byteCount: packet.count)
      }
      let bytes = Array(part.joined())
      try writer.write(bytes.span, descriptions: descriptions.span)
    }
    try writer.finish()
    return sink.bytes
  }
}

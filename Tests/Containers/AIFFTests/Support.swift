import AIFFContainer
import AudioBase
import TestSupport
import Testing

/// Bytes by hand, most significant byte first.
enum Bytes {
  static func big(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func chunk(_ name: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
    Array(name.utf8) + big(size ?? body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  static func form(_ type: String, _ chunks: [UInt8]..., size: Int? = nil) -> [UInt8] {
    let body = Array(type.utf8) + chunks.joined()
    return Array("FORM".utf8) + big(size ?? body.count, 4) + body
  }

  /// `COMM` at 44,100 Hz, whose extended number is 40 0E AC 44 and zeros.
  static func common(channels: Int, frames: Int, bits: Int, compression: String? = nil) -> [UInt8] {
    var body = big(channels, 2) + big(frames, 4) + big(bits, 2) + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    if let compression { body += Array(compression.utf8) + [0, 0] }
    return chunk("COMM", body)
  }

  static func sound(_ samples: [UInt8], offset: Int = 0, size: Int? = nil) -> [UInt8] {
    chunk("SSND", big(offset, 4) + big(0, 4) + [UInt8](repeating: 0xEE, count: offset) + samples, size: size)
  }
}

func open(_ bytes: [UInt8]) throws -> AIFFReader { try AIFFReader(MemoryByteSource(bytes), limits: ResourceLimits()) }

/// All samples of a reader, as bytes.
func samples(_ reader: inout AIFFReader) throws -> [UInt8] {
  var batch = PacketBatch()
  var bytes: [UInt8] = []
  while try reader.readPackets(ofTrack: 0, into: &batch) { bytes += batch.bytes }
  return bytes
}

/// Every format that each of the two forms holds, with its name in FFmpeg.
struct HeldFormat: CustomTestStringConvertible {
  var form: AIFFForm
  var name: String
  var codec: String
  var testDescription: String { "\(form) \(name)" }

  static let all: [HeldFormat] =
    [("BEI16", "pcm_s16be"), ("BEI8", "pcm_s8"), ("BEI24", "pcm_s24be"), ("BEI32", "pcm_s32be")].flatMap {
      [HeldFormat(form: .aiff, name: $0.0, codec: $0.1), HeldFormat(form: .aifc, name: $0.0, codec: $0.1)]
    }
    + [
      ("LEI16", "pcm_s16le"), ("LEI24", "pcm_s24le"), ("LEI32", "pcm_s32le"), ("BEF32", "pcm_f32be"),
      ("BEF64", "pcm_f64be"), ("BEUI8", "pcm_u8"), ("alaw", "pcm_alaw"), ("ulaw", "pcm_mulaw"),
      ("ima4", "adpcm_ima_qt"),
    ].map { HeldFormat(form: .aifc, name: $0.0, codec: $0.1) }

  func format(rate: Double, channels: Int) -> StreamFormat {
    if let samples = SampleFormat(name) {
      return StreamFormat(samples, sampleRate: rate, channelsPerFrame: channels)
    }
    let isBlock = name == "ima4"
    var format = StreamFormat(
      formatID: FourCharacterCode(name) ?? .linearPCM, sampleRate: rate, channelsPerFrame: channels,
      framesPerPacket: isBlock ? 64 : 1)
    format.bytesPerPacket = isBlock ? 34 * channels : channels
    if !isBlock { (format.bytesPerFrame, format.bitsPerChannel) = (channels, 8) }
    return format
  }
}

/// Metadata of which all has a place in the form.
func randomMetadata(using random: inout SplitMix64) -> Metadata {
  var metadata = Metadata()
  let texts = ["a", "zwei", "три", "四つ", String(repeating: "long ", count: 60) + "."]
  for key in [InfoKey.title, .artist, .comments, .copyright] where random.chance(40) {
    metadata[key] = texts.randomElement(using: &random)
  }
  if random.chance(40) {
    for key in [InfoKey.album, .genre, .composer, .trackNumber] where random.chance(50) { metadata[key] = "seven" }
    if random.chance(50) { metadata.artwork = [Artwork(bytes: [0xFF, 0xD8, 0xFF] + random.bytes(31))] }
  }
  var numbers = Array(1...100).shuffled(using: &random)
  for _ in 0..<Int.random(in: 0...5, using: &random) {
    metadata.markers.append(
      Marker(
        name: random.chance(30) ? "" : "m\u{E9}\(numbers.count)",
        framePosition: Double(UInt32.random(in: 0 ... .max, using: &random)), identifier: numbers.removeLast()))
  }
  guard metadata.markers.count >= 2 else { return metadata }
  for identifier in 1...2 where random.chance(50) {
    let flags: Region.Flags = random.chance(50) ? [.loop, .playForward] : [.loop, .playForward, .playBackward]
    metadata.regions.append(
      Region(identifier: identifier, flags: flags, markers: Array(metadata.markers.shuffled(using: &random).prefix(2))))
  }
  return metadata
}

/// A file with all that the form can hold.
func richFile(_ held: HeldFormat, seed: UInt64) throws -> [UInt8] {
  var random = SplitMix64(seed: seed)
  let format = held.format(rate: 44_100, channels: 3)
  var settings = WriterSettings(format: format, layout: ChannelLayout([.left, .right, .center]))
  settings.metadata = randomMetadata(using: &random)
  let sink = MemoryByteSink()
  var writer = try AIFFWriter(sink, settings: settings, form: held.form)
  try writer.write(random.bytes(format.bytesPerPacket * 9).span, descriptions: Span())
  try writer.setMetadata(randomMetadata(using: &random))
  try writer.finish()
  return sink.bytes
}

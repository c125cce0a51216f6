import AudioBase
import Bitstream

/// `CHAN`: Core Audio's `AudioChannelLayout`, where the channels belong.
enum LayoutChunk {
  /// Bytes of an `AudioChannelDescription`: label, flags and three coordinates.
  private static let descriptionByteCount = 20

  /// Reads the chunk's body; `nil` where it names no speakers for that many channels.
  static func layout(in body: Span<UInt8>, channelCount: Int) -> ChannelLayout? {
    guard let layout = try? layout(in: body), layout.channelCount == channelCount else { return nil }
    return layout
  }

  private static func layout(in body: Span<UInt8>) throws(EndOfBytes) -> ChannelLayout? {
    var reader = ByteReader(body)
    let tag = ChannelLayoutTag(rawValue: try reader.readUInt32())
    let bitmap = try reader.readUInt32()
    let count = Int(try reader.readUInt32())
    if tag == .useChannelBitmap { return ChannelLayoutTag.layout(bitmap: bitmap) }
    guard tag == .useChannelDescriptions else { return tag.layout }
    guard count <= reader.remaining / descriptionByteCount else { return nil }
    var speakers: [Speaker] = []
    for _ in 0..<count {
      speakers.append(Speaker(rawValue: try reader.readUInt32()))
      try reader.skip(descriptionByteCount - 4)
    }
    return ChannelLayout(speakers)
  }

  /// The chunk's body, or `nil` for mono, stereo and channels of which nothing is known, which need none.
  static func bytes(_ layout: ChannelLayout) -> [UInt8]? {
    guard layout != ChannelLayout(unlabelledChannelCount: layout.channelCount) else { return nil }
    var body: [UInt8] = []
    if let tag = tag(of: layout) {
      body.append(bigEndian: tag.rawValue)
      body.append(bigEndian: 0 as UInt32)
      body.append(bigEndian: 0 as UInt32)
      return body
    }
    body.append(bigEndian: ChannelLayoutTag.useChannelDescriptions.rawValue)
    body.append(bigEndian: 0 as UInt32)
    body.append(bigEndian: UInt32(layout.channelCount))
    for speaker in layout.speakers {
      body.append(bigEndian: speaker.rawValue)
      body += [UInt8](repeating: 0, count: descriptionByteCount - 4)
    }
    return body
  }

  /// The first of Core Audio's tags that names this layout.
  private static func tag(of layout: ChannelLayout) -> ChannelLayoutTag? {
    guard let count = UInt16(exactly: layout.channelCount) else { return nil }
    return (100...160).lazy.map { ChannelLayoutTag(rawValue: $0 << 16 | UInt32(count)) }.first { $0.layout == layout }
  }
}

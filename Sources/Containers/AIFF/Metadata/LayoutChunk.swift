import AudioBase

/// `CHAN`: Core Audio's `AudioChannelLayout` if the channels belong.
enum LayoutChunk {
  /// Reads the chunk's body; `nil` if it names no speakers for that many channels.
  static func layout(in body: Span<UInt8>, channelCount: Int) -> ChannelLayout? {
    guard let layout = ChannelLayout(parsing: body), layout.channelCount == channelCount else { return nil }
    return layout
  }

  /// Returns the chunk's body, or `nil` for mono, stereo and unlabelled channels, which need none.
  static func bytes(_ layout: ChannelLayout) -> [UInt8]? {
    layout == ChannelLayout(unlabelledChannelCount: layout.channelCount) ? nil : layout.bytes
  }
}

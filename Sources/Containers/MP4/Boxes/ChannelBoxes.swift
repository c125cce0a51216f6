import AudioBase
import MPEG4Systems

/// The boxes of a sound entry that state the loudspeakers of the channels.
enum ChannelBoxes {
  /// The largest number of channels that are described individually.
  private static let maximumChannelCount: UInt32 = 256

  /// `chan`: Core Audio's `AudioChannelLayout`. QuickTime File Format, "Audio Channel Layout Atom".
  static func coreAudioLayout(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) -> ChannelLayout? {
    var fields = box.fields
    _ = try fields.versionAndFlags(&window)
    let tag = ChannelLayoutTag(rawValue: try fields.uint32(&window))
    let bitmap = try fields.uint32(&window)
    let count = fields.remaining >= 4 ? try fields.uint32(&window) : 0
    if tag == .useChannelBitmap { return ChannelLayout(bitmap: bitmap) }
    guard tag == .useChannelDescriptions else { return ChannelLayout(tag: tag) }
    guard count > 0, count <= maximumChannelCount else { return nil }
    var speakers: [Speaker] = []
    for _ in 0..<count {
      speakers.append(Speaker(rawValue: try fields.uint32(&window)))
      // Flags and three coordinates.
      try fields.skip(16)
    }
    return ChannelLayout(speakers)
  }

  /// `chnl`: a layout of ISO/IEC 23091-3, or a speaker for each channel. ISO/IEC 14496-12, 12.2.4, versions 0 and 1.
  static func layout(
    _ box: Box, channelCount: Int, _ window: inout SourceWindow
  ) throws(ContainerError) -> ChannelLayout? {
    var fields = box.fields
    let version = try fields.versionAndFlags(&window).version
    let first = try fields.uint8(&window)
    var count = channelCount
    if version > 0 { count = Int(try fields.uint8(&window)) }
    // The upper four bits of version 1 hold the structure, the lower ones the order.
    let isChannelBased = version == 0 ? first & 1 != 0 : first >> 4 & 1 != 0
    guard isChannelBased, count > 0, count <= Int(maximumChannelCount) else { return nil }
    let defined = try fields.uint8(&window)
    guard defined == 0 else {
      // Channels that the layout has and the track leaves out; if there are any, the rest is not worth guessing.
      let omitsChannels = version == 0 ? try fields.uint64(&window) != 0 : try fields.uint8(&window) & 1 != 0
      guard !omitsChannels, let layout = ChannelConfiguration.layout(Int(defined)) else { return nil }
      return layout
    }
    if version > 0 { count = Int(try fields.uint8(&window)) }
    var speakers: [Speaker] = []
    for _ in 0..<count {
      let position = try fields.uint8(&window)
      // An azimuth and an elevation follow.
      if position == 126 { try fields.skip(3) }
      speakers.append(speaker(position))
    }
    return ChannelLayout(speakers)
  }

  /// `OutputChannelPosition` of ISO/IEC 23091-3.
  private static func speaker(_ position: UInt8) -> Speaker {
    let front: [Speaker] = [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftCenter, .rightCenter, .leftRear,
      .rightRear, .centerSurround,
    ]
    switch position {
    case 0...10: return front[Int(position)]
    case 13: return .leftSide
    case 14: return .rightSide
    case 17: return .leftHeight
    case 18: return .rightHeight
    case 26: return .lowFrequency2
    default: return .unknown
    }
  }

  /// Returns an ALAC configuration without the boxes around it in old cookies: `frma`, then `alac` with version and
  /// flags.
  static func withoutWrapping(_ cookie: [UInt8]) -> [UInt8] {
    var rest = cookie[...]
    for type in [Array("frma".utf8), Array("alac".utf8)] where rest.count >= 12 && rest.dropFirst(4).starts(with: type)
    {
      rest = rest.dropFirst(12)
    }
    return Array(rest)
  }
}

/// A loudspeaker layout as one number: Core Audio's `AudioChannelLayoutTag`, with its numbers.
///
/// The upper 16 bits name the layout, the lower ones are its number of channels.
public struct ChannelLayoutTag: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The value of `AudioChannelLayoutTag`.
  public var rawValue: UInt32

  /// Creates a tag from Core Audio's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kAudioChannelLayoutTag_UseChannelDescriptions`: each channel is described by itself.
  public static let useChannelDescriptions = ChannelLayoutTag(rawValue: 0)
  /// `kAudioChannelLayoutTag_UseChannelBitmap`: a bitmap tells the speakers, in the order of its bits.
  public static let useChannelBitmap = ChannelLayoutTag(rawValue: 1 << 16)

  /// The number of channels.
  public var channelCount: Int { Int(rawValue & 0xFFFF) }

  /// The layout, or `nil` for a tag that names no loudspeakers.
  public var layout: ChannelLayout? {
    guard let text = Self.speakers[rawValue >> 16] else { return nil }
    let layout = ChannelLayout(text.split(separator: " ").compactMap { Self.names[String($0)] })
    return layout.channelCount == channelCount ? layout : nil
  }

  /// The layout of a bitmap: the speakers of `AudioChannelBitmap` in the order of their bits.
  public static func layout(bitmap: UInt32) -> ChannelLayout {
    ChannelLayout((0..<18).filter { bitmap >> $0 & 1 != 0 }.map { Speaker(rawValue: $0 + 1) })
  }

  private static let names: [String: Speaker] = [
    "L": .left, "R": .right, "C": .center, "LFE": .lowFrequency, "Ls": .leftSurround, "Rs": .rightSurround,
    "Lc": .leftCenter, "Rc": .rightCenter, "Cs": .centerSurround, "Rls": .leftRear, "Rrs": .rightRear,
  ]

  /// The layouts of `CoreAudioBaseTypes.h` that loudspeakers have, by the upper 16 bits of their tags.
  private static let speakers: [UInt32: String] = [
    100: "C", 101: "L R", 102: "L R", 103: "L R", 106: "L R", 108: "L R Ls Rs",
    113: "L R C", 114: "C L R", 115: "L R C Cs", 116: "C L R Cs",
    117: "L R C Ls Rs", 118: "L R Ls Rs C", 119: "L C R Ls Rs", 120: "C L R Ls Rs",
    121: "L R C LFE Ls Rs", 122: "L R Ls Rs C LFE", 123: "L C R Ls Rs LFE", 124: "C L R Ls Rs LFE",
    125: "L R C LFE Ls Rs Cs", 126: "L R C LFE Ls Rs Lc Rc", 127: "C Lc Rc L R Ls Rs LFE",
    128: "L R C LFE Ls Rs Rls Rrs", 129: "L R Ls Rs C LFE Lc Rc",
    131: "L R Cs", 132: "L R Ls Rs", 133: "L R LFE", 134: "L R LFE Cs", 135: "L R LFE Ls Rs",
    136: "L R C LFE", 137: "L R C LFE Cs", 138: "L R Ls Rs LFE",
    139: "L R Ls Rs C Cs", 140: "L R Ls Rs C Rls Rrs",
    141: "C L R Ls Rs Cs", 142: "C L R Ls Rs Cs LFE", 143: "C L R Ls Rs Rls Rrs", 144: "C L R Ls Rs Rls Rrs Cs",
  ]
}

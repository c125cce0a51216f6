/// `AudioChannelLayoutTag`: Core Audio's number for an order of loudspeakers, the channel count in its lower 16 bits.
public struct ChannelLayoutTag: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The value of `AudioChannelLayoutTag`.
  public var rawValue: UInt32

  /// Creates a tag from Core Audio's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kAudioChannelLayoutTag_UseChannelDescriptions`: the layout lists its channels one by one.
  public static let useChannelDescriptions = ChannelLayoutTag(rawValue: 0)
  /// `kAudioChannelLayoutTag_UseChannelBitmap`: the layout is a set of bits.
  public static let useChannelBitmap = ChannelLayoutTag(rawValue: 1 << 16)
  /// `kAudioChannelLayoutTag_Mono`.
  public static let mono = ChannelLayoutTag(rawValue: 100 << 16 | 1)
  /// `kAudioChannelLayoutTag_Stereo`.
  public static let stereo = ChannelLayoutTag(rawValue: 101 << 16 | 2)

  /// `kAudioChannelLayoutTag_Unknown`: a number of channels of unknown positions.
  public static func unknown(channelCount: UInt16) -> ChannelLayoutTag { Family.unknown.tag(channelCount) }
  /// `kAudioChannelLayoutTag_DiscreteInOrder`: a number of channels that belong to no loudspeakers.
  public static func discreteInOrder(channelCount: UInt16) -> ChannelLayoutTag { Family.discrete.tag(channelCount) }
  /// `kAudioChannelLayoutTag_HOA_ACN_SN3D`: ambisonics with a number of channels.
  public static func ambisonicsSN3D(channelCount: UInt16) -> ChannelLayoutTag { Family.sn3d.tag(channelCount) }
  /// `kAudioChannelLayoutTag_HOA_ACN_N3D`: ambisonics with a number of channels.
  public static func ambisonicsN3D(channelCount: UInt16) -> ChannelLayoutTag { Family.n3d.tag(channelCount) }

  /// The number of channels in the tag itself: `AudioChannelLayoutTag_GetNumberOfChannels`.
  public var channelCount: Int { Int(rawValue & 0xFFFF) }

  /// The tags that take any number of channels.
  enum Family: UInt32, CaseIterable {
    case unknown = 0xFFFF
    case discrete = 147
    case sn3d = 190
    case n3d = 191

    var name: String {
      switch self {
      case .unknown: "Unknown"
      case .discrete: "DiscreteInOrder"
      case .sn3d: "HOA_ACN_SN3D"
      case .n3d: "HOA_ACN_N3D"
      }
    }

    func tag(_ channelCount: UInt16) -> ChannelLayoutTag {
      ChannelLayoutTag(rawValue: rawValue << 16 | UInt32(channelCount))
    }

    /// Returns the label of channel `index`.
    func speaker(_ index: UInt16) -> Speaker {
      switch self {
      case .unknown: .unknown
      case .discrete: .discrete(index)
      case .sn3d: .ambisonicSN3D(index)
      case .n3d: .ambisonicN3D(index)
      }
    }

    func speakers(_ channelCount: UInt16) -> [Speaker] { (0..<channelCount).map(speaker) }
  }

  var family: Family? { Family(rawValue: rawValue >> 16) }
}

extension ChannelLayoutTag {
  /// The name without `kAudioChannelLayoutTag_`, such as `MPEG_5_1_A`; the usual one if a number has several.
  ///
  /// Tags of any number of channels have it after the name: `DiscreteInOrder_4`. `nil` if there is no name.
  public var name: String? {
    switch self {
    case .useChannelDescriptions: return "UseChannelDescriptions"
    case .useChannelBitmap: return "UseChannelBitmap"
    default: break
    }
    if let family { return family.name + "_" + String(channelCount) }
    return ChannelLayoutTable.orders[self]?.name
  }

  /// Creates a tag from its name in any case, with or without `kAudioChannelLayoutTag_`, or returns `nil`.
  public init?(name: String) {
    let prefix = "kaudiochannellayouttag_"
    var key = name.lowercased()
    if key.hasPrefix(prefix) { key.removeFirst(prefix.count) }
    if let tag = ChannelLayoutTable.tagsByName[key] {
      self = tag
      return
    }
    for family in Family.allCases {
      let stem = family.name.lowercased() + "_"
      if key.hasPrefix(stem), let count = UInt16(key.dropFirst(stem.count)) {
        self = family.tag(count)
        return
      }
    }
    return nil
  }
}

extension ChannelLayoutTag: CustomStringConvertible {
  /// The name, or the number in hexadecimal.
  public var description: String { name ?? "0x" + String(rawValue, radix: 16) }
}

/// The position of a loudspeaker: Core Audio's `AudioChannelLabel`, with its numbers.
public struct Speaker: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The value of `AudioChannelLabel`.
  public var rawValue: UInt32

  /// Creates a label from Core Audio's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kAudioChannelLabel_Unknown`: an unknown position.
  public static let unknown = Speaker(rawValue: 0xFFFF_FFFF)
  /// L.
  public static let left = Speaker(rawValue: 1)
  /// R.
  public static let right = Speaker(rawValue: 2)
  /// C.
  public static let center = Speaker(rawValue: 3)
  /// LFE.
  public static let lowFrequency = Speaker(rawValue: 4)
  /// Ls.
  public static let leftSurround = Speaker(rawValue: 5)
  /// Rs.
  public static let rightSurround = Speaker(rawValue: 6)
  /// Lc: between left and centre.
  public static let leftCenter = Speaker(rawValue: 7)
  /// Rc: between right and centre.
  public static let rightCenter = Speaker(rawValue: 8)
  /// Cs: centre surround.
  public static let centerSurround = Speaker(rawValue: 9)
  /// Lss: at the left side (`kAudioChannelLabel_LeftSurroundDirect`).
  public static let leftSide = Speaker(rawValue: 10)
  /// Rss: at the right side (`kAudioChannelLabel_RightSurroundDirect`).
  public static let rightSide = Speaker(rawValue: 11)
  /// Lvh: above the left front.
  public static let leftHeight = Speaker(rawValue: 13)
  /// Rvh: above the right front.
  public static let rightHeight = Speaker(rawValue: 15)
  /// Lrs: left rear.
  public static let leftRear = Speaker(rawValue: 33)
  /// Rrs: right rear.
  public static let rightRear = Speaker(rawValue: 34)
  /// A second LFE.
  public static let lowFrequency2 = Speaker(rawValue: 37)

  /// The bit of `dwChannelMask` in WAVEFORMATEXTENSIBLE, or `nil` if WAVE has none.
  ///
  /// Core Audio's labels 1…18 are that mask's bits 0…17. Rear surround shares the bits of "back", and loudspeakers at
  /// the top of the rear those of "top back".
  public var waveMaskBit: Int? {
    switch self {
    case .leftRear: 4
    case .rightRear: 5
    case .leftTopRear: 15
    case .centerTopRear: 16
    case .rightTopRear: 17
    default: (1...18).contains(rawValue) ? Int(rawValue) - 1 : nil
    }
  }

  /// The usual short name: `L`, `Rs`, `LFE`; `?` for a place that is not named here.
  public var name: String {
    switch self {
    case .left: "L"
    case .right: "R"
    case .center: "C"
    case .lowFrequency: "LFE"
    case .leftSurround: "Ls"
    case .rightSurround: "Rs"
    case .leftCenter: "Lc"
    case .rightCenter: "Rc"
    case .centerSurround: "Cs"
    case .leftSide: "Lss"
    case .rightSide: "Rss"
    case .leftHeight: "Lvh"
    case .rightHeight: "Rvh"
    case .leftRear: "Lrs"
    case .rightRear: "Rrs"
    case .lowFrequency2: "LFE2"
    default: abbreviation ?? "?"
    }
  }
}

/// The loudspeakers of a stream's channels, in the order of the channels.
public struct ChannelLayout: Hashable, Sendable {
  /// The loudspeakers, one entry per channel.
  public var speakers: [Speaker]

  /// Creates a layout from the speakers in channel order.
  public init(_ speakers: [Speaker]) { self.speakers = speakers }

  /// The largest number of channels of a layout without labels: the maximum of a 16-bit field.
  public static let maximumUnlabelledChannelCount = 65_535

  /// Creates mono as the centre, stereo as left and right, and any other count with unknown positions.
  ///
  /// A count outside 0…``maximumUnlabelledChannelCount``, with which no format is accepted, counts as the nearest.
  public init(unlabelledChannelCount count: Int) {
    switch count {
    case 1: speakers = [.center]
    case 2: speakers = [.left, .right]
    default:
      // Bound: limited to 16 bits.
      let count = min(max(count, 0), Self.maximumUnlabelledChannelCount)
      speakers = Array(repeating: .unknown, count: count)
    }
  }

  /// The number of channels.
  public var channelCount: Int { speakers.count }

  /// `dwChannelMask` of the layout, or 0 if two channels need the same bit or a speaker has none.
  public var waveMask: UInt32 {
    var mask: UInt32 = 0
    for bit in waveMaskBits {
      guard let bit, mask & (1 << UInt32(bit)) == 0 else { return 0 }
      mask |= 1 << UInt32(bit)
    }
    return mask
  }

  /// The bit of each channel. Where surround loudspeakers and rear ones want the same, the surround ones stand at the
  /// sides, as in MPEG's 7.1.
  private var waveMaskBits: [Int?] {
    let own = speakers.map(\.waveMaskBit)
    return Set(own).count == own.count ? own : places.map(\.waveMaskBit)
  }

  /// The index in this layout of each channel, in WAVE order.
  ///
  /// WAVE orders channels by rising mask bit. If the layout has no mask the order is left unchanged.
  public var waveOrder: [Int] {
    let identity = Array(speakers.indices)
    guard waveMask != 0 else { return identity }
    let bits = waveMaskBits
    return identity.sorted { (bits[$0] ?? 0) < (bits[$1] ?? 0) }
  }

  /// The same speakers in WAVE order.
  public var inWaveOrder: ChannelLayout { ChannelLayout(waveOrder.map { speakers[$0] }) }
}

extension ChannelLayout: CustomStringConvertible {
  /// The short names, separated by spaces: `C L R Ls Rs LFE`; `mono` and `stereo` for those two.
  public var description: String {
    switch speakers {
    case [.center]: "mono"
    case [.left, .right]: "stereo"
    default: speakers.map(\.name).joined(separator: " ")
    }
  }
}

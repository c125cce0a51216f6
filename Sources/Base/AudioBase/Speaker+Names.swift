/// The rest of Core Audio's loudspeakers, which occur in the orders of ``ChannelLayoutTag``.
extension Speaker {
  /// Ts: above the listener (`kAudioChannelLabel_TopCenterSurround`, `CenterTopMiddle`).
  public static let topCenter = Speaker(rawValue: 12)
  /// Vhc: above the front centre.
  public static let centerHeight = Speaker(rawValue: 14)
  /// Lw: to the left of the left front.
  public static let leftWide = Speaker(rawValue: 35)
  /// Rw: to the right of the right front.
  public static let rightWide = Speaker(rawValue: 36)
  /// Lt: the left channel of a matrix-encoded pair.
  public static let leftTotal = Speaker(rawValue: 38)
  /// Rt: the right channel of a matrix-encoded pair.
  public static let rightTotal = Speaker(rawValue: 39)
  /// HI: speech for the hard of hearing.
  public static let hearingImpaired = Speaker(rawValue: 40)
  /// VI: narration for the visually impaired.
  public static let narration = Speaker(rawValue: 41)
  /// A single channel (`kAudioChannelLabel_Mono`); layouts of this package use ``center``.
  public static let mono = Speaker(rawValue: 42)
  /// Csd: centre surround, direct.
  public static let centerSurroundDirect = Speaker(rawValue: 44)
  /// Haptic: movement instead of sound.
  public static let haptic = Speaker(rawValue: 45)
  /// Ltm: above the listener's left.
  public static let leftTopMiddle = Speaker(rawValue: 49)
  /// Rtm: above the listener's right.
  public static let rightTopMiddle = Speaker(rawValue: 51)
  /// Ltr: above the left rear.
  public static let leftTopRear = Speaker(rawValue: 52)
  /// Ctr: above the centre rear.
  public static let centerTopRear = Speaker(rawValue: 53)
  /// Rtr: above the right rear.
  public static let rightTopRear = Speaker(rawValue: 54)
  /// `kAudioChannelLabel_LeftSideSurround`, which ISO/IEC 23091-3 calls Lss.
  public static let leftSideSurround = Speaker(rawValue: 55)
  /// `kAudioChannelLabel_RightSideSurround`, which ISO/IEC 23091-3 calls Rss.
  public static let rightSideSurround = Speaker(rawValue: 56)
  /// Lb: below the left front.
  public static let leftBottom = Speaker(rawValue: 57)
  /// Rb: below the right front.
  public static let rightBottom = Speaker(rawValue: 58)
  /// Cb: below the centre.
  public static let centerBottom = Speaker(rawValue: 59)
  /// Lts: above the left surround.
  public static let leftTopSurround = Speaker(rawValue: 60)
  /// Rts: above the right surround.
  public static let rightTopSurround = Speaker(rawValue: 61)
  /// A third LFE.
  public static let lowFrequency3 = Speaker(rawValue: 62)
  /// Lbs: left back surround.
  public static let leftBackSurround = Speaker(rawValue: 63)
  /// Rbs: right back surround.
  public static let rightBackSurround = Speaker(rawValue: 64)
  /// Leos: at the left edge of the screen.
  public static let leftEdgeOfScreen = Speaker(rawValue: 65)
  /// Reos: at the right edge of the screen.
  public static let rightEdgeOfScreen = Speaker(rawValue: 66)

  /// Returns a channel that is not a loudspeaker but number `index`, 0…65535 (`kAudioChannelLabel_Discrete_0` and so
  /// on).
  public static func discrete(_ index: UInt16) -> Speaker { Speaker(rawValue: 1 << 16 | UInt32(index)) }

  /// Returns the ambisonic channel of number `index` in SN3D normalisation (`kAudioChannelLabel_HOA_SN3D`).
  public static func ambisonicSN3D(_ index: UInt16) -> Speaker { Speaker(rawValue: 2 << 16 | UInt32(index)) }

  /// Returns the ambisonic channel of number `index` in N3D normalisation (`kAudioChannelLabel_HOA_N3D`).
  public static func ambisonicN3D(_ index: UInt16) -> Speaker { Speaker(rawValue: 3 << 16 | UInt32(index)) }

  /// Creates the speaker for an abbreviation in the comments of Core Audio's headers, or `nil`.
  init?(abbreviation: String) {
    guard let label = Speaker.labels[abbreviation] else { return nil }
    rawValue = label
  }

  /// The abbreviation of Core Audio's headers, or `nil` if they have none.
  var abbreviation: String? { Speaker.abbreviations[rawValue] }

  private static let labels: [String: UInt32] = [
    "L": 1, "R": 2, "C": 3, "LFE": 4, "Ls": 5, "Rs": 6, "Lc": 7, "Rc": 8, "Cs": 9, "Lsd": 10, "Rsd": 11, "Ts": 12,
    "Vhl": 13, "Vhc": 14, "Vhr": 15, "Rls": 33, "Rrs": 34, "Lw": 35, "Rw": 36, "LFE2": 37, "Lt": 38, "Rt": 39,
    "HI": 40, "VI": 41, "M": 42, "Csd": 44, "Haptic": 45, "Ltm": 49, "Rtm": 51, "Ltr": 52, "Ctr": 53, "Rtr": 54,
    "Lss": 55, "Rss": 56, "Lb": 57, "Rb": 58, "Cb": 59, "Lts": 60, "Rts": 61, "LFE3": 62, "Lbs": 63, "Rbs": 64,
    "Leos": 65, "Reos": 66, "W": 200, "X": 201, "Y": 202, "Z": 203, "Mid": 204, "Side": 205, "MicX": 206, "MicY": 207,
    "BinL": 208, "BinR": 209, "HpL": 301, "HpR": 302,
  ]

  private static let abbreviations: [UInt32: String] = Dictionary(
    uniqueKeysWithValues: labels.map { ($0.value, $0.key) })
}

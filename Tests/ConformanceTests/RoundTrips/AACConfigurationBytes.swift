import AudioBase

/// AudioSpecificConfigs, put together bit by bit from ISO/IEC 14496-3, 1.6.2.1.
struct AACConfigurationBytes {
  var bytes: [UInt8]
  var framesPerPacket: Int

  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  ]

  /// The configuration of a format, or `nil` where a stream of this shape has none of the usual kind.
  init?(_ formatID: FourCharacterCode, _ shape: SampleStream.Shape) {
    guard let rate = Self.rates.firstIndex(of: shape.rate) else { return nil }
    let core = Self.rates.firstIndex(of: shape.rate / 2)
    let channels: Int
    switch shape.channels {
    case 1...6: channels = shape.channels
    case 8: channels = 7
    default: return nil
    }
    let generic = "000"
    switch formatID {
    case .aac:
      self.init(bits: [(2, 5), (rate, 4), (channels, 4)], tail: generic, frames: 1024)
    case .aacHighEfficiency:
      guard let core else { return nil }
      self.init(bits: [(5, 5), (core, 4), (channels, 4), (rate, 4), (2, 5)], tail: generic, frames: 2048)
    case .aacHighEfficiencyV2:
      guard let core, shape.channels == 2 else { return nil }
      self.init(bits: [(29, 5), (core, 4), (1, 4), (rate, 4), (2, 5)], tail: generic, frames: 2048)
    case .aacLowDelay:
      // 512 samples, no core coder, no resilience tools, epConfig 0.
      self.init(bits: [(23, 5), (rate, 4), (channels, 4)], tail: "001" + "000" + "0" + "00", frames: 512)
    case .aacEnhancedLowDelay:
      // 480 samples, no resilience tools, no SBR, no extension, epConfig 0.
      self.init(
        bits: [(31, 5), (7, 6), (rate, 4), (channels, 4)], tail: "1" + "000" + "0" + "0000" + "00", frames: 480)
    default: return nil
    }
  }

  private init(bits: [(value: Int, width: Int)], tail: String, frames: Int) {
    var text = ""
    for (value, width) in bits {
      let digits = String(value, radix: 2)
      text += String(repeating: "0", count: width - digits.count) + digits
    }
    text += tail
    while text.count % 8 != 0 { text += "0" }
    let digits = Array(text)
    bytes = stride(from: 0, to: digits.count, by: 8).map { UInt8(String(digits[$0..<$0 + 8]), radix: 2) ?? 0 }
    framesPerPacket = frames
  }

  /// The loudspeakers of the channel configurations, in the order of the elements. ISO/IEC 14496-3, Table 1.19.
  static func layout(_ channels: Int) -> ChannelLayout {
    switch channels {
    case 1: ChannelLayout([.center])
    case 2: ChannelLayout([.left, .right])
    case 3: ChannelLayout([.center, .left, .right])
    case 4: ChannelLayout([.center, .left, .right, .centerSurround])
    case 5: ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround])
    case 6: ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency])
    default:
      ChannelLayout([
        .center, .leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround, .lowFrequency,
      ])
    }
  }
}

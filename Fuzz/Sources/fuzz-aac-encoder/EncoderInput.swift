import AudioBase
import AudioCatalog
import FuzzSupport

/// What the bytes of an input mean.
enum EncoderInput {
  /// Packets that an input is encoded in, besides those that the encoder owes at the end.
  static let packetCount = 5

  private static let formatIDs: [FourCharacterCode] = [
    .aac, .aacLowDelay, .aacEnhancedLowDelay, .aacHighEfficiency, .aacHighEfficiencyV2, .aacEnhancedLowDelaySBR,
    .aacEnhancedLowDelayV2,
  ]
  private static let sampleRates: [Double] = [
    8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000,
  ]
  private static let lengths: [Int?] = [nil, 480, 512, 960, 1024]

  /// The settings in the first ten bytes: format, rate, channels, length, rate control, and numbers.
  static func settings(_ bytes: [UInt8]) -> EncoderSettings {
    var settings = EncoderSettings(
      formatID: formatIDs[Int(bytes[0]) % formatIDs.count],
      sampleRate: sampleRates[Int(bytes[1]) % sampleRates.count],
      layout: ChannelLayout(unlabelledChannelCount: Int(bytes[2]) % 8 + 1))
    settings.framesPerPacket = lengths[Int(bytes[3]) % lengths.count].map { length in
      switch settings.formatID {
      case .aac: length < 600 ? length * 2 : length
      case .aacHighEfficiency, .aacHighEfficiencyV2: length < 600 ? length * 4 : length * 2
      // Both lengths are legal with SBR: single and dual rate.
      case .aacEnhancedLowDelaySBR, .aacEnhancedLowDelayV2: length
      default: length > 600 ? length / 2 : length
      }
    }
    settings.rateControl = bytes[4] & 7 > 3 ? nil : EncoderSettings.RateControlMode(rawValue: UInt32(bytes[4] & 7))
    settings.quality = bytes[5] < 128 ? Int(bytes[5]) : nil
    settings.bitRate = bitRate(for: settings, Int(bytes[6]))
    settings.bandwidth = bytes[7] > 0 ? Double(bytes[7]) * 100 : nil
    return settings
  }

  /// From the lowest legal rate (0) to the highest (254), most of them low ones; 255 leaves the rate open.
  private static func bitRate(for settings: EncoderSettings, _ place: Int) -> Int? {
    guard place < 255, let choices = Subject.catalog.encoder(formatID: settings.formatID)?.encoderChoices else {
      return nil
    }
    guard let range = try? choices.bitRates(settings).range else { return nil }
    return range.lowerBound + (range.upperBound - range.lowerBound) * place * place / (254 * 254)
  }

  /// Frames of the last packet.
  static func lastFrameCount(_ bytes: [UInt8], _ length: Int) -> Int {
    1 + (Int(bytes[8]) << 8 | Int(bytes[9])) % length
  }

  /// Fills a block with the next samples, channel by channel.
  static func fill(_ block: inout PCMBlock, _ bytes: [UInt8], packet: Int) {
    let sampleCount = (bytes.count - 10) / 4
    for channel in 0..<block.channelCount {
      // A channel begins elsewhere, so that those of a pair differ.
      let start = packet * block.capacity + 17 * channel
      var plane = block.plane(channel)
      for index in plane.indices {
        let at = 10 + 4 * ((start + index) % sampleCount)
        let pattern = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
        plane[index] = Float(bitPattern: pattern)
      }
    }
  }
}

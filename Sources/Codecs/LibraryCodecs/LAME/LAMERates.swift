import AudioBase
import MPEGAudioFrames

/// The bit rates of a sampling rate, in bits/s.
struct LAMERates {
  /// The sampling rates that MP3 has, in Hz.
  static let sampleRates: [Double] = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
  /// 320 kbit/s at 32 kHz, padded.
  static let maximumFrameByteCount = 1441

  /// The constant rates, which rise.
  let constant: [Int]
  let framesPerPacket: Int
  private let sampleRate: Double

  /// `nil` for a rate that MP3 does not have.
  init?(sampleRate: Double) {
    guard Self.sampleRates.contains(sampleRate) else { return nil }
    self.sampleRate = sampleRate
    let isMPEG1 = sampleRate >= 32_000
    framesPerPacket = isMPEG1 ? 1152 : 576
    // Version and layer III; the sampling rate within the version changes nothing here.
    let word: UInt32 = isMPEG1 ? 0xFFFA_0000 : 0xFFF2_0000
    // Libraries and players have no frames beyond 64 kbit/s at the rates of MPEG-2.5, which no standard has.
    let limit = sampleRate >= 16_000 ? Int.max : 64_000
    constant = (1...14).compactMap { MPEGAudioHeader(word: word | $0 << 12)?.bitRate }.filter { $0 <= limit }
  }

  /// Returns the bit rates that can be requested for a number of channels.
  func bitRates(channelCount: Int) -> EncoderBitRates {
    // Holds: each version has fourteen rates, eight of them at most 64 kbit/s.
    EncoderBitRates(
      range: constant[0]...constant[constant.count - 1], recommended: usual(channelCount: channelCount), usual: constant
    )
  }

  /// Returns the constant rate next to an eleventh of that of 16-bit samples.
  private func usual(channelCount: Int) -> Int {
    let wanted = sampleRate * 16 * Double(channelCount) / 11.025
    return constant.min { abs(Double($0) - wanted) < abs(Double($1) - wanted) } ?? constant[0]
  }

  /// Returns the rate control that settings ask for.
  ///
  /// A bit rate without a mode is constant where MP3 has such a rate, and else an average. LAME has one mode between
  /// these and a quality, so that an average is a soft ceiling, too.
  ///
  /// - Throws: `CodecError` for a rate beyond MP3's, and for contradictions.
  func choice(for settings: EncoderSettings) throws(CodecError) -> LAMEHandle.Rate {
    guard let bitRate = settings.bitRate else {
      if let quality = settings.quality {
        guard settings.rateControl ?? .variable == .variable else {
          throw CodecError(.unsupported, "MP3 has a quality only where its rate is variable")
        }
        // LAME's scale ends before 10.
        return .quality(9.999 * Float(127 - min(max(quality, 0), 127)) / 127)
      }
      let usual = usual(channelCount: settings.layout.channelCount) / 1000
      switch settings.rateControl {
      case .constant, nil: return .constant(usual)
      case .average, .constrainedVariable: return .average(usual)
      // `lame -v`.
      case .variable: return .quality(4)
      }
    }
    guard settings.quality == nil, settings.rateControl != .variable else {
      throw CodecError(.unsupported, "MP3 has a bit rate or a quality, and not both; a variable rate has a quality")
    }
    guard (constant[0]...constant[constant.count - 1]).contains(bitRate) else { throw beyond }
    let isConstant = constant.contains(bitRate)
    switch settings.rateControl {
    case nil where isConstant: return .constant(bitRate / 1000)
    case .constant:
      guard isConstant else { throw beyond }
      return .constant(bitRate / 1000)
    default: return .average((bitRate + 500) / 1000)
    }
  }

  private var beyond: CodecError {
    switch constant.count {
    case 14 where framesPerPacket == 1152:
      CodecError(
        .unsupported,
        "MP3 has 32 to 320 kbit/s at this rate, constant 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320",
        clause: "ISO/IEC 11172-3, 2.4.2.3")
    case 14:
      CodecError(
        .unsupported,
        "MP3 has 8 to 160 kbit/s at this rate, constant 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160",
        clause: "ISO/IEC 13818-3, 2.4.2.3")
    default:
      CodecError(
        .unsupported, "MP3 has 8 to 64 kbit/s at this rate, constant 8, 16, 24, 32, 40, 48, 56 and 64")
    }
  }
}

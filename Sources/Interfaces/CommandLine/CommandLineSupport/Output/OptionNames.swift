import AudioBase
package import AudioErrors

/// The names of a program's options, for messages.
package enum OptionNames {
  /// The names of `af`.
  case own
  /// The names of `afconvert`.
  case apple

  /// Returns the options for a setting.
  package func name(of request: ConversionRequest) -> String {
    switch (request, self) {
    case (.encoder(let setting), _): name(of: setting)
    case (.channelCount, _): "--channels"
    case (.time, _): "--speed, --tempo, --pitch, --reverse and --pad"
    case (.layout, .own): "--channel-layout"
    case (.layout, .apple): "--channellayout"
    case (.channelMap, .own): "--channel-map"
    case (.channelMap, .apple): "--channelmap"
    case (.mixing, _): "--mix"
    case (.level, _): "--gain, --normalize, --fade-in and --fade-out"
    case (.dithering, _): "--dither"
    case (.resampling, _): "--src-quality, --src-complexity and --prime-method"
    case (.untrimmed, _): "--no-trim"
    case (.part, .own): "--from, --until, --to, --duration and --trim"
    case (.part, .apple): "--offset"
    case (.sampleRate, .own): "--rate and @RATE behind -d"
    case (.sampleRate, .apple): "@RATE behind -d"
    case (.formatFlags, _): "/FLAGS behind -d"
    case (.neighbors, _): "--gapless-before and --gapless-after"
    case (.trimOverride, _): "--prime-override"
    case (.spectralBandReplication, _): "--sbr"
    case (.configuration, _): "--asc"
    }
  }

  private func name(of setting: EncoderSetting) -> String {
    switch (setting, self) {
    case (.bitRate, _): "--bitrate"
    case (.rateControl, _): "--strategy"
    case (.quality, .own): "--codec-quality"
    case (.quality, .apple): "-u vbrq"
    case (.effort, .own): "--level"
    case (.effort, .apple): "--quality"
    case (.framesPerPacket, .own): "--frame-length and #FRAMES behind -d"
    case (.framesPerPacket, .apple): "#FRAMES behind -d"
    case (.bitDepth, _), (.bytesPerPacket, _), (.bandwidth, _), (.application, _): "-u"
    case (.expectedLoss, _): "--expect-loss"
    case (.replicationCRC, _): "--sbr-crc"
    }
  }
}

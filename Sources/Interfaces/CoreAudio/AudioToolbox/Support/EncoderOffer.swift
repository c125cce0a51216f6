import AudioBase
import AudioCatalog
import AudioConversion

/// The choices of a format's encoder, as Audio Format Services and converters list them.
struct EncoderOffer {
  private let codec: CodecDescriptor
  private let formatID: FourCharacterCode

  /// Channels up to which encoders are asked.
  private static let channelCounts = 1...8
  /// `kAudioCodecPropertyAvailableNumberChannels`: any number.
  static let anyChannelCount = UInt32.max
  /// Rates that are listed where any rate is taken, in Hz.
  static let usualSampleRates: [Double] = [
    8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 88200, 96000,
  ]

  /// Finds the options of the encoder of a format; `nil` if there is none.
  init?(_ formatID: FourCharacterCode) {
    guard let codec = Catalog.coreAudio.encoder(formatID: formatID) else { return nil }
    self.codec = codec
    self.formatID = formatID
  }

  /// True if the encoder has bit rates to choose from.
  var hasBitRates: Bool { codec.encoderChoices != nil }

  /// The sampling rates, in Hz.
  var sampleRates: [Double] { codec.encoderChoices?.sampleRates(formatID) ?? Self.usualSampleRates }

  /// Returns the bit rates for a sampling rate and a layout; `nil` if the encoder has none, or there is no such stream.
  func bitRates(for settings: EncoderSettings) -> EncoderBitRates? {
    guard let choices = codec.encoderChoices else { return nil }
    do throws(CodecError) { return try choices.bitRates(settings) } catch { return nil }
  }

  /// Returns the usual bit rates for a sampling rate and a number of channels, in bits/s.
  func usualBitRates(sampleRate: Double, channelCount: Int) -> [Int] {
    let settings = EncoderSettings(
      formatID: formatID, sampleRate: sampleRate, layout: ChannelLayout(usualFor: channelCount))
    return bitRates(for: settings)?.usual ?? []
  }

  /// The usual bit rates of all streams that the encoder makes, rising.
  var allBitRates: [Int] {
    var found: Set<Int> = []
    for rate in sampleRates {
      for count in Self.channelCounts { found.formUnion(usualBitRates(sampleRate: rate, channelCount: count)) }
    }
    return found.sorted()
  }

  /// The numbers of channels, or that any number is taken.
  var channelCounts: [UInt32] {
    if encodedLayout(ChannelLayout(usualFor: Self.channelCounts.upperBound + 1)) != nil {
      return [Self.anyChannelCount]
    }
    return Self.channelCounts.filter { encodedLayout(ChannelLayout(usualFor: $0)) != nil }.map(UInt32.init)
  }

  /// Returns the layouts that the encoder preserves, each in the encoder's own order.
  ///
  /// - Parameter channelCount: 0 for those of every number.
  func layouts(channelCount: Int) -> [ChannelLayout] {
    if channelCount == 0 { return Self.channelCounts.flatMap { layouts(channelCount: $0) } }
    guard Self.channelCounts.contains(channelCount) else { return [] }
    let usual = ChannelLayout(usualFor: channelCount)
    // Without such options an encoder ignores the positions of loudspeakers.
    guard hasBitRates else { return encodedLayout(usual).map { [$0] } ?? [] }
    var seen: Set<Set<Speaker>> = []
    return ([usual] + ChannelLayoutTag.named(channelCount: channelCount).compactMap { ChannelLayout(tag: $0) })
      .filter { seen.insert(Set($0.speakers)).inserted }
      .compactMap { layout in
        encodedLayout(layout).flatMap { Set($0.speakers) == Set(layout.speakers) ? $0 : nil }
      }
  }

  /// Returns the order in which an encoder puts loudspeakers; `nil` if it does not accept them.
  private func encodedLayout(_ layout: ChannelLayout) -> ChannelLayout? {
    let rate = sampleRates.last { $0 <= 48000 } ?? 44100
    let settings = EncoderSettings(formatID: formatID, sampleRate: rate, layout: layout)
    guard let makeEncoder = codec.makeEncoder else { return nil }
    do throws(CodecError) { return Self.layout(of: try makeEncoder(settings)) } catch { return nil }
  }

  private static func layout(of encoder: borrowing any PacketEncoder & ~Copyable) -> ChannelLayout {
    encoder.format.layout
  }
}

extension ChannelLayoutTag {
  /// Returns the named layout tags with the given number of channels.
  static func named(channelCount: Int) -> [ChannelLayoutTag] {
    guard let count = UInt16(exactly: channelCount) else { return [] }
    return (100..<256).map { ChannelLayoutTag(rawValue: $0 << 16 | UInt32(count)) }.filter { $0.name != nil }
  }
}

extension AudioValueRange {
  /// Creates a range of one value.
  init(only value: Double) { self.init(mMinimum: value, mMaximum: value) }
}

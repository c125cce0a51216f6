/// The settings of a decoder, beyond its stream.
///
/// A setting that is `nil` is left to the codec. One that is not `nil` is a request: a codec that does not know it
/// refuses all settings, and names the first unknown one in the order of ``DecoderSetting``. So no setting is ignored
/// in silence. Programs that decode any stream omit the settings that a codec does not know by ``limited(to:)``.
///
/// ```swift
/// var settings = DecoderSettings()
/// settings.dynamicRange = .whole
/// settings.lookAhead = .onePacket
/// let decoder = try codec.makeDecoder(stream, settings)
/// ```
public struct DecoderSettings: Sendable, Equatable {
  /// The fraction of the stream's dynamic range gains to apply. AAC ignores the gains by default.
  public var dynamicRange: DynamicRangeScale?
  /// The purpose that selects one of the stream's sets of gains; setting it applies them. General compression where
  /// ``dynamicRange`` alone asks for gains.
  public var dynamicRangeEffect: DynamicRangeEffect?
  /// The level to which programmes are brought, in dB of full scale (LKFS where the loudness is stated), within
  /// ``targetLevels``. AAC leaves the level unchanged by default, and where nothing states the stream's own.
  ///
  /// ISO/IEC 14496-3, 4.5.2.7: `prog_ref_level` states the level of the programme; ISO/IEC 23003-4, 7.4: its loudness.
  public var targetLevel: Double?
  /// The scope of the loudness that ``targetLevel`` is relative to; the track by default.
  public var loudnessScope: LoudnessScope?
  /// The duration of the concealment of lost and damaged packets. By default AAC fills 40 ms at full level and fades
  /// for 120 ms.
  public var concealment: ConcealmentTimes?
  /// The number of packets to wait for after a lost one. AAC waits for none by default.
  public var lookAhead: PacketLookAhead?
  /// The extent of the verification of a stream's checks; by default only each packet's own check.
  public var streamCheck: StreamCheck?

  /// The target levels that a stream can state itself: −31.75 up to 0 dB of full scale.
  ///
  /// ISO/IEC 14496-3, 4.5.2.7: seven bits in steps of 0.25 dB.
  public static let targetLevels = -31.75...0.0

  /// Creates settings that leave everything to the codec.
  public init() {}

  /// The settings that are not `nil`, in the order of ``DecoderSetting``.
  public var asked: [DecoderSetting] {
    DecoderSetting.allCases.filter { setting in
      switch setting {
      case .dynamicRange: dynamicRange != nil
      case .dynamicRangeEffect: dynamicRangeEffect != nil
      case .targetLevel: targetLevel != nil
      case .loudnessScope: loudnessScope != nil
      case .concealment: concealment != nil
      case .lookAhead: lookAhead != nil
      case .streamCheck: streamCheck != nil
      }
    }
  }

  /// Returns the first setting that is not `nil` and not among the known ones.
  public func firstUnknown(to known: Set<DecoderSetting>) -> DecoderSetting? {
    asked.first { !known.contains($0) }
  }

  /// Returns the settings that a decoder knows; the others become `nil`.
  public func limited(to known: Set<DecoderSetting>) -> DecoderSettings {
    var settings = self
    if !known.contains(.dynamicRange) { settings.dynamicRange = nil }
    if !known.contains(.dynamicRangeEffect) { settings.dynamicRangeEffect = nil }
    if !known.contains(.targetLevel) { settings.targetLevel = nil }
    if !known.contains(.loudnessScope) { settings.loudnessScope = nil }
    if !known.contains(.concealment) { settings.concealment = nil }
    if !known.contains(.lookAhead) { settings.lookAhead = nil }
    if !known.contains(.streamCheck) { settings.streamCheck = nil }
    return settings
  }

  /// Throws if a number is out of its range.
  ///
  /// - Throws: ``CodecError`` of the kind ``ErrorKind/invalidState``, which names the number and its range.
  public func check() throws(CodecError) {
    let scale = dynamicRange ?? .off
    let times = concealment ?? .off
    let rule: StaticString? =
      if !DynamicRangeScale.parts.contains(scale.boost) {
        "the boost of dynamic range control is not within 0 and 1"
      } else if !DynamicRangeScale.parts.contains(scale.cut) {
        "the cut of dynamic range control is not within 0 and 1"
      } else if !Self.targetLevels.contains(targetLevel ?? 0) {
        "the target level is not within -31.75 and 0 dB"
      } else if !ConcealmentTimes.seconds.contains(times.hold) {
        "the hold of concealment is not within 0 and 3600 seconds"
      } else if !ConcealmentTimes.seconds.contains(times.fade) {
        "the fade of concealment is not within 0 and 3600 seconds"
      } else {
        nil
      }
    if let rule { throw CodecError(.invalidState, rule) }
  }
}

/// A setting of ``DecoderSettings``.
public enum DecoderSetting: Sendable, Hashable, CaseIterable {
  /// ``DecoderSettings/dynamicRange``.
  case dynamicRange
  /// ``DecoderSettings/dynamicRangeEffect``.
  case dynamicRangeEffect
  /// ``DecoderSettings/targetLevel``.
  case targetLevel
  /// ``DecoderSettings/loudnessScope``.
  case loudnessScope
  /// ``DecoderSettings/concealment``.
  case concealment
  /// ``DecoderSettings/lookAhead``.
  case lookAhead
  /// ``DecoderSettings/streamCheck``.
  case streamCheck
}

extension DecoderSetting: CustomStringConvertible {
  /// The setting in words.
  public var description: String {
    switch self {
    case .dynamicRange: "dynamic range control"
    case .dynamicRangeEffect: "effect of dynamic range control"
    case .targetLevel: "target level"
    case .loudnessScope: "loudness of the album"
    case .concealment: "concealment times"
    case .lookAhead: "look-ahead"
    case .streamCheck: "check of the whole stream"
    }
  }

  /// The reason stated by a codec without the setting when it rejects it.
  var refusal: StaticString {
    switch self {
    case .dynamicRange: "the codec has no dynamic range control"
    case .dynamicRangeEffect: "the codec has no effect of dynamic range control"
    case .targetLevel: "the codec has no target level"
    case .loudnessScope: "the codec has no loudness of the album"
    case .concealment: "the codec has no concealment times"
    case .lookAhead: "the codec has no look-ahead"
    case .streamCheck: "the codec has no check of the whole stream"
    }
  }
}

/// The fractions of a stream's dynamic range gains to apply.
///
/// ISO/IEC 14496-3, 4.5.2.7: `dyn_rng_ctl` states gains of up to ±31.75 dB for quiet listening. 1 applies them whole, 0
/// not at all; between, gains in dB are multiplied.
public struct DynamicRangeScale: Sendable, Hashable, BitwiseCopyable {
  /// The fraction of each gain above 0 dB, 0…1.
  public var boost: Double
  /// The fraction of each gain below 0 dB, 0…1.
  public var cut: Double

  /// The allowed fractions.
  public static let parts = 0.0...1.0

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - boost: The part of each gain above 0 dB, 0…1.
  ///   - cut: The part of each gain below 0 dB, 0…1.
  public init(boost: Double = 1, cut: Double = 1) {
    self.boost = boost
    self.cut = cut
  }

  /// The gains applied in full.
  public static let whole = DynamicRangeScale()
  /// The gains ignored.
  public static let off = DynamicRangeScale(boost: 0, cut: 0)
}

/// The purpose of a set of gains.
///
/// ISO/IEC 23003-4, 6.3: `drcSetEffect`. The raw values are those of `kAudioCodecPropertyAdjustCompressionProfile`.
public enum DynamicRangeEffect: Int, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// No purpose: only gains that always apply, such as those that duck music under speech.
  case none
  /// Listening late at night.
  case night
  /// Listening in a noisy environment.
  case noisy
  /// Loudspeakers of a limited range of levels.
  case limited
  /// Listening at a low level.
  case lowLevel
  /// Better understanding of speech.
  case dialog
  /// General compression.
  case general
}

/// The recording whose loudness a level is relative to.
public enum LoudnessScope: Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// The track alone.
  case track
  /// The album that the track is part of, or the track if the album's loudness is not stated.
  case album
}

/// The durations of concealment: how long the sound before a loss is continued.
public struct ConcealmentTimes: Sendable, Hashable, BitwiseCopyable {
  /// The duration for which a loss is filled at full level, in seconds, within ``seconds``.
  public var hold: Double
  /// The seconds from the end of the hold to silence, within ``seconds``.
  public var fade: Double

  /// The allowed durations.
  public static let seconds = 0.0...3600

  /// Creates times.
  ///
  /// - Parameters:
  ///   - hold: The duration, in seconds, for which a loss is filled at the full level.
  ///   - fade: The time from the end of the hold to silence, in seconds.
  public init(hold: Double = 0.04, fade: Double = 0.12) {
    self.hold = hold
    self.fade = fade
  }

  /// No continuation: after the overlap with the previous packet, a loss is silent.
  public static let off = ConcealmentTimes(hold: 0, fade: 0)
}

/// The number of packets after a lost one that a decoder waits for before it fills the loss.
public enum PacketLookAhead: Int, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// None. The output is not delayed.
  case noPacket = 0
  /// One packet, so that levels can be interpolated between both sides. Each packet is decoded one packet later:
  /// ``PacketDecoder/lookAheadPacketCount`` is 1.
  case onePacket = 1
}

/// The checks of a stream that a decoder verifies.
public enum StreamCheck: Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// Each packet's own check, such as the CRC-16 of a FLAC frame.
  case packets
  /// The check of all samples as well, if the stream has one: the MD5 of FLAC (RFC 9639, 8.2). It costs about as much
  /// as the decoding itself, and its result is known after the last packet, whose remark reports a difference. Decoding
  /// that begins in the middle has nothing to compare.
  case wholeStream
}

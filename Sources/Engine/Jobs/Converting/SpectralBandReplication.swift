package import AudioBase

/// The choice of spectral band replication (SBR, ISO/IEC 14496-3, 4.6.18) in the two families of AAC that allow one:
/// AAC-LC with HE-AAC, and AAC-ELD with LD-SBR.
public enum SpectralBandReplication: String, Sendable, CaseIterable {
  /// Chosen by bit rate, channels and sampling rate, as in ``AACProfileChoice``.
  case automatic = "auto"
  /// No replication: AAC-LC or AAC-ELD alone.
  case off
  /// The core keeps the sampling rate: AAC-ELD with LD-SBR in packets of 512 or 480 frames.
  case singleRate = "single-rate"
  /// The core has half the sampling rate: HE-AAC, or AAC-ELD with LD-SBR in packets of 1024 or 960 frames.
  case dualRate = "dual-rate"
}

/// The AAC profile to encode, if its spectral band replication is chosen, not the profile itself.
///
/// By bit rate, for 32 kHz and above, a pair of channels is HE-AAC v2 up to 40 kbit/s, HE-AAC below 64 kbit/s, and
/// AAC-LC from there on; one channel is HE-AAC below 48 kbit/s, and more channels are where a pair of them gets less
/// than 64. AAC-ELD has LD-SBR at dual rate below 96 kbit/s a pair and 48 a channel alone, and never becomes AAC-ELD
/// v2. Below 32 kHz nothing is replicated. The bounds are those of ViSQOL and Zimtohrli
/// (Documentation/EncoderQuality.md, "Profiles by bit rate").
package struct AACProfileChoice: Sendable, Equatable {
  /// The profile: `aac `, `aach`, `aacp`, `aace`, `aacf` or `aacg`.
  package let formatID: FourCharacterCode
  /// The number of frames of a packet, or `nil` for the encoder's usual number.
  package let framesPerPacket: Int?

  /// Bits per second of one channel below which SBR sounds better than a core alone.
  private static let singleBitRate = 48_000.0
  /// The same of a pair of channels, of HE-AAC and of AAC-ELD.
  private static let pairBitRates = (highEfficiency: 64_000.0, lowDelay: 96_000.0)
  /// Bits per second up to which a pair is better off as Parametric Stereo.
  private static let parametricBitRate = 40_000
  /// The sample rate in Hz below which a core of half the rate would not suffice for speech.
  private static let lowestReplicatedRate = 32_000.0

  /// Chooses the profile.
  ///
  /// - Parameters:
  ///   - settings: The requested settings. Of its formats `aac ` and `aace` stand for their families, others for
  ///     themselves; frames of a packet are those of the core, or of the packet; rate and layout are the output's.
  ///   - replication: The requested mode.
  /// - Returns: `nil` if the format has no such replication.
  package init?(_ settings: EncoderSettings, _ replication: SpectralBandReplication) {
    let (formatID, framesPerPacket) = (settings.formatID, settings.framesPerPacket)
    var wanted = replication
    if replication == .automatic {
      // A profile that was named is no longer open.
      guard formatID == .aac || formatID == .aacEnhancedLowDelay else {
        self.init(formatID, framesPerPacket)
        guard formatID.hasReplication else { return nil }
        return
      }
      let isReplicated = settings.sampleRate >= Self.lowestReplicatedRate && Self.hasLowRate(settings)
      let isParametric = settings.layout.channelCount == 2 && settings.bitRate ?? 0 <= Self.parametricBitRate
      if isReplicated, isParametric, formatID == .aac {
        self.init(.aacHighEfficiencyV2, framesPerPacket.map(Self.doubled))
        return
      }
      wanted = isReplicated ? .dualRate : .off
    }
    let isHighRate = settings.sampleRate >= Self.lowestReplicatedRate
    switch (formatID, wanted) {
    case (.aac, .off), (.aacEnhancedLowDelay, .off): self.init(formatID, framesPerPacket)
    case (.aac, .dualRate): self.init(.aacHighEfficiency, framesPerPacket.map(Self.doubled))
    case (.aacHighEfficiency, .dualRate), (.aacHighEfficiencyV2, .dualRate): self.init(formatID, framesPerPacket)
    case (.aacEnhancedLowDelay, .dualRate), (.aacEnhancedLowDelaySBR, .dualRate):
      self.init(.aacEnhancedLowDelaySBR, Self.isShort(framesPerPacket) ? 960 : 1024)
    case (.aacEnhancedLowDelay, .singleRate), (.aacEnhancedLowDelaySBR, .singleRate):
      self.init(.aacEnhancedLowDelaySBR, Self.isShort(framesPerPacket) ? 480 : 512)
    // Above 24 kHz the frames of a packet say it; below, the bit rate does.
    case (.aacEnhancedLowDelayV2, .dualRate) where isHighRate:
      self.init(formatID, Self.isShort(framesPerPacket) ? 960 : 1024)
    case (.aacEnhancedLowDelayV2, .off) where isHighRate && !Self.isShort(framesPerPacket): self.init(formatID, 512)
    default: return nil
    }
  }

  private init(_ formatID: FourCharacterCode, _ framesPerPacket: Int?) {
    self.formatID = formatID
    self.framesPerPacket = framesPerPacket
  }

  /// Returns true if channels get fewer bits than a core alone needs. Low-frequency effects channels need almost none.
  private static func hasLowRate(_ settings: EncoderSettings) -> Bool {
    guard let bitRate = settings.bitRate else { return false }
    let effects = settings.layout.speakers.filter { $0 == .lowFrequency || $0 == .lowFrequency2 }.count
    let channelCount = max(1, settings.layout.channelCount - effects)
    guard channelCount > 1 else { return Double(bitRate) < singleBitRate }
    let bound = settings.formatID == .aac ? pairBitRates.highEfficiency : pairBitRates.lowDelay
    return 2 * Double(bitRate) / Double(channelCount) < bound
  }

  /// Returns true for a transform of 480 lines, false for 512.
  private static func isShort(_ framesPerPacket: Int?) -> Bool { framesPerPacket == 480 || framesPerPacket == 960 }

  /// Returns the number of frames of an HE-AAC packet whose core has packets of the given number of frames.
  private static func doubled(_ framesPerPacket: Int) -> Int {
    framesPerPacket <= 1024 ? 2 * framesPerPacket : framesPerPacket
  }
}

extension FourCharacterCode {
  /// True for formats of AAC families with a choice of spectral band replication.
  package var hasReplication: Bool {
    let families: [FourCharacterCode] = [
      .aac, .aacHighEfficiency, .aacHighEfficiencyV2, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR,
      .aacEnhancedLowDelayV2,
    ]
    return families.contains(self)
  }
}

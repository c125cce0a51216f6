extension AudioSpecificConfig {
  /// The number of frames of the core in one packet: ``lineCount``, or in AAC-ELD with reduced delay 256, 240, 160, 128
  /// or 120.
  public var coreFrameLength: Int { lineCount / downscaleFactor }

  /// Spectral lines of a channel in one packet: 1024, 960 or 768, 512 or 480.
  public var lineCount: Int {
    switch specific {
    case .unifiedCoding(let config): config.frameLength.coreFrameLength
    case .enhancedLowDelay(let config): config.hasShortFrames ? 480 : 512
    case .generalAudio(let config):
      objectType == .erAACLD ? (config.hasShortFrames ? 480 : 512) : (config.hasShortFrames ? 960 : 1024)
    }
  }

  /// The resilience tools of an error-resilient stream.
  public var resilience: ResilienceFlags {
    switch specific {
    case .generalAudio(let config): config.resilience
    case .enhancedLowDelay(let config): config.resilience
    case .unifiedCoding: ResilienceFlags()
    }
  }

  /// The configuration of USAC (xHE-AAC).
  public var unifiedCoding: USACConfig? {
    if case .unifiedCoding(let config) = specific { config } else { nil }
  }

  /// The program configuration, if ``channelConfiguration`` is 0.
  public var programConfig: ProgramConfigElement? {
    if case .generalAudio(let config) = specific { config.programConfig } else { nil }
  }

  /// The low delay SBR of AAC-ELD.
  public var lowDelaySBR: ELDSpecificConfig.LowDelaySBR? {
    if case .enhancedLowDelay(let config) = specific { config.sbr } else { nil }
  }

  /// The SBR rate of explicit signalling in Hz, or `nil`.
  public var extensionRate: Int? {
    switch signalling {
    case .implicit: lowDelaySBR.map { coreRate * ($0.isDualRate ? 2 : 1) }
    case .hierarchical(let rate, _): rate.hertz
    case .backwardCompatible(let rate, _): rate?.hertz
    }
  }

  /// True if explicit signalling announces parametric stereo.
  public var hasParametricStereo: Bool {
    switch signalling {
    case .implicit: false
    case .hierarchical(_, let hasParametricStereo): hasParametricStereo
    case .backwardCompatible(_, let hasParametricStereo): hasParametricStereo ?? false
    }
  }

  /// True if the stream is AAC-ELD version 2: LD MPEG Surround over a mono core.
  public var hasLowDelaySurround: Bool {
    guard case .enhancedLowDelay(let config) = specific else { return false }
    return config.extensions.contains { $0.type == ELDSpecificConfig.Extension.lowDelaySurround }
  }
}

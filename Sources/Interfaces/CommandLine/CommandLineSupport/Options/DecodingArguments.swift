package import ArgumentParser
package import AudioBase

/// The options of the decoder.
package struct DecodingArguments: ParsableArguments {
  package init() {}

  @Option(
    name: .long, help: "Apply the gains that the stream carries for quiet listening: on or off; the default is off.")
  package var drc: DynamicRangeSwitch?

  @Option(
    name: .long, help: ArgumentHelp("The fraction of --drc's gains that raise the level.", valueName: "0-1"))
  package var drcBoost: Double?

  @Option(
    name: .long, help: ArgumentHelp("The fraction of --drc's gains that lower the level.", valueName: "0-1"))
  package var drcCut: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Apply the set of xHE-AAC's gains for this purpose: none, night, noisy, limited, low-level, dialog or general.",
      valueName: "purpose"))
  package var drcEffect: DynamicRangeEffectArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Bring a stream that states its level or loudness to this one: -31.75 to 0 dB of full scale.", valueName: "dB"))
  package var targetLevel: Double?

  @Flag(name: .long, help: "Use the album's loudness, if it is stated, for --target-level.")
  package var albumLevel = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Conceal lost AAC packets at full level for this long; the default is 0.04.", valueName: "seconds"))
  package var concealHold: Double?

  @Option(
    name: .long,
    help: ArgumentHelp("Fade to silence after --conceal-hold for this long; the default is 0.12.", valueName: "seconds")
  )
  package var concealFade: Double?

  @Flag(name: .long, help: "Conceal lost AAC packets from both sides: decode each packet one later.")
  package var lookAhead = false

  /// The modes of `--drc`.
  package enum DynamicRangeSwitch: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  package func validate() throws {
    if drc == .off, drcBoost != nil || drcCut != nil || drcEffect != nil {
      throw ValidationError("--drc off excludes --drc-boost, --drc-cut and --drc-effect.")
    }
    if albumLevel, targetLevel == nil { throw ValidationError("--album-level needs --target-level.") }
    try check(drcBoost, "--drc-boost", takes: DynamicRangeScale.parts)
    try check(drcCut, "--drc-cut", takes: DynamicRangeScale.parts)
    try check(targetLevel, "--target-level", takes: DecoderSettings.targetLevels)
    try check(concealHold, "--conceal-hold", takes: ConcealmentTimes.seconds, "seconds")
    try check(concealFade, "--conceal-fade", takes: ConcealmentTimes.seconds, "seconds")
  }

  /// The names of the given options for concealment.
  package var namesOfConcealment: [String] {
    let given = [
      (concealHold != nil, "--conceal-hold"), (concealFade != nil, "--conceal-fade"), (lookAhead, "--look-ahead"),
    ]
    return given.filter(\.0).map(\.1)
  }

  /// The settings of the decoder; the decoder chooses those without an option.
  package var settings: DecoderSettings {
    var settings = DecoderSettings()
    if drc == .off {
      settings.dynamicRange = .off
    } else if drc == .on || drcBoost != nil || drcCut != nil {
      settings.dynamicRange = DynamicRangeScale(boost: drcBoost ?? 1, cut: drcCut ?? 1)
    }
    settings.dynamicRangeEffect = drcEffect?.effect
    settings.targetLevel = targetLevel
    if albumLevel { settings.loudnessScope = .album }
    if concealHold != nil || concealFade != nil {
      let usual = ConcealmentTimes()
      settings.concealment = ConcealmentTimes(hold: concealHold ?? usual.hold, fade: concealFade ?? usual.fade)
    }
    if lookAhead { settings.lookAhead = .onePacket }
    return settings
  }
}

/// The effects, with their names in `--drc-effect`.
package enum DynamicRangeEffectArgument: String, ExpressibleByArgument, CaseIterable {
  case none, night, noisy, limited
  case lowLevel = "low-level"
  case dialog, general

  /// The purpose itself.
  package var effect: DynamicRangeEffect {
    switch self {
    case .none: DynamicRangeEffect.none
    case .night: .night
    case .noisy: .noisy
    case .limited: .limited
    case .lowLevel: .lowLevel
    case .dialog: .dialog
    case .general: .general
    }
  }
}

extension DecoderSetting {
  /// The names of the options for the setting.
  package var optionNames: String {
    switch self {
    case .dynamicRange: "--drc, --drc-boost and --drc-cut"
    case .dynamicRangeEffect: "--drc-effect"
    case .targetLevel: "--target-level"
    case .loudnessScope: "--album-level"
    case .concealment: "--conceal-hold and --conceal-fade"
    case .lookAhead: "--look-ahead"
    case .streamCheck: "--check"
    }
  }
}

/// The extent of a stream's checks, with their names in `--check`.
package enum StreamCheckArgument: String, ExpressibleByArgument, CaseIterable {
  /// Checks each packet, and all samples together.
  case stream
  /// Checks each packet.
  case packets

  /// The setting.
  package var setting: StreamCheck { self == .stream ? .wholeStream : .packets }
}

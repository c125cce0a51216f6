package import ArgumentParser
package import AudioBase
package import AudioConversion
package import SignalProcessing

/// Options for processing samples between decoder and encoder.
package struct ProcessingOptions: ParsableArguments {
  package init() {}

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The number of channels; if fewer than the input's, they are mixed.", valueName: "n"))
  package var channels: Int?

  @Flag(name: .long, help: "One channel: -c 1.")
  package var mono = false

  @Flag(name: .long, help: "Two channels: -c 2.")
  package var stereo = false

  @Option(
    name: [.customShort("l"), .long],
    help: ArgumentHelp("The channel layout of the output, by its tag: Stereo, MPEG_5_1_A, …", valueName: "tag"),
    completion: .list([
      "Mono", "Stereo", "Quadraphonic", "MPEG_3_0_A", "MPEG_4_0_A", "MPEG_5_0_A", "MPEG_5_1_A", "MPEG_5_1_D",
      "MPEG_6_1_A",
      "MPEG_7_1_A", "MPEG_7_1_B", "MPEG_7_1_C",
    ]))
  package var channelLayout: String?

  @Option(
    name: [.customShort("m"), .long],
    help: ArgumentHelp(
      "For each output channel the number of an input channel, from 0 on; -1 is silence.", valueName: "a,b,…"))
  package var channelMap: ChannelMapArgument?

  @Flag(name: .long, help: "Mix channels that the output lacks into those it has, by ITU-R BS.775.")
  package var mix = false

  @Option(
    name: [.customShort("r"), .long],
    help: ArgumentHelp("The quality of the rate conversion, 0 to 127.", valueName: "quality"))
  package var srcQuality: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The rate conversion: line, norm, bats (mastering) or minp (minimum phase, low delay).", valueName: "name"))
  package var srcComplexity: Complexity?

  @Option(
    name: .long,
    help: ArgumentHelp("The dither of integers: 0 none, 1 triangular, 2 with shaped noise.", valueName: "n"),
    completion: .list(["0", "1", "2"]))
  package var dither: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The start of the rate conversion: 0 after input, 1 after silence, 2 unprimed, with delay.", valueName: "n"),
    completion: .list(["0", "1", "2"]))
  package var primeMethod: Int?

  /// The algorithms of `afconvert`, and one of this package.
  package enum Complexity: String, ExpressibleByArgument, CaseIterable {
    case line, norm, bats, minp
  }

  package func validate() throws {
    try check(channels, "--channels", takes: ResourceLimits.channelCounts)
    if mono, stereo { throw ValidationError("--mono and --stereo exclude each other.") }
    if let named = namedCount, let channels, channels != named {
      throw ValidationError("--channels \(channels) contradicts \(mono ? "--mono" : "--stereo").")
    }
    try check(srcQuality, "--src-quality", takes: ResamplerQuality.values)
    if let dither, !(0...2).contains(dither) { throw ValidationError("--dither takes 0, 1 or 2.") }
    if let primeMethod, !(0...2).contains(primeMethod) { throw ValidationError("--prime-method takes 0, 1 or 2.") }
    if let channelLayout, Self.layout(named: channelLayout) == nil {
      throw ValidationError("--channel-layout takes the name of a layout tag, such as MPEG_5_1_A.")
    }
    if let channelMap, let count = channels ?? namedCount, channelMap.map.count != count {
      throw ValidationError("--channel-map has one entry an output channel.")
    }
    if mix, channelMap != nil { throw ValidationError("--mix and --channel-map exclude each other.") }
  }

  private static func layout(named name: String) -> ChannelLayout? {
    ChannelLayoutTag(name: name).flatMap { ChannelLayout(tag: $0) }
  }

  /// The names of the given options.
  package var names: [String] {
    let given = [
      (channels != nil, "--channels"), (mono, "--mono"), (stereo, "--stereo"),
      (channelLayout != nil, "--channel-layout"), (channelMap != nil, "--channel-map"),
      (mix, "--mix"), (srcQuality != nil, "--src-quality"), (srcComplexity != nil, "--src-complexity"),
      (dither != nil, "--dither"), (primeMethod != nil, "--prime-method"),
    ]
    return given.filter(\.0).map(\.1)
  }

  /// True if any option for rate conversion was given.
  package var asksForResampling: Bool { srcQuality != nil || srcComplexity != nil || primeMethod != nil }

  /// The number of output channels, if an option states it; otherwise 0.
  package var channelCount: Int { channels ?? namedCount ?? channelMap?.map.count ?? layout?.channelCount ?? 0 }

  /// The number of channels that an option names.
  private var namedCount: Int? { mono ? 1 : stereo ? 2 : nil }

  /// The requested layout.
  package var layout: ChannelLayout? { channelLayout.flatMap(Self.layout) }

  /// Returns the request for packets of a format.
  ///
  /// - Parameter mixing: True if channels are mixed if no option maps them.
  package func packets(_ format: StreamFormat, _ encoding: EncoderOptions, mixing: Bool) -> PacketRequest {
    let stages = StageSettings(channels: mixing && channelMap == nil ? .mixing : mapping, resampler: resampler)
    var request = PacketRequest(format, layout: layout, stages: stages, encoding: encoding)
    request.dithering = dithering
    return request
  }

  /// The requested mapping of channels.
  package var mapping: ChannelMapping { channelMap.map { .map($0.map) } ?? (mix ? .mixing : .rearranging) }

  /// The requested rate conversion.
  package var resampler: ResamplerSettings {
    Self.resampler(srcComplexity, quality: srcQuality, primeMethod: primeMethod)
  }

  /// The requested dither.
  package var dithering: Dithering { Self.dithering(dither) }

  /// Returns the dither of Core Audio's number, 0, 1 or 2.
  package static func dithering(_ number: Int?) -> Dithering { [.none, .triangular, .noiseShaping][number ?? 0] }

  /// Returns the resampler settings for Core Audio's numbers.
  package static func resampler(_ name: Complexity?, quality: Int?, primeMethod: Int?) -> ResamplerSettings {
    let complexity: ResamplerComplexity =
      switch name {
      case .line: .linear
      case .norm, nil: .normal
      case .bats: .mastering
      case .minp: .minimumPhase
      }
    let priming: [ResamplerPriming] = [.history(frameCount: 0), .silence, .latency]
    return ResamplerSettings(
      complexity: complexity, quality: ResamplerQuality(quality ?? 127), priming: priming[primeMethod ?? 1])
  }
}

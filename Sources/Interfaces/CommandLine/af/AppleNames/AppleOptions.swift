import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import SignalProcessing

/// The options of `afconvert` for rate conversion.
struct AppleRateOptions: ParsableArguments {
  @Option(name: [.customShort("r"), .customLong("src-quality")], help: "The quality of the rate conversion, 0 to 127.")
  var quality = 127

  @Option(name: .customLong("src-complexity"), help: "The rate conversion: line, norm, bats, or minp of ours.")
  var complexity: ProcessingOptions.Complexity?

  @Option(name: .customLong("dither"), help: "The dither of integers: 1 or 2.")
  var dither: Int?

  @Option(name: .customLong("prime-method"), help: "How the rate conversion starts: 0, 1 or 2.")
  var primeMethod: Int?

  func validate() throws {
    try check(quality, "-r", takes: ResamplerQuality.values)
    guard (0...2).contains(dither ?? 0) else { throw ValidationError("--dither takes 0, 1 or 2.") }
    guard (0...2).contains(primeMethod ?? 0) else { throw ValidationError("--prime-method takes 0, 1 or 2.") }
  }

  /// True if any option of rate conversion was given with a value other than the default.
  var isGiven: Bool { quality != 127 || complexity != nil || primeMethod != nil }

  var dithering: Dithering { ProcessingOptions.dithering(dither) }
  var resampler: ResamplerSettings {
    ProcessingOptions.resampler(complexity, quality: quality, primeMethod: primeMethod)
  }
}

/// The options of `afconvert` for encoders.
struct AppleEncodingOptions: ParsableArguments {
  @Option(
    name: [.customShort("b"), .customLong("bitrate")], help: "The bit rate, in bits/s; lossless formats have none.")
  var bitRate: Int?

  @Option(
    name: [.customShort("q"), .customLong("quality")],
    help: "How hard a lossy encoder tries, 0 to 127; lossless formats have none.")
  var quality: Int?

  @Option(
    name: [.customShort("s"), .customLong("strategy")],
    help: "0 CBR, 1 ABR, 2 constrained VBR, 3 VBR; lossless formats have none.")
  var strategy: Int?

  @Option(
    name: [.customShort("u"), .customLong("userproperty")],
    help: ArgumentHelp("A property of the encoder by its four characters, and its value.", valueName: "key value"))
  var userProperties: [UserPropertyArgument] = []

  func validate() throws {
    try check(quality, "-q", takes: EncoderOptions.qualities)
    try options.validate()
  }

  /// The options of the encoder.
  var settings: EncoderOptions {
    var settings = options.settings
    settings.effort = quality
    return settings
  }

  /// The options that `af convert` has, too: its `-q` is the quality of a variable rate, here `-u vbrq`.
  private var options: EncodingOptions {
    var options = EncodingOptions()
    options.bitRate = bitRate.flatMap { BitRateArgument(argument: "\($0)") }
    options.codecQuality = nil
    options.strategy = strategy
    // The other adjustments of Apple's mastering recipe have no counterpart here.
    options.userProperties = userProperties.filter { $0.key != "pgcm" }
    options.frameLength = nil
    options.level = nil
    options.expectLoss = nil
    options.sbr = nil
    options.hasReplicationCRC = false
    return options
  }
}

/// Options of `afconvert` that do nothing here.
struct AppleAcceptedOptions: ParsableArguments {
  @Flag(name: .customLong("no-filler"), help: "Accepted; nothing is filled here.")
  var noFiller = false

  @Option(name: .customLong("codec-manuf"), help: "Accepted; there is one codec of a kind.")
  var codecManufacturer: String?

  @Flag(name: [.customShort("t"), .customLong("tag")], help: "Accepted.")
  var tag = false

  @Flag(name: .long, help: "Accepted; there is nothing to analyse here.")
  var leaks = false

  @Flag(name: .long, help: "Accepted; there is nothing to analyse here.")
  var profile = false

  @Flag(name: .customLong("anchor-generate"), help: "Not supported: where Apple keeps it is not published.")
  var anchorGenerate = false

  @Option(name: .customLong("anchor-loudness"), help: "Not supported: where Apple keeps it is not published.")
  var anchorLoudness: Double?

  @Flag(name: .customLong("generate-hash"), help: "Not supported: where Apple keeps it is not published.")
  var generateHash = false

  @Flag(name: .customLong("copy-hash"), help: "Not supported: where Apple keeps it is not published.")
  var copyHash = false

  /// Throws if an option would be expected to have an effect and has none.
  func check(_ file: Pathname) throws(CommandFailure) {
    let asked: [(String, Bool)] = [
      ("--anchor-generate", anchorGenerate), ("--anchor-loudness", anchorLoudness != nil),
      ("--generate-hash", generateHash), ("--copy-hash", copyHash),
    ]
    if let first = asked.first(where: \.1) {
      throw CommandFailure(
        file, "unsupported: where Apple's tool keeps the result of \(first.0) is not published",
        advice: "leave it away; --soundcheck-generate stores the loudness")
    }
  }
}

/// The options of `afconvert` about the recording in the output.
struct AppleRecordingOptions: ParsableArguments {
  @Option(
    name: .customLong("prime-override"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "How many frames of priming and of remainder the output says that it has.", valueName: "priming remainder"))
  var primeOverride: [Int64] = []

  @Option(
    name: .customLong("gapless-before"),
    help: ArgumentHelp("What is heard right before, in an album without gaps.", valueName: "file"))
  var gaplessBefore: Pathname?

  @Option(
    name: .customLong("gapless-after"),
    help: ArgumentHelp("What is heard right after, in an album without gaps.", valueName: "file"))
  var gaplessAfter: Pathname?

  @Option(
    name: .customLong("media-kind"),
    help: ArgumentHelp("Music, Podcast, Audiobook and so on, as iTunes shows it.", valueName: "kind"))
  var mediaKind: String?

  /// The kinds that Apple's tool knows.
  private static let kinds = [
    "Music", "Podcast", "iTunes U", "Audiobook", "Voice Memo", "Movie", "TV Show", "Music Video", "Home Video",
    "Audio Ad", "Video Ad",
  ]

  func validate() throws {
    guard [0, 2].contains(primeOverride.count), primeOverride.allSatisfy({ $0 >= 0 }) else {
      throw ValidationError("--prime-override takes two numbers of frames: priming and remainder.")
    }
    if let mediaKind, !Self.kinds.contains(mediaKind) {
      throw ValidationError("--media-kind takes one of: \(Self.kinds.joined(separator: ", ")).")
    }
  }

  /// Frames of priming and remainder that the output is to state.
  var trimOverride: TrimOverride? {
    guard let priming = primeOverride.first, let remainder = primeOverride.last else { return nil }
    return TrimOverride(primingFrames: priming, remainderFrames: remainder)
  }
}

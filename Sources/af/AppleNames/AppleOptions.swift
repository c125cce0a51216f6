import ArgumentParser
import AudioConversion
import SignalProcessing

/// The rate conversion as `afconvert` is asked for it.
struct AppleRateOptions: ParsableArguments {
  @Option(name: [.customShort("r"), .customLong("src-quality")], help: "The quality of the rate conversion, 0 to 127.")
  var quality = 127

  @Option(name: .customLong("src-complexity"), help: "The rate conversion: line, norm, bats, or minp of ours.")
  var complexity = ProcessingOptions.Complexity.norm

  @Option(name: .customLong("dither"), help: "The dither of integers: 1 or 2.")
  var dither: Int?

  @Option(name: .customLong("prime-method"), help: "How the rate conversion starts: 0, 1 or 2.")
  var primeMethod: Int?

  func validate() throws {
    guard (0...127).contains(quality) else { throw ValidationError("-r takes 0 to 127.") }
    guard (0...2).contains(dither ?? 0) else { throw ValidationError("--dither takes 0, 1 or 2.") }
    guard (0...2).contains(primeMethod ?? 0) else { throw ValidationError("--prime-method takes 0, 1 or 2.") }
  }

  var conversion: ConversionOptions {
    var options = ConversionOptions()
    options.dithering = ProcessingOptions.dithering(dither)
    options.resampler = ProcessingOptions.resampler(complexity, quality: quality, primeMethod: primeMethod)
    return options
  }
}

/// What an encoder is asked for by `afconvert`.
struct AppleEncodingOptions: ParsableArguments {
  @Option(
    name: [.customShort("b"), .customLong("bitrate")], help: "The bit rate, in bits/s; lossless formats have none.")
  var bitRate: Int?

  @Option(
    name: [.customShort("q"), .customLong("quality")],
    help: "The quality of the codec, 0 to 127; lossless formats have none.")
  var quality: Int?

  @Option(
    name: [.customShort("s"), .customLong("strategy")],
    help: "0 CBR, 1 ABR, 2 constrained VBR, 3 VBR; lossless formats have none.")
  var strategy: Int?

  @Option(
    name: [.customShort("u"), .customLong("userproperty")],
    help: ArgumentHelp("A property of the encoder by its four characters, and its value.", valueName: "key value"))
  var userProperties: [UserPropertyArgument] = []

  func validate() throws { try options.validate() }

  /// The same, as `af convert` takes it.
  ///
  /// `-q` is how much the codec tries, of which there is one degree here; the quality of a variable rate is `-u vbrq`.
  var options: EncodingOptions {
    var options = EncodingOptions()
    options.bitRate = bitRate.flatMap { BitRateArgument(argument: "\($0)") }
    options.codecQuality = nil
    options.strategy = strategy
    options.userProperties = userProperties
    options.frameLength = nil
    options.sbr = .off
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

  @Option(name: .customLong("gapless-before"), help: "Not done yet.")
  var gaplessBefore: String?

  @Option(name: .customLong("gapless-after"), help: "Not done yet.")
  var gaplessAfter: String?

  @Flag(name: .customLong("anchor-generate"), help: "Not done yet.")
  var anchorGenerate = false

  @Option(name: .customLong("anchor-loudness"), help: "Not done yet.")
  var anchorLoudness: Double?

  @Flag(name: .customLong("generate-hash"), help: "Not done yet.")
  var generateHash = false

  @Flag(name: .customLong("copy-hash"), help: "Not done yet.")
  var copyHash = false

  @Option(name: .customLong("media-kind"), help: "Not done yet.")
  var mediaKind: String?

  @Option(name: .customLong("prime-override"), parsing: .upToNextOption, help: "Not done yet.")
  var primeOverride: [String] = []

  /// Refuses what would be expected to have an effect.
  func check(_ file: String) throws(CommandFailure) {
    let asked: [(String, Bool)] = [
      ("--gapless-before", gaplessBefore != nil), ("--gapless-after", gaplessAfter != nil),
      ("--anchor-generate", anchorGenerate), ("--anchor-loudness", anchorLoudness != nil),
      ("--generate-hash", generateHash), ("--copy-hash", copyHash), ("--media-kind", mediaKind != nil),
      ("--prime-override", !primeOverride.isEmpty),
    ]
    if let first = asked.first(where: \.1) {
      throw CommandFailure(file, "unsupported: \(first.0) is not done yet", advice: "leave it away")
    }
  }
}

package import ArgumentParser
package import AudioBase
package import AudioJobs

/// The options of an encoder.
package struct EncodingOptions: ParsableArguments {
  package init() {}

  @Option(
    name: [.customShort("b"), .customLong("bitrate")],
    help: ArgumentHelp("The bit rate of all channels together: 128000 or 128k.", valueName: "bits/s"))
  package var bitRate: BitRateArgument?

  @Option(
    name: [.customShort("s"), .long],
    help: ArgumentHelp("The bit rate: 0 constant, 1 average, 2 constrained variable, 3 variable.", valueName: "n"),
    completion: .list(["0", "1", "2", "3"]))
  package var strategy: Int?

  @Option(
    name: [.customShort("q"), .long],
    help: ArgumentHelp("The quality of a variable rate, 0 to 127.", valueName: "quality"))
  package var codecQuality: Int?

  @Option(
    name: [.customShort("u"), .customLong("user-property")],
    help: ArgumentHelp(
      "A property of the encoder: brat (bit rate), acbf (strategy), vbrq (quality), pakf (frames of a packet).",
      valueName: "key value"))
  package var userProperties: [UserPropertyArgument] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Frames of a packet: 960 or 1024 of AAC-LC, twice that of HE-AAC, 480 or 512 of AAC-LD and AAC-ELD, and 120, 128, "
        + "240 or 256 with reduced delay. Of aacf and aacg 960 and 1024 are dual rate, 480 and 512 single rate or no SBR.",
      valueName: "frames"), completion: .list(Self.frameLengths.map { "\($0)" }))
  package var frameLength: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("How hard FLAC is compressed: 0 (fastest) to 8 (smallest); the default is 5.", valueName: "0-8"),
    completion: .list((0...8).map { "\($0)" }))
  package var level: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The percentage of packets to be lost: each packet of Opus repeats the speech of the last one.",
      valueName: "0-100"))
  package var expectLoss: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The spectral band replication of AAC: auto (by bit rate, as -b without -d), off, single-rate (AAC-ELD only) or "
        + "dual-rate.", valueName: "kind"))
  package var sbr: SpectralBandReplication?

  @Flag(
    name: .customLong("sbr-crc"),
    help: "Begin each payload of AAC-ELD's SBR with a CRC, so that receivers find damage.")
  package var hasReplicationCRC = false

  private static let frameLengths = [120, 128, 240, 256, 480, 512, 960, 1024, 1920, 2048]

  package func validate() throws {
    try check(strategy, "--strategy", takes: 0...3)
    try check(codecQuality, "--codec-quality", takes: EncoderOptions.qualities)
    try check(level, "--level", takes: 0...8)
    try check(expectLoss, "--expect-loss", takes: EncoderOptions.expectedLosses)
    guard Self.frameLengths.contains(frameLength ?? 480) else {
      throw ValidationError("--frame-length takes 120, 128, 240, 256, 480, 512, 960, 1024, 1920 or 2048.")
    }
    for property in userProperties where !["brat", "acbf", "vbrq", "pakf"].contains(property.key) {
      throw ValidationError("-u takes brat, acbf, vbrq and pakf; '\(property.key)' is none of them.")
    }
    let others = [
      ("brat", bitRate != nil, "--bitrate"), ("acbf", strategy != nil, "--strategy"),
      ("vbrq", codecQuality != nil, "--codec-quality"), ("pakf", frameLength != nil, "--frame-length"),
    ]
    for (key, isGiven, name) in others {
      let count = userProperties.count { $0.key == key }
      if count > 1 { throw ValidationError("-u \(key) is given more than once.") }
      if count > 0, isGiven { throw ValidationError("-u \(key) and \(name) exclude each other.") }
    }
    for property in userProperties {
      switch property.key {
      case "acbf": try check(property.value, "-u acbf", takes: 0...3)
      case "vbrq": try check(property.value, "-u vbrq", takes: EncoderOptions.qualities)
      default: break
      }
    }
  }

  /// The names of the given options.
  package var names: [String] {
    let given = [
      (bitRate != nil, "--bitrate"), (strategy != nil, "--strategy"), (codecQuality != nil, "--codec-quality"),
      (!userProperties.isEmpty, "--user-property"), (frameLength != nil, "--frame-length"), (level != nil, "--level"),
      (expectLoss != nil, "--expect-loss"), (sbr != nil, "--sbr"), (hasReplicationCRC, "--sbr-crc"),
    ]
    return given.filter(\.0).map(\.1)
  }

  /// The options of the encoder.
  package var settings: EncoderOptions {
    var settings = EncoderOptions()
    settings.bitRate = bitRate?.bitsPerSecond
    settings.rateControl = strategy.flatMap { EncoderSettings.RateControlMode(rawValue: UInt32($0)) }
    settings.quality = codecQuality
    settings.framesPerPacket = frameLength
    settings.expectedLoss = expectLoss
    settings.hasReplicationCRC = hasReplicationCRC
    // `kAudioConverterCodecQuality` has 64 for the default and 127 for the highest effort.
    settings.effort = level.map { $0 <= 5 ? ($0 * 64 + 4) / 5 : 64 + ($0 - 5) * 21 }
    for property in userProperties {
      switch property.key {
      case "brat": settings.bitRate = property.value
      case "acbf": settings.rateControl = EncoderSettings.RateControlMode(rawValue: UInt32(property.value))
      case "vbrq": settings.quality = property.value
      case "pakf": settings.framesPerPacket = property.value
      // Refused before.
      default: break
      }
    }
    return settings
  }
}

/// A bit rate: `128000`, `128k`.
package struct BitRateArgument: ExpressibleByArgument {
  package var bitsPerSecond: Int

  package init?(argument: String) {
    let isKilo = argument.hasSuffix("k") || argument.hasSuffix("K")
    guard let number = Int(isKilo ? String(argument.dropLast()) : argument), number > 0, number <= 100_000_000 else {
      return nil
    }
    bitsPerSecond = isKilo ? number * 1000 : number
    guard bitsPerSecond <= 100_000_000 else { return nil }
  }
}

/// A property of an encoder and its value: `vbrq=91`.
package struct UserPropertyArgument: ExpressibleByArgument {
  package var key: String
  package var value: Int

  package init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, let value = Int(parts[1]), (0...100_000_000).contains(value)
    else {
      return nil
    }
    (key, self.value) = (String(parts[0]), value)
  }

  /// The arguments with each `-u KEY VALUE` joined to `-u KEY=VALUE`, a single value for the parser.
  package static func joined(_ arguments: [String]) -> [String] {
    var result = [String]()
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      result.append(argument)
      index += 1
      guard ["-u", "-ue", "--user-property", "--userproperty"].contains(argument), index + 1 < arguments.count,
        !arguments[index].contains("=")
      else { continue }
      if argument == "-ue" { result[result.count - 1] = "-u" }
      result.append(arguments[index] + "=" + arguments[index + 1])
      index += 2
    }
    return result
  }
}

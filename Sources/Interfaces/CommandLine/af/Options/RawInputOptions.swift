import ArgumentParser
import AudioBase

/// The format of an input without a header.
struct RawInputOptions: ParsableArguments {
  @Option(
    name: .long, help: ArgumentHelp("The samples of an input without a header, such as LEI16.", valueName: "format"),
    completion: .list([
      "UI8", "I8", "LEI16", "LEI24", "LEI32", "LEF32", "LEF64", "BEI16", "BEI24", "BEI32", "BEF32", "BEF64",
    ]))
  var rawFormat: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The sample rate of an input without a header; without this option --rate states it.", valueName: "hz"))
  var rawRate: RateArgument?

  @Option(
    name: .customLong("raw-channels"),
    help: ArgumentHelp(
      "The channels of an input without a header; without this option --channels states them.", valueName: "n"))
  var rawChannels: Int?

  func validate() throws {
    guard let rawFormat else {
      if rawRate != nil || rawChannels != nil {
        throw ValidationError("--raw-rate and --raw-channels need --raw-format.")
      }
      return
    }
    guard SampleFormat(word: rawFormat) != nil else {
      throw ValidationError("--raw-format takes LEI16, BEF32, s16le and the like.")
    }
    try check(rawChannels, "--raw-channels", takes: 1...65_535)
  }

  /// Returns the format of the input's samples, with `channels` if no option states them; `nil` for files with a
  /// header.
  ///
  /// - Parameter rate: The rate where ``rawRate`` is not given.
  func format(channels: Int?, rate: RateArgument?) -> StreamFormat? {
    guard let samples = rawFormat.flatMap({ SampleFormat(word: $0) }), let rate = rawRate ?? rate else { return nil }
    return StreamFormat(samples, sampleRate: rate.hertz, channelsPerFrame: rawChannels ?? channels ?? 1)
  }
}

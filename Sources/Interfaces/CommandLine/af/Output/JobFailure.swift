import AudioBase
import AudioConversion
import AudioJobs

extension CommandFailure {
  /// Creates the failure of a job, with advice for the command line.
  init(_ error: JobError, _ options: OptionNames = .own) {
    switch (error.reason, error.side) {
    case (.file(let inner), .input): self.init(error.path, inner)
    case (.file(let inner), .output): self.init(output: error.path, inner)
    case (.decoding(let inner), _): self.init(error.path, inner)
    case (.conversion(let inner), _): self.init(error.path, inner)
    case (_, .input):
      self.init(error.path, Self.words(error.reason), advice: Self.advice(for: error.reason, options))
    case (_, .output):
      self.init(output: error.path, Self.words(error.reason), advice: Self.advice(for: error.reason, options))
    }
    cause = FailureCause(error.reason)
  }

  private static func words(_ reason: JobError.Reason) -> String {
    // The place of an encoder's refusal in a configuration that it made itself means nothing to users.
    guard case .encoderFormat(let error, let instead) = reason else { return reason.description }
    if case .bitRate(let nearest, let range) = instead {
      return "the bit rate is too \(nearest == range.lowerBound ? "low" : "high") for this rate and these channels"
    }
    return "the encoder refuses it: \(error.rule)"
  }

  private static func advice(for reason: JobError.Reason, _ options: OptionNames) -> String? {
    switch reason {
    case .encoderFormat(_, let instead): advice(instead)
    case .noAudioTrack, .noReadableTrack: "'af info' lists the tracks"
    case .noTrack: "'af demux' lists the tracks"
    case .noConfiguration: "give their AudioSpecificConfig with --asc HEX"
    case .noLoudness: "make it with --soundcheck-generate"
    case .noContainer: "choose one with -f, such as -f WAVE"
    case .noEncoder(let formatID, let instead): advice(insteadOf: formatID, instead)
    case .cannotEncode(let request, _), .keptPackets(let request), .meaningless(let request, .linearPCM):
      "leave \(options.name(of: request)) away, or choose a format that is encoded with -d"
    case .meaningless(let request, _): "leave \(options.name(of: request)) away, or choose another format with -d"
    case .encoderRefuses(_, let asked): "change \(asked.map(options.name).joined(separator: ", ")), or leave it away"
    case .qualityOfConstantRate:
      "give \(options.name(of: .encoder(.quality))) with --strategy 3, or leave it away"
    case .partOutside: "'af info' tells how long it is"
    case .stopped: "with --on-error conceal it costs a warning"
    case .noElementaryStream: "choose a container, or .dump, by the extension of the output"
    case .formatNotHeld(_, _, let holders):
      holders.isEmpty ? "'af formats' lists what a file type holds" : "it goes into \(names(holders))"
    case .formatNotMeant(_, _, let others):
      "name the output \(others.map { "." + $0 }.joined(separator: " or "))"
    case .packetsNotHeld(let formatID, _, let holders):
      holders.isEmpty ? "'af formats' lists what a file type holds" : "'\(formatID)' goes into \(names(holders))"
    case .noDumps: "'af formats' lists what can"
    case .partOfPackets: "leave \(options.name(of: .part)) away, or choose a format with -d"
    case .nothingDecoded(let settings):
      "leave \(settings.map(\.optionNames).joined(separator: ", ")) away, or choose a format"
    case .noReplication: EncodingOptions.replicationAdvice
    case .noLevels: "give -d flac, or leave --level away"
    case .cancelled, .option, .file, .decoding, .conversion, .pipe, .oneTrack, .refused: nil
    }
  }

  /// Returns advice on the formats that can be written in place of one that cannot.
  private static func advice(insteadOf formatID: FourCharacterCode, _ instead: [FourCharacterCode]) -> String {
    guard !instead.isEmpty else { return "write .m4a (AAC or ALAC), .flac, .ogg (Opus), .wav or .caf instead" }
    return "what can be written here instead: " + instead.map { "-d \(word(for: $0))" }.joined(separator: ", ")
  }

  /// Returns the word by which `-d` selects a format: its characters, or, where they cannot be typed, its number.
  private static func word(for formatID: FourCharacterCode) -> String {
    let text = "\(formatID)".trimmingSpaces
    return text.contains("\\") ? "0x" + String(formatID.rawValue, radix: 16, uppercase: true) : text
  }

  private static func names(_ fileTypes: [FourCharacterCode]) -> String {
    fileTypes.map { "'\($0)'" }.joined(separator: " ")
  }

  private static func advice(_ instead: EncoderSuggestion) -> String {
    switch instead {
    case .sampleRate(let rate, let formatID): "the next rate is \(Int(rate)) Hz: -d '\(formatID)@\(Int(rate))'"
    case .bitRate(let rate, let range): "it takes \(range.lowerBound) to \(range.upperBound) bits/s: -b \(rate)"
    }
  }
}

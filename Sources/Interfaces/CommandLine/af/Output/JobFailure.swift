import AudioBase
import AudioConversion
import AudioJobs

extension CommandFailure {
  /// What a job ended with, and what to do about it on the command line.
  init(_ error: JobError) {
    switch (error.reason, error.side) {
    case (.file(let inner), .input): self.init(error.path, inner)
    case (.file(let inner), .output): self.init(output: error.path, inner)
    case (.decoding(let inner), _): self.init(error.path, inner)
    case (.conversion(let inner), _): self.init(error.path, inner)
    case (_, .input): self.init(error.path, error.reason.description, advice: Self.advice(for: error.reason))
    case (_, .output): self.init(output: error.path, error.reason.description, advice: Self.advice(for: error.reason))
    }
  }

  private static func advice(for reason: JobError.Reason) -> String? {
    switch reason {
    case .encoderFormat(_, let instead): advice(instead)
    case .noAudioTrack: "'af info' lists the tracks"
    case .noTrack: "'af demux' lists the tracks"
    case .noConfiguration: "give their AudioSpecificConfig with --asc HEX"
    case .noLoudness: "make it with --soundcheck-generate"
    case .noContainer: "choose one with -f, such as -f WAVE"
    case .noEncoder: "'af formats' lists what can be encoded"
    case .formatNotHeld(_, _, let holders):
      holders.isEmpty ? "'af formats' lists what a file type holds" : "it goes into \(names(holders))"
    case .packetsNotHeld(let formatID, _, let holders):
      holders.isEmpty ? "'af formats' lists what a file type holds" : "'\(formatID)' goes into \(names(holders))"
    case .noDumps: "'af formats' lists what can"
    case .partOfPackets: "leave --from and --duration away, or choose a format"
    case .nothingDecoded(let settings):
      "leave \(settings.map(\.optionNames).joined(separator: ", ")) away, or choose a format"
    case .noLevels: "give -d flac, or leave --level away"
    case .cancelled, .option, .file, .decoding, .conversion, .pipe, .oneTrack, .refused: nil
    }
  }

  private static func names(_ fileTypes: [FourCharacterCode]) -> String {
    fileTypes.map { "'\($0)'" }.joined(separator: " ")
  }

  private static func advice(_ instead: EncoderSuggestion) -> String {
    switch instead {
    case .sampleRate(let rate, let formatID): "the next rate is \(Int(rate)) Hz: -d '\(formatID)@\(Int(rate))'"
    case .bitRate(let rate, let range): "here it takes \(range.lowerBound) to \(range.upperBound) bits/s: -b \(rate)"
    }
  }
}

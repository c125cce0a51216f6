public import AudioBase
public import AudioConversion
public import AudioFiles

/// Why a job ended without its output.
///
/// Nothing of a new file is left then, and a file that was to be replaced is as it was. What went to a pipe or a device
/// cannot be taken back.
public struct JobError: Error, Sendable {
  /// The two ends of a job.
  public enum Side: Sendable {
    /// What is read.
    case input
    /// What is written.
    case output
  }

  /// What was wrong, or what is wrong.
  public enum Reason: Sendable {
    /// The job's ``Cancellation`` was asked for.
    case cancelled
    /// An option is out of its range; the text names it.
    case option(StaticString)
    /// A file could not be opened, read or written.
    case file(FileError)
    /// The input's loudness could not be measured, because it could not be decoded.
    case decoding(DecodingError)
    /// The input could not be converted.
    case conversion(ConversionError)
    /// An encoder does not do what it was asked for; what it would do instead.
    case encoderFormat(CodecError, instead: EncoderSuggestion)
    /// The input has no audio track, or none of this index.
    case noAudioTrack(Int?)
    /// The input has no track of this index.
    case noTrack(Int)
    /// The input does not say what its packets are, and ``DecodingOptions/configuration`` does not either.
    case noConfiguration
    /// The input carries no loudness that could be taken over.
    case noLoudness
    /// No container was chosen, and the output's extension stands for none that can be written.
    case noContainer
    /// There is no encoder for the data format.
    case noEncoder(FourCharacterCode)
    /// The container does not hold the data format; file types that do.
    case formatNotHeld(FourCharacterCode, by: FourCharacterCode, holders: [FourCharacterCode])
    /// The container does not hold the input's packets as they are, for the reason that the text gives; file types
    /// that may.
    case packetsNotHeld(FourCharacterCode, reason: String, holders: [FourCharacterCode])
    /// The container cannot be written to a pipe.
    case pipe(FourCharacterCode)
    /// The container holds one track.
    case oneTrack(FourCharacterCode)
    /// The catalog has no container for dumps.
    case noDumps
    /// A part of the input was asked for, but packets are copied whole.
    case partOfPackets
    /// Settings of a decoder were asked for, but packets are copied.
    case nothingDecoded([DecoderSetting])
    /// A level of FLAC was asked for, but another data format is encoded, or, for `nil`, packets are copied.
    case noLevels(FourCharacterCode?)
    /// The job cannot be done with this file; the text says why, and names the option that asks for it.
    case refused(String)
  }

  /// What was wrong.
  public var reason: Reason
  /// The end of the job that it was wrong with.
  public var side: Side
  /// The file at that end.
  public var path: FilePath

  /// Creates an error.
  public init(_ reason: Reason, _ side: Side, _ path: FilePath) {
    self.reason = reason
    self.side = side
    self.path = path
  }
}

extension JobError {
  static func input(_ path: FilePath, _ reason: Reason) -> JobError { JobError(reason, .input, path) }
  static func output(_ path: FilePath, _ reason: Reason) -> JobError { JobError(reason, .output, path) }
}

extension JobError: CustomStringConvertible {
  /// The file and what was wrong, in one line, for people.
  public var description: String { "\(path): \(reason)" }
}

extension JobError.Reason: CustomStringConvertible {
  /// What was wrong, in one line, for people.
  public var description: String {
    switch self {
    case .cancelled: "the work was cancelled"
    case .option(let text): "\(text)"
    case .file(let error): error.description
    case .decoding(let error): error.description
    case .conversion(let error): error.description
    case .encoderFormat(let error, _): ConversionError.format(error).description
    case .noAudioTrack(let index): index.map { "there is no audio track \($0)" } ?? "there is no audio track"
    case .noTrack(let index): "there is no track \(index)"
    case .noConfiguration: "a dump does not say what its packets are"
    case .noLoudness: "the file carries no loudness"
    case .noContainer: "nothing says which container to write"
    case .noEncoder(let formatID): "unsupported: there is no encoder for '\(formatID)'"
    case .formatNotHeld(let formatID, let fileType, _):
      "unsupported: '\(fileType)' does not hold \(formatID == .linearPCM ? "linear PCM" : "'\(formatID)'")"
    case .packetsNotHeld(_, let reason, _): "unsupported: \(reason)"
    case .pipe(let fileType): "unsupported: '\(fileType)' cannot be written to a pipe"
    case .oneTrack(let fileType): "unsupported: '\(fileType)' holds one track"
    case .noDumps: "dumps cannot be written"
    case .partOfPackets: "unsupported: packets are copied whole"
    case .nothingDecoded(let settings):
      "unsupported: packets are copied, not decoded, so that there is no \(settings.map(\.description).joined(separator: ", "))"
    case .noLevels(let code?): "unsupported: levels are for FLAC: '\(code)' has none"
    case .refused(let text): text
    case .noLevels(nil): "unsupported: levels are for FLAC: packets are copied, not encoded"
    }
  }
}

public import AudioBase
import AudioCatalog
public import AudioConversion
public import AudioFiles

/// The reason why a job ended without its output.
///
/// Nothing of a new file is left then, and a file that was to be replaced is unchanged. Bytes sent to a pipe or a
/// device cannot be taken back.
public struct JobError: Error, Sendable {
  /// The two ends of a job.
  public enum Side: Sendable {
    /// The file that is read.
    case input
    /// The file that is written.
    case output
  }

  /// The reason of an error.
  public enum Reason: Sendable {
    /// The job's `Cancellation` was requested.
    case cancelled
    /// An option is out of its range; the text names it.
    case option(StaticString)
    /// A file could not be opened, read or written.
    case file(FileError)
    /// The input's loudness could not be measured, because it could not be decoded.
    case decoding(TrackDecodingError)
    /// The input could not be converted.
    case conversion(ConversionError)
    /// An encoder cannot do what was requested; a setting that it accepts.
    case encoderFormat(CodecError, instead: EncoderSuggestion)
    /// An encoder refuses its settings; the requests that may be the reason.
    case encoderRefuses(CodecError, [ConversionRequest])
    /// The input has no audio track, or none of this index.
    case noAudioTrack(Int?)
    /// The input has no track at all; the last warning of its reader gives the reason.
    case noReadableTrack(String)
    /// The input has no track of this index.
    case noTrack(Int)
    /// The input does not state the format of its packets, and `DecodingOptions.configuration` does not either.
    case noConfiguration
    /// The input carries no loudness that could be taken over.
    case noLoudness
    /// No container was chosen, and the output's extension is that of none that can be written.
    case noContainer
    /// There is no encoder for the data format; formats that the container holds and that can be encoded.
    case noEncoder(FourCharacterCode, instead: [FourCharacterCode])
    /// A request requires encoding, but the container holds no format that can be encoded.
    case cannotEncode(ConversionRequest, FourCharacterCode)
    /// A request does not hold for packets that are copied unchanged.
    case keptPackets(ConversionRequest)
    /// A request has no meaning for the data format.
    case meaningless(ConversionRequest, FourCharacterCode)
    /// A quality was requested together with a bit rate or a strategy that keeps one.
    case qualityOfConstantRate
    /// The requested part begins, in seconds, after the end of the input.
    case partOutside(start: Double)
    /// Something of the input would have been lost, and the job was to stop then.
    case stopped(JobNote)
    /// A plain stream was requested, but its packets do not show themselves where they begin.
    case noElementaryStream(FourCharacterCode)
    /// The container does not hold the data format; file types that do.
    case formatNotHeld(FourCharacterCode, by: FourCharacterCode, holders: [FourCharacterCode])
    /// The container holds the data format, but the extension of the output's name stands for others; the container's
    /// extensions that do not.
    case formatNotMeant(FourCharacterCode, by: String, others: [String])
    /// The container does not hold the input's packets as they are, for the reason that the text gives; file types
    /// that may.
    case packetsNotHeld(FourCharacterCode, reason: String, holders: [FourCharacterCode])
    /// The container cannot be written to a pipe.
    case pipe(FourCharacterCode)
    /// The container holds one track.
    case oneTrack(FourCharacterCode)
    /// The catalog has no container for dumps.
    case noDumps
    /// A part of the input was requested, but packets are copied whole.
    case partOfPackets
    /// Settings of a decoder were requested, but packets are copied.
    case nothingDecoded([DecoderSetting])
    /// A level of FLAC was requested, but another data format is encoded, or, for `nil`, packets are copied.
    case noLevels(FourCharacterCode?)
    /// Spectral band replication was requested that the data format does not have, or the encoder does not make.
    case noReplication(SpectralBandReplication, FourCharacterCode)
    /// The job cannot be done with this file; the text says why, and names the option that asks for it.
    case refused(String)
  }

  /// The reason.
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

extension JobError {
  /// Returns the refusal of a data format that the container holds, but not in a file whose name has this extension;
  /// `nil` where the extension stands for all that the container holds.
  static func meaning(
    _ formatID: FourCharacterCode, _ container: ContainerDescriptor, _ output: FilePath, _ catalog: Catalog
  ) -> JobError? {
    guard let suffix = container.meantExtension, let whole = catalog.container(fileType: container.fileType),
      whole.formatIDs.contains(formatID), !container.formatIDs.contains(formatID)
    else { return nil }
    let others = whole.extensions.filter { whole.named(extension: $0).formatIDs.contains(formatID) }
    return .output(output, .formatNotMeant(formatID, by: suffix, others: others))
  }
}

extension JobError: CustomStringConvertible {
  /// The file and the reason, in one line, as text.
  public var description: String { "\(path): \(reason)" }
}

extension JobError.Reason {
  /// Returns a data format as sentences name it.
  package static func name(of formatID: FourCharacterCode) -> String {
    switch formatID {
    case .linearPCM: "linear PCM"
    case .mpegLayer3: "MP3"
    case .mpegLayer2: "MPEG Layer 2"
    case .mpegLayer1: "MPEG Layer 1"
    default: "'\(formatID)'"
    }
  }

  private static func number(_ seconds: Double) -> String {
    Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
  }
}

extension JobError.Reason: CustomStringConvertible {
  /// The reason, in one line, as text.
  public var description: String {
    switch self {
    case .cancelled: "the work was cancelled"
    case .option(let text): "\(text)"
    case .file(let error): error.description
    case .decoding(let error): error.description
    case .conversion(let error): error.description
    case .encoderFormat(let error, _): ConversionError.format(error).description
    case .encoderRefuses(let error, _): "the encoder refuses it: \(error.rule)"
    case .noAudioTrack(let index): index.map { "there is no audio track \($0)" } ?? "there is no audio track"
    case .noReadableTrack(let warning): "no track can be read: \(warning)"
    case .noTrack(let index): "there is no track \(index)"
    case .noConfiguration: "a dump does not say what its packets are"
    case .noLoudness: "the file carries no loudness"
    case .noContainer: "nothing says which container to write"
    case .noEncoder(let formatID, _): "unsupported: there is no encoder for \(Self.name(of: formatID))"
    case .cannotEncode(let request, let fileType):
      "unsupported: '\(fileType)' holds nothing that can be encoded, and copied packets have no \(request)"
    case .keptPackets(let request): "unsupported: packets that are kept have no \(request)"
    case .meaningless(let request, let formatID): "unsupported: \(Self.name(of: formatID)) has no \(request)"
    case .qualityOfConstantRate: "unsupported: a quality is that of a variable rate, not of a bit rate"
    case .partOutside(let start): "the part begins at \(Self.number(start)) s, where the recording has ended"
    case .stopped(let note): note.description
    case .noElementaryStream(let formatID): "unsupported: packets of '\(formatID)' cannot stand in a plain stream"
    case .formatNotHeld(let formatID, let fileType, _):
      "unsupported: '\(fileType)' does not hold \(formatID == .linearPCM ? "linear PCM" : "'\(formatID)'")"
    case .formatNotMeant(let formatID, let suffix, _):
      "unsupported: the extension .\(suffix) does not stand for \(Self.name(of: formatID))"
    case .packetsNotHeld(_, let reason, _): "unsupported: \(reason)"
    case .pipe(let fileType): "unsupported: '\(fileType)' cannot be written to a pipe"
    case .oneTrack(let fileType): "unsupported: '\(fileType)' holds one track"
    case .noDumps: "dumps cannot be written"
    case .partOfPackets: "unsupported: packets are copied whole"
    case .nothingDecoded(let settings):
      "unsupported: packets are copied, not decoded, so that there is no \(settings.map(\.description).joined(separator: ", "))"
    case .noLevels(let code?): "unsupported: levels are for FLAC: '\(code)' has none"
    case .refused(let text): text
    case .noReplication(let kind, let formatID):
      "unsupported: spectral band replication of \(Self.name(of: formatID)) cannot be '\(kind.rawValue)'"
    case .noLevels(nil): "unsupported: levels are for FLAC: packets are copied, not encoded"
    }
  }
}

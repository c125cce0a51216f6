package import AudioBase
import AudioCatalog
import AudioConversion
package import AudioErrors
import AudioFiles

// The reasons why a job ended without its output. Nothing of a new file is left then, and a file that was to be
// replaced is unchanged. Bytes sent to a pipe or a device cannot be taken back.

extension AudioError {
  /// Returns the error for an option that is out of its range, which the text names.
  package static func option(_ text: StaticString) -> AudioError { AudioError(.option, .job, "\(text)") }

  /// Returns the error for a job that cannot be done with this file; the text has the reason and the option.
  package static func refused(_ text: String) -> AudioError { AudioError(.option, .job, text) }

  /// The error for a loss of input data, for jobs that stop at the first loss.
  package static func stopped(_ note: JobNote) -> AudioError {
    AudioError(.incomplete, .job, note.description, advice: .acceptingLoss)
  }

  private static func unsupported(_ rule: String, _ advice: Advice? = nil) -> AudioError {
    AudioError(.unsupported, .job, rule, advice: advice)
  }

  /// Returns the name of a data format for sentences.
  package static func name(of formatID: FourCharacterCode) -> String {
    switch formatID {
    case .linearPCM: "linear PCM"
    case .mpegLayer3: "MP3"
    case .mpegLayer2: "MPEG Layer 2"
    case .mpegLayer1: "MPEG Layer 1"
    default: "'\(formatID)'"
    }
  }
}

// MARK: - The input

extension AudioError {
  /// Returns the error for a missing audio track of this index.
  package static func noAudioTrack(_ index: Int?) -> AudioError {
    guard let index else { return .noAudioTrack }
    return AudioError(.option, .track, "there is no audio track \(index)", advice: .tracks)
  }

  /// Returns the error for a file without any track; the last warning of the reader gives the reason.
  package static func noReadableTrack(_ warning: String) -> AudioError {
    AudioError(.malformed, .track, "no track can be read: \(warning)", advice: .tracks)
  }

  /// Returns the error for a missing track of this index.
  package static func noTrack(_ index: Int) -> AudioError {
    AudioError(.option, .track, "there is no track \(index)", advice: .allTracks)
  }

  /// The error for an input whose packet format neither the file nor `DecodeRequest.configuration` states.
  package static var noConfiguration: AudioError {
    AudioError(.option, .job, "a dump does not say what its packets are", advice: .configuration)
  }

  /// The error for an input without loudness to copy.
  package static var noLoudness: AudioError {
    AudioError(.incomplete, .job, "the file carries no loudness", advice: .measuredLoudness)
  }

  /// Returns the error for a part that begins, in seconds, after the end of the input.
  package static func partOutside(start: Double) -> AudioError {
    let number = Int64(exactly: start).map { "\($0)" } ?? "\(start)"
    return AudioError(
      .option, .job, "the part begins at \(number) s, where the recording has ended", advice: .duration)
  }
}

// MARK: - Encoding

extension AudioError {
  /// Returns the error of an encoder that refuses a format or a setting, with an accepted alternative, or the requests
  /// that may be the reason.
  static func encoderRefuses(_ error: AudioError, instead: Advice) -> AudioError {
    var raised = error
    (raised.stage, raised.advice) = (.file, instead)
    raised.rule = "the encoder refuses it: \(error.rule)"
    if case .bitRate(let nearest, let range) = instead {
      raised.rule =
        "the bit rate is too \(nearest == range.lowerBound ? "low" : "high") for this rate and these channels"
    }
    return raised
  }

  /// Returns the error for a data format without an encoder, with encodable formats that the container holds.
  package static func noEncoder(_ formatID: FourCharacterCode, instead: [FourCharacterCode]) -> AudioError {
    AudioError(.unsupported, .encoder, "there is no encoder for \(name(of: formatID))", advice: .formats(instead))
  }

  /// Returns the error for a request that requires encoding, if the container holds no encodable format.
  package static func cannotEncode(_ request: ConversionRequest, _ fileType: FourCharacterCode) -> AudioError {
    unsupported(
      "'\(fileType)' holds nothing that can be encoded, and copied packets have no \(request)",
      .withoutOrEncoding(request))
  }

  /// Returns the error for a request that unchanged packets cannot fulfil.
  package static func keptPackets(_ request: ConversionRequest) -> AudioError {
    unsupported("packets that are kept have no \(request)", .withoutOrEncoding(request))
  }

  /// Returns the error for a request without meaning for a data format.
  package static func meaningless(_ request: ConversionRequest, _ formatID: FourCharacterCode) -> AudioError {
    unsupported(
      "\(name(of: formatID)) has no \(request)",
      formatID == .linearPCM ? .withoutOrEncoding(request) : .withoutOrOtherFormat(request))
  }

  /// The error for a quality together with a bit rate, or with a strategy that keeps one.
  package static var qualityOfConstantRate: AudioError {
    unsupported("a quality is that of a variable rate, not of a bit rate", .variableRate)
  }

  /// The error for a part of packets that are copied whole.
  package static var partOfPackets: AudioError {
    unsupported("packets of this format are copied whole", .withoutOrEncoding(.part))
  }

  /// Returns the error for decoder settings if packets are copied.
  package static func nothingDecoded(_ settings: [DecoderSetting]) -> AudioError {
    let names = settings.map(\.description).joined(separator: ", ")
    return unsupported(
      "packets are copied, not decoded, so that there is no \(names)",
      .withoutDecoderSettings(settings, orEncoding: true))
  }

  /// Returns the error for a FLAC level if another data format is encoded or, for `nil`, packets are copied.
  package static func noLevels(_ formatID: FourCharacterCode?) -> AudioError {
    let reason = formatID.map { "'\($0)' has none" } ?? "packets are copied, not encoded"
    return unsupported("levels are for FLAC: \(reason)", .withoutLevel)
  }

  /// Returns the error for a spectral band replication that the data format or the encoder does not have.
  package static func noReplication(_ kind: SpectralBandReplication, _ formatID: FourCharacterCode) -> AudioError {
    unsupported("spectral band replication of \(name(of: formatID)) cannot be '\(kind.rawValue)'", .replication)
  }
}

// MARK: - The output

extension AudioError {
  /// The error for an output without a container: neither the job nor the extension determines one.
  package static var noContainer: AudioError {
    AudioError(.option, .job, "nothing says which container to write", advice: .container)
  }

  /// Returns the error for a plain stream of packets without a sync word.
  package static func noElementaryStream(_ formatID: FourCharacterCode) -> AudioError {
    unsupported("packets of '\(formatID)' cannot stand in a plain stream", .containerByExtension)
  }

  /// Returns the error for a data format that the container does not hold, with file types that do.
  package static func formatNotHeld(
    _ formatID: FourCharacterCode, by fileType: FourCharacterCode, holders: [FourCharacterCode]
  ) -> AudioError {
    let format = formatID == .linearPCM ? "linear PCM" : "'\(formatID)'"
    return unsupported("'\(fileType)' does not hold \(format)", .holders(holders, of: nil))
  }

  /// Returns the error for packets that the container cannot hold unchanged, with the reason and with file types that
  /// may.
  package static func packetsNotHeld(
    _ formatID: FourCharacterCode, reason: String, holders: [FourCharacterCode]
  ) -> AudioError {
    unsupported(reason, .holders(holders, of: formatID))
  }

  /// Returns the error for a data format that the container holds, but not under this extension; `nil` if the extension
  /// allows all formats of the container.
  static func meaning(
    _ formatID: FourCharacterCode, _ container: ContainerDescriptor, _ output: Pathname, _ catalog: Catalog
  ) -> AudioError? {
    guard let suffix = container.meantExtension, let whole = catalog.container(fileType: container.fileType),
      whole.formatIDs.contains(formatID), !container.formatIDs.contains(formatID)
    else { return nil }
    let others = whole.extensions.filter { whole.named(extension: $0).formatIDs.contains(formatID) }
    return .output(
      output, unsupported("the extension .\(suffix) does not stand for \(name(of: formatID))", .extensions(others)))
  }

  /// Returns the error for a container that cannot be written to a pipe.
  package static func pipe(_ fileType: FourCharacterCode) -> AudioError {
    unsupported("'\(fileType)' cannot be written to a pipe")
  }

  /// Returns the error for a container that holds only one track.
  package static func oneTrack(_ fileType: FourCharacterCode) -> AudioError {
    unsupported("'\(fileType)' holds one track")
  }

  /// The error for a catalog without a dump container.
  package static var noDumps: AudioError { unsupported("dumps cannot be written", .writableFormats) }
}

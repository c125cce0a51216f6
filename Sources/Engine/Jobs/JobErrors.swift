package import AudioBase
import AudioCatalog
import AudioConversion
package import AudioErrors
import AudioFiles

// The reasons why a job ended without its output. Nothing of a new file is left then, and a file that was to be
// replaced is unchanged. Bytes sent to a pipe or a device cannot be taken back.

extension AudioError {
  /// Returns the refusal of an option that is out of its range; the text names it.
  package static func option(_ text: StaticString) -> AudioError { AudioError(.option, .job, "\(text)") }

  /// Returns the refusal of a job that cannot be done with this file; the text says why, and names the option that asks
  /// for it.
  package static func refused(_ text: String) -> AudioError { AudioError(.option, .job, text) }

  /// The loss of something of the input, where the job was to stop then.
  package static func stopped(_ note: JobNote) -> AudioError {
    AudioError(.incomplete, .job, note.description, advice: .acceptingLoss)
  }

  private static func unsupported(_ rule: String, _ advice: Advice? = nil) -> AudioError {
    AudioError(.unsupported, .job, rule, advice: advice)
  }

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
}

// MARK: - The input

extension AudioError {
  /// Returns the lack of an audio track of this index.
  package static func noAudioTrack(_ index: Int?) -> AudioError {
    guard let index else { return .noAudioTrack }
    return AudioError(.option, .track, "there is no audio track \(index)", advice: .tracks)
  }

  /// Returns the lack of any track; the last warning of the reader gives the reason.
  package static func noReadableTrack(_ warning: String) -> AudioError {
    AudioError(.malformed, .track, "no track can be read: \(warning)", advice: .tracks)
  }

  /// Returns the lack of a track of this index.
  package static func noTrack(_ index: Int) -> AudioError {
    AudioError(.option, .track, "there is no track \(index)", advice: .allTracks)
  }

  /// The input that does not state the format of its packets, where `DecodeRequest.configuration` does not either.
  package static var noConfiguration: AudioError {
    AudioError(.option, .job, "a dump does not say what its packets are", advice: .configuration)
  }

  /// The input that carries no loudness to be taken over.
  package static var noLoudness: AudioError {
    AudioError(.incomplete, .job, "the file carries no loudness", advice: .measuredLoudness)
  }

  /// Returns the refusal of a part that begins, in seconds, after the end of the input.
  package static func partOutside(start: Double) -> AudioError {
    let number = Int64(exactly: start).map { "\($0)" } ?? "\(start)"
    return AudioError(
      .option, .job, "the part begins at \(number) s, where the recording has ended", advice: .duration)
  }
}

// MARK: - Encoding

extension AudioError {
  /// Returns an encoder's refusal of a format or a setting, with one that it accepts, or the requests that may be the
  /// reason.
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

  /// Returns the lack of an encoder for a data format, with formats that the container holds and that can be encoded.
  package static func noEncoder(_ formatID: FourCharacterCode, instead: [FourCharacterCode]) -> AudioError {
    AudioError(.unsupported, .encoder, "there is no encoder for \(name(of: formatID))", advice: .formats(instead))
  }

  /// Returns the refusal of a request that requires encoding, where the container holds no format that can be encoded.
  package static func cannotEncode(_ request: ConversionRequest, _ fileType: FourCharacterCode) -> AudioError {
    unsupported(
      "'\(fileType)' holds nothing that can be encoded, and copied packets have no \(request)",
      .withoutOrEncoding(request))
  }

  /// Returns the refusal of a request that does not hold for packets that are copied unchanged.
  package static func keptPackets(_ request: ConversionRequest) -> AudioError {
    unsupported("packets that are kept have no \(request)", .withoutOrEncoding(request))
  }

  /// Returns the refusal of a request that has no meaning for a data format.
  package static func meaningless(_ request: ConversionRequest, _ formatID: FourCharacterCode) -> AudioError {
    unsupported(
      "\(name(of: formatID)) has no \(request)",
      formatID == .linearPCM ? .withoutOrEncoding(request) : .withoutOrOtherFormat(request))
  }

  /// The refusal of a quality together with a bit rate or a strategy that keeps one.
  package static var qualityOfConstantRate: AudioError {
    unsupported("a quality is that of a variable rate, not of a bit rate", .variableRate)
  }

  /// The refusal of a part of packets that are copied whole.
  package static var partOfPackets: AudioError {
    unsupported("packets of this format are copied whole", .withoutOrEncoding(.part))
  }

  /// Returns the refusal of settings of a decoder where packets are copied.
  package static func nothingDecoded(_ settings: [DecoderSetting]) -> AudioError {
    let names = settings.map(\.description).joined(separator: ", ")
    return unsupported(
      "packets are copied, not decoded, so that there is no \(names)",
      .withoutDecoderSettings(settings, orEncoding: true))
  }

  /// Returns the refusal of a level of FLAC where another data format is encoded or, for `nil`, packets are copied.
  package static func noLevels(_ formatID: FourCharacterCode?) -> AudioError {
    let reason = formatID.map { "'\($0)' has none" } ?? "packets are copied, not encoded"
    return unsupported("levels are for FLAC: \(reason)", .withoutLevel)
  }

  /// Returns the refusal of a spectral band replication that the data format does not have, or the encoder not make.
  package static func noReplication(_ kind: SpectralBandReplication, _ formatID: FourCharacterCode) -> AudioError {
    unsupported("spectral band replication of \(name(of: formatID)) cannot be '\(kind.rawValue)'", .replication)
  }
}

// MARK: - The output

extension AudioError {
  /// The choice of a container that neither the job makes nor the output's extension.
  package static var noContainer: AudioError {
    AudioError(.option, .job, "nothing says which container to write", advice: .container)
  }

  /// Returns the refusal of a plain stream whose packets do not show themselves where they begin.
  package static func noElementaryStream(_ formatID: FourCharacterCode) -> AudioError {
    unsupported("packets of '\(formatID)' cannot stand in a plain stream", .containerByExtension)
  }

  /// Returns the refusal of a data format that the container does not hold, with file types that do.
  package static func formatNotHeld(
    _ formatID: FourCharacterCode, by fileType: FourCharacterCode, holders: [FourCharacterCode]
  ) -> AudioError {
    let format = formatID == .linearPCM ? "linear PCM" : "'\(formatID)'"
    return unsupported("'\(fileType)' does not hold \(format)", .holders(holders, of: nil))
  }

  /// Returns the refusal of an input whose packets the container does not hold as they are, for the reason that the
  /// text gives, with file types that may.
  package static func packetsNotHeld(
    _ formatID: FourCharacterCode, reason: String, holders: [FourCharacterCode]
  ) -> AudioError {
    unsupported(reason, .holders(holders, of: formatID))
  }

  /// Returns the refusal of a data format that the container holds, but not in a file whose name has this extension;
  /// `nil` where the extension stands for all that the container holds.
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

  /// Returns the refusal of a container that cannot be written to a pipe.
  package static func pipe(_ fileType: FourCharacterCode) -> AudioError {
    unsupported("'\(fileType)' cannot be written to a pipe")
  }

  /// Returns the refusal of a container that holds one track.
  package static func oneTrack(_ fileType: FourCharacterCode) -> AudioError {
    unsupported("'\(fileType)' holds one track")
  }

  /// The lack of a container for dumps in the catalog.
  package static var noDumps: AudioError { unsupported("dumps cannot be written", .writableFormats) }
}

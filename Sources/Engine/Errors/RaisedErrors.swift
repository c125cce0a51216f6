public import AudioBase

// Errors of codecs and containers as they rise into the engine: the one place where they become an `AudioError`.

extension AudioError {
  /// Creates the error of a container or of its source.
  public init(_ error: ContainerError) {
    let advice: Advice? =
      switch error.kind {
      case .truncated: .completeFile
      case .malformed: .undamagedFile
      case .unsupported: .otherProgram
      default: nil
      }
    let isChanged = error.systemError == changedFileError
    self.init(isChanged ? .changed : Kind(error.kind), .container, "\(error.rule)", advice: advice)
    place = Place(byte: error.byteOffset, structure: error.structure)
    systemError = error.systemError
  }

  /// Creates the error of a codec.
  ///
  /// - Parameter stage: The work that it refused: `.configuration`, `.format`, `.encoding` or `.packet`.
  public init(_ error: CodecError, _ stage: Stage) {
    let advice: Advice? =
      switch stage {
      case .configuration where error.kind == .unsupported: .decodableFormats
      case .configuration: .otherConfiguration
      case .packet: .concealing
      default: nil
      }
    self.init(Kind(error.kind), stage, "\(error.rule)", advice: advice)
    clause = "\(error.clause)"
    place = Place(bit: error.bitOffset)
  }

  /// Returns the error of a container or of its source.
  public static func container(_ error: ContainerError) -> AudioError { AudioError(error) }

  /// Returns a container's error that names the track at this index.
  package static func container(_ error: ContainerError, track: Int) -> AudioError {
    var raised = AudioError(error)
    raised.place.track = track
    return raised
  }

  /// Returns the error for a track's configuration, or for a number among a decoder's settings.
  public static func configuration(_ error: CodecError) -> AudioError { AudioError(error, .configuration) }

  /// Returns the error for a format that contradicts itself, or that its codec does not take.
  public static func format(_ error: CodecError) -> AudioError { AudioError(error, .format) }

  /// Returns the failure of an encoder.
  public static func encoding(_ error: CodecError) -> AudioError { AudioError(error, .encoding) }

  /// The error of work that its `Cancellation` ended.
  public static var cancelled: AudioError { AudioError(.cancelled, .job, "the work was cancelled") }

  /// The error for a file without an audio track.
  public static var noAudioTrack: AudioError {
    AudioError(.option, .track, "there is no audio track", advice: .tracks)
  }
}

// `try raising { () throws(ContainerError) in try reader.next() }`: what the body gives, and its error as it rises.

/// Returns the result of a call to a container; adds place and file name, if given, to its error.
package func raising<Result: ~Copyable>(
  input file: Pathname? = nil, _ body: () throws(ContainerError) -> Result
) throws(AudioError) -> Result {
  do throws(ContainerError) { return try body() } catch { throw AudioError(error).named(file, .input) }
}

/// Returns the result of a call to an output container; adds place and file name to its error.
package func raising<Result: ~Copyable>(
  output file: Pathname, _ body: () throws(ContainerError) -> Result
) throws(AudioError) -> Result {
  do throws(ContainerError) { return try body() } catch { throw AudioError(error).named(file, .output) }
}

/// Returns the result of a call to a codec; adds place, clause and failed work to its error.
package func raising<Result: ~Copyable>(
  _ stage: AudioError.Stage, _ body: () throws(CodecError) -> Result
) throws(AudioError) -> Result {
  do throws(CodecError) { return try body() } catch { throw AudioError(error, stage) }
}

/// Returns the result of work on the input file; adds its name to an error that names no file.
package func raising<Result: ~Copyable>(
  input file: Pathname, _ body: () throws(AudioError) -> Result
) throws(AudioError) -> Result {
  do throws(AudioError) { return try body() } catch { throw error.named(file, .input) }
}

/// Returns the result of work on the output file; adds its name to an error that names no file.
package func raising<Result: ~Copyable>(
  output file: Pathname, _ body: () throws(AudioError) -> Result
) throws(AudioError) -> Result {
  do throws(AudioError) { return try body() } catch { throw error.named(file, .output) }
}

package import ArgumentParser
package import AudioBase
package import AudioCatalog
package import AudioConversion
package import AudioFiles
package import AudioJobs

/// The reason why a command gave up: one line on standard error, and exit status 1.
package struct CommandFailure: Error {
  package var file: String
  package var text: String
  package var advice: String?
  /// The kind of the failure, and where it was met.
  package var cause = FailureCause("unsupported")
  /// True where a device is at fault, so that other files would fare no better.
  package var isOfDevice = false

  /// - Parameter name: The subject of the text, for people.
  package init(named name: String, _ text: String, advice: String? = nil) {
    file = name
    self.text = text
    self.advice = advice
  }

  package init(_ input: FilePath, _ text: String, advice: String? = nil) {
    self.init(named: displayName(input), text, advice: advice)
  }

  package init(output: FilePath, _ text: String, advice: String? = nil) {
    self.init(named: outputName(output), text, advice: advice)
  }

  /// The word for machines.
  package var kind: String { isOfDevice ? "device" : cause.kind }

  private init(named name: String, _ error: FileError) {
    let advice: String? =
      switch error {
      case .alreadyExists: "use --force to replace it"
      case .unknownFormat: "'af formats' lists what can be read"
      case .isDirectory, .isEmpty: "name an audio file"
      case .container(let inner): Self.advice(for: inner)
      case .busy, .changed: "try again once nobody else changes it"
      case .system, .unreadFormat: nil
      }
    self.init(named: name, Self.words(error), advice: advice)
    cause = FailureCause(error)
  }

  /// Returns the description of a file's error; where the file was truncated, that comes first.
  private static func words(_ error: FileError) -> String {
    guard case .container(let inner) = error, inner.kind == .truncated else { return error.description }
    let place = inner.structure.map { " in '\($0)'" } ?? ""
    if inner.structure == "moov" { return "\(inner.rule) at byte \(inner.byteOffset)" }
    return "the file is cut off at byte \(inner.byteOffset)\(place): \(inner.rule)"
  }

  package init(_ input: FilePath, _ error: FileError) {
    self.init(named: displayName(input), error)
    if case .container(let inner) = error, inner.kind == .unsupported { advice = Self.otherProgram }
  }

  /// The advice for sound in a format that is recognised but not read.
  private static let otherProgram = "another program may make a WAVE file of it: \(UnreadFormat.usualCommand)"

  package init(output: FilePath, _ error: FileError) { self.init(named: outputName(output), error) }

  package init(_ input: FilePath, _ error: ContainerError) { self.init(input, FileError.container(error)) }

  package init(output: FilePath, _ error: ContainerError) { self.init(output: output, FileError.container(error)) }

  package init(_ input: FilePath, _ error: TrackDecodingError) {
    switch error {
    case .container(let inner): self.init(input, inner)
    case .noDecoder: self.init(input, error.description, advice: Self.otherProgram)
    case .setting(let setting, _):
      self.init(input, error.description, advice: "leave \(setting.optionNames) away")
    case .configuration(let inner) where inner.kind == .unsupported:
      self.init(input, error.description, advice: "'af formats' lists what can be decoded")
    case .configuration:
      self.init(input, error.description, advice: "if the configuration is known otherwise, give it with --asc HEX")
    case .packet:
      self.init(input, error.description, advice: "with --on-error conceal what can be decoded is, if anything can")
    case .noAudioTrack: self.init(input, error.description, advice: "'af info' lists the tracks")
    case .needsHistory: self.init(input, error.description)
    }
    cause = FailureCause(error)
  }

  package init(_ input: FilePath, _ error: ConversionError) {
    switch error {
    case .decoding(let inner): self.init(input, inner)
    case .noDecoder: self.init(input, error.description, advice: Self.otherProgram)
    case .noEncoder: self.init(input, error.description, advice: "'af formats' lists what can be encoded")
    case .channelMap:
      self.init(input, error.description, advice: "'af info' tells the number of channels of the input")
    case .neighbor:
      self.init(input, error.description, advice: "convert it to the rate and the channels of this one")
    case .format(let inner) where inner.bitOffset == 0: self.init(input, "the format is \(inner.kind): \(inner.rule)")
    case .format, .rates, .encoding: self.init(input, error.description)
    }
    cause = FailureCause(error)
  }

  private static func advice(for error: ContainerError) -> String? {
    switch error.kind {
    case .truncated: "the file may not be complete"
    case .malformed: "the file may be damaged, or not be what its first bytes say"
    default: nil
    }
  }

  /// Prints the failure and returns the status to end with.
  package func report(as program: String = ProgramArguments.name) -> ExitCode {
    let line = "\(program): \(file): \(text)\(advice.map { "; " + $0 } ?? "")".printable
    StandardStream.error.write(MessageColor.error.applied(to: line) + "\n")
    return ExitCode(1)
  }
}

/// Opens the input of a command; `-` is standard input.
///
/// - Parameter rawFormat: The format of headerless samples; `nil` for a file that states it itself.
package func openMedia(
  _ path: FilePath, _ catalog: Catalog, rawFormat: StreamFormat? = nil
) throws(CommandFailure) -> MediaFile {
  do throws(FileError) {
    if let rawFormat { return try MediaFile(path: path, as: Catalog.headerlessSamples(rawFormat)) }
    return try MediaFile(path: path, containers: catalog.containers)
  } catch {
    throw CommandFailure(path, error)
  }
}

/// Runs the body of a command that prints records, and turns a failure into a line on standard error, a record, and
/// exit status 1.
///
/// - Parameter stream: The destination of records; `nil` where none are wanted.
package func reportingFailure(
  of file: FilePath, on stream: StandardStream?, _ body: () throws(CommandFailure) -> Void
) throws {
  do throws(CommandFailure) {
    try body()
  } catch {
    stream?.write(jsonLine(FailedFileRecord(file, error)))
    throw error.report()
  }
}

/// Runs the body of a command and turns a failure into a line on standard error and exit status 1.
package func reportingFailure(_ body: () throws(CommandFailure) -> Void) throws {
  do throws(CommandFailure) { try body() } catch { throw error.report() }
}

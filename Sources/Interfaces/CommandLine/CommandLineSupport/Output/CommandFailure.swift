package import ArgumentParser
package import AudioBase
package import AudioCatalog
package import AudioErrors
package import AudioFiles
import AudioJobs

/// The error that ends a command: one line on standard error, and exit status 1.
package struct CommandFailure: Error {
  package var file: String
  package var text: String
  package var advice: String?
  /// The kind of the failure; its raw value is the word for programs.
  package var kind = AudioError.Kind.unsupported
  /// The known place of the failure.
  package var place = AudioError.Place()

  /// - Parameter name: The subject of the text, for people.
  package init(named name: String, _ text: String, advice: String? = nil) {
    file = name
    self.text = text
    self.advice = advice
  }

  package init(_ input: Pathname, _ text: String, advice: String? = nil) {
    self.init(named: displayName(input), text, advice: advice)
  }

  package init(output: Pathname, _ text: String, advice: String? = nil) {
    self.init(named: outputName(output), text, advice: advice)
  }

  /// - Parameters:
  ///   - name: The subject of the text, for people.
  ///   - options: The names of options in the advice.
  package init(named name: String, _ error: AudioError, _ options: OptionNames = .own) {
    self.init(named: name, Self.words(error), advice: error.advice.flatMap { $0.text(options) })
    // Another program cannot read an output that does not exist.
    if error.side == .output, error.advice == .otherProgram { advice = nil }
    (kind, place) = (error.kind, error.place)
  }

  /// Creates the failure of the file that the error names.
  package init(_ error: AudioError, _ options: OptionNames = .own) {
    let file = error.file ?? "-"
    self.init(named: error.side == .output ? outputName(file) : displayName(file), error, options)
  }

  /// Creates the failure of an input, unless the error names another file.
  package init(_ input: Pathname, _ error: AudioError) { self.init(.input(input, error)) }

  /// Creates the failure of an output, unless the error names another file.
  package init(output: Pathname, _ error: AudioError) { self.init(.output(output, error)) }

  /// Returns the text of an error, preceded by the truncation if the file was truncated.
  private static func words(_ error: AudioError) -> String {
    guard error.stage == .container, error.kind == .truncated, let offset = error.place.byte else { return error.text }
    if error.place.structure == "moov" { return "\(error.rule) at byte \(offset)" }
    let structure = error.place.structure.map { " in '\($0)'" } ?? ""
    return "the file is cut off at byte \(offset)\(structure): \(error.rule)"
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
  _ path: Pathname, _ catalog: Catalog, rawFormat: StreamFormat? = nil
) throws(CommandFailure) -> MediaFile {
  do throws(AudioError) {
    return try JobFiles.open(path, catalog, rawFormat: rawFormat)
  } catch {
    throw CommandFailure(error)
  }
}

/// Runs a command that prints records; a failure becomes a line on standard error, a record, and exit status 1.
///
/// - Parameter stream: The destination of records; `nil` if none are requested.
package func reportingFailure(
  of file: Pathname, on stream: StandardStream?, _ body: () throws(CommandFailure) -> Void
) throws {
  do throws(CommandFailure) {
    try body()
  } catch {
    stream?.write(jsonLine(FailedFileRecord(file, error)))
    throw error.report()
  }
}

/// Runs a command; a failure becomes a line on standard error and exit status 1.
package func reportingFailure(_ body: () throws(CommandFailure) -> Void) throws {
  do throws(CommandFailure) { try body() } catch { throw error.report() }
}

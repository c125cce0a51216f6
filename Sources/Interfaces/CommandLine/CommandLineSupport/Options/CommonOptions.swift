import ArgumentParser
package import AudioFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Options for the amount of messages.
package struct CommonOptions: ParsableArguments {
  package init() {}

  @Flag(name: .long, help: "Print errors only.")
  package var quiet = false

  @Flag(name: .long, help: "Print more.")
  package var verbose = false

  package func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// Prints a warning about an input, which does not stop the work.
  package func warn(_ file: Pathname, _ text: String) { if !quiet { say(displayName(file), text, .warning) } }

  /// Prints a warning about an output, which does not stop the work.
  package func warn(output: Pathname, _ text: String) { if !quiet { say(outputName(output), text, .warning) } }

  /// Prints a remark on an input in verbose mode.
  package func remark(_ file: Pathname, _ text: String) { if verbose { say(displayName(file), text) } }

  /// Prints a remark on an output in verbose mode.
  package func remark(output: Pathname, _ text: String) { if verbose { say(outputName(output), text) } }

  private func say(_ name: String, _ text: String, _ color: MessageColor? = nil) {
    let line = "\(ProgramArguments.name): \(name): \(text)".printable
    StandardStream.error.write((color?.applied(to: line) ?? line) + "\n")
  }
}

/// The colour of a message on a terminal, by its number in ECMA-48, 8.3.117.
package enum MessageColor: String {
  case error = "31"
  case warning = "33"

  /// Returns a text in this colour; unchanged unless it goes to a terminal with colours that are not switched off.
  package func applied(to text: String) -> String { Self.isWanted ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text }

  /// A variable `NO_COLOR` that is not empty forbids colours, by https://no-color.org.
  private static let isWanted: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return StandardStream.error.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
      && !["", "dumb"].contains(environment["TERM"] ?? "")
  }()
}

/// Returns an input's name for messages.
package func displayName(_ path: Pathname) -> String { path.isStandardStream ? "standard input" : path.description }

/// Returns an output's name for messages.
package func outputName(_ path: Pathname) -> String { path.isStandardStream ? "standard output" : path.description }

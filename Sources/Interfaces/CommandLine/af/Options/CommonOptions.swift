import ArgumentParser
import AudioFiles
import Foundation

/// How much is said.
struct CommonOptions: ParsableArguments {
  @Flag(name: .long, help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: .long, help: "Say more.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// Says something about an input that does not stop the work.
  func warn(_ file: FilePath, _ text: String) { if !quiet { say(displayName(file), text, .warning) } }

  /// Says something about an output that does not stop the work.
  func warn(output: FilePath, _ text: String) { if !quiet { say(outputName(output), text, .warning) } }

  /// Says something about an input that only the curious want to know.
  func remark(_ file: FilePath, _ text: String) { if verbose { say(displayName(file), text) } }

  /// Says something about an output that only the curious want to know.
  func remark(output: FilePath, _ text: String) { if verbose { say(outputName(output), text) } }

  private func say(_ name: String, _ text: String, _ color: MessageColor? = nil) {
    let line = "af: \(name): \(text)".printable
    StandardStream.error.write((color?.applied(to: line) ?? line) + "\n")
  }
}

/// The colour of a message on a terminal, by the number that ECMA-48, 8.3.117, gives it.
enum MessageColor: String {
  case error = "31"
  case warning = "33"

  /// A text in this colour; the text as it is where it does not go to a terminal that has colours, or nobody wants
  /// them.
  func applied(to text: String) -> String { Self.isWanted ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text }

  /// By https://no-color.org a variable `NO_COLOR` that is not empty forbids colours.
  private static let isWanted: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return StandardStream.error.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
      && !["", "dumb"].contains(environment["TERM"] ?? "")
  }()
}

/// The name of an input as messages show it.
func displayName(_ path: FilePath) -> String { path.isStandardStream ? "standard input" : path.description }

/// The name of an output as messages show it.
func outputName(_ path: FilePath) -> String { path.isStandardStream ? "standard output" : path.description }

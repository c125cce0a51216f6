package import ArgumentParser
import AudioFiles

/// Runs commands and turns their errors into texts and an exit status.
///
/// The parser's own `main` writes the user's arguments to the terminal unescaped, and does not check whether its texts
/// could be written.
package enum CommandRun {
  /// Reads the arguments of a command, runs it, and returns the exit status.
  package static func run(_ type: (some ParsableCommand).Type, _ arguments: [String]) -> Int32 {
    do {
      var command = try type.parseAsRoot(arguments)
      try command.run()
      return 0
    } catch {
      let status = type.exitCode(for: error).rawValue
      let message = type.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      var lines = message.map { String($0).printable }
      if status == 0 { lines = withExamplesLast(lines) } else { lines[0] = MessageColor.error.applied(to: lines[0]) }
      if !message.joined().isEmpty {
        (status == 0 ? StandardStream.output : .error).write(lines.joined(separator: "\n") + "\n")
      }
      return status
    }
  }

  /// Returns a help text with its examples at the end, where users look for them. The parser has a place for them only
  /// before the options.
  private static func withExamplesLast(_ lines: [String]) -> [String] {
    guard let start = lines.firstIndex(of: "Examples:"), lines.contains(where: { $0.hasPrefix("USAGE:") }) else {
      return lines
    }
    let examples = lines[start...].prefix { !$0.isEmpty }
    var others = Array(lines[..<start] + lines[examples.endIndex...].drop(while: \.isEmpty))
    while others.last?.isEmpty == true { others.removeLast() }
    return others + [""] + examples
  }
}

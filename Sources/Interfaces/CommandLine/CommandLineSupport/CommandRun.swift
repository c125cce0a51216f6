package import ArgumentParser
import AudioFiles

/// Runs commands, and turns their errors into messages and an exit status.
///
/// The parser's own `main` writes the user's arguments to the terminal unescaped, and does not check whether its texts
/// could be written.
package enum CommandRun {
  /// Parses the arguments of a command, runs it, and returns the exit status.
  package static func run(_ type: (some ParsableCommand).Type, _ arguments: [String]) -> Int32 {
    let (arguments, showsAll) = HelpText.asked(arguments)
    do {
      if let problem = contradiction(in: arguments, of: type) { throw ValidationError(problem) }
      var command = try type.parseAsRoot(arguments)
      try command.run()
      return 0
    } catch {
      let status = type.exitCode(for: error).rawValue
      let message = type.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      var lines = message.map { String($0).printable }
      if status == 0 {
        lines = HelpText(lines, of: type, arguments).arranged(showsAll: showsAll)
      } else {
        lines[0] = MessageColor.error.applied(to: lines[0])
      }
      if !message.joined().isEmpty {
        (status == 0 ? StandardStream.output : .error).write(lines.joined(separator: "\n") + "\n")
      }
      return status
    }
  }

  /// Returns a sentence about an option of a verb that is given twice.
  private static func contradiction(
    in arguments: [String], of type: (some ParsableCommand).Type
  ) -> String? {
    guard CommandOptions.mayRepeat(in: arguments), let name = arguments.first,
      let verb = type.configuration.subcommands.first(where: { $0.configuration.answers(to: name) })
    else { return nil }
    return CommandOptions(of: verb)?.contradiction(in: arguments.dropFirst())
  }
}

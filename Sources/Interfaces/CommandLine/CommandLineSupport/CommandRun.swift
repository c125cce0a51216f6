package import ArgumentParser
import AudioFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs commands and turns what becomes of them into texts and an exit status.
///
/// The parser's own `main` writes what users have typed to the terminal as it is, and does not ask whether its texts
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
      let lines = type.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.map { String($0).printable }.joined(separator: "\n")
      if !text.isEmpty { (status == 0 ? StandardStream.output : .error).write(text + "\n") }
      return status
    }
  }

  /// Ends the program; with 1 in place of 0 where not all results could be written, which is said, unless the reader
  /// has gone. What has failed already has been told, in one line.
  package static func end(_ status: Int32, as program: String) -> Never {
    guard let failure = StandardStream.finish(), status == 0 else { exit(status) }
    if !failure.isBrokenPipe { StandardStream.error.write("\(program): standard output: \(failure.text)\n") }
    exit(1)
  }
}

import ArgumentParser
package import AudioFiles

/// How much is said.
package struct CommonOptions: ParsableArguments {
  package init() {}

  @Flag(name: .long, help: "Say nothing but errors.")
  package var quiet = false

  @Flag(name: .long, help: "Say more.")
  package var verbose = false

  package func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// Says something about an input that does not stop the work.
  package func warn(_ file: FilePath, _ text: String) { if !quiet { say(displayName(file), text) } }

  /// Says something about an output that does not stop the work.
  package func warn(output: FilePath, _ text: String) { if !quiet { say(outputName(output), text) } }

  /// Says something about an input that only the curious want to know.
  package func remark(_ file: FilePath, _ text: String) { if verbose { say(displayName(file), text) } }

  /// Says something about an output that only the curious want to know.
  package func remark(output: FilePath, _ text: String) { if verbose { say(outputName(output), text) } }

  private func say(_ name: String, _ text: String) {
    StandardStream.error.write("\(ProgramArguments.name): \(name): \(text)".printable + "\n")
  }
}

/// The name of an input as messages show it.
package func displayName(_ path: FilePath) -> String { path.isStandardStream ? "standard input" : path.description }

/// The name of an output as messages show it.
package func outputName(_ path: FilePath) -> String { path.isStandardStream ? "standard output" : path.description }

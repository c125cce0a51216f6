import ArgumentParser
import AudioFiles

/// How much is said.
struct CommonOptions: ParsableArguments {
  @Flag(name: .long, help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: .long, help: "Say more.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// Says something that does not stop the work.
  func warn(_ file: String, _ text: String) {
    if !quiet { StandardStream.error.write("af: \(displayName(file)): \(text)\n") }
  }

  /// Says something that only the curious want to know.
  func remark(_ file: String, _ text: String) {
    if verbose { StandardStream.error.write("af: \(displayName(file)): \(text)\n") }
  }
}

/// The name of a file as messages show it.
func displayName(_ path: String) -> String { path == "-" ? "standard input" : path }

import ArgumentParser

/// Options for showing the progress of long work.
struct ProgressOptions: ParsableArguments {
  /// The ways of `--progress`.
  enum Display: String, ExpressibleByArgument, CaseIterable {
    case bar, json, none
  }

  @Option(
    name: .long, help: "The progress on standard error: a bar on a terminal, one JSON object a line, or none.")
  var progress = Display.bar
}

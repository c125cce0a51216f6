import ArgumentParser

// `AudioTool.main` passes these two on to `af-stream` before anything is parsed; this is what `af --help` prints about
// them.

/// `af send`, as far as `af` knows it.
struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Sends audio over a network, by RTP (the program af-stream).")
}

/// `af receive`, as far as `af` knows it.
struct ReceiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive", abstract: "Receives audio from a network, by RTP (the program af-stream).")
}

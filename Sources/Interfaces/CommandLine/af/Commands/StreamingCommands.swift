import ArgumentParser

// `AudioTool.main` passes these two on to `af-stream` before anything is parsed; this is what `af --help` prints about
// them.

/// The part of `af send` in `af` itself.
struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Sends audio over a network, by RTP (the program af-stream).")
}

/// The part of `af receive` in `af` itself.
struct ReceiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive", abstract: "Receives audio from a network, by RTP (the program af-stream).")
}

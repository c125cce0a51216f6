import ArgumentParser

// `AudioTool.main` hands these two over to `af-stream` before anything is parsed; here is what `af --help` says of
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

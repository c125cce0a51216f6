import ArgumentParser
import AudioFiles

/// `af-stream`: audio over a network, which `af send` and `af receive` hand their work to. It is its own program so
/// that only those who stream load SwiftNIO and the ciphers of SRTP.
@main
struct StreamTool: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      // The name in the help texts is the name by which the program was called.
      commandName: ProgramArguments.name,
      abstract: "Sends and receives audio over a network.",
      version: toolVersion,
      subcommands: [SendCommand.self, ReceiveCommand.self])
  }

  static func main() {
    Interruption.installHandler(program: ProgramArguments.name)
    let arguments = UserPropertyArgument.joined(ProgramArguments.all.dropFirst().map(\.argument))
    CommandRun.end(CommandRun.run(StreamTool.self, arguments), as: ProgramArguments.name)
  }
}

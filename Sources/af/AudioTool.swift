import ArgumentParser
import AudioFiles

/// `af`: one program for audio files.
@main
struct AudioTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "af",
    abstract: "Looks into audio files and converts them.",
    version: "0.1.0",
    subcommands: [
      InfoCommand.self, ConvertCommand.self, DumpCommand.self, RemuxCommand.self, DemuxCommand.self,
      FormatsCommand.self,
    ])

  static func main() {
    Interruption.installHandler()
    let arguments = UserPropertyArgument.joined(Array(CommandLine.arguments.dropFirst()))
    switch CommandLine.arguments.first?.split(separator: "/").last {
    case "afinfo": AppleInfoCommand.main(nil)
    case "afconvert": AppleConvertCommand.main(outputs: arguments)
    default: main(arguments)
    }
  }
}

import ArgumentParser
import AudioFiles

/// `af`: one program for audio files.
@main
struct AudioTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "af",
    abstract: "Looks into audio files, converts, plays and records them.",
    version: "0.1.0",
    subcommands: [
      InfoCommand.self, ConvertCommand.self, DumpCommand.self, RemuxCommand.self, DemuxCommand.self,
      HashCommand.self, VerifyCommand.self, CompareCommand.self, LoudnessCommand.self,
      TagCommand.self, JoinCommand.self, SplitCommand.self, TrimSilenceCommand.self,
      PlayCommand.self, RecordCommand.self, DevicesCommand.self, FormatsCommand.self,
    ])

  static func main() {
    let all = ProgramArguments.all
    let names = ["afinfo", "afconvert", "afplay"]
    let program = names.first { Array($0.utf8) == all.first.map { Array($0.lastComponent) } } ?? "af"
    Interruption.installHandler(program: program)
    let arguments = all.dropFirst().map(\.argument)
    let status =
      switch program {
      case "afinfo": CommandRun.run(AppleInfoCommand.self, arguments)
      case "afconvert": AppleConvertCommand.run(outputs: UserPropertyArgument.joined(arguments))
      case "afplay": CommandRun.run(ApplePlayCommand.self, arguments)
      default: CommandRun.run(AudioTool.self, LevelOptions.joined(UserPropertyArgument.joined(arguments)))
      }
    CommandRun.end(status, as: program)
  }
}

import ArgumentParser
import AudioFiles

/// `af`: one program for audio files.
@main
struct AudioTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "af",
    abstract: "Looks into audio files, converts, plays, records, sends and receives them.",
    discussion: """
      Examples:
        af info song.m4a
        af convert song.wav song.m4a
        af convert song.flac song.wav -d LEI24@48000
        af remux film.mov film.mp4
        af play song.m4a --from 1:30
      """,
    version: toolVersion,
    subcommands: [
      InfoCommand.self, ConvertCommand.self, DumpCommand.self, RemuxCommand.self, DemuxCommand.self, BatchCommand.self,
      HashCommand.self, InspectCommand.self, WaveformCommand.self, SpectrogramCommand.self, VerifyCommand.self,
      CompareCommand.self, LoudnessCommand.self, TagCommand.self,
      JoinCommand.self, SplitCommand.self, TrimSilenceCommand.self, RepairCommand.self, PlayCommand.self,
      RecordCommand.self,
      SendCommand.self, ReceiveCommand.self, DevicesCommand.self, FormatsCommand.self,
    ])

  /// Returns the line that names the verbs, where the first argument is not one.
  private static func unknownVerb(_ arguments: [String]) -> String? {
    let verbs = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let first = arguments.first, !first.hasPrefix("-"), !(verbs + ["help"]).contains(first) else { return nil }
    return
      "af: there is no '\(first.printable)'; the verbs are \(verbs.joined(separator: ", ")); 'af --help' tells more"
  }

  /// Returns true if the arguments are for `af-stream` to carry out, or to explain.
  private static func isOfStreaming(_ arguments: [String]) -> Bool {
    let verb = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    return [SendCommand.configuration.commandName, ReceiveCommand.configuration.commandName].contains(verb)
  }

  static func main() {
    let all = ProgramArguments.all
    let names = ["afinfo", "afconvert", "afplay"]
    let program = names.first { Array($0.utf8) == all.first.map { Array($0.lastComponent) } } ?? "af"
    let arguments = all.dropFirst().map(\.argument)
    if program == "af", isOfStreaming(arguments) {
      StandardStream.error.write(StreamingProgram.takeOver().printable + "\n")
      CommandRun.end(1, as: program)
    }
    Interruption.installHandler(program: program)
    if program == "af", let unknown = unknownVerb(arguments) {
      StandardStream.error.write(MessageColor.error.applied(to: unknown) + "\n")
      CommandRun.end(ExitCode.validationFailure.rawValue, as: program)
    }
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

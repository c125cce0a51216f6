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
        af convert song.flac song.wav --rate 48000 --bits 24
        af remux film.mov film.mp4
        af play song.m4a --from 1:30
      """,
    version: toolVersion,
    subcommands: [
      InfoCommand.self, ConvertCommand.self, DumpCommand.self, RemuxCommand.self, DemuxCommand.self, BatchCommand.self,
      HashCommand.self, InspectCommand.self, WaveformCommand.self, SpectrogramCommand.self, VerifyCommand.self,
      CompareCommand.self, LoudnessCommand.self, TagCommand.self, RenameCommand.self,
      JoinCommand.self, MixCommand.self, SplitCommand.self, TrimSilenceCommand.self, RepairCommand.self,
      PlayCommand.self,
      RecordCommand.self,
      SendCommand.self, ReceiveCommand.self, DevicesCommand.self, FormatsCommand.self,
    ])

  /// Verbs of other programs, with the equivalent verbs here.
  private static let otherVerbs = [
    "probe": "info", "show": "info", "transcode": "convert", "resample": "convert", "encode": "convert",
    "decode": "convert", "trim": "convert", "cut": "convert", "normalize": "convert", "merge": "join", "cat": "join",
    "remix": "mix", "md5": "hash", "checksum": "hash", "check": "verify", "test": "verify", "meta": "tag",
    "tags": "tag",
    "copy": "remux", "rec": "record", "diff": "compare", "plot": "waveform",
  ]

  /// Returns the line that lists the verbs if the first argument, or the one after `help`, is not a verb.
  private static func unknownVerb(_ arguments: [String]) -> String? {
    let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    let all = configuration.subcommands.map { $0.configuration }
    guard let word, !word.hasPrefix("-"), word != "help", !all.contains(where: { $0.answers(to: word) }) else {
      return nil
    }
    let verbs = all.compactMap(\.commandName)
    let meant = otherVerbs[word] ?? Suggestion.nearest(to: word, among: verbs + all.flatMap(\.aliases))
    let hint = meant.map { "did you mean '\($0)'?" } ?? "the verbs are \(verbs.joined(separator: ", "))"
    return "af: there is no '\(word.printable)'; \(hint)\(meant == nil ? ";" : "") 'af --help' tells more"
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
      default: CommandRun.run(AudioTool.self, BatchArguments.joined(OtherSpellings.translated(arguments)))
      }
    CommandRun.end(status, as: program)
  }
}

import ArgumentParser
import AudioJobs

/// The arguments of `af batch`, which include the options of the verb that it runs: `af batch convert album --to phone
/// -f m4a -b 64k`.
enum BatchArguments {
  /// Returns the arguments with every option that `batch` itself lacks, and its value, as a value of `--option`.
  static func joined(_ arguments: [String]) -> [String] {
    guard arguments.first == "batch",
      let action = arguments.dropFirst().lazy.compactMap(BatchAction.init(rawValue:)).first,
      let own = CommandOptions(of: BatchCommand.self), let others = CommandOptions(of: action.command)
    else { return arguments }
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      let name = argument.hasPrefix("-") ? String(argument.prefix { $0 != "=" }) : ""
      let isWhole = argument.count > name.count
      if let takesValue = own[name]?.takesValue {
        result.append(argument)
        if takesValue, !isWhole, let value = rest.popFirst() { result.append(value) }
      } else if let takesValue = others[name]?.takesValue {
        result += ["--option", argument]
        if takesValue, !isWhole, let value = rest.popFirst() { result += ["--option", value] }
      } else {
        result.append(argument)
      }
    }
    return result + arguments.suffix(arguments.count - (arguments.firstIndex(of: "--") ?? arguments.count))
  }
}

extension BatchAction {
  /// The verb that the action is for a single file.
  fileprivate var command: any ParsableCommand.Type {
    switch self {
    case .convert: ConvertCommand.self
    case .info: InfoCommand.self
    case .loudness: LoudnessCommand.self
    case .hash: HashCommand.self
    case .verify: VerifyCommand.self
    }
  }
}

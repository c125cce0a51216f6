import ArgumentParser
import AudioJobs

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The arguments of `af batch`, among which the options of the verb that it runs stand as they are:
/// `af batch convert album --to phone -f m4a -b 64k`.
enum BatchArguments {
  /// Returns the arguments with each option of the verb that `batch` itself does not have, and its value, as values of
  /// `--option`.
  static func joined(_ arguments: [String]) -> [String] {
    guard arguments.first == "batch",
      let action = arguments.dropFirst().lazy.compactMap(BatchAction.init(rawValue:)).first,
      let own = takesValues(BatchCommand.self), let others = takesValues(action.command)
    else { return arguments }
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      let name = argument.hasPrefix("-") ? String(argument.prefix { $0 != "=" }) : ""
      let isWhole = argument.count > name.count
      if let takesValue = own[name] {
        result.append(argument)
        if takesValue, !isWhole, let value = rest.popFirst() { result.append(value) }
      } else if let takesValue = others[name] {
        result += ["--option", argument]
        if takesValue, !isWhole, let value = rest.popFirst() { result += ["--option", value] }
      } else {
        result.append(argument)
      }
    }
    return result + arguments.suffix(arguments.count - (arguments.firstIndex(of: "--") ?? arguments.count))
  }

  /// The description that the parser gives of a command, as far as it is needed here.
  private struct Description: Decodable {
    struct Command: Decodable {
      var arguments: [Argument]?
    }
    struct Argument: Decodable {
      var kind: String
      var names: [Name]?
    }
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var command: Command
  }

  /// Returns the names of a command's options, and whether each takes a value.
  private static func takesValues(_ command: any ParsableCommand.Type) -> [String: Bool]? {
    guard let found = try? JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8)) else {
      return nil
    }
    var names: [String: Bool] = [:]
    for argument in found.command.arguments ?? [] where argument.kind != "positional" {
      for name in argument.names ?? [] {
        names[(name.kind == "long" ? "--" : "-") + name.name] = argument.kind == "option"
      }
    }
    return names
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

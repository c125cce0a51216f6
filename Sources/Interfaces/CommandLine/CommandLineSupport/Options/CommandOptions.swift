package import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of a command, by the description that the parser gives of it.
package struct CommandOptions {
  /// An option or a flag.
  package struct Option {
    /// True if a value follows it.
    package var takesValue: Bool
    /// True if each further value counts, too.
    package var isRepeating: Bool
    /// All its names.
    package var names: [String]
  }

  /// The description of a command, as far as it is needed here.
  private struct Description: Decodable {
    struct Command: Decodable {
      var arguments: [Argument]?
    }
    struct Argument: Decodable {
      var kind: String
      var isRepeating: Bool
      var names: [Name]?
    }
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var command: Command
  }

  private var options: [String: Option] = [:]

  /// Describes a command; `nil` where its description cannot be read.
  package init?(of command: any ParsableCommand.Type) {
    guard let found = try? JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8)) else {
      return nil
    }
    for argument in found.command.arguments ?? [] where argument.kind != "positional" {
      let names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
      let option = Option(takesValue: argument.kind == "option", isRepeating: argument.isRepeating, names: names)
      for name in names { options[name] = option }
    }
  }

  /// The option of a name such as `--bitrate`, or `nil`.
  package subscript(name: String) -> Option? { options[name] }

  /// Returns a sentence about the first option that is given twice with different values, of which only one could be
  /// obeyed; `nil` where there is none.
  package func contradiction(in arguments: some Sequence<String>) -> String? {
    var given: [String: String] = [:]
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst(), argument != "--" {
      let name = argument.hasPrefix("-") ? String(argument.prefix { $0 != "=" }) : ""
      guard let option = self[name], option.takesValue else { continue }
      guard let value = argument.count > name.count ? String(argument.dropFirst(name.count + 1)) : rest.popFirst()
      else {
        continue
      }
      guard !option.isRepeating, let key = option.names.last else { continue }
      if let other = given.updateValue(value, forKey: key), other != value {
        return "\(name) is given twice, with '\(other)' and with '\(value)'."
      }
    }
    return nil
  }
}

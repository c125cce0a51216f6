package import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of a command, by the parser's description.
package struct CommandOptions {
  /// An option or a flag.
  package struct Option {
    /// True if the option takes a value.
    package var takesValue: Bool
    /// True if the option may be repeated and all values count.
    package var isRepeating: Bool
    /// All names of the option.
    package var names: [String]
  }

  /// The part of a command's description that is used here.
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

  /// Creates the options of a command; `nil` if its description cannot be read.
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

  /// Returns the option of a name such as `--bitrate`, or `nil`.
  package subscript(name: String) -> Option? { options[name] }

  /// The names of one option that no letter joins.
  private static let unlikeNames = [
    ["-r", "--src-quality"], ["--from", "--at"], ["--until", "--end"], ["--to", "--into"],
  ]

  /// Returns true if two arguments may name one option: a name that stands twice, letters such as `-ab`, or a letter
  /// beside a long name with a word that begins with it. A certain answer needs the parser's description, which takes
  /// as long as the program's start.
  package static func mayRepeat(in arguments: [String]) -> Bool {
    let names = arguments.filter { $0.hasPrefix("-") }.map { String($0.prefix { $0 != "=" }) }
    let (long, short) = (names.filter { $0.hasPrefix("--") }, names.filter { !$0.hasPrefix("--") })
    let initials = Set(long.flatMap { $0.split(separator: "-").compactMap(\.first) })
    return names.count > 1
      && (Set(names).count < names.count
        || short.contains { name in
          guard let letter = name.dropFirst().first else { return false }
          return name.count > 2 ? letter.isLetter : initials.contains(letter)
        }
        || unlikeNames.contains { $0.allSatisfy(names.contains) })
  }

  /// Returns a sentence about the first option that is given twice with different values but takes only one, or `nil`.
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

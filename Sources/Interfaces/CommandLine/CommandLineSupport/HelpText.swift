package import ArgumentParser

/// A command with many options: its help shows the everyday ones, and `--help-all` the rest.
package protocol GroupedHelp: ParsableCommand {
  /// The long names of the options that `--help` shows, in their order: about ten.
  static var everyday: [String] { get }
}

/// The parser's help text in reading order: the everyday options first, the examples last.
package struct HelpText {
  private var sections: [Section] = []
  private let everyday: [String]
  private let program: String

  /// A heading with the lines below it, or the lines before the first heading.
  private struct Section {
    var heading = ""
    var lines: [String] = []
  }

  /// Returns the arguments with `--help` in place of `--help-all`, and true if they had the latter.
  package static func asked(_ arguments: [String]) -> ([String], showsAll: Bool) {
    let own = arguments.prefix { $0 != "--" }
    let all: Set<String> = ["--help-all", "--help-hidden", "-help-hidden"]
    guard own.contains(where: all.contains) else { return (arguments, false) }
    return (own.map { all.contains($0) ? "--help" : $0 } + arguments.dropFirst(own.count), true)
  }

  /// - Parameters:
  ///   - lines: The text of the parser.
  ///   - type: The program.
  ///   - arguments: The arguments that requested the help, for finding its verb.
  package init(_ lines: [String], of type: any ParsableCommand.Type, _ arguments: [String]) {
    let verb = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    let found = type.configuration.subcommands.first { command in
      verb.map { command.configuration.answers(to: $0) } ?? false
    }
    everyday = (found as? any GroupedHelp.Type)?.everyday ?? []
    program = [type.configuration.commandName, found?.configuration.commandName].compactMap(\.self)
      .joined(separator: " ")
    var current = Section()
    for line in lines {
      if Self.isHeading(line) {
        sections.append(current)
        current = Section(heading: line)
      } else {
        current.lines.append(line)
      }
    }
    sections.append(current)
  }

  private static func isHeading(_ line: String) -> Bool {
    guard line.hasSuffix(":"), let first = line.first, first.isUppercase else { return false }
    return line == "Examples:" || line.allSatisfy { $0.isUppercase || " ,:-".contains($0) }
  }

  /// Returns the lines.
  ///
  /// - Parameter showsAll: True if options that are not of every day are shown, too.
  package func arranged(showsAll: Bool) -> [String] {
    guard sections.flatMap(\.lines).contains(where: { $0.hasPrefix("USAGE:") }) else {
      return sections.flatMap { ($0.heading.isEmpty ? [] : [$0.heading]) + $0.lines }
    }
    var (before, examples, options) = ([String](), [String](), [Section]())
    for section in sections {
      switch section.heading {
      case "": before += section.lines
      case "Examples:":
        examples = Array(section.lines.prefix { !$0.isEmpty })
        before += section.lines.dropFirst(examples.count)
      default: options.append(section)
      }
    }
    var blocks = [Self.trimmed(before)]
    blocks += grouped(options, showsAll: showsAll)
    if !examples.isEmpty { blocks.append(["Examples:"] + examples) }
    return Array(blocks.joined(separator: [""]))
  }

  /// Returns the sections with the everyday options in a separate section.
  private func grouped(_ sections: [Section], showsAll: Bool) -> [[String]] {
    guard !everyday.isEmpty else { return sections.map { Self.trimmed([$0.heading] + $0.lines) } }
    var (first, rest): ([[String]], [(heading: String, entries: [[String]])]) = ([], [])
    for section in sections {
      var entries: [[String]] = []
      for line in Self.trimmed(section.lines) {
        if line.hasPrefix("  -") || line.hasPrefix("  <") || entries.isEmpty { entries.append([]) }
        entries[entries.count - 1].append(line)
      }
      rest.append((section.heading, entries))
    }
    for name in everyday {
      for index in rest.indices {
        first += rest[index].entries.filter { Self.has($0, name) }
        rest[index].entries.removeAll { Self.has($0, name) }
      }
    }
    rest.removeAll(where: \.entries.isEmpty)
    let isShown = { (heading: String) in showsAll || heading == "ARGUMENTS:" }
    let (shown, hidden) = (rest.filter { isShown($0.heading) }, rest.filter { !isShown($0.heading) })
    var blocks = shown.map { [$0.heading] + $0.entries.joined() }
    blocks.insert(["EVERYDAY OPTIONS:"] + first.joined(), at: blocks.first?.first == "ARGUMENTS:" ? 1 : 0)
    let count = hidden.map(\.entries.count).reduce(0, +)
    if count > 0 { blocks.append(["'\(program) --help-all' shows \(count) more options."]) }
    return blocks
  }

  /// True if an entry is that of an option, or of a flag that belongs to it.
  private static func has(_ entry: [String], _ name: String) -> Bool {
    let label = entry.first?.split(separator: " ").prefix { $0.hasPrefix("-") } ?? []
    return label.contains { $0.split(separator: ",").contains(Substring(name)) }
  }

  private static func trimmed(_ lines: [String]) -> [String] {
    var result = lines
    while result.last?.isEmpty == true { result.removeLast() }
    return result
  }
}

extension CommandConfiguration {
  /// Returns true if the name is that of the command or one of its aliases.
  package func answers(to name: String) -> Bool { commandName == name || aliases.contains(name) }
}

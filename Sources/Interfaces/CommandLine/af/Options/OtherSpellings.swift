import AudioBase

/// Converts spellings of other tools, and values of several words, to those of the parser.
enum OtherSpellings {
  /// Options of `af convert` as FFmpeg, sox, soundfile and others spell them.
  private static let options = [
    "-ar": "--rate", "--sample-rate": "--rate", "--samplerate": "--rate", "-ac": "--channels",
    "-b:a": "--bitrate", "-ab": "--bitrate", "--bit-rate": "--bitrate", "-c:a": "--data-format",
    "-acodec": "--data-format",
    "--codec": "--data-format", "--subtype": "--data-format", "--format": "--file-format",
    "--quality": "--codec-quality", "-q:a": "--q:a", "--compression-level": "--level",
    "-ss": "--from", "--start": "--from", "-t": "--duration", "--length": "--duration", "-to": "--until",
    "-y": "--force", "--overwrite": "--force", "--normalise": "--normalize", "--bit-depth": "--bits",
  ]

  /// Returns the arguments of `af` in the form that its parser takes.
  static func translated(_ arguments: [String]) -> [String] {
    let isConversion = ["convert", "batch"].contains(arguments.first)
    let known = isConversion ? renamed(arguments) : arguments
    let joined = LevelOptions.joined(UserPropertyArgument.joined(known))
    return isConversion ? levelled(paired(joined)) : joined
  }

  /// Replaces `--volume`, which `af play` has: a factor, or decibels.
  private static func levelled(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      guard argument == "--volume" || argument.hasPrefix("--volume="),
        let value = argument == "--volume" ? rest.popFirst() : String(argument.dropFirst(9))
      else {
        result.append(argument)
        continue
      }
      let level = Double(value).map { "\(Decibels.level(ofAmplitude: $0))" } ?? value
      result.append("--gain=\(level)")
    }
    return result + arguments.suffix(arguments.count - (arguments.firstIndex(of: "--") ?? arguments.count))
  }

  private static func renamed(_ arguments: [String]) -> [String] {
    var isOver = false
    return arguments.map { argument in
      isOver = isOver || argument == "--"
      guard !isOver, argument.hasPrefix("-") else { return argument }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = options[String(parts[0])] else { return argument }
      return parts.count > 1 ? "\(name)=\(parts[1])" : name
    }
  }

  /// Joins the two times of `--trim` and `--pad` to one value.
  private static func paired(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      result.append(argument)
      if argument == "--" { break }
      guard ["--trim", "--pad"].contains(argument), let first = rest.first, TimeArgument(argument: first) != nil else {
        continue
      }
      rest.removeFirst()
      var value = first
      if let second = rest.first,
        TimeArgument(argument: second.hasPrefix("=") ? String(second.dropFirst()) : second) != nil
      {
        value += "," + rest.removeFirst()
      }
      result[result.count - 1] = "\(argument)=\(value)"
    }
    return result + rest
  }
}

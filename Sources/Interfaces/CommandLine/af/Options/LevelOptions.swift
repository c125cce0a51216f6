import ArgumentParser
import AudioJobs

/// Options for the level of the output, and for fades at its beginning and end.
struct LevelOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Change the level by this gain: -3 or -3dB.", valueName: "dB"))
  var gain: DecibelsArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Bring the output to this loudness, -23 LUFS if none is given; less where its peaks would pass --true-peak.",
      valueName: "LUFS"))
  var normalize: DecibelsArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The highest true peak that --normalize allows; the default is -1.", valueName: "dBTP"))
  var truePeak: DecibelsArgument?

  @Option(name: .long, help: ArgumentHelp("Fade in from silence for this long.", valueName: "time"))
  var fadeIn: TimeArgument?

  @Option(name: .long, help: ArgumentHelp("Fade out to silence for this long at the end.", valueName: "time"))
  var fadeOut: TimeArgument?

  func validate() throws {
    try check(gain?.value, "--gain", takes: LevelChange.gains, "dB")
    try check(normalize?.value, "--normalize", takes: LevelChange.loudnesses, "LUFS")
    try check(truePeak?.value, "--true-peak", takes: LevelChange.ceilings, "dBTP")
    if gain != nil, normalize != nil { throw ValidationError("--gain and --normalize exclude each other.") }
    if truePeak != nil, normalize == nil { throw ValidationError("--true-peak goes with --normalize.") }
    try check(fadeIn?.seconds(atRate: 1), "--fade-in", takes: LevelChange.fades, "seconds")
    try check(fadeOut?.seconds(atRate: 1), "--fade-out", takes: LevelChange.fades, "seconds")
  }

  /// The names of the options that were given.
  var names: [String] {
    let given = [
      (gain != nil, "--gain"), (normalize != nil, "--normalize"), (fadeIn != nil, "--fade-in"),
      (fadeOut != nil, "--fade-out"),
    ]
    return given.filter(\.0).map(\.1)
  }

  /// Returns the change of a conversion.
  ///
  /// - Parameter rate: The sample rate, in Hz, of the input.
  func change(atRate rate: Double) -> LevelChange {
    var change = LevelChange()
    change.gain = gain?.value ?? 0
    change.targetLoudness = normalize?.value
    if let truePeak { change.truePeakCeiling = truePeak.value }
    change.fadeIn = fadeIn?.seconds(atRate: rate) ?? 0
    change.fadeOut = fadeOut?.seconds(atRate: rate) ?? 0
    return change
  }

  /// Returns the arguments with a number joined to each `--normalize`: the argument after it, or −23.
  ///
  /// The parser's own `defaultAsFlag` forgets a value that another option follows, and a value that is not a number.
  static func joined(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      guard argument == "--normalize" else {
        result.append(argument)
        continue
      }
      let isNumber = rest.first.map { DecibelsArgument(argument: $0) != nil } ?? false
      result.append("\(argument)=\(isNumber ? rest.removeFirst() : "-23")")
    }
    return result + arguments.suffix(arguments.count - (arguments.firstIndex(of: "--") ?? arguments.count))
  }
}

import ArgumentParser
import AudioJobs
import SignalProcessing

/// Options that change the sound in time.
struct TimeChangeOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Play so many times as fast, with the pitch rising as on a tape: 1.25.", valueName: "x")
  )
  var speed: Double?

  @Option(
    name: .long, help: ArgumentHelp("Play so many times as fast, at the same pitch: 1.25.", valueName: "x"))
  var tempo: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Raise the pitch by semitones or cents, at the same tempo: 2, -0.5, 50c.", valueName: "n")
  )
  var pitch: PitchArgument?

  @Option(
    name: .long,
    help: "The method of --tempo and --pitch: a phase vocoder (music) or splicing (speech).")
  var stretch: Stretch?

  @Flag(name: .long, help: "Play the sound backwards.")
  var reverse = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Add silence before the sound and, with a second time, after it: 0.5, or 0 2.", valueName: "before after"))
  var pad: PadArgument?

  /// The ways of `--stretch`.
  enum Stretch: String, ExpressibleByArgument, CaseIterable {
    case music, speech
  }

  func validate() throws {
    try check(speed, "--speed", takes: TimePitchProcessor.rates)
    try check(tempo, "--tempo", takes: TimePitchProcessor.rates)
    if speed != nil, tempo != nil || pitch != nil {
      throw ValidationError("--speed, which moves the pitch, excludes --tempo and --pitch.")
    }
    if stretch != nil, tempo == nil, pitch == nil { throw ValidationError("--stretch goes with --tempo or --pitch.") }
    if !TimePitchProcessor.pitches.contains(pitch?.cents ?? 0) {
      throw ValidationError("--pitch takes 24 semitones down and up.")
    }
    for time in [pad?.before, pad?.after] {
      try check(time?.seconds(atRate: 1), "--pad", takes: TimeChange.silences, "seconds")
    }
  }

  /// The names of the options that were given.
  var names: [String] {
    let given = [
      (speed != nil, "--speed"), (tempo != nil, "--tempo"), (pitch != nil, "--pitch"), (reverse, "--reverse"),
      (pad != nil, "--pad"),
    ]
    return given.filter(\.0).map(\.1)
  }

  /// The durations of silence, which may be counted in frames.
  var times: [TimeArgument] { [pad?.before, pad?.after].compactMap(\.self) }

  /// Returns the change of a conversion.
  ///
  /// - Parameter rate: The sample rate, in Hz, of the input.
  func change(atRate rate: Double) -> TimeChange {
    var change = TimeChange()
    (change.speed, change.tempo, change.pitch) = (speed ?? 1, tempo ?? 1, pitch?.cents ?? 0)
    change.method = stretch == .speech ? .timeDomain : .spectral
    change.isReversed = reverse
    change.leadIn = pad?.before.seconds(atRate: rate) ?? 0
    change.leadOut = pad?.after?.seconds(atRate: rate) ?? 0
    return change
  }
}

/// An interval: `2` semitones, `50c` cents.
struct PitchArgument: ExpressibleByArgument {
  var cents: Double

  init?(argument: String) {
    let isCents = argument.hasSuffix("c")
    guard let number = Double(isCents ? String(argument.dropLast()) : argument), number.isFinite else { return nil }
    cents = isCents ? number : 100 * number
  }
}

import ArgumentParser
import AudioConversion
import AudioFiles

/// The part of the input that is taken.
struct PartOptions: ParsableArguments {
  @Option(
    name: [.long, .customLong("at")],
    help: ArgumentHelp("Begin at this time: 90, 1:30.5, #44100 frames.", valueName: "time"))
  var from: TimeArgument?

  @Option(
    name: [.long, .customLong("end")], help: ArgumentHelp("End at this time.", valueName: "time"))
  var until: TimeArgument?

  @Option(name: .long, help: ArgumentHelp("Convert no more than this.", valueName: "time"))
  var duration: TimeArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The part as sox names it: its beginning and its length or, after =, its end.",
      valueName: "from length"))
  var trim: TrimArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("With a time the same as --until, otherwise the same as --into.", valueName: "time or folder"))
  var to: PartEndArgument?

  /// The time at which the part ends.
  private var end: (time: TimeArgument, name: String)? {
    if let until { return (until, "--until") }
    if case .time(let time)? = to { return (time, "--to") }
    return nil
  }

  /// The folder that all files go to.
  var folder: Pathname? { if case .folder(let folder)? = to { folder } else { nil } }

  /// The times that were given.
  var times: [TimeArgument] { [from, end?.time, duration, trim?.start, trim?.length, trim?.end].compactMap(\.self) }

  func validate() throws {
    if until != nil, case .time? = to { throw ValidationError("--until and --to exclude each other.") }
    if let end, duration != nil { throw ValidationError("\(end.name) and --duration exclude each other.") }
    if trim != nil {
      let others = [(from != nil, "--from"), (end != nil, end?.name ?? ""), (duration != nil, "--duration")]
      if let other = others.first(where: \.0)?.1 {
        throw ValidationError("--trim and \(other) exclude each other.")
      }
    }
    if case .seconds(let end)? = end?.time.amount, case .seconds(let start) = from?.amount ?? .seconds(0), end <= start
    {
      throw ValidationError("\(self.end?.name ?? "--until") must lie after --from.")
    }
  }

  /// Sets the part of a request.
  ///
  /// - Parameter rate: Hz of the input, for times in frames.
  func narrow(_ request: inout DecodeRequest, of file: Pathname, atRate rate: Double) throws(CommandFailure) {
    request.start = (trim?.start ?? from)?.seconds(atRate: rate) ?? 0
    request.duration = (trim?.length ?? duration)?.seconds(atRate: rate)
    guard let (time, name) = trim?.end.map({ ($0, "--trim") }) ?? end.map({ ($0.time, $0.name) }) else { return }
    let end = time.seconds(atRate: rate)
    guard end > request.start else {
      throw CommandFailure(
        file, "the end by \(name) does not lie after the beginning", advice: "the part would be empty")
    }
    request.duration = end - request.start
  }
}

/// A part as sox's `trim` takes it: `30,10` is ten seconds from 30 s on, `30,=40` the same, `30` everything from there
/// on.
struct TrimArgument: ExpressibleByArgument {
  var start: TimeArgument
  var length: TimeArgument?
  var end: TimeArgument?

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(parts.count), let start = TimeArgument(argument: parts[0]) else { return nil }
    self.start = start
    guard parts.count == 2 else { return }
    let isEnd = parts[1].hasPrefix("=")
    guard let time = TimeArgument(argument: isEnd ? String(parts[1].dropFirst()) : parts[1]) else { return nil }
    if isEnd { end = time } else { length = time }
  }
}

/// The value of `--pad`: seconds of silence before, and after if a second number follows.
struct PadArgument: ExpressibleByArgument {
  var before: TimeArgument
  var after: TimeArgument?

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      TimeArgument(argument: String($0))
    }
    guard (1...2).contains(parts.count), let before = parts[0] else { return nil }
    if parts.count == 2, parts[1] == nil { return nil }
    self.before = before
    after = parts.count == 2 ? parts[1] : nil
  }
}

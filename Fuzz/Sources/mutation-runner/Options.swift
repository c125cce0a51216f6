/// What the command line asks for.
struct Options {
  var file = ""
  var configuration: String?
  var donor: String?
  var progress: String?
  var emit: String?
  var first: UInt64 = 0
  var count: UInt64 = 1
  var packetCount = 24
  /// Whether the C API is used in place of the containers and codecs.
  var usesAPI = false
  /// Processor time that an input may take, in seconds.
  var seconds = 2
  /// Memory that an input may take beyond its own size, in MiB.
  var mebibytes = 24

  static let usage = """
    mutation-runner FILE [--through formats|api] [--configuration FILE] [--donor FILE] [--first SEED] [--count N]
                    [--packets N] [--seconds N] [--mebibytes N] [--progress FILE] [--emit FILE]
    Damages the bytes of FILE once for each seed, reads and decodes them, and prints what came of it as JSON.
    With --configuration FILE is a packet dump, whose packets are damaged and decoded with that AudioSpecificConfig.
    The seed in work stands in the progress file, so that a crash can be attributed. With --emit the damaged bytes of
    the first seed are written and nothing else is done; for a dump the configuration goes to FILE.asc.
    --through api damages boxes and chunks, and uses the bytes as a program written for Core Audio does: as a file behind
    callbacks, as an extended file, as a stream that is pushed, through converters.
    A single input may take 2 seconds of processor time (--seconds), by which SIGPROF ends the program, and 24 MiB beyond
    its own size (--mebibytes), by which it ends with status 3.
    """

  enum Failure: Error { case usage }

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard name.hasPrefix("--") else {
        file = name
        continue
      }
      guard let value = rest.popFirst() else { throw .usage }
      switch name {
      case "--configuration": configuration = value
      case "--donor": donor = value
      case "--progress": progress = value
      case "--emit": emit = value
      case "--first": first = try Self.require(UInt64(value))
      case "--count": count = try Self.require(UInt64(value))
      case "--packets": packetCount = try Self.require(Int(value))
      case "--seconds": seconds = try Self.require(Int(value))
      case "--mebibytes": mebibytes = try Self.require(Int(value))
      case "--through":
        guard ["formats", "api"].contains(value) else { throw .usage }
        usesAPI = value == "api"
      default: throw .usage
      }
    }
    if file.isEmpty { throw .usage }
  }

  private static func require<Value>(_ value: Value?) throws(Failure) -> Value {
    guard let value else { throw .usage }
    return value
  }
}

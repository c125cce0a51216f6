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

  static let usage = """
    mutation-runner FILE [--configuration FILE] [--donor FILE] [--first SEED] [--count N] [--packets N]
                    [--progress FILE] [--emit FILE]
    Damages the bytes of FILE once for each seed, reads and decodes them, and prints what came of it as JSON.
    With --configuration FILE is a packet dump, whose packets are damaged and decoded with that AudioSpecificConfig.
    The seed in work stands in the progress file, so that a crash can be attributed. With --emit the damaged bytes of
    the first seed are written and nothing else is done; for a dump the configuration goes to FILE.asc.
    A single input may take 5 seconds and 64 MiB beyond its own size; beyond that the program ends with status 3.
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

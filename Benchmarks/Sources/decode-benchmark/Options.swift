import BenchmarkSupport

/// What the command line asks for.
struct Options {
  /// Which decoders to run.
  enum Side: String { case ours, peer, both }

  var cases = BenchmarkCase.all
  var side = Side.both
  var runCount = 7
  var seconds = 60.0
  var minimumRatio = 0.5
  var places = MaterialPlaces()

  static let usage = """
    decode-benchmark [--case NAME]… [--side ours|peer|both] [--runs N] [--seconds S] [--minimum-ratio R]
                     [--material FOLDER] [--vectors FOLDER] [--fixtures FOLDER]
    Decodes each case with our decoder and with libavcodec's, alternating, and prints the median speeds.
    The ratio stands with the smallest and the largest of its pairs. `--names` prints the names of the cases alone.
    The exit status is 1 where ours is slower than R times the peer (default 0.5), or where the two disagree.
    """

  enum Failure: Error { case usage }

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    var chosen: [BenchmarkCase] = []
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw .usage }
      switch name {
      case "--case":
        guard let found = BenchmarkCase.all.first(where: { $0.name == value }) else { throw .usage }
        chosen.append(found)
      case "--side": side = try Self.require(Side(rawValue: value))
      case "--runs": runCount = max(1, try Self.require(Int(value)))
      case "--seconds": seconds = try Self.require(Double(value))
      case "--minimum-ratio": minimumRatio = try Self.require(Double(value))
      case "--material": places.prepared = value
      case "--vectors": places.vectors = value
      case "--fixtures": places.fixtures = value
      default: throw .usage
      }
    }
    if !chosen.isEmpty { cases = chosen }
  }

  private static func require<Value>(_ value: Value?) throws(Failure) -> Value {
    guard let value else { throw .usage }
    return value
  }
}

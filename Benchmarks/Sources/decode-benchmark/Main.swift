import BenchmarkSupport
import Foundation

/// Compares the speed of our decoders with libavcodec's, on one core.
@main
enum DecodeBenchmark {
  static func main() throws {
    if CommandLine.arguments.contains("--names") {
      for benchmark in BenchmarkCase.all { print(benchmark.name) }
      return
    }
    let options: Options
    do {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
      print(Options.usage)
      exit(64)
    }
    print(
      "libavcodec \(PeerDecoder.version) or fdk-aac, median of \(options.runCount) runs each, alternating; processor time\n"
    )
    print("| case | ours, × real time | the other, × real time | ratio | material |")
    print("|---|---|---|---|---|")
    var failures: [String] = []
    for benchmark in options.cases {
      guard let material = try benchmark.material(in: options.places) else {
        print("| \(benchmark.title) | | | | not on this machine; see Benchmarks/prepare |")
        continue
      }
      let measurement = try Measurement(benchmark, material, options: options)
      print(row(measurement))
      if let fault = measurement.fault { failures.append("\(benchmark.name): \(fault)") }
      let least = measurement.leastRatio ?? options.minimumRatio
      if let ratio = measurement.ratio, ratio < least {
        failures.append("\(benchmark.name): ratio \(format(ratio, 2)) is below \(least)")
      }
    }
    for failure in failures { print(failure) }
    exit(failures.isEmpty ? 0 : 1)
  }

  private static func row(_ measurement: Measurement) -> String {
    let ours = measurement.ours.map { format($0, 0) } ?? ""
    let peer = measurement.peer.map { format($0, 0) } ?? ""
    var ratio = measurement.ratio.map { format($0, 2) } ?? ""
    if let spread = measurement.spread {
      ratio += " (\(format(spread.lowerBound, 2))–\(format(spread.upperBound, 2)))"
    }
    let material = "\(format(measurement.seconds, 0)) s: \(measurement.origin)"
    return "| \(measurement.title) | \(ours) | \(peer) | \(ratio) | \(material) |"
  }

  private static func format(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}

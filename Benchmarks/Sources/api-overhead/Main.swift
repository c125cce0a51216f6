import AudioBase
import BenchmarkSupport
import Foundation

/// What it costs to decode through `AudioConverterFillComplexBuffer` instead of the package's own converter: processor
/// time of one thread. Exit status 1 where it is more than 5 %.
///
/// Runs of the two alternate, and the overhead is the median over pairs of neighbours, as the machine's speed drifts
/// with what else runs on it.
@main
enum OverheadBenchmark {
  private static let allowance = 0.05
  private static let runCount = 41
  /// Seconds of sound in one run.
  private static let duration = 64.0

  static func main() throws {
    let names = CommandLine.arguments.dropFirst()
    print("median of \(runCount) pairs of runs; processor time\n")
    print("| case | Swift, ms | C, ms | overhead | material |")
    print("|---|---|---|---|---|")
    var failures: [String] = []
    // Both sides are given the configuration of an AAC stream.
    let cases = BenchmarkCase.all.filter { $0.title.hasPrefix("AAC") || $0.title.hasPrefix("HE-AAC") }
    for benchmark in cases where names.isEmpty || names.contains(benchmark.name) {
      guard let material = try benchmark.material(in: MaterialPlaces()) else {
        print("| \(benchmark.title) | | | | not on this machine; see Benchmarks/prepare |")
        continue
      }
      if let failure = try measure(benchmark, material) { failures.append("\(benchmark.name): \(failure)") }
    }
    for failure in failures { print(failure) }
    exit(failures.isEmpty ? 0 : 1)
  }

  /// Measures one case and prints its row; returns what is wrong with it.
  private static func measure(_ benchmark: BenchmarkCase, _ original: Material) throws -> String? {
    let format = try DecodingLoop(original).format
    var material = original
    material.repeatPackets(toLast: duration, packetDuration: Double(format.framesPerPacket) / format.sampleRate)
    var direct = try SwiftSide(material, format)
    let core = try CoreAudioSide(material, format)
    // Both warm up, and must give the same.
    let (first, second) = (try direct.decode(), try core.decode())
    guard first == second else { return "the two decode to different sounds" }
    var swiftTimes: [Double] = []
    var coreTimes: [Double] = []
    for _ in 0..<runCount {
      swiftTimes.append(try time { _ = try direct.decode() })
      coreTimes.append(try time { _ = try core.decode() })
    }
    let overhead = median(zip(swiftTimes, coreTimes).map { $1 / $0 }) - 1
    let numbers = [median(swiftTimes) * 1000, median(coreTimes) * 1000].map { String(format: "%.1f", $0) }
    let percent = String(format: "%.1f %%", overhead * 100)
    print("| \(benchmark.title) | \(numbers[0]) | \(numbers[1]) | \(percent) | \(material.origin) |")
    return overhead <= allowance ? nil : "\(percent) is more than 5 %"
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = threadSeconds()
    try body()
    return threadSeconds() - start
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

}

/// What a pass gave: enough to tell whether two passes are the same.
struct Pass: Equatable {
  var frameCount = 0
  /// FNV-1a over some of the bytes.
  var hash: UInt64 = 14_695_981_039_346_656_037

  /// Takes a few bytes of a portion into account, so few that their time does not count.
  mutating func note(_ bytes: UnsafeRawBufferPointer, frameCount: Int) {
    self.frameCount += frameCount
    for index in stride(from: 0, to: bytes.count, by: 1021) {
      hash = (hash ^ UInt64(bytes[index])) &* 1_099_511_628_211
    }
  }

  /// Frames that are asked for at a time.
  static let portion = 4096
}

/// Why decoding failed.
struct Failure: Error {
  var status: Int32
}

import BenchmarkSupport
import CAllocationCounter
import Foundation

/// Counts the heap allocations of decoding: none may happen after the first packets.
///
/// With `--trap` the first such allocation stops the program, for a debugger to show where it comes from.
@main
enum DecodeAllocations {
  /// Packets in which the decoder may still allocate.
  static let warmUpCount = 100
  /// Packets in which it may not.
  static let measuredCount = 1000

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.allSatisfy({ $0 == "--trap" }) else {
      print("decode-allocations [--trap]")
      exit(64)
    }
    var isClean = true
    for benchmark in BenchmarkCase.all {
      guard let material = try benchmark.material(in: MaterialPlaces()) else {
        print("\(benchmark.name): not on this machine; see Benchmarks/prepare")
        continue
      }
      let count = try allocations(decoding: material, trapping: !arguments.isEmpty)
      print("\(benchmark.name): \(count) allocations in \(measuredCount) packets after the first \(warmUpCount)")
      if count > 0 { isClean = false }
    }
    exit(isClean ? 0 : 1)
  }

  private static func allocations(decoding material: Material, trapping: Bool) throws -> Int64 {
    var loop = try DecodingLoop(configuration: material.configuration)
    let first = material.prefix(warmUpCount)
    let second = material.prefix(measuredCount)
    _ = loop.decode(first, .timeOnly)
    let before = allocationCount()
    if trapping { trapAllocations() }
    let pass = loop.decode(second, .timeOnly)
    let count = allocationCount() - before
    if pass.refusedPacketCount > 0 { print("\(pass.refusedPacketCount) packets were refused") }
    return count
  }
}

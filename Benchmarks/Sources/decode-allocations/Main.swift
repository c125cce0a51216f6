import AudioBase
import BenchmarkSupport
import CAllocationCounter
import Foundation

/// Counts the heap allocations of decoding, every tenth packet being damaged, and of encoding: none may happen after
/// the first packets.
///
/// With `--intact` no packet is damaged: damage may change an SBR header or look like a coupling channel, for which
/// there is room from the start. With `--trap` the first such allocation stops the program, for a debugger to show
/// where it comes from.
@main
enum DecodeAllocations {
  /// Packets in which the decoder may still allocate.
  static let warmUpCount = 100
  /// Packets in which it may not.
  static let measuredCount = 1000

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let names = arguments.filter { !$0.hasPrefix("--") }
    guard arguments.allSatisfy({ ["--trap", "--all", "--intact"].contains($0) || names.contains($0) }) else {
      print("decode-allocations [--all] [--intact] [--trap] [NAME]...")
      exit(64)
    }
    func isWanted(_ name: String) -> Bool { names.isEmpty || names.contains(name) }
    var isClean = true
    for (name, material) in try materials(allVectors: arguments.contains("--all")) where isWanted(name) {
      guard let count = try allocations(decoding: material, arguments) else { continue }
      print("\(name): \(count) allocations in \(measuredCount) packets after the first \(warmUpCount)")
      if count > 0 { isClean = false }
    }
    for encoding in try encodings() where isWanted(encoding.name) {
      let count = try allocations(of: encoding, trapping: arguments.contains("--trap"))
      print("\(encoding.name): \(count) allocations in \(measuredCount) packets after the first \(warmUpCount)")
      if count > 0 { isClean = false }
    }
    exit(isClean ? 0 : 1)
  }

  /// The cases of the benchmark, or every test vector.
  private static func materials(allVectors: Bool) throws -> [(name: String, material: Material)] {
    let places = MaterialPlaces()
    guard allVectors else {
      return try BenchmarkCase.all.compactMap { benchmark in
        try benchmark.material(in: places).map { (benchmark.name, $0) }
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: places.vectors).sorted()
    return try names.filter { FileManager.default.fileExists(atPath: "\(places.vectors)/\($0)/v.dump") }.map {
      ($0, try Material(vectors: ["\(places.vectors)/\($0)"], origin: $0))
    }
  }

  /// The count, or `nil` where the stream is of a kind that the decoder refuses.
  private static func allocations(decoding material: Material, _ options: [String]) throws -> Int64? {
    guard var loop = try? DecodingLoop(material) else { return nil }
    var first = material.prefix(warmUpCount)
    var second = material.prefix(measuredCount)
    if !options.contains("--intact") {
      first.damageEveryTenthPacket()
      second.damageEveryTenthPacket()
    }
    _ = loop.decode(first, .timeOnly)
    let before = allocationCount()
    if options.contains("--trap") { trapAllocations(1) }
    _ = loop.decode(second, .timeOnly)
    trapAllocations(0)
    return allocationCount() - before
  }

  /// A stream that is decoded, and whose sound is encoded in packets as long as its.
  private struct Encoding {
    var name: String
    var formatID: FourCharacterCode
    /// Bits per second.
    var bitRate: Int
    var material: Material
  }

  private static func encodings() throws -> [Encoding] {
    let kinds: [(String, FourCharacterCode, Int)] = [
      ("lc", .aac, 128_000), ("eld-480", .aacEnhancedLowDelay, 128_000), ("eld-240", .aacEnhancedLowDelay, 128_000),
      ("eld-120", .aacEnhancedLowDelay, 128_000), ("he", .aacHighEfficiency, 64_000),
      ("he-v2", .aacHighEfficiencyV2, 32_000), ("eld-sbr", .aacEnhancedLowDelaySBR, 48_000),
      ("eld-v2", .aacEnhancedLowDelayV2, 32_000),
    ]
    return try kinds.compactMap { name, formatID, bitRate in
      let benchmark = BenchmarkCase.all.first { $0.name == name }
      return try benchmark?.material(in: MaterialPlaces()).map {
        Encoding(name: "encode-\(name)", formatID: formatID, bitRate: bitRate, material: $0)
      }
    }
  }

  private static func allocations(of kind: Encoding, trapping: Bool) throws -> Int64 {
    var decoding = try DecodingLoop(kind.material)
    var settings = EncoderSettings(
      formatID: kind.formatID, sampleRate: decoding.format.sampleRate, layout: decoding.format.layout)
    settings.framesPerPacket = decoding.format.framesPerPacket
    settings.bitRate = kind.bitRate
    var encoding = try EncodingLoop(settings)
    let packets = kind.material.prefix(warmUpCount + measuredCount)
    var index = 0
    var total: Int64 = 0
    try decoding.decode(packets) { block throws in
      index += 1
      let before = allocationCount()
      if index > warmUpCount, trapping { trapAllocations(1) }
      try encoding.encode(block, frames: 0..<block.frameCount)
      trapAllocations(0)
      if index > warmUpCount { total += allocationCount() - before }
    }
    return total
  }
}

import AudioToolbox
import ExampleSupport
import Foundation

/// Encodes what is captured, as it is captured, and shows that nothing of it is missing.
@main
struct Program {
  static func main() { report(run) }

  private static func run() throws {
    guard CommandLine.arguments.count == 2 else { throw UsageError("AACELDEncoder FOLDER-FOR-NEW-FILES") }
    let folder = URL(fileURLWithPath: CommandLine.arguments[1])
    let capture = Capture(bufferCount: 200)

    let plain = try encode(capture, .plain, in: folder)
    let specific = try encode(capture, .specific, in: folder)
    print("both constructions make the same packets: \(plain == specific)")

    for name in ["captured.caf", "captured.m4a"] {
      let result = try Comparison(folder.appendingPathComponent(name), with: capture.samples)
      print(
        "\(name): \(result.frameCount) of \(capture.frameCount) frames, "
          + String(format: "%.1f dB, the worst packet %.1f dB", result.signalToNoise, result.worstStretch))
    }
  }

  /// Returns the packets.
  private static func encode(
    _ capture: Capture, _ construction: AACEncoder.Construction, in folder: URL
  ) throws -> [Data] {
    let encoder = try AACEncoder(
      from: try capture.sampleBuffer(0), bitRate: 128_000, construction: construction)
    print("\(construction): \(encoder.output.summary)")
    let sinks = [
      try PacketSink(folder.appendingPathComponent("captured.caf"), type: kAudioFileCAFType, encoder: encoder),
      try PacketSink(folder.appendingPathComponent("captured.m4a"), type: kAudioFileM4AType, encoder: encoder),
    ]
    var packets: [Data] = []
    let take = { (packet: Data) throws in
      packets.append(packet)
      for sink in sinks { try sink.append(packet) }
    }
    var counts: Set<Int> = []
    for index in 0..<capture.bufferCount {
      let before = packets.count
      try encoder.encode(try capture.sampleBuffer(index), each: take)
      counts.insert(packets.count - before)
    }
    print("\(construction): a buffer makes \(counts.sorted().map(String.init).joined(separator: " or ")) packets")
    try encoder.finish(each: take)
    for sink in sinks { try sink.close(encoder, frameCount: capture.frameCount) }
    try dump(packets).write(to: folder.appendingPathComponent("captured.dump"))
    print("\(construction): \(packets.count) packets of \(capture.frameCount) frames")
    return packets
  }

  /// Each packet behind the marker by which the receiver of the other example tells them apart.
  private static func dump(_ packets: [Data]) -> Data {
    packets.reduce(into: Data()) { dump, packet in
      dump += [0xFF, 0xAA, 0xCC, 0xDD]
      dump += packet
    }
  }
}

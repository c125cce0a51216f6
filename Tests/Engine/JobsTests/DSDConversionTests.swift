import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// DSD in a DSDIFF file, decoded whole and in parts.
@Suite struct DSDConversionTests {
  private static let frameCount = 12 * 176_400 + 77

  /// One channel of bits without any order.
  private func file() -> [UInt8] {
    func big(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) } }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + big(body.count, 8) + body }
    var random = SplitMix64(seed: 9)
    var properties = Array("SND ".utf8) + chunk("FS  ", big(2_822_400, 4))
    properties += chunk("CHNL", big(1, 2) + Array("C   ".utf8)) + chunk("CMPR", Array("DSD ".utf8) + [0, 0])
    var form = Array("DSD ".utf8) + chunk("FVER", [1, 5, 0, 0])
    form += chunk("PROP", properties) + chunk("DSD ", random.bytes(2 * Self.frameCount))
    return chunk("FRM8", form)
  }

  private func samples(
    _ directory: TemporaryDirectory, jobs: Int = 1, from start: Double = 0
  ) throws -> ArraySlice<UInt8> {
    var conversion = FileConversion(from: directory.file("in.dff"), to: directory.file("out.wav"))
    conversion.dataFormat = OutputDataFormat(.samples(.float32))
    conversion.jobCount = jobs
    conversion.decoding.start = start
    conversion.replacement = .replace
    try conversion.run()
    let bytes = try required(directory.read("out.wav"))
    return bytes.suffix(4 * (Self.frameCount - Int(start * 176_400)))
  }

  @Test("each frame is there, in its place, by one job, by several and in a part")
  func identity() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.dff", file())
    let whole = try samples(directory)
    let size = try required(directory.read("out.wav")).count
    #expect(size >= 4 * Self.frameCount && size < 4 * Self.frameCount + 400)
    try expectEqual(samples(directory, jobs: 3), whole)
    for start in [0.25, 4.75] {
      try expectEqual(samples(directory, from: start), whole.suffix(4 * (Self.frameCount - Int(start * 176_400))))
    }
    // Integers of 24 bits where nothing else is asked for.
    try FileConversion(from: directory.file("in.dff"), to: directory.file("plain.wav")).run()
    let plain = try required(directory.read("plain.wav"))
    #expect(plain.count >= 3 * Self.frameCount && plain.count < 3 * Self.frameCount + 400)
  }
}

import AACDecoding
import AACSyntax
import Foundation
import TestSupport
import Testing

/// Streams with Parametric Stereo agree with FFmpeg's float decode, sample by sample from the first packet on.
struct StereoVectorTests {
  static let names = TestVectors.all.map(\.name).filter { $0.hasPrefix("hev2") || $0.hasPrefix("xa_hev2") }

  @Test(.needs(.vectors), arguments: names) func agreesWithTheReference(name: String) throws {
    let vector = try required(TestVectors.named(name))
    let folder = try SharedFiles.file("vectors/\(name)")
    let reference = Samples(folder: folder)
    #expect(reference.isFloat && vector.configuration.channelCount == 2)
    let decoded = try Samples(decoding: vector, frameCount: reference.values.count / 2, isDoubled: false)
    try #require(decoded.values.count == reference.values.count)
    var sum = 0.0
    var peak = 0.0
    for (value, expected) in zip(decoded.values, reference.values) {
      sum += (value - expected) * (value - expected)
      peak = max(peak, abs(value - expected))
    }
    let rms = (sum / Double(reference.values.count)).squareRoot()
    print(name, "rms", rms, "peak", peak)
    expectLess(rms, 8.81e-06)
    expectLessOrEqual(peak, 6.10e-05)
  }
}

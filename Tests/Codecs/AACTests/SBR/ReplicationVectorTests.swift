import AudioBase
import Foundation
import TestSupport
import Testing

@testable import AACCodec

/// Streams with SBR agree with other decoders, sample by sample from the first packet on.
struct ReplicationVectorTests {
  /// How far a decode may be from a reference: that of FFmpeg in floats, or that of fdk-aac in 16-bit integers.
  struct Limit {
    var rms: Double
    var peak: Double

    static let float = Limit(rms: 8.81e-06, peak: 6.10e-05)
    static let integer = Limit(rms: 1.0e-04, peak: 4.9e-03)
  }

  static let names = TestVectors.all.map(\.name).filter {
    $0.hasPrefix("hev1") || $0.hasPrefix("eldsbr") || $0.hasPrefix("xa_hev1")
  }

  @Test(arguments: names) func agreesWithTheReference(name: String) throws {
    let vector = try #require(TestVectors.named(name))
    let folder = try #require(SharedFiles.folder).appending(path: "vectors/\(name)")
    let reference = try Samples(folder: folder)
    // FFmpeg gives two equal channels of one, since Parametric Stereo might still come.
    let isDoubled = vector.configuration.channelCount == 1 && reference.isFloat
    let channelCount = isDoubled ? 2 : vector.configuration.channelCount
    let decoded = try Samples(
      decoding: vector, frameCount: reference.values.count / channelCount, isDoubled: isDoubled)
    let count = min(decoded.values.count, reference.values.count)
    #expect(decoded.values.count == reference.values.count)
    var sum = 0.0
    var peak = 0.0
    for index in 0..<count {
      let difference = decoded.values[index] - reference.values[index]
      sum += difference * difference
      peak = max(peak, abs(difference))
    }
    let rms = (sum / Double(max(count, 1))).squareRoot()
    if let folder = ProcessInfo.processInfo.environment["SBR_DUMP"] {
      try decoded.data.write(to: URL(filePath: "\(folder)/\(name).f32"))
    }
    print(name, "rms", rms, "peak", peak, reference.isFloat ? "float" : "integer", "frames", count)
    let limit = reference.isFloat ? Limit.float : .integer
    #expect(rms < limit.rms)
    #expect(peak <= limit.peak)
  }
}

/// Interleaved samples in the order of WAVE.
struct Samples {
  var values: [Double]
  var isFloat = true

  /// The reference of a vector.
  init(folder: URL) throws {
    let floats = SharedFiles.bytes(folder.appending(path: "ref.f32"))
    isFloat = !floats.isEmpty
    if isFloat {
      values = stride(from: 0, to: floats.count - 3, by: 4).map { place in
        let bits = (0..<4).reduce(0) { $0 | UInt32(floats[place + $1]) << UInt32(8 * $1) }
        return Double(Float(bitPattern: bits))
      }
    } else {
      let integers = SharedFiles.bytes(folder.appending(path: "ref.s16"))
      values = stride(from: 0, to: integers.count - 1, by: 2).map { place in
        Double(Int16(bitPattern: UInt16(integers[place]) | UInt16(integers[place + 1]) << 8)) / 32768
      }
    }
  }

  /// The first frames of a decode.
  init(decoding vector: TestVector, frameCount: Int, isDoubled: Bool) throws {
    values = []
    var decoding = Decoding(vector.configuration)
    let order = isDoubled ? [0, 0] : Self.waveOrder(vector.configuration.layout)
    for packet in vector.packets {
      let frame = try decoding.decode(packet)
      #expect(decoding.decoder.remark == nil)
      for index in frame[0].indices {
        for channel in order { values.append(Double(frame[channel][index])) }
      }
      if values.count >= frameCount * order.count { break }
    }
    values.removeLast(max(0, values.count - frameCount * order.count))
  }

  /// The samples as little-endian floats.
  var data: Data {
    Data(
      values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: Float(value).bitPattern >> UInt32(8 * $0)) } })
  }

  /// C L R Ls Rs LFE of the stream becomes L R C LFE Ls Rs.
  private static func waveOrder(_ layout: ChannelLayout) -> [Int] {
    layout.channelCount == 6 ? [1, 2, 0, 5, 3, 4] : Array(0..<layout.channelCount)
  }
}

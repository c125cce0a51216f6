import AACDecoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import Foundation
import MPEG4Systems
import TestSupport
import Testing

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

  /// Limiter bands and gains, interpolation and smoothing in all combinations, which encoders do not use: as FFmpeg
  /// decodes.
  @Test(.needs(.ffmpeg), arguments: 0..<16) func everyKindOfLimiterAgreesWithFFmpeg(kind: Int) throws {
    let vector = try ReplicationBehaviourTests.fixture(ReplicationBehaviourTests.highEfficiency)
    var limiter = SBRHeader.Limiter()
    limiter.bands = kind & 3
    limiter.gains = (kind >> 2 ^ kind) & 3
    limiter.interpolatesFrequency = kind & 4 != 0
    limiter.smoothingMode = kind & 8 != 0
    var rewriting = HeaderRewriting(vector.configuration)
    var decoding = Decoding(vector.configuration)
    var stream: [UInt8] = []
    var samples: [Float] = []
    for packet in vector.packets {
      let rewritten = try rewriting.packet(packet, limiter: limiter)
      stream += HeaderRewriting.adtsHeader(byteCount: rewritten.count) + rewritten
      let frame = try decoding.decode(rewritten)
      expectNil(decoding.decoder.remark)
      for n in frame[0].indices { samples += [frame[0][n], frame[1][n]] }
    }
    let arguments = ["-v", "error", "-i", "FILE", "-f", "f32le", "-"]
    let output = try ForeignProgram.run("ffmpeg", arguments, on: stream, named: "sbr.aac")
    let reference = Samples(floats: output)
    expectEqual(reference.values.count, samples.count)
    var sum = 0.0
    for (sample, wanted) in zip(samples, reference.values) {
      sum += (Double(sample) - wanted) * (Double(sample) - wanted)
    }
    expectLess((sum / Double(samples.count)).squareRoot(), 8.81e-06)
  }

  @Test(.needs(.vectors), arguments: names) func agreesWithTheReference(name: String) throws {
    let vector = try required(TestVectors.named(name))
    let folder = try SharedFiles.file("vectors/\(name)")
    let reference = Samples(folder: folder)
    // FFmpeg gives two equal channels of one, since Parametric Stereo might still come.
    let isDoubled = vector.configuration.channelCount == 1 && reference.isFloat
    let channelCount = isDoubled ? 2 : vector.configuration.channelCount
    let decoded = try Samples(
      decoding: vector, frameCount: reference.values.count / channelCount, isDoubled: isDoubled)
    let count = min(decoded.values.count, reference.values.count)
    expectEqual(decoded.values.count, reference.values.count)
    var sum = 0.0
    var peak = 0.0
    for index in 0..<count {
      let difference = decoded.values[index] - reference.values[index]
      sum += difference * difference
      peak = max(peak, abs(difference))
    }
    let rms = (sum / Double(max(count, 1))).squareRoot()
    print(name, "rms", rms, "peak", peak, reference.isFloat ? "float" : "integer", "frames", count)
    let limit = reference.isFloat ? Limit.float : .integer
    expectLess(rms, limit.rms)
    expectLessOrEqual(peak, limit.peak)
  }
}

/// Interleaved samples in the order of WAVE.
struct Samples {
  var values: [Double]
  var isFloat = true

  /// The reference of a vector.
  init(folder: URL) {
    let floats = SharedFiles.bytes(folder.appending(path: "ref.f32"))
    guard floats.isEmpty else {
      self.init(floats: floats)
      return
    }
    self.init(integers: SharedFiles.bytes(folder.appending(path: "ref.s16")))
  }

  /// Little-endian 16-bit integers.
  init(integers: [UInt8]) {
    isFloat = false
    values = TestSupport.integers(integers).map { Double($0) / 32768 }
  }

  /// Little-endian floats.
  init(floats: [UInt8]) {
    values = TestSupport.floats(floats).map { Double($0) }
  }

  /// The first frames of a decode.
  init(decoding vector: TestVector, frameCount: Int, isDoubled: Bool) throws {
    values = []
    var decoding = Decoding(vector.configuration)
    let order = isDoubled ? [0, 0] : Self.waveOrder(vector.configuration.layout)
    for packet in vector.packets {
      let frame = try decoding.decode(packet)
      expectNil(decoding.decoder.remark)
      for index in frame[0].indices {
        for channel in order { values.append(Double(frame[channel][index])) }
      }
      if values.count >= frameCount * order.count { break }
    }
    values.removeLast(max(0, values.count - frameCount * order.count))
  }

  /// C L R Ls Rs LFE of the stream becomes L R C LFE Ls Rs.
  private static func waveOrder(_ layout: ChannelLayout) -> [Int] {
    layout.channelCount == 6 ? [1, 2, 0, 5, 3, 4] : Array(0..<layout.channelCount)
  }
}

/// Writes packets of HE-AAC of one pair again, with another limiter in the SBR headers.
struct HeaderRewriting {
  private var unit: AccessUnit
  private var data = SBRElementData()
  private var bands: SBRBands?
  private let context: SBRContext

  init(_ configuration: AACConfiguration) {
    unit = AccessUnit(configuration)
    context = SBRContext(
      slotCount: 16, isLowDelay: false, sampleRate: 2 * configuration.systems.samplingFrequency.hertz)
  }

  mutating func packet(_ packet: [UInt8], limiter: SBRHeader.Limiter) throws -> [UInt8] {
    var reader = BitReader(packet.span)
    try unit.parse(&reader)
    let payload = try required(unit.replications[0])
    var part = BitReader(packet.span, bits: payload.start..<payload.end)
    #expect(try data.parse(&part, isPair: true, context, bands: &bands))
    data.header?.limiter = limiter
    var content = BitWriter()
    content.write(13, 4)
    data.write(to: &content, isPair: true, try required(bands), isLowDelay: false)
    var writer = BitWriter()
    unit.writeElement(0, to: &writer)
    writer.writeFillHeader(byteCount: content.bytes.count)
    writer.write(bitsOf: content.bytes.span, 0..<(8 * content.bytes.count))
    writer.writeEnd(anchor: 0)
    return writer.bytes
  }

  /// `adts_frame()` without a CRC: AAC-LC at 22.05 kHz, one or two channels.
  static func adtsHeader(byteCount: Int, channels: Int = 2) -> [UInt8] {
    var header = BitWriter()
    let fields = [
      (0xFFF, 12), (1, 4), (1, 2), (7, 4), (0, 1), (channels, 3), (0, 4), (7 + byteCount, 13), (0x7FF, 11), (0, 2),
    ]
    for (value, count) in fields { header.write(UInt32(value), count) }
    return header.bytes
  }
}

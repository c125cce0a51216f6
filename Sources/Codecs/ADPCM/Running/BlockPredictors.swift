import AudioBase
import Transforms

/// ADPCM of CRI (ADX): blocks of 18 bytes per channel, a scale and 32 codes, with a predictor from two samples.
///
/// The cookie is the frequency of the high-pass filter that the predictor is made for, in Hz, in two bytes. The facts
/// are those of the Multimedia Wiki's page "CRI ADX ADPCM".
struct ADXADPCM: RunningADPCM {
  static let formatID = FourCharacterCode.adxADPCM
  static let name = "ADPCM of CRI (ADX)"
  static let largestChannelCount = 8
  private static let blockByteCount = 18
  private static let blockFrameCount = 32

  private let coefficients: (first: Int32, second: Int32)
  private var last: Int32 = 0
  private var previous: Int32 = 0

  init(_ stream: CodedStream) throws(CodecError) {
    guard stream.cookie.count == 2 else {
      throw CodecError(.malformed, "ADX states the frequency of a filter, in two bytes")
    }
    let frequency = Double(Int(stream.cookie[0]) << 8 | Int(stream.cookie[1]))
    let root = 2.0.squareRoot()
    // The number of turns a sample, of which whole ones are none.
    let turns = (frequency / max(1, stream.format.sampleRate)).truncatingRemainder(dividingBy: 1)
    let (a, b) = (root - Trigonometry.cosineAndSine(turns: turns).cosine, root - 1)
    let c = (a - ((a + b) * (a - b)).squareRoot()) / b
    // In parts of 4096.
    coefficients = (Int32((c * 8192).rounded(.toNearestOrEven)), Int32((-c * c * 4096).rounded(.toNearestOrEven)))
  }

  static func frameCount(_ byteCount: Int, _ format: StreamFormat) -> Int {
    byteCount / (blockByteCount * format.channelsPerFrame) * blockFrameCount
  }

  mutating func decode(
    _ packet: Span<UInt8>, channel: Int, of channelCount: Int, into plane: inout MutableSpan<Float>
  ) {
    for frame in plane.indices {
      let (block, within) = frame.quotientAndRemainder(dividingBy: Self.blockFrameCount)
      let start = (block * channelCount + channel) * Self.blockByteCount
      let scale = Int32(packet[start]) << 8 | Int32(packet[start + 1])
      let byte = packet[start + 2 + within >> 1]
      let code = signedNibble(within & 1 == 0 ? byte >> 4 : byte & 15)
      let predicted = (coefficients.first &* last &+ coefficients.second &* previous) >> 12
      (previous, last) = (last, clipped16(code &* scale &+ predicted))
      plane[frame] = Float(last) * 0x1p-15
    }
  }
}

/// ADPCM of Argonaut Games (ASF): blocks of 17 bytes per channel, a shift and a choice of predictor, and 32 codes.
///
/// The facts are those of the Multimedia Wiki's page "Argonaut Games ADPCM".
struct ArgonautADPCM: RunningADPCM {
  static let formatID = FourCharacterCode.argonautADPCM
  static let name = "ADPCM of Argonaut Games"
  private static let blockByteCount = 17
  private static let blockFrameCount = 32

  private var last: Int32 = 0
  private var previous: Int32 = 0

  init(_ stream: CodedStream) {}

  static func frameCount(_ byteCount: Int, _ format: StreamFormat) -> Int {
    byteCount / (blockByteCount * format.channelsPerFrame) * blockFrameCount
  }

  mutating func decode(
    _ packet: Span<UInt8>, channel: Int, of channelCount: Int, into plane: inout MutableSpan<Float>
  ) {
    for frame in plane.indices {
      let (block, within) = frame.quotientAndRemainder(dividingBy: Self.blockFrameCount)
      let start = (block * channelCount + channel) * Self.blockByteCount
      let control = packet[start]
      let byte = packet[start + 1 + within >> 1]
      // In quarters of a sample.
      let code = signedNibble(within & 1 == 0 ? byte >> 4 : byte & 15) << Int32(control >> 4 + 2)
      let predicted = control & 4 == 0 ? 4 * last : 8 * last - 4 * previous
      (previous, last) = (last, clipped16((code + predicted) >> 2))
      plane[frame] = Float(last) * 0x1p-15
    }
  }
}

import AudioBase

/// Wide-band speech of ITU-T G.722 at 64 kbit/s: two bands of 8 kHz, of which the lower has six bits of a byte and the
/// upper two. The 56 and 48 kbit/s of calls replace the lowest bits by data, which is then decoded as noise.
struct G722: RunningADPCM {
  static let formatID = FourCharacterCode.g722
  static let name = "G.722"
  static let largestChannelCount = 1
  static let prerollPacketCount = 25

  private var lower = G722Band(scale: 32)
  private var upper = G722Band(scale: 8)
  /// The sums and differences of the bands that the filter holds, the latest last.
  private var history: [24 of Int32] = .init(repeating: 0)

  init(_ stream: CodedStream) {}

  /// Two samples per byte.
  static func frameCount(_ byteCount: Int, _ format: StreamFormat) -> Int { 2 * byteCount }

  /// Half of the filter that joins the bands; the other half is its mirror image; ITU-T G.722, Table 11.
  private static let filter: [12 of Int32] = [3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11]

  mutating func decode(
    _ packet: Span<UInt8>, channel: Int, of channelCount: Int, into plane: inout MutableSpan<Float>
  ) {
    for index in 0..<(plane.count / 2) {
      let (low, high) = bands(packet[index])
      for place in 0..<22 { history[place] = history[place + 2] }
      history[22] = low + high
      history[23] = low - high
      var (first, second): (Int32, Int32) = (0, 0)
      for tap in 0..<12 {
        second += history[2 * tap] * Self.filter[tap]
        first += history[2 * tap + 1] * Self.filter[11 - tap]
      }
      plane[2 * index] = Float(clipped16(first >> 11)) * 0x1p-15
      plane[2 * index + 1] = Float(clipped16(second >> 11)) * 0x1p-15
    }
  }

  /// Decodes a byte to a sample of each band; ITU-T G.722, 4.
  private mutating func bands(_ byte: UInt8) -> (low: Int32, high: Int32) {
    let (code, upperCode) = (Int(byte & 63), Int(byte >> 6))
    let low = limited15(lower.prediction + (lower.scale * Self.sixBits[code]) >> 15)
    // The predictor hears the four upper bits alone, so that the lowest may be data.
    let difference = (lower.scale * Self.fourBits[code >> 2]) >> 15
    lower.adaptScale(by: Self.lowerChanges[code >> 2], largest: 18432, shift: 8)
    lower.adaptPredictor(to: difference)

    let step = (upper.scale * Self.twoBits[upperCode]) >> 15
    let high = limited15(upper.prediction + step)
    upper.adaptScale(by: upperCode & 1 == 0 ? 798 : -214, largest: 22528, shift: 10)
    upper.adaptPredictor(to: step)
    return (low, high)
  }

  @inline(__always)
  private func limited15(_ value: Int32) -> Int32 { min(max(value, -16384), 16383) }

  /// The values of the quantizers; ITU-T G.722, Tables 14 to 16, scaled by 2^15.
  private static let sixBits: [64 of Int32] = [
    -136, -136, -136, -136, -24808, -21904, -19008, -16704, -14984, -13512, -12280, -11192, -10232, -9360, -8576, -7856,
    -7192, -6576, -6000, -5456, -4944, -4464, -4008, -3576, -3168, -2776, -2400, -2032, -1688, -1360, -1040, -728,
    24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856, 7192, 6576, 6000, 5456,
    4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728, 432, 136, -432, -136,
  ]
  private static let fourBits: [16 of Int32] = [
    0, -20456, -12896, -8968, -6288, -4240, -2584, -1200, 20456, 12896, 8968, 6288, 4240, 2584, 1200, 0,
  ]
  private static let twoBits: [4 of Int32] = [-7408, -1616, 7408, 1616]
  /// The changes of the lower band's logarithmic scale by the four upper bits of a code.
  private static let lowerChanges: [16 of Int32] = [
    -60, 3042, 1198, 538, 334, 172, 58, -30, 3042, 1198, 538, 334, 172, 58, -30, -60,
  ]
}

/// The adaptive quantizer and predictor of a band; ITU-T G.722, 3 and 6.2.
struct G722Band: BitwiseCopyable, Sendable {
  /// The width of a step.
  private(set) var scale: Int32
  /// The value that the next sample is expected to have.
  private(set) var prediction: Int32 = 0

  private var logarithm: Int32 = 0
  /// The part of the prediction that is made of differences.
  private var zeroPart: Int32 = 0
  private var poles: [2 of Int32] = .init(repeating: 0)
  private var zeros: [6 of Int32] = .init(repeating: 0)
  /// The latest samples and differences, the last one first.
  private var samples: [2 of Int32] = .init(repeating: 0)
  private var differences: [6 of Int32] = .init(repeating: 0)
  /// The signs of the last two samples without the contribution of the poles.
  private var signs: [2 of Bool] = .init(repeating: false)

  init(scale: Int32) { self.scale = scale }

  /// Powers of two from 2^11 on, in steps of 1/32; ITU-T G.722, Table 17.
  private static let powers: [32 of Int32] = [
    2048, 2093, 2139, 2186, 2233, 2282, 2332, 2383, 2435, 2489, 2543, 2599, 2656, 2714, 2774, 2834,
    2896, 2960, 3025, 3091, 3158, 3228, 3298, 3371, 3444, 3520, 3597, 3676, 3756, 3838, 3922, 4008,
  ]

  /// Blocks LOGSCL, SCALEL, LOGSCH and SCALEH.
  mutating func adaptScale(by change: Int32, largest: Int32, shift: Int32) {
    logarithm = min(max((logarithm * 127) >> 7 + change, 0), largest)
    let power = Self.powers[Int(logarithm >> 6 & 31)]
    let distance = shift - logarithm >> 11
    scale = (distance < 0 ? power << -distance : power >> distance) << 2
  }

  /// Blocks PARREC to PREDIC: adapts the coefficients to a difference, and predicts the next sample.
  mutating func adaptPredictor(to difference: Int32) {
    let sample = clipped16(prediction + difference)
    let isNegative = clipped16(zeroPart + difference) < 0

    // UPPOL2 and UPPOL1.
    let steep = clipped16(poles[0] << 2)
    let turned = min(isNegative == signs[0] ? -steep : steep, 32767)
    let second = min(
      max((isNegative == signs[1] ? 128 : -128) + turned >> 7 + (poles[1] * 32512) >> 15, -12288), 12288)
    let bound = clipped16(15360 - second)
    let first = clipped16((isNegative == signs[0] ? 192 : -192) + (poles[0] * 32640) >> 15)
    poles[0] = min(max(first, -bound), bound)
    poles[1] = second

    // UPZERO.
    let change: Int32 = difference == 0 ? 0 : 128
    for index in 0..<6 {
      let isAlike = (differences[index] < 0) == (difference < 0)
      zeros[index] = clipped16((isAlike ? change : -change) + (zeros[index] * 32640) >> 15)
    }

    // The delays, then FILTEP and FILTEZ.
    for index in (1..<6).reversed() { differences[index] = differences[index - 1] }
    differences[0] = difference
    (samples[1], samples[0]) = (samples[0], sample)
    (signs[1], signs[0]) = (signs[0], isNegative)
    let polePart = clipped16(
      (poles[0] * clipped16(2 * samples[0])) >> 15 + (poles[1] * clipped16(2 * samples[1])) >> 15)
    var sum: Int32 = 0
    for index in (0..<6).reversed() { sum += (zeros[index] * clipped16(2 * differences[index])) >> 15 }
    zeroPart = clipped16(sum)
    prediction = clipped16(polePart + zeroPart)
  }
}

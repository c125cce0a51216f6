import AudioBase

/// Speech of ITU-T G.726 at 16, 24, 32 and 40 kbit/s: codes of 2 to 5 bits, the first in the highest bits of a byte.
///
/// Names of blocks are those of the Recommendation; its arithmetic is of fixed point, to the bit.
struct G726: RunningADPCM {
  static let formatID = FourCharacterCode.g726
  static let name = "G.726"
  static let largestChannelCount = 1
  static let prerollPacketCount = 25

  /// The numbers of a rate.
  private let table: G726Table
  /// `YL` and `YU`: the slow and the fast scale factor.
  private var slowScale: Int32 = 34816
  private var fastScale: Int32 = 544
  /// `DMS`, `DML` and `AP`: how steady the codes are.
  private var shortAverage: Int32 = 0
  private var longAverage: Int32 = 0
  private var speed: Int32 = 0
  private var poles: [2 of Int32] = .init(repeating: 0)
  private var zeros: [6 of Int32] = .init(repeating: 0)
  private var differences: [6 of G726Number] = .init(repeating: G726Number(0))
  private var samples: [2 of G726Number] = .init(repeating: G726Number(0))
  private var signs: [2 of Bool] = .init(repeating: false)
  /// `TD`: true if the sound is one of a modem.
  private var isTone = false

  /// Creates the coder; a code has the bits of a packet divided by its frames.
  init(_ stream: CodedStream) throws(CodecError) {
    guard let table = G726Table(bits: Self.bits(stream.format)) else {
      throw CodecError(.unsupported, "codes of G.726 have 2 to 5 bits")
    }
    self.table = table
  }

  private static func bits(_ format: StreamFormat) -> Int {
    8 * format.bytesPerPacket / max(1, format.framesPerPacket)
  }

  static func frameCount(_ byteCount: Int, _ format: StreamFormat) -> Int { 8 * byteCount / max(1, bits(format)) }

  mutating func decode(
    _ packet: Span<UInt8>, channel: Int, of channelCount: Int, into plane: inout MutableSpan<Float>
  ) {
    for frame in plane.indices {
      var code = 0
      for bit in (frame * table.bits)..<((frame + 1) * table.bits) {
        code = code << 1 | Int(packet[bit >> 3] >> UInt8(7 - bit & 7)) & 1
      }
      plane[frame] = Float(clipped16(4 * sample(code))) * 0x1p-15
    }
  }

  /// Decodes a code to a sample of 14 bits.
  private mutating func sample(_ code: Int) -> Int32 {
    var (zeroSum, poleSum): (Int32, Int32) = (0, 0)
    for index in 0..<6 { zeroSum += differences[index].product(zeros[index] >> 2) }
    for index in 0..<2 { poleSum += samples[index].product(poles[index] >> 2) }
    let prediction = (zeroSum + poleSum) >> 1
    let scale = mixedScale()

    // RECONST, ADDA and ANTILOG.
    let isNegative = code >> (table.bits - 1) == 1
    let row = isNegative ? (1 << table.bits) - 1 - code : code
    let logarithm = table.levels[row] + scale >> 2
    let magnitude =
      logarithm < 0 ? 0 : ((128 + logarithm & 127) << 7) >> (14 - logarithm >> 7 & 15)
    let difference = isNegative ? -magnitude : magnitude
    let sample = prediction + difference

    adapt(
      to: Step(
        scale: scale, magnitude: magnitude, isNegative: isNegative, sample: sample,
        partial: difference + zeroSum >> 1), row: row)
    return sample
  }

  /// Block MIX: `Y`.
  private func mixedScale() -> Int32 {
    guard speed < 256 else { return fastScale }
    let slow = slowScale >> 6
    let (distance, weight) = (fastScale - slow, speed >> 2)
    if distance > 0 { return slow + (distance * weight) >> 6 }
    return slow + (distance * weight + 63) >> 6
  }

  /// A decoded code: everything that the predictor and the scale depend on.
  private struct Step {
    var scale: Int32
    var magnitude: Int32
    var isNegative: Bool
    var sample: Int32
    /// The difference and the part of the prediction that is made of differences.
    var partial: Int32
  }

  /// Adapts the scale, the predictor and the speed of both, by the row of the code in the tables.
  private mutating func adapt(to step: Step, row: Int) {
    let (scale, magnitude, isNegative) = (step.scale, step.magnitude, step.isNegative)
    let (sample, partial) = (step.sample, step.partial)
    let (factor, steadiness) = (table.factors[row] << 5, table.steadiness[row] << 9)
    // TRANS.
    let (whole, fraction) = (slowScale >> 15, slowScale >> 10 & 31)
    let threshold = whole > 9 ? 31 << 10 : (32 + fraction) << whole
    let isTransition = isTone && magnitude > (threshold + threshold >> 1) >> 1

    // FILTD, LIMB and FILTE.
    fastScale = min(max(scale + (factor - scale) >> 5, 544), 5120)
    slowScale += fastScale + (-slowScale) >> 6

    let isSumNegative = partial < 0
    if isTransition {
      (poles, zeros) = (.init(repeating: 0), .init(repeating: 0))
    } else {
      adaptPoles(isSumNegative, isSumZero: partial == 0)
      for index in 0..<6 {
        zeros[index] -= zeros[index] >> (table.bits == 5 ? 9 : 8)
        if magnitude != 0 { zeros[index] += isNegative == differences[index].isNegative ? 128 : -128 }
      }
    }
    let steep = isTransition ? 0 : poles[1]

    for index in (1..<6).reversed() { differences[index] = differences[index - 1] }
    differences[0] = G726Number(magnitude, isNegative: isNegative)
    samples[1] = samples[0]
    samples[0] = G726Number(min(Int32(sample.magnitude), 32767), isNegative: sample < 0)
    (signs[1], signs[0]) = (signs[0], isSumNegative)
    // TONE and TRIGB.
    isTone = !isTransition && steep < -11776

    // FILTA, FILTB, SUBTC, FILTC and TRIGA.
    shortAverage += (steadiness - shortAverage) >> 5
    longAverage += (steadiness << 2 - longAverage) >> 7
    if isTransition {
      speed = 256
    } else {
      let isUnsteady =
        scale < 1536 || isTone || Int32((shortAverage << 2 - longAverage).magnitude) >= longAverage >> 3
      speed += ((isUnsteady ? 512 : 0) - speed) >> 4
    }
  }

  /// Blocks UPA2, LIMC, UPA1 and LIMD.
  private mutating func adaptPoles(_ isSumNegative: Bool, isSumZero: Bool) {
    let isTurned = isSumNegative != signs[0]
    var second = poles[1] - poles[1] >> 7
    if !isSumZero {
      let first = isTurned ? poles[0] : -poles[0]
      second += first < -8191 ? -256 : first > 8191 ? 255 : first >> 5
      second = min(max(second + (isSumNegative != signs[1] ? -128 : 128), -12288), 12288)
    }
    poles[1] = second
    poles[0] -= poles[0] >> 8
    if !isSumZero { poles[0] += isTurned ? -192 : 192 }
    let bound = 15360 - second
    poles[0] = min(max(poles[0], -bound), bound)
  }
}

/// A number of the predictor's memory: a sign, four bits of exponent and six of mantissa (blocks FLOATA and FLOATB).
struct G726Number: BitwiseCopyable, Sendable {
  let isNegative: Bool
  private let exponent: Int32
  private let mantissa: Int32

  init(_ magnitude: Int32, isNegative: Bool = false) {
    self.isNegative = isNegative
    exponent = Int32(Int32.bitWidth - magnitude.leadingZeroBitCount)
    mantissa = magnitude == 0 ? 32 : (magnitude << 6) >> exponent
  }

  /// Block FMULT: the product with a coefficient of 14 bits.
  func product(_ coefficient: Int32) -> Int32 {
    let magnitude = coefficient > 0 ? coefficient : -coefficient & 0x1FFF
    let own = Int32(Int32.bitWidth - magnitude.leadingZeroBitCount)
    let ownMantissa = magnitude == 0 ? 32 : (magnitude << 6) >> own
    let (sum, product) = (exponent + own - 19, (mantissa * ownMantissa + 48) >> 4)
    let value = sum >= 0 ? product << sum & 0x7FFF : product >> -sum
    return (coefficient < 0) != isNegative ? -value : value
  }
}

/// The tables of a rate, by the magnitude of a code (ITU-T G.726, Tables 7 to 14 and the values of blocks FUNCTF and
/// FUNCTW).
struct G726Table: BitwiseCopyable, Sendable {
  let bits: Int
  /// The logarithms of the quantizer's output, in parts of 128.
  let levels: [16 of Int32]
  /// `W`: the changes of the scale factor.
  let factors: [16 of Int32]
  /// `F`.
  let steadiness: [16 of Int32]

  init?(bits: Int) {
    self.bits = bits
    switch bits {
    case 2:
      levels = Self.filled(116, 365)
      factors = Self.filled(-22, 439)
      steadiness = Self.filled(0, 7)
    case 3:
      levels = Self.filled(-2048, 135, 273, 373)
      factors = Self.filled(-4, 30, 137, 582)
      steadiness = Self.filled(0, 1, 2, 7)
    case 4:
      levels = Self.filled(-2048, 4, 135, 213, 273, 323, 373, 425)
      factors = Self.filled(-12, 18, 41, 64, 112, 198, 355, 1122)
      steadiness = Self.filled(0, 0, 0, 1, 1, 1, 3, 7)
    case 5:
      levels = Self.filled(-2048, -66, 28, 104, 169, 224, 274, 318, 358, 395, 429, 459, 488, 514, 539, 566)
      factors = Self.filled(14, 14, 24, 39, 40, 41, 58, 100, 141, 179, 219, 280, 358, 440, 529, 696)
      steadiness = Self.filled(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6)
    default: return nil
    }
  }

  private static func filled(_ numbers: Int32...) -> [16 of Int32] {
    .init { $0 < numbers.count ? numbers[$0] : 0 }
  }
}

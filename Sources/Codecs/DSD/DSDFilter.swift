import Transforms

/// The low-pass filter that turns bits into frames: a sinc under Kaiser's window, of linear phase, which is as long as
/// 32 frames.
///
/// Up to 0.23 of the rate of frames, 41 kHz of 176.4, it is flat within 10⁻⁵; from half that rate on, whence noise
/// would fold back, it is 130 dB down. Its middle is the middle of a frame's own bits.
struct DSDFilter {
  /// The frames that the filter spans.
  private static let frameCount = 32
  /// The attenuation, in dB, from half the rate of frames on.
  private static let attenuation = 130.0
  /// The sum of all coefficients: the value of a frame whose bits are all 1.
  private static let scale = 0x1p28
  /// The factor that makes a sum a sample.
  static let unit: Float = 0x1p-28

  /// The number of bytes before and after a frame's own that the filter reaches.
  static func sideByteCount(bitsPerFrame: Int) -> Int { (frameCount - 1) * bitsPerFrame / 16 }

  /// The filter sum of eight bits for each value of each byte: integers, so that the order of summation does not
  /// matter.
  let sums: [Int32]
  /// The bytes under the filter.
  let byteCount: Int

  init(bitsPerFrame: Int) {
    byteCount = Self.frameCount * bitsPerFrame / 8
    let taps = Self.taps(count: 8 * byteCount, bitsPerFrame: bitsPerFrame)
    // Bound: 512 bytes under the longest filter, 256 values each.
    var sums = [Int32](repeating: 0, count: 256 * byteCount)
    for byte in 0..<byteCount {
      for value in 0..<256 {
        sums[256 * byte + value] = (0..<8).reduce(0) { sum, bit in
          value >> (7 - bit) & 1 == 1 ? sum + taps[8 * byte + bit] : sum - taps[8 * byte + bit]
        }
      }
    }
    self.sums = sums
  }

  /// Designs the filter by Kaiser's formulas (J. F. Kaiser, "Nonrecursive Digital Filter Design Using the I0-sinh
  /// Window Function", 1974).
  private static func taps(count: Int, bitsPerFrame: Int) -> [Int32] {
    let shape = 0.1102 * (attenuation - 8.7)
    // The width of the slope and its middle, in parts of the rate of frames.
    let width = (attenuation - 7.95) / (2.285 * 2 * Double.pi) / Double(frameCount)
    let cut = 0.5 - width / 2
    let taps = (0..<count).map { index in
      let place = Double(index) - Double(count - 1) / 2
      let share = 2 * place / Double(count)
      let turns = cut * place / Double(bitsPerFrame)
      let window = WindowSlope.besselI0(shape * (1 - share * share).squareRoot())
      // The length is even: no tap is at 0.
      return Trigonometry.cosineAndSine(turns: turns).sine / turns * window
    }
    let sum = taps.reduce(0, +)
    return taps.map { Int32(($0 / sum * scale).rounded()) }
  }

  /// Filters the frames; the filter's reach before the first frame is at the beginning of the bytes.
  func filter(_ bytes: Span<UInt8>, bytesPerFrame: Int, into plane: inout MutableSpan<Float>) {
    let sums = sums.span
    for frame in plane.indices {
      let part = bytes.extracting(frame * bytesPerFrame..<(frame * bytesPerFrame + byteCount))
      // Several sums at once: an addition need not wait for the one before it.
      var (a, b, c, d): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      for byte in stride(from: 0, to: byteCount, by: 4) {
        a &+= sums[256 * byte + Int(part[byte])]
        b &+= sums[256 * byte + 256 + Int(part[byte + 1])]
        c &+= sums[256 * byte + 512 + Int(part[byte + 2])]
        d &+= sums[256 * byte + 768 + Int(part[byte + 3])]
      }
      plane[frame] = Float(a &+ b &+ c &+ d) * Self.unit
    }
  }
}

import Bitstream

// Holds throughout: ElementDecoder refuses widths above 32, and shifted bytes that leave no bits of the sample.

/// A source of the residuals of one channel, one residual per call.
package protocol ResidualSource: ~Copyable, ~Escapable {
  /// Returns the next residual. Past the last one the value has no meaning.
  mutating func next() -> Int32
}

/// Reads the residuals of one channel from their adaptive Golomb codes.
///
/// ```
/// code      1…1 0 │ suffix          the count of ones, at most 8, times m, plus a suffix of k − 1 or k bits
///           1 1 1 1 1 1 1 1 1 │ raw          values that would take nine ones or more
/// ```
/// The parameter follows a running mean of the values. If the mean is small, the code of a run of zeros follows the
/// value. Reading past the end gives zeros; the caller checks the reader's end once per channel.
struct AdaptiveGolombReader: ResidualSource, ~Escapable {
  /// The bits, which continue after the last code.
  var bits: BitReader
  /// True if a run of zeros went beyond the last residual.
  private(set) var hasRunBeyondEnd = false
  private var mean: UInt32
  private let multiplier: UInt32
  private let parameterLimit: UInt32
  private let rawWidth: UInt64
  /// 1 after a run of zeros: the next value is not zero, and is coded less 1.
  private var valueOffset: UInt32 = 0
  /// The remaining zeros of a run.
  private var zeroCount = 0
  /// Residuals that neither were given nor belong to a run.
  private var leftCount: Int

  /// Creates a reader of `count` residuals; `factor` is the channel's, in quarters, and multiplies `pb`.
  @_lifetime(copy bits)
  init(_ bits: consuming BitReader, count: Int, _ format: ChannelFormat, factor: UInt32) {
    precondition(format.width >= 1 && format.width <= 32)
    let adaptation = format.adaptation
    self.bits = bits
    rawWidth = UInt64(format.width)
    leftCount = count
    mean = UInt32(adaptation.initialHistory)
    multiplier = UInt32(adaptation.historyMultiplier) * factor / 4
    parameterLimit = UInt32(adaptation.parameterLimit)
  }

  /// The longest unary part of a code; nine ones introduce a raw value.
  static let longestPrefix = 9

  @inline(__always)
  mutating func next() -> Int32 {
    guard zeroCount == 0 else {
      zeroCount &-= 1
      return 0
    }
    let parameter = min(31 &- UInt32(truncatingIfNeeded: ((mean &>> 9) &+ 3).leadingZeroBitCount), parameterLimit)
    let coded = code(parameter, multiplier: (1 &<< parameter) &- 1, rawWidth: rawWidth)
    let value = coded &+ valueOffset
    mean = multiplier &* value &+ mean &- ((multiplier &* mean) &>> 9)
    if coded > 0xFFFF { mean = 0xFFFF }
    valueOffset = 0
    leftCount &-= 1
    if mean < 128, leftCount > 0 { readRun() }
    return Int32(bitPattern: value &>> 1) ^ (0 &- Int32(bitPattern: value & 1))
  }

  private mutating func readRun() {
    let parameter = UInt32(truncatingIfNeeded: mean.leadingZeroBitCount) &- 24 &+ ((mean &+ 16) &>> 6)
    let multiplier = ((1 &<< parameter) &- 1) & ((1 &<< parameterLimit) &- 1)
    var run = Int(code(parameter, multiplier: multiplier, rawWidth: 16))
    if run > leftCount {
      hasRunBeyondEnd = true
      run = leftCount
    }
    valueOffset = run < 0xFFFF ? 1 : 0
    leftCount &-= run
    zeroCount = run
    mean = 0
  }

  @inline(__always)
  private mutating func code(_ parameter: UInt32, multiplier: UInt32, rawWidth: UInt64) -> UInt32 {
    let window = bits.window
    let prefix = (~window).leadingZeroBitCount
    if prefix >= Self.longestPrefix {
      bits.consume(Self.longestPrefix &+ Int(rawWidth))
      return UInt32(truncatingIfNeeded: (window &<< UInt64(Self.longestPrefix)) &>> (64 &- rawWidth))
    }
    let rest = window &<< UInt64(prefix &+ 1)
    let suffix = UInt32(truncatingIfNeeded: rest &>> UInt64(64 &- parameter))
    let hasSuffix = suffix >= 2
    bits.consume(prefix &+ Int(parameter) &+ (hasSuffix ? 1 : 0))
    return UInt32(truncatingIfNeeded: prefix) &* multiplier &+ (hasSuffix ? suffix &- 1 : 0)
  }
}

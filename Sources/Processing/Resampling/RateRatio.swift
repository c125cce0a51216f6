/// The ratio of two rates in whole numbers without a common factor, so that positions stay exact.
///
/// Output frame k is at input time k · ``input`` / ``output`` frames.
package struct RateRatio: Sendable, Hashable {
  /// The number of input frames in the time of ``output`` output frames; below 2^61.
  package let input: Int
  /// The number of output frames in the time of ``input`` input frames; below 2^61.
  package let output: Int

  package init(input: Int, output: Int) {
    precondition(input > 0 && output > 0)
    var (a, b) = (input, output)
    while b != 0 { (a, b) = (b, a % b) }
    self.input = input / a
    self.output = output / a
  }

  /// Creates the ratio of two rates in hertz; `nil` for unsupported rates.
  ///
  /// Rates from 2^15 Hz on are taken as they are, because they are multiples of 2^−38 Hz; below it they are rounded to
  /// one, which is a part in 10^14 and less.
  package init?(inputRate: Double, outputRate: Double) {
    let allowed = 1.0...0x1p23
    guard allowed.contains(inputRate), allowed.contains(outputRate) else { return nil }
    guard inputRate <= 256 * outputRate, outputRate <= 256 * inputRate else { return nil }
    self.init(input: Int((inputRate * 0x1p38).rounded()), output: Int((outputRate * 0x1p38).rounded()))
  }

  /// Returns the number of output frames before the time of input frame `count`: ⌈count · output / input⌉.
  package func outputFrameCount(beforeInputFrame count: Int) -> Int {
    guard count > 0 else { return 0 }
    let product = UInt64(count).multipliedFullWidth(by: UInt64(output))
    precondition(product.high < UInt64(input), "the output has more frames than can be counted")
    let (quotient, remainder) = UInt64(input).dividingFullWidth(product)
    precondition(quotient < UInt64(Int.max), "the output has more frames than can be counted")
    return Int(quotient) + (remainder == 0 ? 0 : 1)
  }

  /// Returns the input time of output frame `index` ≥ 0.
  package func position(ofOutputFrame index: Int) -> ResamplingPosition {
    let product = UInt64(index).multipliedFullWidth(by: UInt64(input))
    precondition(product.high < UInt64(output), "the input has more frames than can be counted")
    let (quotient, remainder) = UInt64(output).dividingFullWidth(product)
    precondition(quotient <= UInt64(Int.max), "the input has more frames than can be counted")
    return ResamplingPosition(frame: Int(quotient), part: Int(remainder))
  }
}

/// An input time: whole frames, and a fraction in units of 1 / ``RateRatio/output``.
package struct ResamplingPosition: Sendable, Hashable {
  package var frame: Int
  package var part: Int

  package init(frame: Int, part: Int) {
    self.frame = frame
    self.part = part
  }

  /// Advances by one output frame.
  @inline(__always)
  package mutating func advance(by step: ResamplingPosition, partsPerFrame: Int) {
    frame &+= step.frame
    // Both are below 2^61.
    part &+= step.part
    if part >= partsPerFrame {
      part &-= partsPerFrame
      frame &+= 1
    }
  }
}

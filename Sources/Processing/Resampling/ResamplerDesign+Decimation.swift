/// Conversion to much lower rates in two steps: the sharp filter by itself would span tens of thousands of frames of
/// the input, and its blocks take megabytes for each channel.
extension ResamplerDesign {
  /// The power of 2 by which the rate is lowered before the sharp filter; 1 if that takes the input itself.
  ///
  /// The sharp filter keeps a ratio of 8 to 16: the filter before it may then be short, for it need not keep more than
  /// an eighth of its rate's band.
  var decimation: Int {
    let quotient = ratio.input / ratio.output
    guard quotient >= 32 else { return 1 }
    var factor = 4
    while factor <= quotient / 16 { factor *= 2 }
    return factor
  }

  /// Returns a short filter that gives every ``decimation``th frame, followed by the stages that the rest of the ratio
  /// needs.
  ///
  /// - Parameter findStart: As for ``linearPhase(_:findStart:)``.
  func decimated<Real>(_ channelCount: Int, findStart: (Int, Int) -> Int) -> Result<Real> {
    let (factor, kernel) = (decimation, kernel)
    // Aliases are allowed where the sharp filter stops them.
    let short = LowpassKernel(
      passband: kernel.stopband, stopband: 1 / Double(factor) - kernel.stopband, attenuation: kernel.attenuation + 6)
    let ratioOfStep = RateRatio(input: factor, output: 1)
    let bank = FilterBank<Real>(
      support: -short.halfWidth...short.halfWidth, ratio: ratioOfStep, rowsPerFrame: 1
    ) { short($0) }
    let rest = ResamplerDesign(
      ratio: RateRatio(input: ratio.input, output: ratio.output * factor), settings: settings)
    // The decimator starts early enough for the sharp filter to have all that it spans.
    let sharp: Result<Real> = rest.linearPhase(channelCount) { leading, _ in leading }
    let leading = sharp.leading * factor + bank.behind - 1
    let trailing = sharp.trailing * factor + bank.ahead
    let start = findStart(leading, trailing)
    let decimator = PolyphaseStage<Real>(
      method: .filter(bank), ratio: ratioOfStep, channelCount: channelCount, start: start - sharp.leading * factor)
    return Result(
      chain: sharp.chain.preceded(by: decimator), leading: leading, trailing: trailing, start: start, delay: 0)
  }
}

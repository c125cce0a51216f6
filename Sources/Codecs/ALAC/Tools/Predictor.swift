/// The adaptive linear predictor of a channel: its coefficients follow the sign of each residual.
package struct Predictor: Sendable {
  /// `numU`: the number of coefficients, or 31 for a sum of all residuals.
  package var order = 0
  /// `denShiftU`: the scale of the coefficients is 2 to this power.
  package var shift = 9
  /// The coefficients, the first for the latest sample; each fits 16 bits.
  package var coefficients = [32 of Int32](repeating: 0)

  package init(order: Int = 0, shift: Int = 9, coefficients: InlineArray<32, Int32> = [32 of Int32](repeating: 0)) {
    self.order = order
    self.shift = shift
    self.coefficients = coefficients
  }

  /// True if the order means a sum of all residuals.
  var isIntegrator: Bool { order == 31 }

  /// Converts residuals to samples of `width` bits, which fill `samples`.
  package mutating func synthesize<Source: ResidualSource & ~Copyable & ~Escapable>(
    from source: inout Source, width: Int, into samples: inout MutableSpan<Int32>
  ) {
    let count = samples.count
    if order == 0 {
      for index in 0..<count { samples[index] = source.next() }
      return
    }
    let unused = Int32(32 - width)
    if isIntegrator {
      integrate(&source, unused, into: &samples, upTo: count)
      return
    }
    let warmUp = min(order &+ 1, count)
    integrate(&source, unused, into: &samples, upTo: warmUp)
    guard count > warmUp else { return }
    guard hasFewTaps(width: width, count: count) else {
      synthesizeAny(&source, unused, into: &samples)
      return
    }
    if isNarrow(width: width) {
      synthesizeAtOnce(&source, unused, into: &samples, with: AdaptiveTaps<NarrowSamples>(self))
    } else {
      synthesizeAtOnce(&source, unused, into: &samples, with: AdaptiveTaps<WideSamples>(self))
    }
  }

  /// Computes the first samples: each is the previous one plus a residual.
  @inline(__always)
  private func integrate<Source: ResidualSource & ~Copyable & ~Escapable>(
    _ source: inout Source, _ unused: Int32, into samples: inout MutableSpan<Int32>, upTo end: Int
  ) {
    guard end > 0 else { return }
    var last = (source.next() &<< unused) &>> unused
    samples[0] = last
    for index in 1..<max(1, end) {
      last = ((last &+ source.next()) &<< unused) &>> unused
      samples[index] = last
    }
  }

  /// Synthesises with any order and width, in the wrapping 32-bit arithmetic that defines the format.
  private mutating func synthesizeAny<Source: ResidualSource & ~Copyable & ~Escapable>(
    _ source: inout Source, _ unused: Int32, into samples: inout MutableSpan<Int32>
  ) {
    let order = order
    let shift = Int32(shift)
    let half: Int32 = 1 &<< (shift &- 1)
    var taps = coefficients
    for index in stride(from: order &+ 1, to: samples.count, by: 1) {
      let residual = source.next()
      let base = samples[index &- order &- 1]
      var sum: Int32 = 0
      for tap in 0..<order { sum = sum &+ taps[tap] &* (samples[index &- 1 &- tap] &- base) }
      let sample = residual &+ base &+ ((sum &+ half) &>> shift)
      samples[index] = (sample &<< unused) &>> unused
      let direction = residual.signum()
      var left = residual
      for tap in stride(from: order &- 1, through: 0, by: -1) {
        guard left != 0, (left < 0) == (residual < 0) else { break }
        let difference = base &- samples[index &- 1 &- tap]
        let sign = difference.signum() &* direction
        taps[tap] = Int32(Int16(truncatingIfNeeded: taps[tap] &- sign))
        left = left &- Int32(truncatingIfNeeded: order &- tap) &* ((sign &* difference) &>> shift)
      }
    }
    coefficients = taps
  }

  /// Synthesizes with few coefficients and samples that are not too wide.
  private func synthesizeAtOnce<Source: ResidualSource & ~Copyable & ~Escapable, Samples: TapSamples>(
    _ source: inout Source, _ unused: Int32, into samples: inout MutableSpan<Int32>,
    with first: AdaptiveTaps<Samples>
  ) {
    var taps = first
    var history = TapHistory(samples.span, order: order)
    let distance = order &+ 1
    for index in distance..<samples.count {
      let residual = source.next()
      let base = samples[index &- distance]
      let differences = history.differences(from: base)
      let sample = ((residual &+ base &+ taps.prediction(differences)) &<< unused) &>> unused
      samples[index] = sample
      taps.adapt(to: residual, differences)
      history.append(sample)
    }
  }
}

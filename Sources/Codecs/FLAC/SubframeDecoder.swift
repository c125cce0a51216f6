import Bitstream

/// Decodes the subframes of a frame, one a call, into a plane of integers.
struct SubframeDecoder: Sendable {
  private var predictor = PredictorCoefficients()
  private var paired = PairedPrediction()

  /// Reads a subframe of samples of `width` bits, at most 32, into a plane.
  ///
  /// - Parameter plane: Begins ``LinearPrediction/leadCount`` zeros before the first sample of the block.
  mutating func decode(_ bits: inout BitReader, width: Int, into plane: inout MutableSpan<Int32>) throws(FLACError) {
    let header = try SubframeHeader(&bits, width: width)
    let coded = width - header.wastedBitCount
    let lead = LinearPrediction.leadCount
    var samples = plane._mutatingExtracting(lead..<plane.count)
    switch header.kind {
    case .constant:
      let value = Int32(truncatingIfNeeded: try bits.signedField(coded))
      for index in samples.indices { samples[index] = value }
    case .verbatim:
      guard bits.remaining >= samples.count * coded else { throw FLACError(.truncated, at: bits.offset) }
      for index in samples.indices { samples[index] = Int32(truncatingIfNeeded: try bits.signedField(coded)) }
    case .fixed(let order):
      try readWarmUp(&bits, order, coded, into: &samples)
      try bits.readResiduals(into: &samples, order: order)
      FixedPrediction.restore(&samples, order: order)
    case .linear(let order):
      try readWarmUp(&bits, order, coded, into: &samples)
      try readPredictor(&bits, order)
      try bits.readResiduals(into: &samples, order: order)
      if order > 4 { paired.restore(&plane, predictor) } else { LinearPrediction.restore(&plane, predictor) }
    }
    guard header.wastedBitCount > 0 else { return }
    let shift = Int32(header.wastedBitCount)
    for index in lead..<plane.count { plane[index] = plane[index] &<< shift }
  }

  /// Reads a subframe of samples of 33 bits.
  ///
  /// - Parameter residuals: Memory for as many residuals as `wide` has samples.
  mutating func decodeWide(
    _ bits: inout BitReader, into wide: inout MutableSpan<Int64>, residuals: inout MutableSpan<Int32>
  ) throws(FLACError) {
    let header = try SubframeHeader(&bits, width: 33)
    let coded = 33 - header.wastedBitCount
    switch header.kind {
    case .constant:
      let value = try bits.signedField(coded)
      for index in wide.indices { wide[index] = value }
    case .verbatim:
      guard bits.remaining >= wide.count * coded else { throw FLACError(.truncated, at: bits.offset) }
      for index in wide.indices { wide[index] = try bits.signedField(coded) }
    case .fixed(let order):
      try readWarmUp(&bits, order, coded, into: &wide)
      try bits.readResiduals(into: &residuals, order: order)
      FixedPrediction.restoreWide(&wide, from: residuals.span, order: order)
    case .linear(let order):
      try readWarmUp(&bits, order, coded, into: &wide)
      try readPredictor(&bits, order)
      try bits.readResiduals(into: &residuals, order: order)
      LinearPrediction.restoreWide(&wide, from: residuals.span, predictor)
    }
    let shift = Int64(header.wastedBitCount)
    guard shift > 0 else { return }
    for index in wide.indices { wide[index] = wide[index] &<< shift }
  }

  private func readWarmUp<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ bits: inout BitReader, _ order: Int, _ width: Int, into samples: inout MutableSpan<Sample>
  ) throws(FLACError) {
    guard order <= samples.count else { throw FLACError(.predictorOrder, at: bits.offset) }
    for index in 0..<order { samples[index] = Sample(truncatingIfNeeded: try bits.signedField(width)) }
  }

  private mutating func readPredictor(_ bits: inout BitReader, _ order: Int) throws(FLACError) {
    let start = bits.offset
    let precision = Int(try bits.field(4)) + 1
    guard precision < 16 else { throw FLACError(.coefficientPrecision, at: start) }
    let shift = Int(try bits.signedField(5))
    guard shift >= 0 else { throw FLACError(.negativeShift, at: start + 4) }
    predictor.order = order
    predictor.shift = shift
    predictor.precision = precision
    for index in 0..<32 {
      predictor.values[index] = index < order ? Int32(truncatingIfNeeded: try bits.signedField(precision)) : 0
    }
  }
}

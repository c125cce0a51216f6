/// The state of a channel of Microsoft ADPCM: the last two samples and the size of a step, `iDelta`.
struct MicrosoftADPCMState: AdaptiveQuantizer {
  /// The number of bytes of a block's header for a channel: the pair's number, the step, the second sample and the
  /// first.
  static let headerByteCount = 7
  static let smallestStep: Int32 = 16
  /// The largest step: with larger ones the next adaptation would overflow 32 bits; encoders do not reach it.
  private static let largestStep = Int32.max / 768

  var pair: PredictorPair
  /// The previous sample, `iSamp1`.
  var last: Int32
  /// The sample before that, `iSamp2`.
  var secondLast: Int32
  /// The step, from a header any number of 16 bits.
  var step: Int32

  @inline(__always) var output: Int32 { last }

  /// The prediction of the next sample; the division by 256 truncates towards zero.
  @inline(__always)
  var prediction: Int32 {
    // Both products stay below 2^30 in magnitude, and the sum of them below 2^31 unless all four are −32768.
    let sum = Int64(last) * Int64(pair.first) + Int64(secondLast) * Int64(pair.second)
    return Int32(truncatingIfNeeded: sum / 256)
  }

  /// Returns the state after a code, which counts steps in two's complement.
  @inline(__always)
  func next(_ code: UInt8) -> MicrosoftADPCMState {
    let steps = Int32(code ^ 8) - 8
    var next = self
    next.secondLast = last
    next.last = min(max(prediction + steps * step, -32768), 32767)
    let adapted = (microsoftAdaptation[Int(code & 15)] * step) >> 8
    next.step = min(max(adapted, Self.smallestStep), Self.largestStep)
    return next
  }

  @inline(__always)
  func nearestRank(to sample: Int32) -> Int32 {
    let error = sample - prediction
    let rounded = (error.magnitude + step.magnitude / 2) / max(1, step.magnitude)
    let steps = Int32(truncatingIfNeeded: min(rounded, 8))
    return min(error < 0 ? -steps : steps, 7)
  }

  @inline(__always)
  func code(ofRank rank: Int32) -> UInt8 { UInt8(truncatingIfNeeded: rank) & 15 }
}

/// `AdaptationTable`: the factor of a code for the step, in units of 1/256.
private let microsoftAdaptation: [16 of Int32] = [
  230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230,
]

// Holds throughout: decoders refuse a larger index of a packet; the others come from the table itself.

/// The state of a channel of IMA ADPCM: the last sample and the size of the steps.
///
/// IMA, "Recommended Practices for Enhancing Digital Audio Compatibility in Multimedia Systems", 1992.
struct IMAState: AdaptiveQuantizer {
  /// The largest index into the table of steps.
  static let lastStepIndex: Int32 = 88

  /// The last sample, in −32768…32767.
  var predictor: Int32
  /// The index of the step, 0…88.
  var stepIndex: Int32

  init(predictor: Int32 = 0, stepIndex: Int32 = 0) {
    precondition(stepIndex >= 0 && stepIndex <= Self.lastStepIndex)
    (self.predictor, self.stepIndex) = (predictor, stepIndex)
  }

  @inline(__always) var output: Int32 { predictor }

  /// Returns the state after a code of four bits, a sign and a magnitude in quarters of a step.
  ///
  /// The eighth, quarter, half and whole step are truncated to integers one by one and then added, as the IMA
  /// specifies: truncating the product once gives up to 2 less or more, and such differences accumulate within a block.
  @inline(__always)
  func next(_ code: UInt8) -> IMAState {
    let step = Int32(imaSteps[Int(stepIndex)])
    var difference = step >> 3
    if code & 1 != 0 { difference += step >> 2 }
    if code & 2 != 0 { difference += step >> 1 }
    if code & 4 != 0 { difference += step }
    var next = self
    let sample = code & 8 == 0 ? predictor + difference : predictor - difference
    next.predictor = min(max(sample, -32768), 32767)
    next.stepIndex = min(max(stepIndex + imaIndexChange(code), 0), Self.lastStepIndex)
    return next
  }

  /// Returns the rank of the code nearest to a sample, approximately: −8…−1 for the negative codes 15…8, 0…7 for the
  /// positive ones.
  @inline(__always)
  func nearestRank(to sample: Int32) -> Int32 {
    let difference = sample - predictor
    let magnitude = min(7, Int32(difference.magnitude) * 4 / Int32(imaSteps[Int(stepIndex)]))
    return difference < 0 ? ~magnitude : magnitude
  }

  @inline(__always)
  func code(ofRank rank: Int32) -> UInt8 { UInt8(truncatingIfNeeded: rank < 0 ? 8 | ~rank : rank) }

  /// Returns the index of the step that suits a difference between two samples: of its size, which the middle code
  /// reaches.
  static func stepIndex(suiting difference: Int32) -> Int32 {
    for index in imaSteps.indices where Int32(imaSteps[index]) >= Int32(difference.magnitude) { return Int32(index) }
    return lastStepIndex
  }
}

/// Returns the change of the index for a code: small magnitudes decrease the step, large ones increase it.
@inline(__always)
private func imaIndexChange(_ code: UInt8) -> Int32 {
  let magnitude = Int32(code & 7)
  return magnitude < 4 ? -1 : 2 * magnitude - 6
}

/// The step sizes in units of 16-bit samples; each is about a tenth larger than the previous one.
package let imaSteps: [89 of Int16] = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31,
  34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143,
  157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658,
  724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024,
  3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899,
  15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
]

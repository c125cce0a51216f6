import AudioBase

/// How the error of rounding to integers is kept from following the sound: `kDitherAlgorithm_…`.
public enum Dithering: Sendable, CaseIterable {
  /// Plain rounding: integers that came in go out unchanged.
  case none
  /// `kDitherAlgorithm_TPDF`: noise of triangular density, two steps wide, makes the error independent of the signal.
  case triangular
  /// `kDitherAlgorithm_NoiseShaping`: the same noise, and the error is moved to high frequencies, where it is heard
  /// least.
  case noiseShaping
}

/// Brings samples onto the grid of integers with dither, so that rounding afterwards changes nothing.
///
/// The noise comes from a generator that starts anew with every conversion: the same input gives the same output.
struct Ditherer<Sample: AudioSample>: Sendable {
  private struct Channel {
    var state: UInt64
    /// Errors of the last two samples, in steps.
    var errors: (Double, Double) = (0, 0)
  }
  private let isShaped: Bool
  private let scale: Double
  private let rounding: SampleRounding
  private var channels: [Channel]

  /// - Parameter rounding: The integers that the samples are to become.
  init?(_ dithering: Dithering, _ rounding: SampleRounding, channelCount: Int) {
    guard dithering != .none else { return nil }
    isShaped = dithering == .noiseShaping
    self.rounding = rounding
    scale = 1 / rounding.scale
    channels = (0..<channelCount).map { Channel(state: 0x9E37_79B9_7F4A_7C15 &* UInt64($0 + 1)) }
  }

  /// Starts the noise anew.
  mutating func reset() {
    for index in channels.indices { channels[index] = Channel(state: 0x9E37_79B9_7F4A_7C15 &* UInt64(index + 1)) }
  }

  /// Dithers the samples `range` of every plane in place.
  mutating func dither(_ block: inout SampleBlock<Sample>, range: Range<Int>) {
    for channel in channels.indices {
      var plane = block.plane(channel)
      var state = channels[channel]
      for index in range {
        let sample = Double(plane[index])
        var wanted = (sample == sample ? sample : 0) * rounding.scale
        // Second-order shaping, 1 − 2z⁻¹ + z⁻²: a double zero of the noise at 0 Hz.
        if isShaped { wanted -= 2 * state.errors.0 - state.errors.1 }
        let noise = Self.uniform(&state.state) - Self.uniform(&state.state)
        let clipped = min(max(wanted + noise, rounding.least), rounding.most)
        let rounded = clipped.rounded(.toNearestOrEven)
        if isShaped {
          // A clipped sample's error says nothing about rounding, and would wind the loop up.
          state.errors = (min(max(rounded - wanted, -2), 2), state.errors.0)
        }
        plane[index] = Sample(rounded * scale)
      }
      channels[channel] = state
    }
  }

  /// A number in 0..<1, by a generator with 64 bits of state (SplitMix64).
  @inline(__always)
  private static func uniform(_ state: inout UInt64) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}

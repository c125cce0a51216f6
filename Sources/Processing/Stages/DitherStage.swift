public import AudioBase

// Bound throughout: who makes a stage has checked its channels.
// Holds throughout: planes have the stage's channels, and integers up to 32 bits.

/// The method that keeps rounding errors independent of the sound: `kDitherAlgorithm_…`.
public enum Dithering: Sendable, CaseIterable {
  /// No dither: plain rounding, which leaves integers unchanged.
  case none
  /// `kDitherAlgorithm_TPDF`: noise of triangular density, two steps wide, makes the error independent of the signal.
  case triangular
  /// `kDitherAlgorithm_NoiseShaping`: triangular noise, with the error moved to high frequencies, if it is least
  /// audible.
  case noiseShaping
}

// These are declared outside the stage, so that arrays of them are the same for both types of samples: generic code
// would allocate for each access.

/// The generator of a channel, and the errors of its last two samples, in steps.
private struct DitherChannel {
  var state: UInt64
  var errors: (Double, Double) = (0, 0)
}

/// The factor that makes steps of samples, and the smallest and largest integer.
private struct DitherGrid {
  var scale: Double
  var least: Double
  var most: Double
}

/// Rounds samples to the grid of integers with dither, so that later rounding changes nothing.
///
/// The noise comes from a generator that starts again with every stage: the same input gives the same output.
public struct DitherStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  private let dithering: Dithering
  private let grid: DitherGrid
  private var channels: [DitherChannel]

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - dithering: With ``Dithering/none`` samples pass unchanged.
  ///   - bits: The number of bits of the integers that the samples are to become, 1…32.
  ///   - fractionBits: Bits below the binary point; `nil` for one less than all, which makes full scale ±1.
  ///   - channelCount: The number of channels; further ones pass unchanged.
  public init(_ dithering: Dithering, bits: Int, fractionBits: Int? = nil, channelCount: Int) {
    precondition((1...32).contains(bits) && channelCount >= 0)
    self.dithering = dithering
    let limit = Double(sign: .plus, exponent: bits - 1, significand: 1)
    let scale = Double(sign: .plus, exponent: fractionBits ?? bits - 1, significand: 1)
    grid = DitherGrid(scale: scale, least: -limit, most: limit - 1)
    channels = (0..<channelCount).map(Self.start)
  }

  private static func start(_ channel: Int) -> DitherChannel {
    DitherChannel(state: 0x9E37_79B9_7F4A_7C15 &* UInt64(channel + 1))
  }

  /// Restarts the noise.
  public mutating func reset() { for index in channels.indices { channels[index] = Self.start(index) } }

  /// Dithers frames.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    guard dithering != .none else { return }
    for channel in 0..<min(channels.count, planes.channelCount) {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(frames)
      Self.dither(&part, grid, isShaped: dithering == .noiseShaping, &channels[channel])
    }
  }

  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  private static func dither(
    _ samples: inout MutableSpan<Sample>, _ grid: DitherGrid, isShaped: Bool, _ channel: inout DitherChannel
  ) {
    var state = channel
    let step = 1 / grid.scale
    for index in samples.indices {
      let sample = samples[index].inDoublePrecision
      var wanted = (sample == sample ? sample : 0) * grid.scale
      // Second-order shaping, 1 − 2z⁻¹ + z⁻²: a double zero of the noise at 0 Hz.
      if isShaped { wanted -= 2 * state.errors.0 - state.errors.1 }
      let noise = Self.uniform(&state.state) - Self.uniform(&state.state)
      let clipped = min(max(wanted + noise, grid.least), grid.most)
      let rounded = clipped.rounded(.toNearestOrEven)
      if isShaped {
        // A clipped sample's error does not come from rounding, and would wind the loop up.
        state.errors = (min(max(rounded - wanted, -2), 2), state.errors.0)
      }
      samples[index] = Sample(nearest: rounded * step)
    }
    channel = state
  }

  /// Returns a number in 0..<1, by a generator with 64 bits of state (SplitMix64).
  @inline(__always)
  private static func uniform(_ state: inout UInt64) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}

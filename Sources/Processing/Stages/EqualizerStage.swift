public import AudioBase

// Bound throughout: who makes an equalizer limits its bands and its channels.
// Holds throughout: bands and channels are those that the stage was made with.

/// Bands in series: second-order filters in double precision.
public struct EqualizerStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// The memory of a filter of the second order.
  private struct Memory {
    var first = 0.0
    var second = 0.0
  }

  /// The bands.
  public private(set) var bands: [EqualizerBand]
  /// The gain of all frequencies, in dB.
  public var gain: Float = 0 { didSet { factor = gain == 0 ? 1 : Float(Decibels.amplitude(ofLevel: Double(gain))) } }

  private let sampleRate: Double
  private let channelCount: Int
  private var factor: Float = 1
  private var filters: [BiquadCoefficients]
  /// An entry for each channel of each band.
  private var memories: [Memory]

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - bands: The bands, each of which may be changed later.
  ///   - sampleRate: The sample rate, in Hz.
  ///   - channelCount: The number of channels; further ones pass unchanged.
  public init(_ bands: [EqualizerBand], sampleRate: Double, channelCount: Int) {
    self.bands = bands
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    memories = Array(repeating: Memory(), count: bands.count * channelCount)
    filters = bands.map { $0.coefficients(sampleRate: sampleRate) }
  }

  /// Changes a band from the next frames on; its filter keeps its state.
  public mutating func setBand(_ index: Int, to band: EqualizerBand) {
    guard bands[index] != band else { return }
    bands[index] = band
    filters[index] = band.coefficients(sampleRate: sampleRate)
  }

  /// Filters frames.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    for channel in 0..<min(channelCount, planes.channelCount) {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(frames)
      for band in filters.indices where !bands[band].isBypassed {
        Self.filter(&part, by: filters[band], &memories[band * channelCount + channel])
      }
      if factor != 1 { part.scale(by: Sample(factor)) }
    }
  }

  /// Filters samples by the transposed second direct form.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  private static func filter(
    _ samples: inout MutableSpan<Sample>, by filter: BiquadCoefficients, _ memory: inout Memory
  ) {
    var (first, second) = (memory.first, memory.second)
    for index in samples.indices {
      let input = samples[index].inDoublePrecision
      let output = filter.b0 * input + first
      first = filter.b1 * input - filter.a1 * output + second
      second = filter.b2 * input - filter.a2 * output
      samples[index] = Sample(nearest: output)
    }
    // A NaN or infinity would stay in the filter for ever.
    memory = first.isFinite && second.isFinite ? Memory(first: first, second: second) : Memory()
  }

  /// Clears the filters' states.
  public mutating func reset() { for index in memories.indices { memories[index] = Memory() } }
}

// Bound throughout: a kilobyte for each channel that the caller lists.
// Holds throughout: planes and frames are those of a block that was filled.

/// Measures the loudness of a programme: ITU-R BS.1770-4 and EBU R 128 (Tech 3341, Tech 3342).
///
/// ```
/// │ 10 ms │ 10 ms │ 10 ms │ …                  steps, each the energy of all channels
/// └──── a gating block of 40 steps ────┘        the last 40 steps: momentary
///          └──── the next, 10 steps on ────┘    the last 300 steps: short-term
/// ```
/// Samples come in any chunks, which do not change the result. Memory is constant, about 330 KB and 1 KB a channel,
/// because the integrated loudness and the range come from histograms with bins of 0.01 LU. Nothing is allocated after
/// `init`.
public struct LoudnessMeter: Sendable {
  /// The rates that can be measured, in Hz.
  public static let sampleRates = KWeighting.sampleRates

  /// The frames per second, in Hz.
  public private(set) var sampleRate: Double
  /// The weight of each channel.
  public private(set) var channels: [LoudnessChannel]
  /// The number of frames measured so far.
  public private(set) var frameCount = 0

  /// The frames of the present format.
  private var ownFrameCount = 0
  /// The largest sample and true peaks of formats before that.
  private var earlierPeaks = (sample: 0.0, true: 0.0)
  private var filter: KWeighting
  private var states: [KWeightingState]
  private var detectors: [TruePeakDetector]
  private var steps: LoudnessSteps

  /// Creates a meter.
  ///
  /// Returns `nil` if the rate is not among ``sampleRates``.
  public init?(sampleRate: Double, channels: [LoudnessChannel]) {
    guard Self.sampleRates.contains(sampleRate) else { return nil }
    self.sampleRate = sampleRate
    self.channels = channels
    filter = KWeighting(sampleRate: sampleRate)
    states = Array(repeating: KWeightingState(), count: channels.count)
    detectors = channels.map { _ in TruePeakDetector() }
    steps = LoudnessSteps()
  }

  /// Measures the next frames.
  ///
  /// A sample that is NaN, or larger than 1e30, counts as silence.
  ///
  /// - Parameters:
  ///   - planes: The samples of each channel, one channel after the other; full scale is ±1.0.
  ///   - planeStride: From the first sample of a channel to that of the next.
  ///   - frames: The samples of each plane to measure.
  public mutating func add(_ planes: Span<Float>, planeStride: Int, frames: Range<Int>) {
    addFrames(planes, planeStride: planeStride, frames: frames)
  }

  /// Measures the next frames in double precision; see the method for `Float`.
  public mutating func add(_ planes: Span<Double>, planeStride: Int, frames: Range<Int>) {
    addFrames(planes, planeStride: planeStride, frames: frames)
  }

  private mutating func addFrames<Sample: BinaryFloatingPoint>(
    _ planes: Span<Sample>, planeStride: Int, frames: Range<Int>
  ) {
    precondition(frames.lowerBound >= 0 && frames.upperBound <= planeStride, "frames lie within a plane")
    precondition(
      channels.isEmpty || planes.count >= (channels.count - 1) * planeStride + frames.upperBound,
      "there is a plane for each channel")
    var next = frames.lowerBound
    while next < frames.upperBound {
      let count = min(frames.upperBound - next, steps.end(sampleRate) - ownFrameCount)
      for channel in channels.indices {
        let start = channel * planeStride + next
        let samples = planes.extracting(start..<(start + count))
        states[channel].add(samples, filter: filter)
        detectors[channel].add(samples)
      }
      next += count
      frameCount += count
      ownFrameCount += count
      if ownFrameCount == steps.end(sampleRate) { finishStep() }
    }
  }

  private mutating func finishStep() {
    var energy = 0.0
    for channel in channels.indices {
      energy += channels[channel].weight * states[channel].energy
      states[channel].energy = 0
      states[channel].flush()
    }
    steps.append(energy: energy, frameCount: ownFrameCount)
  }

  /// Continues with frames of another rate or of other channels, as of a broadcast that changes them: the measurement
  /// continues, without a partial step of less than 10 ms. Gating blocks of 400 ms across the change weigh both parts
  /// by their frames.
  ///
  /// - Returns: False if the rate is not among ``sampleRates``; the meter stays unchanged.
  public mutating func change(toSampleRate rate: Double, channels: [LoudnessChannel]) -> Bool {
    guard Self.sampleRates.contains(rate) else { return false }
    earlierPeaks = (samplePeak, truePeak)
    (sampleRate, self.channels, ownFrameCount) = (rate, channels, 0)
    filter = KWeighting(sampleRate: rate)
    states = Array(repeating: KWeightingState(), count: channels.count)
    detectors = channels.map { _ in TruePeakDetector() }
    steps.beginFormat()
    return true
  }

  /// Counts another programme, of any rate and channels, as a part of this one, as the loudness of an album does: its
  /// windows are added to those measured here, and none spans both programmes.
  public mutating func add(_ other: LoudnessMeter) {
    steps.add(other.steps)
    frameCount += other.frameCount
    earlierPeaks = (max(earlierPeaks.sample, other.samplePeak), max(earlierPeaks.true, other.truePeak))
  }

  /// Clears all measurements, as if newly created.
  public mutating func reset() {
    (frameCount, ownFrameCount, earlierPeaks) = (0, 0, (0, 0))
    for channel in channels.indices {
      states[channel] = KWeightingState()
      detectors[channel].reset()
    }
    steps.reset()
  }
}

// MARK: - Readings

extension LoudnessMeter {
  /// The loudness of the last 400 ms in LUFS, renewed every 10 ms; -∞ in silence, `nil` before the first 400 ms.
  public var momentary: Double? {
    steps.energy(ofLast: LoudnessSteps.blockLength).map(LoudnessHistogram.loudness(ofEnergy:))
  }

  /// The loudness of the last 3 s in LUFS, renewed every 10 ms; -∞ in silence, `nil` before the first 3 s.
  public var shortTerm: Double? {
    steps.energy(ofLast: LoudnessSteps.windowLength).map(LoudnessHistogram.loudness(ofEnergy:))
  }

  /// The largest momentary loudness so far in LUFS, `nil` before the first 400 ms.
  public var maximumMomentary: Double? { steps.largestMomentary.map(LoudnessHistogram.loudness(ofEnergy:)) }

  /// The largest short-term loudness so far in LUFS, `nil` before the first 3 s.
  public var maximumShortTerm: Double? { steps.largestShortTerm.map(LoudnessHistogram.loudness(ofEnergy:)) }

  /// The loudness of the whole programme in LUFS, gated at -70 LUFS and at 10 LU below the mean of the blocks above
  /// that; `nil` if no block passed.
  ///
  /// Blocks within 0.01 LU of the relative gate may be on its wrong side; otherwise the result is that of the formula.
  public var integrated: Double? {
    steps.blocks.gatedMean(ratio: 0.1).map(LoudnessHistogram.loudness(ofEnergy:))
  }

  /// `LRA`: the range of the loudness, in LU, from the short-term loudness every 100 ms, gated at -70 LUFS and at 20 LU
  /// below the mean of the blocks above that (EBU Tech 3342); `nil` if no block passed.
  public var range: Double? { steps.shortTerms.range(ratio: 0.01) }

  /// Returns the largest magnitude of any sample of a channel; full scale is 1.
  public func samplePeak(ofChannel channel: Int) -> Double { states[channel].peak }

  /// Returns the largest magnitude of a channel's waveform, between or at its samples; full scale is 1.
  ///
  /// The filter looks six samples ahead, so that a peak after the last six samples of a programme is not seen.
  public func truePeak(ofChannel channel: Int) -> Double {
    max(Double(detectors[channel].peak), states[channel].peak)
  }

  /// The largest sample peak of all channels; dBFS by ``Decibels/level(ofAmplitude:)``.
  public var samplePeak: Double { channels.indices.reduce(earlierPeaks.sample) { max($0, samplePeak(ofChannel: $1)) } }

  /// The largest true peak of all channels; dBTP by ``Decibels/level(ofAmplitude:)``.
  public var truePeak: Double { channels.indices.reduce(earlierPeaks.true) { max($0, truePeak(ofChannel: $1)) } }
}

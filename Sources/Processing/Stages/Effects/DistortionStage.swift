public import AudioBase
import Transforms

// Bound throughout: who makes a stage limits its rate and its channels.
// Holds throughout: places lie within the memory that the stage was made with.

/// The settings of a ``DistortionStage``. A mix of 0 leaves a step's sound unchanged; 1 gives only the changed sound.
public struct DistortionSettings: Hashable, Sendable {
  /// The delay of the short echo in seconds, rounded to a frame: up to 0.5.
  public var delay = 0.0001
  /// The decay of the echo: each repetition has e^−decay times the amplitude of the previous one.
  public var decay = 1.0
  /// The mix of the echo.
  public var delayMix = 0.0
  /// The two frequencies for ring modulation, in Hz.
  public var ringFrequencies = (first: 100.0, second: 100.0)
  /// The share of the second frequency: 0…1.
  public var ringBalance = 0.5
  /// The mix of the multiplied sound.
  public var ringMix = 0.0
  /// The fraction of frames replaced by the previous frame: 0…0.99.
  public var decimation = 0.0
  /// The coarseness of the samples: 0 leaves them unchanged, 1 allows only −1, 0 and 1.
  public var rounding = 0.0
  /// The mix of the coarse sound.
  public var decimationMix = 0.0
  /// The factors of the sample, its square and its cube.
  public var polynomial = (linear: 1.0, squared: 0.0, cubic: 0.0)
  /// The mix of the polynomial.
  public var polynomialMix = 0.0
  /// The gain before the clipping, in dB.
  public var softClipGain = -6.0
  /// The mix of the whole distortion.
  public var mix = 0.5

  /// Creates a distortion with soft clipping only.
  public init() {}

  /// The time, in seconds, in which the short echo falls by 60 dB; 0 without an echo.
  public var tailTime: Double {
    guard delayMix > 0, mix > 0 else { return 0 }
    // ln 1000 is 6.908: each echo loses its decay of it.
    return (6.908 / decay.limited(to: 0.01...600)).rounded(.up) * delay.limited(to: 0...0.5)
  }

  /// Returns true if all settings are equal.
  public static func == (a: DistortionSettings, b: DistortionSettings) -> Bool { a.numbers == b.numbers }

  /// Mixes the settings into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }

  private var numbers: SIMD16<Double> {
    SIMD16(
      delay, decay, delayMix, ringFrequencies.first, ringFrequencies.second, ringBalance, ringMix, decimation, rounding,
      decimationMix, polynomial.linear, polynomial.squared, polynomial.cubic, polynomialMix, softClipGain, mix)
  }
}

/// Distorts sound in steps, each with its own mix.
///
/// ```
/// short echo ─► ring modulation ─► decimation, rounding ─► polynomial ─► soft clipping ─► mixed with the input
/// ```
/// The clipping is u / √(1 + u²): it leaves soft sound as it is, and stays within ±1. Apple's steps are not published;
/// these are ours, and differ in detail.
public struct DistortionStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// The settings, which may be changed between calls.
  public var settings: DistortionSettings { didSet { if settings != oldValue { prepare() } } }

  /// The longest short echo, in seconds.
  private static var longestDelay: Double { 0.5 }

  private let sampleRate: Double
  private let channelCount: Int
  /// The number of frames of each line.
  private let capacity: Int
  private var lines: [Sample]
  /// The frame that decimation repeats, of each channel.
  private var held: [Double]
  private var position = Position()
  private var steps = Steps()

  /// The place in the sound, which all channels share.
  private struct Position {
    /// The place of the next frame in the lines.
    var line = 0
    /// The turns of the two oscillators.
    var turns = (first: 0.0, second: 0.0)
    /// The part of a coarse sample period that has passed; a new sample is taken at 1.
    var coarse = 1.0
    /// The frame that decimation repeats, of the current channel.
    var held = 0.0
    /// The delay line's range of the current channel.
    var own = 0..<0
  }

  /// The numbers that are computed from the settings.
  private struct Steps {
    var frameCount = 0
    var feedback = 0.0
    var delayMix = 0.0
    /// The turns of the oscillators in a frame.
    var turns = (first: 0.0, second: 0.0)
    var balance = 0.5
    var ringMix = 0.0
    var coarse = 1.0
    /// The number of values between 0 and 1; 0 for no rounding.
    var levels = 0.0
    var coarseMix = 0.0
    var polynomial = (linear: 1.0, squared: 0.0, cubic: 0.0)
    var polynomialMix = 0.0
    var gain = 1.0
    var mix = 0.0
  }

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - settings: The sound.
  ///   - sampleRate: The sample rate, in Hz.
  ///   - channelCount: The number of channels; further ones pass unchanged.
  public init(_ settings: DistortionSettings = DistortionSettings(), sampleRate: Double, channelCount: Int) {
    self.settings = settings
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    capacity = Int((Self.longestDelay * sampleRate).rounded()) + 2
    lines = Array(repeating: 0, count: capacity * channelCount)
    held = Array(repeating: 0, count: channelCount)
    prepare()
  }

  private mutating func prepare() {
    let frames = (settings.delay * sampleRate).limited(to: 1...Double(capacity - 1))
    steps.frameCount = Int(frames.rounded())
    steps.feedback = ElementaryFunctions.exponential(-settings.decay.limited(to: 0.01...600))
    steps.delayMix = settings.delayMix.limited(to: 0...1)
    let half = sampleRate / 2
    steps.turns.first = settings.ringFrequencies.first.limited(to: 0...half) / sampleRate
    steps.turns.second = settings.ringFrequencies.second.limited(to: 0...half) / sampleRate
    steps.balance = settings.ringBalance.limited(to: 0...1)
    steps.ringMix = settings.ringMix.limited(to: 0...1)
    steps.coarse = 1 - settings.decimation.limited(to: 0...0.99)
    let rounding = settings.rounding.limited(to: 0...1)
    // From 24 bits to the sign alone.
    steps.levels = rounding == 0 ? 0 : Double(Int(1) << Int((23 * (1 - rounding)).rounded()))
    steps.coarseMix = settings.decimationMix.limited(to: 0...1)
    steps.polynomial.linear = settings.polynomial.linear.limited(to: -100...100)
    steps.polynomial.squared = settings.polynomial.squared.limited(to: -100...100)
    steps.polynomial.cubic = settings.polynomial.cubic.limited(to: -100...100)
    steps.polynomialMix = settings.polynomialMix.limited(to: 0...1)
    steps.gain = Decibels.amplitude(ofLevel: settings.softClipGain.limited(to: -200...200))
    steps.mix = settings.mix.limited(to: 0...1)
  }

  /// Distorts frames.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    guard !frames.isEmpty else { return }
    var end = position
    for channel in 0..<min(channelCount, planes.channelCount) {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(frames)
      end = position
      (end.own, end.held) = ((channel * capacity)..<((channel + 1) * capacity), held[channel])
      Self.run(&part, &lines, &end, steps)
      held[channel] = end.held
    }
    position = end
  }

  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  private static func run(
    _ samples: inout MutableSpan<Sample>, _ lines: inout [Sample], _ position: inout Position, _ steps: Steps
  ) {
    var all = lines.mutableSpan
    var line = all._mutatingExtracting(position.own)
    let capacity = line.count
    for index in samples.indices {
      let input = samples[index].forLoop
      var sound = input
      var place = position.line - steps.frameCount
      if place < 0 { place += capacity }
      let echo = line[place].inDoublePrecision
      line[position.line] = Sample(nearest: (input + steps.feedback * echo).kept)
      position.line = position.line + 1 == capacity ? 0 : position.line + 1
      sound += steps.delayMix * (echo - sound)
      if steps.ringMix > 0 {
        let first = Trigonometry.cosineAndSine(turns: position.turns.first).cosine
        let second = Trigonometry.cosineAndSine(turns: position.turns.second).cosine
        let factor = first + steps.balance * (second - first)
        sound += steps.ringMix * (factor * sound - sound)
      }
      position.turns.first = turned(position.turns.first, steps.turns.first)
      position.turns.second = turned(position.turns.second, steps.turns.second)
      if position.coarse >= 1 {
        position.coarse -= 1
        position.held = steps.levels > 0 ? (sound * steps.levels).rounded() / steps.levels : sound
      }
      position.coarse += steps.coarse
      sound += steps.coarseMix * (position.held - sound)
      let (linear, squared, cubic) = steps.polynomial
      sound += steps.polynomialMix * (((cubic * sound + squared) * sound + linear) * sound - sound)
      sound *= steps.gain
      // A number whose square would overflow is at the limit already.
      sound = sound.magnitude < 0x1p64 ? sound / (1 + sound * sound).squareRoot() : sound < 0 ? -1 : 1
      samples[index] = Sample(nearest: input + steps.mix * (sound - input))
    }
  }

  @inline(__always)
  private static func turned(_ turns: Double, _ step: Double) -> Double {
    let next = turns + step
    return next >= 1 ? next - 1 : next
  }

  /// Clears the echo, and restarts the oscillators.
  public mutating func reset() {
    for index in lines.indices { lines[index] = 0 }
    for index in held.indices { held[index] = 0 }
    position = Position()
  }
}

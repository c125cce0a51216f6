public import AudioBase
import Transforms

// Bound throughout: who makes a stage limits its rate and its channels.
// Holds throughout: places lie within the memory that the stage was made with.

/// The sound of a ``DelayStage``.
public struct DelaySettings: Hashable, Sendable {
  /// The delay of the first echo in seconds, rounded to a frame: 0 up to the longest time of the stage.
  public var time = 1.0
  /// The gain from each echo to the next: −1…1. With 1 or −1, echoes of low frequencies never end.
  public var feedback = 0.5
  /// The frequency in Hz at which an echo loses 3 dB; no loss from half the sampling rate on.
  public var lowPassCutoff = 15_000.0
  /// The fraction of echoes in the output, 0…1; the rest is the dry sound.
  public var mix = 0.5

  /// Creates an echo after a second.
  public init() {}

  /// The seconds until the echoes have fallen by 60 dB; at most an hour.
  public var tailTime: Double {
    let factor = feedback.magnitude
    guard factor < 1 else { return 3600 }
    let echoes = factor > 0.001 ? (-60 / Decibels.level(ofAmplitude: factor)).rounded(.up) : 1
    return (echoes * time).limited(to: 0...3600)
  }
}

/// Adds echoes: a delay with feedback and a first-order low-pass filter in its loop.
///
/// ```
/// input ─┬────────────────────────────────────────► · (1 − mix) ─┐
///        └─► + ─► delay ─► low-pass ─┬────────────► · mix ───────┴─► output
///            ▲                       │
///            └──── · feedback ◄──────┘
/// ```
/// The first echo has passed the filter once. With a delay of less than half a frame the input itself is filtered, and
/// there is no feedback. Apple's curves are not published; these are ours, and differ in detail.
public struct DelayStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// The settings, which may be changed between calls.
  public var settings: DelaySettings { didSet { if settings != oldValue { prepare() } } }

  private let sampleRate: Double
  private let channelCount: Int
  /// The number of frames of each line.
  private let capacity: Int
  private var lines: [Sample]
  /// The last output of each channel's filter.
  private var filtered: [Double]
  /// The place of the next frame in the lines.
  private var place = 0
  private var loop = Loop()

  /// The place of a channel in its sound.
  private struct Position {
    /// The channel's part of the lines.
    let own: Range<Int>
    /// The next frame in it.
    var place: Int
    /// The filter's last output.
    var filtered: Double
  }

  /// The numbers that settings come down to.
  private struct Loop {
    var frameCount = 0
    var feedback = 0.0
    /// The part of a new sample in the filter's output.
    var share = 1.0
    var wet = 0.0
    var dry = 1.0
  }

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - settings: The sound.
  ///   - sampleRate: The sample rate, in Hz.
  ///   - channelCount: The number of channels; further ones pass unchanged.
  ///   - longestTime: The longest delay that can be set, in seconds.
  public init(
    _ settings: DelaySettings = DelaySettings(), sampleRate: Double, channelCount: Int, longestTime: Double = 2
  ) {
    self.settings = settings
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    capacity = Int((longestTime * sampleRate).rounded()) + 1
    lines = Array(repeating: 0, count: capacity * channelCount)
    filtered = Array(repeating: 0, count: channelCount)
    prepare()
  }

  private mutating func prepare() {
    let frames = (settings.time * sampleRate).limited(to: 0...Double(capacity - 1))
    loop.frameCount = Int(frames.rounded())
    loop.feedback = settings.feedback.isNaN ? 0 : settings.feedback.limited(to: -1...1)
    loop.share = OnePole.share(cutoff: settings.lowPassCutoff, sampleRate: sampleRate)
    loop.wet = settings.mix.limited(to: 0...1)
    loop.dry = 1 - loop.wet
  }

  /// Adds echoes.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    guard !frames.isEmpty else { return }
    for channel in 0..<min(channelCount, planes.channelCount) {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(frames)
      let own = (channel * capacity)..<((channel + 1) * capacity)
      var position = Position(own: own, place: place, filtered: filtered[channel])
      Self.run(&part, &lines, &position, loop)
      filtered[channel] = position.filtered
    }
    place = (place + frames.count) % capacity
  }

  /// Runs a channel through its line.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  private static func run(
    _ samples: inout MutableSpan<Sample>, _ lines: inout [Sample], _ position: inout Position, _ loop: Loop
  ) {
    var all = lines.mutableSpan
    var line = all._mutatingExtracting(position.own)
    var (place, filtered) = (position.place, position.filtered)
    let capacity = line.count
    var echo = place - loop.frameCount
    if echo < 0 { echo += capacity }
    for index in samples.indices {
      let input = samples[index].forLoop
      let delayed = loop.frameCount == 0 ? input : line[echo].inDoublePrecision
      filtered = (filtered + loop.share * (delayed - filtered)).kept
      line[place] = Sample(nearest: (input + (loop.frameCount == 0 ? 0 : loop.feedback * filtered)).kept)
      samples[index] = Sample(nearest: loop.dry * input + loop.wet * filtered)
      place += 1
      if place == capacity { place = 0 }
      echo += 1
      if echo == capacity { echo = 0 }
    }
    position.filtered = filtered
  }

  /// Clears all echoes.
  public mutating func reset() {
    for index in lines.indices { lines[index] = 0 }
    for index in filtered.indices { filtered[index] = 0 }
    place = 0
  }
}

/// A first-order low-pass filter: each output moves from the last one towards the input by a constant fraction.
enum OnePole {
  /// Returns the coefficient of a one-pole filter that is 3 dB down at a frequency; 1 from half the sampling rate on.
  static func share(cutoff: Double, sampleRate: Double) -> Double {
    guard cutoff < sampleRate / 2 else { return 1 }
    // |H(ω)|² = k² / (1 − 2(1 − k) cos ω + (1 − k)²) = ½, solved for k.
    let step = 1 - Trigonometry.cosineAndSine(turns: max(cutoff, 0.01) / sampleRate).cosine
    return (step * step + 2 * step).squareRoot() - step
  }

  /// Returns the coefficient of a one-pole filter whose step response comes within 1/e of its target in a time, in
  /// seconds; 1 for no time.
  static func share(time: Double, sampleRate: Double) -> Double {
    let frames = time * sampleRate
    guard frames > 0.01 else { return 1 }
    return 1 - ElementaryFunctions.exponential(-1 / frames)
  }
}

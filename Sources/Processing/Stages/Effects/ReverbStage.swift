public import AudioBase
import Transforms

// Bound throughout: who makes a stage limits its rate and its channels.
// Holds throughout: lines lie within the memory that the stage was made with.

/// The sound of a ``ReverbStage``.
public struct ReverbSettings: Hashable, Sendable {
  /// The time in seconds in which low frequencies fall by 60 dB: 0.001…20.
  public var decayTime = 1.0
  /// The time in seconds in which sound at half the sampling rate falls by 60 dB: 0.001…20.
  public var highDecayTime = 0.5
  /// The delay of the first reflection, in seconds: 0.0001…1.
  public var shortestDelay = 0.008
  /// The longest delay between two reflections, in seconds: 0.0001…1.
  public var longestDelay = 0.05
  /// The number of the pattern of reflections; each number gives a different one.
  public var pattern = 1
  /// The gain of the reverberation, in dB.
  public var gain = 0.0
  /// The fraction of reverberation in the output, 0…1; the rest is the dry sound.
  public var mix = 1.0

  /// Creates the reverberation of a room.
  public init() {}

  /// The seconds until the reverberation has fallen by 60 dB: the longer decay time plus the longest delay.
  public var tailTime: Double {
    max(decayTime, highDecayTime).limited(to: 0.001...20) + max(shortestDelay, longestDelay).limited(to: 0.0001...1)
  }
}

/// Adds reverberation: sixteen delays, each of which feeds all of them.
///
/// ```
///           ┌─► delay 1  ─► loss ─┬─► output
/// input ─► +┤      …              │
///         ▲ └─► delay 16 ─► loss ─┴──┐
///         └─── Hadamard's matrix ◄───┘
/// ```
/// The matrix keeps all energy. The loss of a delay is a filter of the first order that takes 60 dB in the decay times
/// at 0 Hz and at half the sampling rate, as Jot and Chaigne describe in "Digital delay networks for designing
/// artificial reverberators" (90th AES Convention, 1991). Channels take turns in the delays. The reverberation
/// has about the energy of its sound, whatever its length. Apple's reverberation is not published; this is ours, and
/// differs.
public struct ReverbStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// The settings, which may be changed between calls.
  public var settings: ReverbSettings {
    didSet {
      guard settings != oldValue else { return }
      // Primes take the time of some thousand samples, which a mix that moves need not wait for.
      if settings.shortestDelay != oldValue.shortestDelay || settings.longestDelay != oldValue.longestDelay
        || settings.pattern != oldValue.pattern
      {
        setLengths()
      }
      prepare()
    }
  }

  /// The number of delays.
  private static var lineCount: Int { 16 }
  /// The number of frames that are worked on at a time.
  private static var partCapacity: Int { 64 }

  private let sampleRate: Double
  private let channelCount: Int
  /// The number of frames of each line.
  private let capacity: Int
  private var lines: [Sample]
  /// The place of the next frame in the lines.
  private var place = 0
  private var lengths = SIMD16<Int32>(repeating: 1)
  /// The filter of each line: the factors of its input and of its last output.
  private var input = SIMD16<Double>()
  private var memory = SIMD16<Double>()
  /// The last outputs of the filters.
  private var filtered = SIMD16<Double>()
  /// The inputs of the lines, and then their outputs, of each frame of a part.
  private var part = [SIMD16<Double>](repeating: SIMD16(), count: Self.partCapacity)
  private var wet = 0.0
  private var dry = 1.0

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - settings: The sound.
  ///   - sampleRate: The sample rate, in Hz.
  ///   - channelCount: The number of channels; further ones pass unchanged.
  public init(_ settings: ReverbSettings = ReverbSettings(), sampleRate: Double, channelCount: Int) {
    self.settings = settings
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    capacity = Int(sampleRate.rounded(.up)) + 64
    lines = Array(repeating: 0, count: capacity * Self.lineCount)
    setLengths()
    prepare()
  }

  // MARK: Settings

  private mutating func prepare() {
    let times = 0.001...20.0
    let (low, high) = (settings.decayTime.limited(to: times), settings.highDecayTime.limited(to: times))
    var kept = 0.0
    for line in 0..<Self.lineCount {
      let seconds = Double(lengths[line]) / sampleRate
      // A way of a line's length loses its part of 60 dB.
      let atZero = ElementaryFunctions.amplitude(ofAttenuation: min(60 * seconds / low, 6000))
      let atHalf = ElementaryFunctions.amplitude(ofAttenuation: min(60 * seconds / high, 6000))
      let pole = atZero + atHalf > 0 ? (atZero - atHalf) / (atZero + atHalf) : 0
      memory[line] = pole
      input[line] = atZero * (1 - pole)
      kept += atZero * atZero / Double(Self.lineCount)
    }
    let mix = settings.mix.limited(to: 0...1)
    // Each turn keeps a part of the energy, and all turns together are heard.
    let energy = kept < 1 ? kept / (1 - kept) : 1
    let gain = Decibels.amplitude(ofLevel: settings.gain.limited(to: -200...200))
    wet = energy > 1e-12 ? mix * gain / energy.squareRoot() : 0
    dry = 1 - mix
  }

  /// Spreads the lengths evenly on a scale of ratios, moves them by the pattern, and makes them prime, so that echoes
  /// of different lines coincide as late as possible.
  private mutating func setLengths() {
    let limits = 0.0001...1.0
    let first = settings.shortestDelay.limited(to: limits)
    let last = max(first, settings.longestDelay.limited(to: limits))
    let octaves = ElementaryFunctions.logarithm(last / first)
    var state = UInt64(bitPattern: Int64(settings.pattern)) &* 0x9E37_79B9_7F4A_7C15
    for line in 0..<Self.lineCount {
      // Knuth's MMIX generator; its upper bits are the good ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let moved = line == 0 || line == Self.lineCount - 1 ? 0 : Double(state >> 40) / 0x1p24 - 0.5
      let position = (Double(line) + 0.8 * moved) / Double(Self.lineCount - 1)
      let frames = first * ElementaryFunctions.exponential(octaves * position) * sampleRate
      var length = Int32(frames.limited(to: 1...Double(capacity - 64)))
      // Holds: below 2^23 the longest gap between primes is shorter than the 64 frames that the memory has more.
      while length < Int32(capacity) - 1, !Self.isPrime(length) || lengths.contains(length, before: line) {
        length += 1
      }
      lengths[line] = length
    }
  }

  private static func isPrime(_ number: Int32) -> Bool {
    guard number > 3 else { return number > 1 }
    guard number % 2 != 0 else { return false }
    var divisor: Int32 = 3
    while divisor * divisor <= number {
      if number % divisor == 0 { return false }
      divisor += 2
    }
    return true
  }

  // MARK: Rendering

  /// Adds reverberation.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    let channels = min(channelCount, planes.channelCount)
    var done = frames.lowerBound
    while done < frames.upperBound, channels > 0 {
      let range = done..<min(done + Self.partCapacity, frames.upperBound)
      for index in 0..<range.count { part[index] = SIMD16() }
      for channel in 0..<channels {
        var plane = planes.plane(channel)
        take(plane._mutatingExtracting(range), channel, of: channels)
      }
      turn(range.count)
      for channel in 0..<channels {
        var plane = planes.plane(channel)
        var samples = plane._mutatingExtracting(range)
        give(&samples, channel, of: channels)
      }
      done = range.upperBound
    }
  }

  /// The delay lines of a channel, at a regular distance, and their signs.
  private static func lines(_ channel: Int, of channels: Int) -> StrideTo<Int> {
    stride(from: channel % lineCount, to: lineCount, by: min(channels, lineCount))
  }

  /// Adds a channel's frames to the inputs of its lines.
  private mutating func take(_ samples: consuming MutableSpan<Sample>, _ channel: Int, of channels: Int) {
    let lines = Self.lines(channel, of: channels)
    let share = 1 / Double(max(1, Self.lineCount / min(channels, Self.lineCount))).squareRoot()
    for index in samples.indices {
      let sample = samples[index].forLoop * share
      for line in lines { part[index][line] += line / 2 % 2 == 0 ? sample : -sample }
    }
  }

  /// Mixes a channel's frames with the outputs of its lines.
  private func give(_ samples: inout MutableSpan<Sample>, _ channel: Int, of channels: Int) {
    let lines = Self.lines(channel, of: channels)
    for index in samples.indices {
      var sum = 0.0
      for line in lines { sum += part[index][line] }
      samples[index] = Sample(nearest: dry * samples[index].forLoop + wet * sum)
    }
  }

  /// Passes frames through the loop once: replaces the inputs of the lines by their outputs.
  private mutating func turn(_ count: Int) {
    for index in 0..<count {
      var delayed = SIMD16<Double>()
      for line in 0..<Self.lineCount {
        var source = place - Int(lengths[line])
        if source < 0 { source += capacity }
        delayed[line] = lines[line * capacity + source].inDoublePrecision
      }
      filtered = delayed * input + filtered * memory
      for line in 0..<Self.lineCount where filtered[line].magnitude < 0x1p-100 { filtered[line] = 0 }
      let back = Self.mixed(filtered) + part[index]
      for line in 0..<Self.lineCount { lines[line * capacity + place] = Sample(nearest: back[line].kept) }
      part[index] = filtered
      place = place + 1 == capacity ? 0 : place + 1
    }
  }

  /// Multiplies by Hadamard's matrix, whose rows have the length 1.
  @inline(__always)
  private static func mixed(_ v: SIMD16<Double>) -> SIMD16<Double> {
    let (a, b) = (v.lowHalf + v.highHalf, v.lowHalf - v.highHalf)
    let (c, d) = (mixed(a), mixed(b))
    return SIMD16(lowHalf: c, highHalf: d) * 0.25
  }

  @inline(__always)
  private static func mixed(_ v: SIMD8<Double>) -> SIMD8<Double> {
    let (a, b) = (v.lowHalf + v.highHalf, v.lowHalf - v.highHalf)
    return SIMD8(lowHalf: mixed(a), highHalf: mixed(b))
  }

  @inline(__always)
  private static func mixed(_ v: SIMD4<Double>) -> SIMD4<Double> {
    let (a, b) = (v.lowHalf + v.highHalf, v.lowHalf - v.highHalf)
    return SIMD4(a.x + a.y, a.x - a.y, b.x + b.y, b.x - b.y)
  }

  /// Clears the reverberation.
  public mutating func reset() {
    for index in lines.indices { lines[index] = 0 }
    filtered = SIMD16()
    place = 0
  }
}

extension SIMD16<Int32> {
  /// Returns true if a number occurs before an index.
  fileprivate func contains(_ number: Int32, before place: Int) -> Bool {
    for index in 0..<place where self[index] == number { return true }
    return false
  }
}

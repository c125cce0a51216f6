// Holds throughout: players push no more than there is room for, of channels that they have; stretchers are looked
// for before they are used.

/// The method of a ``TimePitchProcessor``.
public enum TimePitchMethod: Sendable, CaseIterable {
  /// Splices pieces where they match best: for speech; exact if nothing is changed.
  case timeDomain
  /// A phase vocoder: for music.
  case spectral
  /// The pitch follows the rate.
  case varispeed
}

/// Changes rate and pitch of planar audio independently, during playing.
///
/// Output frame n stands for the sum of the rates of all previous frames: the output is not delayed, but input must be
/// ahead by some time (``wantedInputFrameCount``). n frames at a rate r become ⌈n / r⌉, or one more or less where the
/// pitch is changed. The pitch is moved by a stretch and a change of the sampling rate that cancel out in time. The
/// output does not depend on how input and output are cut into chunks, at rates up to 4. All channels are treated
/// alike, so that their times and phases stay together. Changes of rate and pitch take effect with the next block. No
/// call but `init` allocates, and no sample value does any harm: NaN and infinity count as silence.
///
/// ```swift
/// var processor = TimePitchProcessor(sampleRate: 48_000, channelCount: 1, method: .timeDomain)
/// processor.rate = 1.5
/// processor.push(input.count) { _, samples in for index in input.indices { samples[index] = input[index] } }
/// let made = processor.pull(4096) { _, offset, samples in … }
/// ```
public struct TimePitchProcessor: ~Copyable, Sendable {
  /// The possible rates.
  public static let rates = 1.0 / 32...32
  /// The possible changes of the pitch, in cents.
  public static let pitches = -2400.0...2400

  /// The number of channels.
  public let channelCount: Int
  /// The method.
  public let method: TimePitchMethod
  /// The number of input frames for each output frame; rates outside ``rates`` are clamped.
  public var rate: Double {
    get { playRate }
    set { if !newValue.isNaN { playRate = min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound) } }
  }
  /// The change of pitch in cents; values outside ``pitches`` are clamped. No effect with
  /// ``TimePitchMethod/varispeed``.
  public var pitch: Double {
    get { cents }
    set {
      guard !newValue.isNaN, newValue != cents else { return }
      cents = min(max(newValue, Self.pitches.lowerBound), Self.pitches.upperBound)
      pitchRatio = method == .varispeed ? 1 : ElementaryFunctions.exponential(cents / 1200 * 0.693_147_180_559_945_3)
    }
  }

  /// The number of input samples, of all channels, that were NaN or infinite and became silence, since the start or
  /// ``reset()``.
  public var replacedSampleCount: Int {
    timeDomain?.input.frames.replacedSampleCount ?? spectral?.input.frames.replacedSampleCount
      ?? resampler.input.replacedSampleCount
  }

  private var playRate = 1.0
  private var cents = 0.0
  private var pitchRatio = 1.0
  private var timeDomain: TimeDomainStretcher?
  private var spectral: SpectralStretcher?
  private var resampler: VariableResampler
  /// The duration of the input before the first output frame, in seconds.
  public private(set) var latency = 0.0
  private var isDraining = false
  private var hasEnded = false

  /// Allocates all memory.
  ///
  /// - Parameters:
  ///   - sampleRate: Hertz. The lengths of the pieces depend on it; those for 1 kHz and 768 kHz serve beyond.
  ///   - channelCount: At least 1.
  ///   - method: The method.
  public init(sampleRate: Double, channelCount: Int, method: TimePitchMethod) {
    precondition(channelCount > 0)
    self.channelCount = channelCount
    self.method = method
    let usual = sampleRate.isNaN ? 48000 : min(max(sampleRate, 1000), 768_000)
    var (highest, hop) = (32.0, 0)
    switch method {
    case .timeDomain:
      let stretcher = TimeDomainStretcher(sampleRate: usual, channelCount: channelCount)
      (highest, hop) = (4, stretcher.hop)
      timeDomain = stretcher
    case .spectral:
      let stretcher = SpectralStretcher(sampleRate: usual, channelCount: channelCount)
      (highest, hop) = (4, stretcher.hop)
      spectral = stretcher
    case .varispeed: break
    }
    resampler = VariableResampler(channelCount: channelCount, highestRatio: highest, blockLength: hop)
    latency = Double(wantedInputFrameCount) / usual
  }

  /// The number of input frames needed for the next output frame, at unchanged rates; 0 if one is available or the
  /// input has ended.
  ///
  /// At the start of a stream this is the latency of a player.
  public var wantedInputFrameCount: Int {
    if isOver { return 0 }
    let wanted = resampler.wantedFrameCount(ratio: ratio)
    guard wanted > 0, let stretcher = nextStretch else { return wanted }
    return max(0, stretcher.requiredEnd - stretcher.end)
  }

  /// The number of input frames that fit now.
  public var inputRoom: Int {
    if isDraining { return 0 }
    return timeDomain?.input.room ?? spectral?.input.room ?? resampler.input.room
  }

  /// True if the input has ended and all output has been returned.
  public var isOver: Bool { resampler.isOver }

  private var ratio: Double {
    if isDraining { return 1 }
    return method == .varispeed ? playRate : pitchRatio
  }

  /// The rate at which a stretcher has to work.
  private var stretch: Double { playRate / pitchRatio }

  private var nextStretch: (requiredEnd: Int, end: Int)? {
    if let timeDomain {
      return timeDomain.input.frameCount == nil
        ? (timeDomain.requiredEnd(rate: stretch), timeDomain.input.frames.end) : (0, 0)
    }
    if let spectral {
      return spectral.input.frameCount == nil
        ? (spectral.requiredEnd(rate: stretch), spectral.input.frames.end) : (0, 0)
    }
    return nil
  }

  // MARK: Input

  /// Adds the next frames of all channels.
  ///
  /// - Parameters:
  ///   - frameCount: At most ``inputRoom``.
  ///   - fill: Called once per channel in order, to write that number of its frames.
  public mutating func push(
    _ frameCount: Int, _ fill: (_ channel: Int, _ samples: inout MutableSpan<Float>) -> Void
  ) {
    precondition(frameCount >= 0 && frameCount <= inputRoom)
    if timeDomain != nil {
      timeDomain!.append(frameCount, fill)
    } else if spectral != nil {
      spectral!.append(frameCount, fill)
    } else {
      resampler.append(frameCount, fill)
    }
  }

  /// Ends the input.
  public mutating func endInput() {
    timeDomain?.end()
    spectral?.end()
    if method == .varispeed { resampler.end() }
  }

  /// Ends the input, and returns the rest at a rate of 1 and unchanged pitch, so that unchanged sound can follow
  /// without a gap or a step.
  public mutating func drain() {
    guard !isDraining else { return }
    isDraining = true
    timeDomain?.drain()
    spectral?.drain()
    resampler.snap()
    if method == .varispeed { resampler.end() }
  }

  /// Clears all input: the next frames start a new stream.
  public mutating func reset() {
    (isDraining, hasEnded) = (false, false)
    timeDomain?.reset()
    spectral?.reset()
    resampler.reset()
  }

  // MARK: Output

  /// Passes the next frames to `give`.
  ///
  /// - Parameters:
  ///   - frameCount: The number of requested frames.
  ///   - give: Called for each channel in order, some frames at a time; the offset is counted in the frames of this
  ///     call.
  /// - Returns: The number of frames given; fewer than requested if input is needed or all has been given.
  public mutating func pull(
    _ frameCount: Int, _ give: (_ channel: Int, _ offset: Int, _ samples: Span<Float>) -> Void
  ) -> Int {
    var made = 0
    while made < frameCount {
      let count = resampler.read(frameCount - made, ratio: ratio)
      if count == 0 {
        guard advance() else { break }
        continue
      }
      for channel in 0..<channelCount {
        let base = channel * VariableResampler.runLength
        give(channel, made, resampler.output.span.extracting(base..<(base + count)))
      }
      made += count
    }
    return made
  }

  /// Makes a stretcher produce a block for the resampler.
  ///
  /// - Returns: True if there is more to give now.
  private mutating func advance() -> Bool {
    let rate = stretch
    if timeDomain != nil {
      if timeDomain!.makeBlock(rate: rate) {
        Self.append(timeDomain!.block, timeDomain!.hop, timeDomain!.blockCount, to: &resampler)
        return true
      }
      return endStretch(timeDomain!.isOver)
    }
    if spectral != nil {
      if spectral!.makeBlock(rate: rate) {
        Self.append(spectral!.block, spectral!.hop, spectral!.blockCount, to: &resampler)
        return true
      }
      return endStretch(spectral!.isOver)
    }
    return false
  }

  private mutating func endStretch(_ isOver: Bool) -> Bool {
    guard isOver, !hasEnded else { return false }
    hasEnded = true
    resampler.end()
    return !resampler.isOver
  }

  private static func append(_ block: [Float], _ stride: Int, _ count: Int, to resampler: inout VariableResampler) {
    resampler.append(count) { channel, samples in
      for index in 0..<count { samples[index] = block[channel * stride + index] }
    }
  }
}

/// The method of conversion: the values of Core Audio's `kAudioConverterSampleRateConverterComplexity`, and an
/// additional one.
public enum ResamplerComplexity: Sendable, CaseIterable {
  /// `line`: linear interpolation. It is cheap, but aliases and attenuates high frequencies.
  case linear
  /// `norm`: linear phase, 130 dB and better, in the precision of the samples.
  case normal
  /// `bats`: linear phase, 180 dB and better, in double precision for all samples.
  case mastering
  /// Minimum phase: the output depends on no later input, and follows the input within a millisecond. The delay grows
  /// towards the band's edge.
  case minimumPhase
}

/// The quality within a complexity: `kAudioConverterSampleRateConverterQuality`.
///
/// Below ``medium`` the stopband rises and the passband shrinks; above it only the passband grows.
public struct ResamplerQuality: Sendable, Hashable, Comparable {
  /// The number, among ``values``.
  public let value: Int

  /// The numbers of qualities.
  public static let values = 0...127

  /// Creates a quality; numbers outside ``values`` become the nearest among them.
  public init(_ value: Int) {
    self.value = min(max(value, Self.values.lowerBound), Self.values.upperBound)
  }

  /// `kAudioConverterQuality_Min`
  public static let minimum = ResamplerQuality(0)
  /// `kAudioConverterQuality_Low`
  public static let low = ResamplerQuality(0x20)
  /// `kAudioConverterQuality_Medium`
  public static let medium = ResamplerQuality(0x40)
  /// `kAudioConverterQuality_High`
  public static let high = ResamplerQuality(0x60)
  /// `kAudioConverterQuality_Max`
  public static let maximum = ResamplerQuality(0x7F)

  /// Returns true if `a` is lower than `b`.
  public static func < (a: ResamplerQuality, b: ResamplerQuality) -> Bool { a.value < b.value }
}

/// The time of the first output frame: `kAudioConverterPrimeMethod` of Core Audio.
public enum ResamplerPriming: Sendable, Hashable {
  /// `kConverterPrimeMethod_Normal`: the first output frame is at the first input frame, preceded by silence.
  case silence
  /// `kConverterPrimeMethod_Pre`: a number of input frames precede the position of the first output frame. At most
  /// ``Resampler/leadingFrameCount`` of them have an effect.
  case history(frameCount: Int)
  /// `kConverterPrimeMethod_None`: no input is awaited. The first output frame is so early that it needs only the first
  /// input frame; the output is delayed accordingly.
  case latency
}

/// The time at which a conversion returns its frames. The filter is the same; only the last bits of the frames may
/// differ.
///
/// ``ResamplerComplexity/linear`` and ``ResamplerComplexity/minimumPhase`` give theirs promptly in any case.
public enum ResamplerDelivery: Sendable, Hashable, CaseIterable {
  /// The amounts that the caller brings or requests decide, once: a converter takes ``prompt`` for up to 4,096 frames
  /// at a time. A ``Resampler`` on its own works as with ``blocks``.
  case automatic
  /// Fast transforms of long blocks: the highest throughput, for files. Frames come in blocks, with a delay.
  case blocks
  /// Frame by frame: each frame is returned as soon as the input that the filter spans has arrived. For sound in small
  /// amounts.
  case prompt
}

/// The settings of a ``Resampler``.
public struct ResamplerSettings: Sendable, Hashable {
  /// The filter.
  public var complexity: ResamplerComplexity
  /// The quality.
  public var quality: ResamplerQuality
  /// The time of the first output frame.
  public var priming: ResamplerPriming
  /// The delivery of frames.
  public var delivery: ResamplerDelivery

  /// Creates settings, by default those of Core Audio.
  public init(
    complexity: ResamplerComplexity = .normal, quality: ResamplerQuality = .medium,
    priming: ResamplerPriming = .silence, delivery: ResamplerDelivery = .automatic
  ) {
    self.complexity = complexity
    self.quality = quality
    self.priming = priming
    self.delivery = delivery
  }
}

/// The numbers of frames that one call consumed and produced.
public struct ResamplerProgress: Sendable, Hashable {
  /// The number of input frames taken; the caller passes the rest again.
  public var consumed: Int
  /// The number of output frames written, from the start of the output.
  public var produced: Int

  package init(consumed: Int, produced: Int) {
    self.consumed = consumed
    self.produced = produced
  }
}

/// An error of making a converter.
public enum ResamplerError: Error, Sendable, Hashable {
  /// A rate is outside 1…2^23 Hz, or more than 256 times the other.
  case unsupportedRates
}

extension ResamplerError: CustomStringConvertible {
  /// The two rates, as text.
  public var description: String {
    switch self {
    case .unsupportedRates: "rates from 1 Hz to 2^23 Hz are converted, to at most 256 times as much or as little"
    }
  }
}

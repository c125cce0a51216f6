/// The method of conversion: `kAudioConverterSampleRateConverterComplexity` of Core Audio, and one of ours.
public enum ResamplerComplexity: Sendable, CaseIterable {
  /// `line`: a straight line between neighbouring samples. Cheap, aliases, dulls.
  case linear
  /// `norm`: linear phase, 130 dB and better, computed in the precision of the samples.
  case normal
  /// `bats`: linear phase, 180 dB and better, computed in double precision whatever the samples are.
  case mastering
  /// Minimum phase: the output depends on no input later than itself, and follows the input within a millisecond.
  /// The price is a delay that grows towards the band's edge.
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

  /// Returns true if `a` is worse than `b`.
  public static func < (a: ResamplerQuality, b: ResamplerQuality) -> Bool { a.value < b.value }
}

/// The meaning of the first output frame: `kAudioConverterPrimeMethod` of Core Audio.
public enum ResamplerPriming: Sendable, Hashable {
  /// `kConverterPrimeMethod_Normal`: the first output frame is at the time of the first input frame; before it was
  /// silence.
  case silence
  /// `kConverterPrimeMethod_Pre`: as many input frames precede the one that the first output frame stands for. At most
  /// ``Resampler/leadingFrameCount`` of them are of use.
  case history(frameCount: Int)
  /// `kConverterPrimeMethod_None`: nothing is awaited. The first output frame stands for a time so long before the
  /// first input frame that it needs only that one; the output is as much later.
  case latency
}

/// The time at which a conversion gives its frames. The filter is the same, and so are the frames but for their
/// rounding: the last bits may differ.
///
/// ``ResamplerComplexity/linear`` and ``ResamplerComplexity/minimumPhase`` give theirs promptly in any case.
public enum ResamplerDelivery: Sendable, Hashable, CaseIterable {
  /// The caller's amounts decide, once, where a caller brings or requests amounts: a converter takes ``prompt`` for up
  /// to 4,096 frames at a time. A ``Resampler`` by itself does as with ``blocks``.
  case automatic
  /// By fast transforms of long blocks: the highest throughput, for files. Frames come block by block, with a delay.
  case blocks
  /// Frame by frame: each comes as soon as the input that the filter spans has come, and depends on nothing else. For
  /// sound that arrives, or is needed, in small amounts.
  case prompt
}

/// The settings of a ``Resampler``.
public struct ResamplerSettings: Sendable, Hashable {
  /// The filter.
  public var complexity: ResamplerComplexity
  /// The quality.
  public var quality: ResamplerQuality
  /// The meaning of the first output frame.
  public var priming: ResamplerPriming
  /// The delivery of frames.
  public var delivery: ResamplerDelivery

  /// Creates settings; by default those of Core Audio.
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

/// The frames that one call has consumed and produced.
public struct ResamplerProgress: Sendable, Hashable {
  /// The input frames that were taken; the caller keeps the rest and offers them again.
  public var consumed: Int
  /// The output frames that were written, from the start of the output.
  public var produced: Int

  package init(consumed: Int, produced: Int) {
    self.consumed = consumed
    self.produced = produced
  }
}

/// The reason why a converter could not be made.
public enum ResamplerError: Error, Sendable, Hashable {
  /// A rate that is not a number in 1…2^23 Hz, or one more than 256 times the other.
  case unsupportedRates
}

extension ResamplerError: CustomStringConvertible {
  /// The rates that are converted, as text.
  public var description: String {
    switch self {
    case .unsupportedRates: "rates from 1 Hz to 2^23 Hz are converted, to at most 256 times as much or as little"
    }
  }
}

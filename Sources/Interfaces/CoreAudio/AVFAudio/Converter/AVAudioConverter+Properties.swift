public import Foundation

// What can be asked and set of a converter. What does not apply to its conversion is answered with what stands for
// nothing, and passed over when set.

extension AVAudioConverter {
  /// For each output channel the input channel that goes there, −1 for silence.
  public var channelMap: [NSNumber] {
    get { converter.list(kAudioConverterChannelMap, of: Int32(0)).map { NSNumber(value: $0) } }
    set { converter.setList(kAudioConverterChannelMap, to: newValue.map(\.int32Value)) }
  }

  /// Whether channels that have no loudspeaker of their own are mixed into the others, not dropped.
  public var downmix: Bool {
    get { converter.number(kAudioConverterPropertyPerformDownmix) ?? 0 != 0 }
    set { converter.set(kAudioConverterPropertyPerformDownmix, to: UInt32(newValue ? 1 : 0)) }
  }

  /// Whether noise takes the place of rounding errors where bits are lost.
  public var dither: Bool {
    get { converter.number(kAudioConverterPropertyDithering) ?? 0 != 0 }
    set { converter.set(kAudioConverterPropertyDithering, to: newValue ? kDitherAlgorithm_TPDF : 0) }
  }

  /// How well rates are converted: the raw value of an ``AVAudioQuality``.
  public var sampleRateConverterQuality: Int {
    get { Int(converter.number(kAudioConverterSampleRateConverterQuality) ?? 0) }
    set { converter.set(kAudioConverterSampleRateConverterQuality, to: UInt32(clamping: newValue)) }
  }

  /// How rates are converted: one of the names `AVSampleRateConverterAlgorithm_…`; `nil` where they are not.
  public var sampleRateConverterAlgorithm: String? {
    get { converter.number(kAudioConverterSampleRateConverterComplexity).flatMap(RateAlgorithm.name) }
    set {
      guard let value = newValue.flatMap(RateAlgorithm.complexity) else { return }
      converter.set(kAudioConverterSampleRateConverterComplexity, to: value)
    }
  }

  /// When the frames of a rate conversion are given; `nil` where rates are not converted. Of ours.
  public var sampleRateConverterDelivery: AVSampleRateConverterDelivery? {
    get {
      converter.number(kAudioConverterSampleRateConverterDelivery).flatMap {
        AVSampleRateConverterDelivery(rawValue: $0)
      }
    }
    set {
      guard let newValue else { return }
      converter.set(kAudioConverterSampleRateConverterDelivery, to: newValue.rawValue)
    }
  }

  /// By how many seconds output of a steady flow is behind its input, for the sake of the rate conversion. Of ours.
  public var sampleRateConverterLatency: TimeInterval {
    converter.property(kAudioConverterSampleRateConverterLatency, startingWith: Float64(0)) ?? 0
  }

  /// What is done about the frames before the first and after the last one.
  public var primeMethod: AVAudioConverterPrimeMethod {
    get {
      let method = converter.number(kAudioConverterPrimeMethod) ?? kConverterPrimeMethod_Normal
      return AVAudioConverterPrimeMethod(rawValue: Int(method)) ?? .normal
    }
    set { converter.set(kAudioConverterPrimeMethod, to: UInt32(newValue.rawValue)) }
  }

  /// Frames before and after the recording: those that a rate conversion looks at, or those that an encoder adds.
  public var primeInfo: AVAudioConverterPrimeInfo {
    get {
      let info = converter.property(kAudioConverterPrimeInfo, startingWith: AudioConverterPrimeInfo())
      return AVAudioConverterPrimeInfo(
        leadingFrames: info?.leadingFrames ?? 0, trailingFrames: info?.trailingFrames ?? 0)
    }
    set {
      let info = AudioConverterPrimeInfo(
        leadingFrames: newValue.leadingFrames, trailingFrames: newValue.trailingFrames)
      converter.set(kAudioConverterPrimeInfo, to: info)
    }
  }
}

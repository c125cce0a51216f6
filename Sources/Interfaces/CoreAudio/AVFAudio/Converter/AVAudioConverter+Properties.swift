import AudioBase
import AudioConversion
import AudioToolbox
public import Foundation
import SignalProcessing

// What can be asked and set of a converter. What does not apply to its conversion is answered with what stands for
// nothing, and passed over when set.

extension AVAudioConverter {
  /// For each output channel the input channel that goes there, −1 for silence.
  public var channelMap: [NSNumber] {
    get { converter.channelMap.map { NSNumber(value: $0) } }
    set { try? converter.setChannelMap(newValue.map(\.int32Value)) }
  }

  /// Whether channels that have no loudspeaker of their own are mixed into the others, not dropped.
  public var downmix: Bool {
    get { converter.performsDownmix }
    set { try? converter.changeOptions { $0.channels = newValue ? .mixing : .rearranging } }
  }

  /// Whether noise takes the place of rounding errors where bits are lost.
  public var dither: Bool {
    get { !converter.isEncoding && converter.options.dithering != .none }
    set {
      guard !converter.isEncoding else { return }
      try? converter.changeOptions { $0.dithering = newValue ? .triangular : .none }
    }
  }

  /// How well rates are converted: the raw value of an ``AVAudioQuality``.
  public var sampleRateConverterQuality: Int {
    get { converter.convertsRate ? converter.options.resampler.quality.value : 0 }
    set { changeResampler { $0.quality = ResamplerQuality(newValue) } }
  }

  /// How rates are converted: one of the names `AVSampleRateConverterAlgorithm_…`; `nil` where they are not.
  public var sampleRateConverterAlgorithm: String? {
    get { converter.convertsRate ? RateAlgorithm.name(of: converter.options.resampler.complexity) : nil }
    set {
      guard let value = newValue.flatMap(RateAlgorithm.complexity) else { return }
      changeResampler { $0.complexity = value }
    }
  }

  /// When the frames of a rate conversion are given; `nil` where rates are not converted. Of ours.
  public var sampleRateConverterDelivery: AVSampleRateConverterDelivery? {
    get {
      guard converter.convertsRate else { return nil }
      let delivery = converter.options.resampler.delivery
      return AVSampleRateConverterDelivery(rawValue: ConverterNumbers.deliveries.number(of: delivery))
    }
    set {
      guard let newValue, let delivery = ConverterNumbers.deliveries[newValue.rawValue] else { return }
      changeResampler { $0.delivery = delivery }
    }
  }

  /// By how many seconds output of a steady flow is behind its input, for the sake of the rate conversion. Of ours.
  public var sampleRateConverterLatency: TimeInterval { converter.latency }

  private func changeResampler(_ change: (inout ResamplerSettings) -> Void) {
    guard converter.convertsRate else { return }
    try? converter.changeOptions { change(&$0.resampler) }
  }

  /// What is done about the frames before the first and after the last one.
  public var primeMethod: AVAudioConverterPrimeMethod {
    get { AVAudioConverterPrimeMethod(rawValue: Int(converter.primeMethod)) ?? .normal }
    set { try? converter.setPrimeMethod(UInt32(newValue.rawValue)) }
  }

  /// Frames before and after the recording: those that a rate conversion looks at, or those that an encoder adds.
  public var primeInfo: AVAudioConverterPrimeInfo {
    get {
      let info = converter.primeInfo
      return AVAudioConverterPrimeInfo(leadingFrames: info.leadingFrames, trailingFrames: info.trailingFrames)
    }
    set {
      guard converter.isDecoding else { return }
      try? converter.setPrimeInfo(
        AudioConverterPrimeInfo(leadingFrames: newValue.leadingFrames, trailingFrames: newValue.trailingFrames))
    }
  }
}

import AudioBase
import AudioConversion
import AudioToolbox
public import Foundation
import SignalProcessing

// Properties of a converter. Those that do not apply to its conversion have a neutral value, and are ignored when set.

extension AVAudioConverter {
  /// The input channel of each output channel, −1 for silence.
  public var channelMap: [NSNumber] {
    get { converter.channelMap.map { NSNumber(value: $0) } }
    set { try? converter.setChannelMap(newValue.map(\.int32Value)) }
  }

  /// True to mix channels that have no loudspeaker into the others instead of dropping them.
  public var downmix: Bool {
    get { converter.performsDownmix }
    set { try? converter.changeRequest { $0.stages.channels = newValue ? .mixing : .rearranging } }
  }

  /// True to add dither where bits are lost.
  public var dither: Bool {
    get { !converter.isEncoding && converter.request.dithering != .none }
    set {
      guard !converter.isEncoding else { return }
      try? converter.changeRequest { $0.dithering = newValue ? .triangular : .none }
    }
  }

  /// The quality of rate conversion: the raw value of an ``AVAudioQuality``.
  public var sampleRateConverterQuality: Int {
    get { converter.convertsRate ? converter.request.stages.resampler.quality.value : 0 }
    set { changeResampler { $0.quality = ResamplerQuality(newValue) } }
  }

  /// The algorithm of rate conversion: one of the names `AVSampleRateConverterAlgorithm_…`; `nil` without one.
  public var sampleRateConverterAlgorithm: String? {
    get { converter.convertsRate ? RateAlgorithm.name(of: converter.request.stages.resampler.complexity) : nil }
    set {
      guard let value = newValue.flatMap(RateAlgorithm.complexity) else { return }
      changeResampler { $0.complexity = value }
    }
  }

  /// The delivery of converted frames; `nil` without a rate conversion. An extension of this library.
  public var sampleRateConverterDelivery: AVSampleRateConverterDelivery? {
    get {
      guard converter.convertsRate else { return nil }
      let delivery = converter.request.stages.resampler.delivery
      return AVSampleRateConverterDelivery(rawValue: ConverterNumbers.deliveries.number(of: delivery))
    }
    set {
      guard let newValue, let delivery = ConverterNumbers.deliveries[newValue.rawValue] else { return }
      changeResampler { $0.delivery = delivery }
    }
  }

  /// The delay of a continuous rate conversion, in seconds. An extension of this library.
  public var sampleRateConverterLatency: TimeInterval { converter.latency }

  private func changeResampler(_ change: (inout ResamplerSettings) -> Void) {
    guard converter.convertsRate else { return }
    try? converter.changeRequest { change(&$0.stages.resampler) }
  }

  /// The treatment of the frames before the first and after the last one.
  public var primeMethod: AVAudioConverterPrimeMethod {
    get { AVAudioConverterPrimeMethod(rawValue: Int(converter.primeMethod)) ?? .normal }
    set { try? converter.setPrimeMethod(UInt32(newValue.rawValue)) }
  }

  /// The frames around the recording that a rate conversion reads or an encoder adds.
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

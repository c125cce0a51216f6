import AudioBase
import AudioConversion
import SignalProcessing

// What can be set about a converter.

extension ConverterObject {
  /// Whether a property can be set here.
  func isWritable(_ property: AudioConverterPropertyID) -> Bool {
    switch property {
    case kAudioConverterDecompressionMagicCookie, kAudioConverterCodecQuality: isDecoding || isEncoding
    case kAudioConverterPrimeInfo: isDecoding
    case kAudioConverterEncodeBitRate, kAudioCodecPropertyBitRateForVBR, kAudioCodecPropertyBitRateControlMode,
      kAudioCodecPropertySoundQualityForVBR:
      encodesAtBitRate
    case kAudioConverterPropertyBitDepthHint, kAudioConverterEncodeAdjustableSampleRate: isEncoding
    case kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterQuality,
      kAudioConverterSampleRateConverterDelivery:
      convertsRate
    case kAudioConverterPropertyDithering: !isEncoding
    case kAudioConverterChannelMap, kAudioConverterPrimeMethod, kAudioConverterPropertyPerformDownmix,
      kAudioConverterPropertyChannelMixMap, kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout:
      true
    default: isOfDecoder(property)
    }
  }

  /// Sets a property.
  ///
  /// - Throws: `kAudioConverterErr_PropertyNotSupported`, `kAudioConverterErr_OperationNotSupported` for one that can
  ///   only be read, `kAudioConverterErr_BadPropertySizeError`, or what is wrong with the value.
  func set(_ property: AudioConverterPropertyID, to source: PropertySource) throws(Status) {
    guard isWritable(property) else {
      _ = try byteCount(of: property)
      throw Status(kAudioConverterErr_OperationNotSupported)
    }
    try requireRest()
    switch property {
    case kAudioConverterDecompressionMagicCookie: try setMagicCookie(source.bytes)
    case kAudioConverterInputChannelLayout: try setInputLayout(try layout(source, of: input.format))
    case kAudioConverterOutputChannelLayout: try setOutputLayout(try layout(source, of: currentOutput.format))
    case kAudioConverterChannelMap: try setChannelMap(source)
    case kAudioConverterPrimeInfo:
      try setPrimeInfo(
        try source.exactly(AudioConverterPrimeInfo.self, orThrow: kAudioConverterErr_BadPropertySizeError))
    case kAudioConverterPropertyChannelMixMap: try setChannelMixMap(source)
    case kAudioConverterEncodeAdjustableSampleRate:
      let rate = try source.exactly(Float64.self, orThrow: kAudioConverterErr_BadPropertySizeError)
      guard rate.isFinite, rate >= 0 else { throw Status(kAudio_ParamError) }
      try encoding { () throws(Status) in try setOutputSampleRate(rate) }
    case _ where isOfDecoder(property): try setDecoder(property, to: source)
    default:
      try setNumber(property, to: try source.exactly(UInt32.self, orThrow: kAudioConverterErr_BadPropertySizeError))
    }
  }

  private func setMagicCookie(_ cookie: [UInt8]) throws(Status) {
    // An encoder has no use for one; Core Audio takes it without a word.
    guard isDecoding else { return }
    do throws(Status) {
      try setCookie(cookie)
    } catch {
      throw Status(kAudioCodecBadDataError)
    }
  }

  private func layout(_ source: PropertySource, of format: StreamFormat) throws(Status) -> ChannelLayout {
    let layout = try source.channelLayout(tooShort: kAudioConverterErr_BadPropertySizeError)
    guard layout.channelCount == format.channelsPerFrame else { throw Status(kAudio_ParamError) }
    return layout
  }

  private func setChannelMap(_ source: PropertySource) throws(Status) {
    let map = source.list(Int32.self)
    guard map.count == currentOutput.format.channelsPerFrame, source.count == map.count * 4 else {
      throw Status(kAudioConverterErr_BadPropertySizeError)
    }
    let channels = map.map { $0 < 0 ? nil : Int($0) }
    do throws(Status) {
      try changeOptions { $0.channels = .map(channels) }
    } catch {
      throw Status(kAudio_ParamError)
    }
  }

  private func setChannelMixMap(_ source: PropertySource) throws(Status) {
    let gains = source.list(Float32.self)
    var matrix = currentMatrix
    guard gains.count == matrix.inputCount * matrix.outputCount, source.count == gains.count * 4 else {
      throw Status(kAudioConverterErr_BadPropertySizeError)
    }
    guard gains.allSatisfy(\.isFinite) else { throw Status(kAudio_ParamError) }
    for (index, gain) in gains.enumerated() {
      matrix[index % matrix.outputCount, index / matrix.outputCount] = Double(gain)
    }
    let wanted = matrix
    try changeOptions { $0.channels = .matrix(wanted) }
  }

  /// What an encoder does not take is told as Core Audio's codecs tell it.
  private func encoding(_ body: () throws(Status) -> Void) throws(Status) {
    do throws(Status) { try body() } catch { throw Status(kAudioCodecUnsupportedFormatError) }
  }

  private func setEncoder(_ change: (inout EncoderSettings) -> Void) throws(Status) {
    try encoding { () throws(Status) in try changeSettings(change) }
  }

  private func setNumber(_ property: AudioConverterPropertyID, to value: UInt32) throws(Status) {
    switch property {
    case kAudioConverterCodecQuality:
      // To encoders that lose something it is how hard they try; others have no choice.
      if encodesAtBitRate { try setEncoder { $0.effort = Int(min(value, 127)) } }
      codecQuality = value
    case kAudioConverterPrimeMethod: try setPrimeMethod(value)
    case kAudioConverterEncodeBitRate, kAudioCodecPropertyBitRateForVBR: try setEncoder { $0.bitRate = Int(value) }
    case kAudioCodecPropertySoundQualityForVBR: try setEncoder { $0.quality = Int(min(value, 127)) }
    case kAudioCodecPropertyBitRateControlMode:
      guard let mode = EncoderSettings.RateControlMode(rawValue: value) else { throw Status(kAudio_ParamError) }
      try setEncoder { $0.rateControl = mode }
    case kAudioConverterPropertyBitDepthHint: try setEncoder { $0.bitDepth = value == 0 ? nil : Int(value) }
    case kAudioConverterSampleRateConverterQuality:
      try changeOptions { $0.resampler.quality = ResamplerQuality(Int(clamping: value)) }
    case kAudioConverterSampleRateConverterComplexity: try setComplexity(value)
    case kAudioConverterSampleRateConverterDelivery: try setDelivery(value)
    case kAudioConverterPropertyDithering: try setDithering(value)
    case kAudioConverterPropertyPerformDownmix: try changeOptions { $0.channels = value == 0 ? .rearranging : .mixing }
    default: throw Status(kAudioConverterErr_PropertyNotSupported)
    }
  }

  /// Leading frames are the encoder's priming, in decoded frames, and are cut off; so are as many trailing frames, for
  /// which the last packets wait until the input ends.
  private func setPrimeInfo(_ info: AudioConverterPrimeInfo) throws(Status) {
    let leading = Int64(info.leadingFrames)
    let rate = decoded?.sampleRate ?? input.format.sampleRate
    try changeOptions {
      $0.packetTable = PacketTable(
        primingFrames: leading, validFrames: .max - leading, remainderFrames: 0, timescale: rate)
      $0.trailingFrames = Int(info.trailingFrames)
    }
    givenPrimeInfo = info
  }

  private func setPrimeMethod(_ value: UInt32) throws(Status) {
    let methods: [UInt32: ResamplerPriming] = [
      kConverterPrimeMethod_Normal: .silence, kConverterPrimeMethod_None: .latency,
      kConverterPrimeMethod_Pre: .history(frameCount: reach.leading),
    ]
    guard let priming = methods[value] else { throw Status(kAudio_ParamError) }
    try changeOptions { $0.resampler.priming = priming }
    primeMethod = value
  }

  private func setComplexity(_ value: UInt32) throws(Status) {
    let complexities: [UInt32: ResamplerComplexity] = [
      kAudioConverterSampleRateConverterComplexity_Linear: .linear,
      kAudioConverterSampleRateConverterComplexity_Normal: .normal,
      kAudioConverterSampleRateConverterComplexity_Mastering: .mastering,
      kAudioConverterSampleRateConverterComplexity_MinimumPhase: .minimumPhase,
    ]
    guard let complexity = complexities[value] else { throw Status(kAudio_ParamError) }
    try changeOptions { $0.resampler.complexity = complexity }
  }

  private func setDelivery(_ value: UInt32) throws(Status) {
    let deliveries: [UInt32: ResamplerDelivery] = [
      kAudioConverterSampleRateConverterDelivery_Automatic: .automatic,
      kAudioConverterSampleRateConverterDelivery_Blocks: .blocks,
      kAudioConverterSampleRateConverterDelivery_Prompt: .prompt,
    ]
    guard let delivery = deliveries[value] else { throw Status(kAudio_ParamError) }
    try changeOptions { $0.resampler.delivery = delivery }
  }

  private func setDithering(_ value: UInt32) throws(Status) {
    let algorithms: [UInt32: Dithering] = [
      0: .none, kDitherAlgorithm_TPDF: .triangular, kDitherAlgorithm_NoiseShaping: .noiseShaping,
    ]
    guard let dithering = algorithms[value] else { throw Status(kAudio_ParamError) }
    try changeOptions { $0.dithering = dithering }
  }
}

package import AudioBase
import AudioConversion
import SignalProcessing

// The settings of a converter.

extension ConverterObject {
  /// Returns true if a property can be set here.
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
  ///   only be read, `kAudioConverterErr_BadPropertySizeError`, or the error of the value.
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
    case kAudioConverterChannelMap:
      guard source.count % 4 == 0 else { throw Status(kAudioConverterErr_BadPropertySizeError) }
      try setChannelMap(source.list(Int32.self))
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

  /// Sets the input channel of each output channel, −1 for silence.
  package func setChannelMap(_ map: [Int32]) throws(Status) {
    guard map.count == currentOutput.format.channelsPerFrame else {
      throw Status(kAudioConverterErr_BadPropertySizeError)
    }
    let channels = map.map { $0 < 0 ? nil : Int($0) }
    do throws(Status) {
      try changeRequest { $0.stages.channels = .map(channels) }
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
    try changeRequest { $0.stages.channels = .matrix(wanted) }
  }

  /// Reports values that an encoder does not accept with the status of Core Audio's codecs.
  private func encoding(_ body: () throws(Status) -> Void) throws(Status) {
    do throws(Status) { try body() } catch { throw Status(kAudioCodecUnsupportedFormatError) }
  }

  /// Changes the options of the encoder.
  package func setEncoder(_ change: (inout EncoderOptions) -> Void) throws(Status) {
    try encoding { () throws(Status) in try changeRequest { change(&$0.encoding) } }
  }

  private func setNumber(_ property: AudioConverterPropertyID, to value: UInt32) throws(Status) {
    switch property {
    case kAudioConverterCodecQuality:
      try setCodecQuality(value)
    case kAudioConverterPrimeMethod: try setPrimeMethod(value)
    case kAudioConverterEncodeBitRate, kAudioCodecPropertyBitRateForVBR: try setEncoder { $0.bitRate = Int(value) }
    case kAudioCodecPropertySoundQualityForVBR: try setEncoder { $0.quality = Int(min(value, 127)) }
    case kAudioCodecPropertyBitRateControlMode:
      guard let mode = EncoderSettings.RateControlMode(rawValue: value) else { throw Status(kAudio_ParamError) }
      try setEncoder { $0.rateControl = mode }
    case kAudioConverterPropertyBitDepthHint: try setEncoder { $0.bitDepth = value == 0 ? nil : Int(value) }
    case kAudioConverterSampleRateConverterQuality:
      try changeRequest { $0.stages.resampler.quality = ResamplerQuality(Int(clamping: value)) }
    case kAudioConverterSampleRateConverterComplexity:
      let complexity = try ConverterNumbers.complexities.choice(value)
      try changeRequest { $0.stages.resampler.complexity = complexity }
    case kAudioConverterSampleRateConverterDelivery:
      let delivery = try ConverterNumbers.deliveries.choice(value)
      try changeRequest { $0.stages.resampler.delivery = delivery }
    case kAudioConverterPropertyDithering:
      let dithering = try ConverterNumbers.ditherings.choice(value)
      try changeRequest { $0.dithering = dithering }
    case kAudioConverterPropertyPerformDownmix:
      try changeRequest { $0.stages.channels = value == 0 ? .rearranging : .mixing }
    default: throw Status(kAudioConverterErr_PropertyNotSupported)
    }
  }

  /// Sets the effort of a lossy encoder; other encoders have no choice.
  package func setCodecQuality(_ value: UInt32) throws(Status) {
    if encodesAtBitRate { try setEncoder { $0.effort = Int(min(value, 127)) } }
    codecQuality = value
  }

  /// Sets the numbers of decoded frames to remove: leading frames, which the encoder added, and trailing frames, for
  /// which the last packets wait until the input ends.
  package func setPrimeInfo(_ info: AudioConverterPrimeInfo) throws(Status) {
    let leading = Int64(info.leadingFrames)
    let rate = decoded?.sampleRate ?? input.format.sampleRate
    try changeInput {
      $0.packetTable = PacketTable(
        primingFrames: leading, validFrames: .max - leading, remainderFrames: 0, timescale: rate)
      $0.trailingFrames = Int(info.trailingFrames)
    }
    givenPrimeInfo = info
  }

  /// Sets one of `kConverterPrimeMethod_…`.
  package func setPrimeMethod(_ value: UInt32) throws(Status) {
    let methods: [UInt32: ResamplerPriming] = [
      kConverterPrimeMethod_Normal: .silence, kConverterPrimeMethod_None: .latency,
      kConverterPrimeMethod_Pre: .history(frameCount: reach.leading),
    ]
    guard let priming = methods[value] else { throw Status(kAudio_ParamError) }
    try changeRequest { $0.stages.resampler.priming = priming }
    primeMethod = value
  }
}

import AudioBase

// The options of encoders, and the numbers of channels that codecs take.

extension FormatQuestion {
  /// Answers about encoders, `nil` for other properties.
  func encodingAnswer() throws(Status) -> PropertyValue? {
    switch property {
    case kAudioFormatProperty_AvailableEncodeBitRates:
      return PropertyValue(list: try bitRates().map { AudioValueRange(only: Double($0)) })
    case kAudioFormatProperty_AvailableEncodeSampleRates:
      return PropertyValue(list: try sampleRates().map { AudioValueRange(only: $0) })
    case kAudioFormatProperty_AvailableEncodeChannelLayoutTags:
      return PropertyValue(list: try layoutTags())
    case kAudioFormatProperty_AvailableEncodeNumberChannels: return PropertyValue(list: try encodedChannelCounts())
    case kAudioFormatProperty_AvailableDecodeNumberChannels: return PropertyValue(list: try decodedChannelCounts())
    default: return nil
    }
  }

  /// Returns the choices of the encoder of the specifier's format.
  private func offer() throws(Status) -> EncoderOffer {
    guard let offer = EncoderOffer(try specifiedFormatID()) else {
      throw Status(kAudioFormatUnsupportedDataFormatError)
    }
    return offer
  }

  private func bitRates() throws(Status) -> [Int] {
    let offer = try offer()
    guard offer.hasBitRates else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    return offer.allBitRates
  }

  private func sampleRates() throws(Status) -> [Double] {
    try specifiedFormatID() == .linearPCM ? EncoderOffer.usualSampleRates : try offer().sampleRates
  }

  private func layoutTags() throws(Status) -> [UInt32] {
    let format = try specified(AudioStreamBasicDescription.self)
    return try offer().layouts(channelCount: Int(format.mChannelsPerFrame)).compactMap { $0.tag?.rawValue }
  }

  private func encodedChannelCounts() throws(Status) -> [UInt32] {
    try specifiedFormatID() == .linearPCM ? [EncoderOffer.anyChannelCount] : try offer().channelCounts
  }

  private func decodedChannelCounts() throws(Status) -> [UInt32] {
    let formatID = try specifiedFormatID()
    guard Self.isKnown(formatID) else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    switch formatID {
    case .linearPCM, .aLaw, .muLaw, .ima4, .dviADPCM: return [EncoderOffer.anyChannelCount]
    case .mpegLayer1, .mpegLayer2, .mpegLayer3, .microsoftADPCM: return [1, 2]
    case .aacHighEfficiencyV2: return [2]
    default: return (1...8).map(UInt32.init)
    }
  }
}

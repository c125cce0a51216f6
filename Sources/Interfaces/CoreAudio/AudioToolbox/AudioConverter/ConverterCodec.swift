import AudioBase
import AudioConversion
import AudioFiles
import Foundation
import MPEG4Systems

// The answers of a converter about its codec: properties of Audio Converter Services, and those of Audio Codec Services
// that are passed on to the codec.

extension ConverterObject {
  /// The choices of the encoder; `nil` if the output is linear PCM.
  private var offer: EncoderOffer? { EncoderOffer(request.format.formatID) }

  /// True if the encoder has a bit rate, as lossy ones do.
  package var encodesAtBitRate: Bool { offer?.hasBitRates ?? false }

  /// The bit rates that the encoder accepts for the present output.
  private var bitRates: EncoderBitRates? {
    var asked = encoder(at: currentOutput.format.sampleRate)
    asked.framesPerPacket = currentOutput.format.framesPerPacket
    return offer?.bitRates(for: asked)
  }

  /// Returns the settings of the encoder for an output of a rate.
  private func encoder(at sampleRate: Double) -> EncoderSettings {
    EncoderSettings(
      formatID: request.format.formatID, sampleRate: sampleRate,
      layout: currentOutput.layout ?? ChannelLayout(usualFor: currentOutput.format.channelsPerFrame),
      options: request.encoding)
  }

  /// The bit rate that the encoder aims at, in bits/s, or 0.
  package var bitRate: Int { request.encoding.bitRate ?? bitRates?.recommended ?? 0 }

  /// The format on the coded side of the converter.
  private var codedFormat: StreamFormat { isEncoding ? currentOutput.format : completeInput }

  /// Returns properties that decoders and encoders have.
  func codecValue(of property: AudioConverterPropertyID) -> PropertyValue? {
    guard isDecoding || isEncoding else { return nil }
    switch property {
    case kAudioConverterDecompressionMagicCookie where isDecoding:
      return input.cookie.isEmpty ? nil : PropertyValue(bytes: input.cookie)
    case kAudioConverterCodecQuality: return PropertyValue(codecQuality)
    case kAudioConverterPropertyCanResumeFromInterruption: return PropertyValue(UInt32(1))
    case kAudioCodecPropertyCurrentInputFormat: return PropertyValue(AudioStreamBasicDescription(completeInput))
    case kAudioCodecPropertyCurrentOutputFormat:
      return PropertyValue(AudioStreamBasicDescription(currentOutput.format))
    case kAudioCodecPropertyCurrentInputSampleRate: return PropertyValue(completeInput.sampleRate)
    case kAudioCodecPropertyCurrentOutputSampleRate: return PropertyValue(currentOutput.format.sampleRate)
    default: return packetValue(of: property) ?? nameValue(of: property) ?? encoderValue(of: property)
    }
  }

  /// Returns the properties of packets.
  private func packetValue(of property: AudioConverterPropertyID) -> PropertyValue? {
    let format = codedFormat
    let largest = isEncoding ? maximumOutputPacketSize : maximumInputPacketSize
    switch property {
    case kAudioCodecPropertyPacketFrameSize: return PropertyValue(UInt32(clamping: format.framesPerPacket))
    case kAudioCodecPropertyMaximumPacketByteSize: return PropertyValue(UInt32(clamping: largest))
    case kAudioCodecPropertyHasVariablePacketByteSizes, kAudioCodecPropertyRequiresPacketDescription:
      return PropertyValue(UInt32(format.bytesPerPacket == 0 ? 1 : 0))
    case kAudioCodecPropertyEmploysDependentPackets, kAudioCodecPropertyDoesSampleRateConversion:
      return PropertyValue(UInt32(0))
    case kAudioCodecPropertyMinimumNumberInputPackets:
      return PropertyValue(UInt32(clamping: isEncoding ? format.framesPerPacket : 1))
    case kAudioCodecPropertyMinimumNumberOutputPackets:
      return PropertyValue(UInt32(clamping: isEncoding ? 1 : format.framesPerPacket))
    default: return nil
    }
  }

  /// Returns the names, for people.
  private func nameValue(of property: AudioConverterPropertyID) -> PropertyValue? {
    let format = codedFormat.formatID.dataFormatName
    switch property {
    case kAudioCodecPropertyNameCFString:
      return PropertyValue(object: NSString(string: format + (isEncoding ? " encoder" : " decoder")))
    case kAudioCodecPropertyManufacturerCFString: return PropertyValue(object: NSString(string: "swift-audio-toolbox"))
    case kAudioCodecPropertyFormatCFString: return PropertyValue(object: NSString(string: format))
    default: return nil
    }
  }

  /// The layout tags that the encoder takes for its channels; empty for linear PCM.
  package var layoutTags: [UInt32] {
    let layouts = offer?.layouts(channelCount: currentOutput.format.channelsPerFrame)
    return (layouts ?? []).compactMap { $0.tag?.rawValue }
  }

  /// Returns properties of an encoder.
  private func encoderValue(of property: AudioConverterPropertyID) -> PropertyValue? {
    guard isEncoding, let offer else { return nil }
    switch property {
    case kAudioConverterCompressionMagicCookie, kAudioCodecPropertyMagicCookie:
      return compressionCookie.isEmpty ? nil : PropertyValue(bytes: compressionCookie)
    case kAudioConverterPropertyBitDepthHint: return PropertyValue(UInt32(clamping: request.encoding.bitDepth ?? 0))
    case kAudioConverterEncodeAdjustableSampleRate: return PropertyValue(currentOutput.format.sampleRate)
    case kAudioConverterAvailableEncodeSampleRates, kAudioCodecPropertyAvailableInputSampleRates,
      kAudioCodecPropertyAvailableOutputSampleRates:
      return ranges(offer.sampleRates)
    case kAudioConverterApplicableEncodeSampleRates, kAudioCodecPropertyApplicableInputSampleRates,
      kAudioCodecPropertyApplicableOutputSampleRates:
      return ranges(applicableSampleRates(offer))
    case kAudioConverterAvailableEncodeChannelLayoutTags:
      return PropertyValue(list: layoutTags)
    case kAudioCodecPropertyAvailableNumberChannels: return PropertyValue(list: offer.channelCounts)
    default: return bitRateValue(of: property, offer)
    }
  }

  /// Returns properties of an encoder that keeps to a bit rate.
  private func bitRateValue(of property: AudioConverterPropertyID, _ offer: EncoderOffer) -> PropertyValue? {
    guard offer.hasBitRates else { return nil }
    let channelCount = currentOutput.format.channelsPerFrame
    switch property {
    case kAudioConverterEncodeBitRate, kAudioCodecPropertyBitRateForVBR:
      return PropertyValue(UInt32(clamping: bitRate))
    case kAudioCodecPropertyBitRateControlMode:
      return PropertyValue((request.encoding.rateControl ?? .constant).rawValue)
    case kAudioCodecPropertySoundQualityForVBR: return PropertyValue(UInt32(clamping: request.encoding.quality ?? 64))
    case kAudioConverterApplicableEncodeBitRates, kAudioCodecPropertyApplicableBitRateRange:
      return ranges((bitRates?.usual ?? []).map(Double.init))
    case kAudioConverterAvailableEncodeBitRates, kAudioCodecPropertyAvailableBitRateRange:
      let rates = offer.sampleRates.flatMap { offer.usualBitRates(sampleRate: $0, channelCount: channelCount) }
      return ranges(Set(rates).sorted().map(Double.init))
    case kAudioCodecPropertyRecommendedBitRateRange:
      return ranges(bitRates.map { [Double($0.recommended)] } ?? [])
    default: return nil
    }
  }

  private func ranges(_ values: [Double]) -> PropertyValue {
    PropertyValue(list: values.map(AudioValueRange.init(only:)))
  }

  /// Returns the sampling rates at which the encoder accepts the requested bit rate.
  private func applicableSampleRates(_ offer: EncoderOffer) -> [Double] {
    guard let bitRate = request.encoding.bitRate, request.encoding.rateControl != .variable else {
      return offer.sampleRates
    }
    return offer.sampleRates.filter { offer.bitRates(for: encoder(at: $0))?.range.contains(bitRate) ?? true }
  }

  /// The encoder's cookie; an AudioSpecificConfig in an `ES_Descriptor`, as programs that write it to files expect.
  package var compressionCookie: [UInt8] {
    let cookie = encoded?.cookie ?? []
    guard !cookie.isEmpty, currentOutput.format.packsConfiguration else { return cookie }
    var configuration = DecoderConfigurationDescriptor(specificInformation: cookie)
    configuration.bufferByteCount = UInt32(clamping: maximumOutputPacketSize)
    configuration.averageBitRate = UInt32(clamping: bitRate)
    configuration.maximumBitRate = configuration.averageBitRate
    return ElementaryStreamDescriptor(decoderConfiguration: configuration).bytes()
  }
}

import AudioBase
import AudioConversion
import SignalProcessing

// The answers of a converter; those about its codec are in ConverterCodec. Settings are in ConverterSetting.

extension ConverterObject {
  /// Returns the number of bytes of a property's value.
  func byteCount(of property: AudioConverterPropertyID) throws(Status) -> Int {
    switch property {
    case kAudioConverterPropertyCalculateInputBufferSize, kAudioConverterPropertyCalculateOutputBufferSize: 4
    default: try value(of: property).byteCount
    }
  }

  /// Returns the properties that are answered by way of a question.
  ///
  /// - Parameter asked: Bytes on the one side; the answer is bytes on the other.
  func calculated(_ property: AudioConverterPropertyID, from asked: UInt32) -> UInt32? {
    switch property {
    case kAudioConverterPropertyCalculateInputBufferSize: inputByteCount(forOutput: Int(asked))
    case kAudioConverterPropertyCalculateOutputBufferSize: outputByteCount(forInput: Int(asked))
    default: nil
    }
  }

  /// Returns the value of a property.
  ///
  /// - Throws: `kAudioConverterErr_PropertyNotSupported` for one that does not apply to this conversion.
  func value(of property: AudioConverterPropertyID) throws(Status) -> PropertyValue {
    if let value = formatValue(of: property) ?? codecValue(of: property) ?? samplesValue(of: property) { return value }
    if let value = decoderValue(of: property) { return value }
    throw Status(kAudioConverterErr_PropertyNotSupported)
  }

  /// Returns the values of sizes, formats and layouts.
  private func formatValue(of property: AudioConverterPropertyID) -> PropertyValue? {
    switch property {
    case kAudioConverterPropertyMinimumInputBufferSize: PropertyValue(minimumInputByteCount)
    case kAudioConverterPropertyMinimumOutputBufferSize: PropertyValue(UInt32(clamping: maximumOutputPacketSize))
    case kAudioConverterPropertyMaximumInputPacketSize: PropertyValue(UInt32(clamping: maximumInputPacketSize))
    case kAudioConverterPropertyMaximumOutputPacketSize: PropertyValue(UInt32(clamping: maximumOutputPacketSize))
    case kAudioConverterPropertyMaximumInputBufferSize: PropertyValue(UInt32.max)
    case kAudioConverterCurrentInputStreamDescription: PropertyValue(AudioStreamBasicDescription(completeInput))
    case kAudioConverterCurrentOutputStreamDescription:
      PropertyValue(AudioStreamBasicDescription(currentOutput.format))
    case kAudioConverterInputChannelLayout:
      (input.layout ?? decoded?.layout).map { PropertyValue(bytes: $0.nativeBytes) }
    case kAudioConverterOutputChannelLayout: currentOutput.layout.map { PropertyValue(bytes: $0.nativeBytes) }
    case kAudioConverterPropertyFormatList where isDecoding: PropertyValue(list: [formatListItem])
    default: nil
    }
  }

  /// Returns properties of the samples between the codecs.
  private func samplesValue(of property: AudioConverterPropertyID) -> PropertyValue? {
    switch property {
    case kAudioConverterPrimeInfo: PropertyValue(primeInfo)
    case kAudioConverterPrimeMethod: PropertyValue(primeMethod)
    case kAudioConverterSampleRateConverterComplexity where convertsRate:
      PropertyValue(ConverterNumbers.complexities.number(of: request.stages.resampler.complexity))
    case kAudioConverterSampleRateConverterQuality where convertsRate:
      PropertyValue(UInt32(request.stages.resampler.quality.value))
    case kAudioConverterSampleRateConverterDelivery where convertsRate:
      PropertyValue(ConverterNumbers.deliveries.number(of: request.stages.resampler.delivery))
    case kAudioConverterSampleRateConverterLatency where convertsRate: PropertyValue(latency)
    case kAudioConverterChannelMap: PropertyValue(list: channelMap)
    case kAudioConverterPropertyDithering where !isEncoding:
      PropertyValue(ConverterNumbers.ditherings.number(of: request.dithering))
    case kAudioConverterPropertyDitherBitDepth where !isEncoding:
      PropertyValue(UInt32(clamping: currentOutput.format.bitsPerChannel))
    case kAudioConverterPropertyPerformDownmix: PropertyValue(UInt32(performsDownmix ? 1 : 0))
    case kAudioConverterPropertyChannelMixMap: PropertyValue(list: channelMixMap)
    default: nil
    }
  }

  // MARK: Single values

  /// The input's format completed by its decoder.
  var completeInput: StreamFormat {
    var format = input.format
    guard isDecoding, let decoded else { return format }
    if format.framesPerPacket == 0 { format.framesPerPacket = decoded.framesPerPacket }
    if format.sampleRate == 0 { format.sampleRate = decoded.sampleRate }
    if format.channelsPerFrame == 0 { format.channelsPerFrame = decoded.layout.channelCount }
    return format
  }

  private var formatListItem: AudioFormatListItem {
    let tag = decoded?.layout.tag ?? .unknown(channelCount: UInt16(clamping: completeInput.channelsPerFrame))
    return AudioFormatListItem(mASBD: AudioStreamBasicDescription(completeInput), mChannelLayoutTag: tag.rawValue)
  }

  private var minimumInputByteCount: UInt32 {
    if isDecoding { return UInt32(clamping: maximumInputPacketSize) }
    let (bytes, overflow) = max(1, inputFrames(forPackets: 1)).multipliedReportingOverflow(
      by: input.format.bytesPerFrame)
    return overflow ? .max : UInt32(clamping: bytes)
  }

  /// The priming and remainder of the packets made, or of a rate conversion.
  package var primeInfo: AudioConverterPrimeInfo {
    if let givenPrimeInfo { return givenPrimeInfo }
    if let encoded {
      return AudioConverterPrimeInfo(
        leadingFrames: UInt32(clamping: encoded.primingFrames),
        trailingFrames: UInt32(clamping: packetTable?.remainderFrames ?? 0))
    }
    let reach = convertsRate ? self.reach : (leading: 0, trailing: 0)
    return AudioConverterPrimeInfo(
      leadingFrames: UInt32(clamping: reach.leading), trailingFrames: UInt32(clamping: reach.trailing))
  }

  /// True if channels that the output lacks are mixed into others.
  package var performsDownmix: Bool { if case .mixing = request.stages.channels { true } else { false } }

  /// The input channel of each output channel, −1 for silence.
  package var channelMap: [Int32] {
    if case .map(let map) = request.stages.channels { return map.map { $0.map { Int32(clamping: $0) } ?? -1 } }
    let inputs = decoded?.layout.channelCount ?? input.format.channelsPerFrame
    return (0..<currentOutput.format.channelsPerFrame).map { $0 < inputs ? Int32($0) : -1 }
  }

  /// The gain from each input channel to each output channel, the output channels of one input channel side by side.
  private var channelMixMap: [Float32] {
    let matrix = currentMatrix
    return (0..<matrix.inputCount).flatMap { from in
      (0..<matrix.outputCount).map { to in Float32(matrix[to, from]) }
    }
  }

  /// The matrix from input channels to output channels.
  var currentMatrix: ChannelMatrix {
    let input = decoded?.layout ?? ChannelLayout(unlabelledChannelCount: self.input.format.channelsPerFrame)
    let output =
      currentOutput.layout ?? ChannelLayout(unlabelledChannelCount: currentOutput.format.channelsPerFrame)
    let route = try? ChannelRoute(from: input, to: output, by: request.stages.channels)
    return route?.matrix ?? .rearranging(input, to: output)
  }

  // MARK: Sizes

  private func inputFrames(forPackets packets: Int) -> Int {
    let frames = packets.multipliedReportingOverflow(by: max(1, currentOutput.format.framesPerPacket))
    guard !frames.overflow, let decoded, currentOutput.format.sampleRate > 0 else { return .max }
    let ratio = decoded.sampleRate / currentOutput.format.sampleRate
    return Int(exactly: (Double(frames.partialValue) * ratio).rounded(.up)) ?? .max
  }

  /// Returns the largest number of bytes of input that the given number of bytes of output needs.
  private func inputByteCount(forOutput byteCount: Int) -> UInt32 {
    let frames = inputFrames(forPackets: byteCount / max(1, maximumOutputPacketSize))
    let packets =
      frames / max(1, completeInput.framesPerPacket) + (frames % max(1, completeInput.framesPerPacket) > 0 ? 1 : 0)
    let (bytes, overflow) = packets.multipliedReportingOverflow(by: maximumInputPacketSize)
    return overflow ? .max : UInt32(clamping: bytes)
  }

  /// Returns the largest number of bytes of output that the given number of bytes of input gives.
  private func outputByteCount(forInput byteCount: Int) -> UInt32 {
    let packets = (byteCount + maximumInputPacketSize - 1) / max(1, maximumInputPacketSize)
    guard let decoded, decoded.sampleRate > 0 else { return .max }
    let frames =
      Double(packets) * Double(max(1, completeInput.framesPerPacket)) * currentOutput.format.sampleRate
      / decoded.sampleRate
    let made = (frames / Double(max(1, currentOutput.format.framesPerPacket))).rounded(.up)
    guard let count = Int(exactly: made) else { return .max }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: maximumOutputPacketSize)
    return overflow ? .max : UInt32(clamping: bytes)
  }
}

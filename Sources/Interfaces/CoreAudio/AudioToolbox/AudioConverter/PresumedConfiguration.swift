import AudioBase
import MPEG4Systems

extension StreamFormat {
  /// The AudioSpecificConfig of an AAC stream without a cookie, by its format; `nil` if the format is not
  /// sufficient.
  ///
  /// Core Audio decodes AAC-ELD and others so, and programs that receive them rely on it.
  var presumedConfiguration: [UInt8]? {
    guard let objectType = presumedObjectType, let channels = channelConfiguration else { return nil }
    guard sampleRate >= 1, sampleRate < 0x1p24 else { return nil }
    let rate = Int(sampleRate)
    let isShort = [480, 960, 1920].contains(framesPerPacket)
    let replicatesBand = formatID == .aacHighEfficiency || formatID == .aacHighEfficiencyV2
    var configuration = AudioSpecificConfig(
      objectType: objectType, samplingFrequency: SamplingFrequency(hertz: replicatesBand ? rate / 2 : rate),
      channelConfiguration: formatID == .aacHighEfficiencyV2 ? 1 : channels, hasShortFrames: isShort)
    if replicatesBand {
      configuration.signalling = .hierarchical(
        rate: SamplingFrequency(hertz: rate), hasParametricStereo: formatID == .aacHighEfficiencyV2)
    }
    return configuration.bytes
  }

  private var presumedObjectType: AudioObjectType? {
    switch formatID {
    case .aac: flaggedObjectType
    case .aacHighEfficiency, .aacHighEfficiencyV2: .aacLC
    case .aacLowDelay: .erAACLD
    case .aacEnhancedLowDelay: .erAACELD
    default: nil
    }
  }

  /// The object type where the flags contain `kMPEG4Object_…`.
  private var flaggedObjectType: AudioObjectType? {
    if formatFlags == 0 { return .aacLC }
    let type = AudioObjectType(rawValue: Int(formatFlags))
    return type.isGeneralAudio ? type : nil
  }

  /// `channelConfiguration`, ISO/IEC 14496-3, Table 1.19.
  private var channelConfiguration: Int? {
    switch channelsPerFrame {
    case 1...6: channelsPerFrame
    case 7: 11
    case 8: 7
    default: nil
    }
  }
}

extension CodedStream {
  /// The stream in the form that decoders need. Without a cookie, AAC is decoded by its format. A format of G.711 need
  /// not state fields that have only one value; its packets may then be of any size.
  var presumed: CodedStream {
    var stream = self
    if format.bytesPerPacket == 0, format.formatID == .muLaw || format.formatID == .aLaw {
      stream.format.bytesPerPacket = format.channelsPerFrame
      stream.format.framesPerPacket = 1
    }
    if cookie.isEmpty, let cookie = format.presumedConfiguration { stream.cookie = cookie }
    return stream
  }

  /// Returns true if a decoder needs a cookie, which programs set later.
  func awaitsCookie(_ codecs: [CodecDescriptor]) -> Bool {
    guard format.formatID != .linearPCM, cookie.isEmpty, format.presumedConfiguration == nil else { return false }
    return codecs.contains { $0.formatIDs.contains(format.formatID) }
  }
}

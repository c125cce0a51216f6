import AudioBase
import AudioCatalog
import AudioFiles
import Foundation

extension StreamObject {
  /// Returns the value of a property.
  ///
  /// - Throws: `kAudioFileStreamError_DataUnavailable` before the header has arrived,
  ///   `kAudioFileStreamError_ValueUnknown`
  ///   for values that this stream does not state, `kAudioFileStreamError_UnsupportedProperty`.
  func value(of property: AudioFileStreamPropertyID) throws(Status) -> PropertyValue {
    if property == kAudioFileStreamProperty_ReadyToProducePackets { return PropertyValue(UInt32(isReady ? 1 : 0)) }
    guard Self.properties.contains(property) else { throw Status(kAudioFileStreamError_UnsupportedProperty) }
    guard let track else { throw Status(kAudioFileStreamError_DataUnavailable) }
    guard let value = formatValue(of: property, track) ?? countValue(of: property, track) else {
      throw Status(kAudioFileStreamError_ValueUnknown)
    }
    return value
  }

  private static let properties: Set<AudioFileStreamPropertyID> = [
    kAudioFileStreamProperty_FileFormat, kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
    kAudioFileStreamProperty_MagicCookieData, kAudioFileStreamProperty_AudioDataByteCount,
    kAudioFileStreamProperty_AudioDataPacketCount, kAudioFileStreamProperty_MaximumPacketSize,
    kAudioFileStreamProperty_DataOffset, kAudioFileStreamProperty_ChannelLayout,
    kAudioFileStreamProperty_RestrictsRandomAccess, kAudioFileStreamProperty_PacketTableInfo,
    kAudioFileStreamProperty_PacketSizeUpperBound, kAudioFileStreamProperty_AverageBytesPerPacket,
    kAudioFileStreamProperty_BitRate, kAudioFileStreamProperty_InfoDictionary,
  ]

  private func formatValue(of property: AudioFileStreamPropertyID, _ track: TrackInfo) -> PropertyValue? {
    switch property {
    case kAudioFileStreamProperty_FileFormat: return fileType.map { PropertyValue($0.rawValue) }
    case kAudioFileStreamProperty_DataFormat:
      let format = track.format.refined(by: formatList(of: track).last)
      return PropertyValue(AudioStreamBasicDescription(format))
    case kAudioFileStreamProperty_FormatList:
      return PropertyValue(list: formatList(of: track).map(AudioFormatListItem.init))
    case kAudioFileStreamProperty_MagicCookieData:
      let cookie = self.cookie(of: track)
      return cookie.isEmpty ? nil : PropertyValue(bytes: cookie)
    case kAudioFileStreamProperty_ChannelLayout:
      let isLinear = track.format.formatID == .linearPCM
      let layout = isLinear ? track.statedLayout : track.layout ?? summary(of: track)?.decoded.layout
      return layout.map { PropertyValue(bytes: $0.nativeBytes) }
    case kAudioFileStreamProperty_RestrictsRandomAccess:
      return PropertyValue(UInt32(track.format.formatID == "usac" ? 1 : 0))
    case kAudioFileStreamProperty_InfoDictionary where !metadata.info.isEmpty:
      let pairs = metadata.info.map { (NSString(string: $0.key.rawValue), NSString(string: $0.value)) }
      return PropertyValue(object: NSDictionary(objects: pairs.map(\.1), forKeys: pairs.map(\.0)))
    default: return nil
    }
  }

  private func countValue(of property: AudioFileStreamPropertyID, _ track: TrackInfo) -> PropertyValue? {
    switch property {
    case kAudioFileStreamProperty_DataOffset: PropertyValue(track.dataOffset)
    case kAudioFileStreamProperty_AudioDataByteCount: track.audioByteCount.map { PropertyValue(UInt64(clamping: $0)) }
    case kAudioFileStreamProperty_AudioDataPacketCount: track.packetCount.map { PropertyValue(UInt64(clamping: $0)) }
    case kAudioFileStreamProperty_MaximumPacketSize:
      (track.maximumPacketSize ?? constantSize(track)).map { PropertyValue(UInt32(clamping: $0)) }
    case kAudioFileStreamProperty_PacketSizeUpperBound:
      (track.packetSizeUpperBound ?? track.maximumPacketSize ?? constantSize(track)).map {
        PropertyValue(UInt32(clamping: $0))
      }
    case kAudioFileStreamProperty_PacketTableInfo:
      track.packetTable.map { PropertyValue(AudioFilePacketTableInfo($0)) }
    case kAudioFileStreamProperty_AverageBytesPerPacket: averageBytesPerPacket.map { PropertyValue($0) }
    case kAudioFileStreamProperty_BitRate: bitRate(of: track).map { PropertyValue(UInt32(clamping: $0)) }
    default: nil
    }
  }

  private func constantSize(_ track: TrackInfo) -> Int? {
    track.format.bytesPerPacket > 0 ? track.format.bytesPerPacket : nil
  }

  /// Returns the bit rate in bits per second, as stated in the header, or measured over the packets so far.
  private func bitRate(of track: TrackInfo) -> Int? {
    if let stated = track.bitRate { return stated }
    guard let average = averageBytesPerPacket, track.format.framesPerPacket > 0, track.format.sampleRate > 0 else {
      return nil
    }
    return Int(exactly: (average * 8 * track.format.sampleRate / Double(track.format.framesPerPacket)).rounded())
  }

  private func formatList(of track: TrackInfo) -> [FormatListItem] {
    guard let summary = summary(of: track) else {
      return [FormatListItem(format: track.format, layout: track.layout)]
    }
    return summary.layers.map { layer in
      let format = StreamFormat(
        formatID: layer.formatID, sampleRate: layer.decoded.sampleRate,
        channelsPerFrame: layer.decoded.layout.channelCount, framesPerPacket: layer.decoded.framesPerPacket)
      return FormatListItem(format: format, layout: layer.decoded.layout)
    }
  }

  // MARK: Translations

  /// Returns the translation of the caller's value, `nil` for properties that do not translate.
  func translated(_ property: AudioFileStreamPropertyID, _ question: PropertyDestination) throws(Status)
    -> PropertyValue?
  {
    switch property {
    case kAudioFileStreamProperty_PacketToFrame, kAudioFileStreamProperty_FrameToPacket:
      guard var answer = question.read(AudioFramePacketTranslation.self) else {
        throw Status(kAudioFileStreamError_BadPropertySize)
      }
      let isForward = property == kAudioFileStreamProperty_PacketToFrame
      let place = try place(of: isForward ? .packet(answer.mPacket) : .frame(answer.mFrame))
      if isForward {
        answer.mFrame = place.firstFrame
      } else {
        answer.mPacket = place.packet
        answer.mFrameOffsetInPacket = UInt32(
          clamping: answer.mFrame.subtractingReportingOverflow(place.firstFrame).partialValue)
      }
      return PropertyValue(answer)
    case kAudioFileStreamProperty_PacketToByte:
      guard var answer = question.read(AudioBytePacketTranslation.self) else {
        throw Status(kAudioFileStreamError_BadPropertySize)
      }
      let place = try place(of: .packet(answer.mPacket))
      let (offset, overflow) = place.byteOffset.subtractingReportingOverflow(track?.dataOffset ?? 0)
      guard !overflow, offset >= 0 else { throw Status(kAudioFileStreamError_InvalidPacketOffset) }
      answer.mByte = offset
      answer.mByteOffsetInPacket = 0
      answer.mFlags = place.estimates.contains(.byteOffset) ? .bytePacketTranslationFlag_IsEstimate : []
      return PropertyValue(answer)
    case kAudioFileStreamProperty_ByteToPacket: return try packetOfByte(question)
    case kAudioFileStreamProperty_PacketToRollDistance, kAudioFileStreamProperty_PreviousIndependentPacket,
      kAudioFileStreamProperty_NextIndependentPacket, kAudioFileStreamProperty_PacketToDependencyInfo:
      return try independence(property, question)
    default: return nil
    }
  }

  /// Returns the packet that contains a byte: exact if all packets are alike, otherwise estimated by the average so
  /// far.
  private func packetOfByte(_ question: PropertyDestination) throws(Status) -> PropertyValue {
    guard var answer = question.read(AudioBytePacketTranslation.self) else {
      throw Status(kAudioFileStreamError_BadPropertySize)
    }
    guard isReady, let track else { throw Status(kAudioFileStreamError_DataUnavailable) }
    guard answer.mByte >= 0 else { throw Status(kAudioFileStreamError_InvalidPacketOffset) }
    if let size = constantSize(track) {
      answer.mPacket = answer.mByte / Int64(size)
      answer.mByteOffsetInPacket = UInt32(clamping: answer.mByte % Int64(size))
      answer.mFlags = []
    } else {
      guard let average = averageBytesPerPacket, average > 0 else { throw Status(kAudioFileStreamError_ValueUnknown) }
      answer.mPacket = Int64(exactly: (Double(answer.mByte) / average).rounded(.down)) ?? .max
      answer.mByteOffsetInPacket = 0
      answer.mFlags = .bytePacketTranslationFlag_IsEstimate
    }
    return PropertyValue(answer)
  }

  /// Returns the independence of packets: each packet of decodable formats is independent, except for the pre-roll.
  private func independence(
    _ property: AudioFileStreamPropertyID, _ question: PropertyDestination
  ) throws(Status) -> PropertyValue {
    let size = FileObject.translationByteCount(of: property) ?? 0
    guard question.room >= size, let packet = question.read(Int64.self) else {
      throw Status(kAudioFileStreamError_BadPropertySize)
    }
    guard isReady, let track else { throw Status(kAudioFileStreamError_DataUnavailable) }
    guard track.format.formatID != "usac" else { throw Status(kAudioFileStreamError_ValueUnknown) }
    guard packet >= 0 else { throw Status(kAudioFileStreamError_InvalidPacketOffset) }
    let roll = track.rollDistance ?? 0
    switch property {
    case kAudioFileStreamProperty_PacketToRollDistance:
      return PropertyValue(AudioPacketRollDistanceTranslation(mPacket: packet, mRollDistance: Int64(roll)))
    case kAudioFileStreamProperty_PacketToDependencyInfo:
      return PropertyValue(
        AudioPacketDependencyInfoTranslation(
          mPacket: packet, mIsIndependentlyDecodable: 1, mNumberPrerollPackets: UInt32(clamping: roll)))
    default:
      let isPrevious = property == kAudioFileStreamProperty_PreviousIndependentPacket
      let (next, overflow) = packet.addingReportingOverflow(isPrevious ? -1 : 1)
      return PropertyValue(
        AudioIndependentPacketTranslation(mPacket: packet, mIndependentlyDecodablePacket: overflow ? -1 : next))
    }
  }

  private func place(of target: PacketTarget) throws(Status) -> StreamPosition {
    guard isReady else { throw Status(kAudioFileStreamError_DataUnavailable) }
    guard let place = position(of: target) else { throw Status(kAudioFileStreamError_InvalidPacketOffset) }
    return place
  }
}

import AudioBase
import AudioFiles
import Foundation

// The answers of a file. Settings are in FileSetting.

extension FileObject {
  /// Returns the number of bytes of the properties that have the same size in all files; `nil` for the others.
  static func fixedByteCount(of property: AudioFilePropertyID) -> Int? {
    switch property {
    case kAudioFilePropertyFileFormat, kAudioFilePropertyIsOptimized, kAudioFilePropertyMaximumPacketSize,
      kAudioFilePropertyDeferSizeUpdates, kAudioFilePropertyPacketSizeUpperBound, kAudioFilePropertyBitRate,
      kAudioFilePropertySourceBitDepth, kAudioFilePropertyAudioTrackCount, kAudioFilePropertyUseAudioTrack,
      kAudioFilePropertyRestrictsRandomAccess:
      4
    case kAudioFilePropertyAudioDataByteCount, kAudioFilePropertyAudioDataPacketCount, kAudioFilePropertyDataOffset,
      kAudioFilePropertyReserveDuration, kAudioFilePropertyEstimatedDuration, kAudioFilePropertyID3TagOffset,
      kAudioFilePropertyDataFormatName, kAudioFilePropertyInfoDictionary, kAudioFilePropertyAlbumArtwork:
      8
    case kAudioFilePropertyDataFormat: MemoryLayout<AudioStreamBasicDescription>.size
    case kAudioFilePropertyPacketTableInfo: MemoryLayout<AudioFilePacketTableInfo>.size
    default: translationByteCount(of: property)
    }
  }

  /// Returns the number of bytes of a property's value, found without a walk over the packets.
  func byteCount(of property: AudioFilePropertyID) throws(Status) -> Int {
    switch property {
    case kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyAudioDataByteCount,
      kAudioFilePropertyAudioDataPacketCount:
      return Self.fixedByteCount(of: property) ?? 0
    default:
      if let size = Self.translationByteCount(of: property) { return size }
      do throws(Status) {
        return try value(of: property).byteCount
      } catch {
        // A property that can be set has a size although there is no value yet; programs ask before they set a cookie.
        guard isWritable(property) else { throw error }
        return 0
      }
    }
  }

  /// Returns the value of a property.
  ///
  /// - Throws: `kAudioFileUnsupportedPropertyError` for properties that this file does not have.
  func value(of property: AudioFilePropertyID) throws(Status) -> PropertyValue {
    if let value = try countedValue(of: property) { return value }
    if let value = formatValue(of: property) ?? metadataValue(of: property) { return value }
    throw Status(kAudioFileUnsupportedPropertyError)
  }

  /// Returns properties that may take a walk over the packets.
  private func countedValue(of property: AudioFilePropertyID) throws(Status) -> PropertyValue? {
    try working { file throws(ContainerError) in
      switch property {
      case kAudioFilePropertyMaximumPacketSize: return PropertyValue(UInt32(clamping: try file.maximumPacketSize))
      case kAudioFilePropertyAudioDataByteCount: return PropertyValue(UInt64(clamping: try file.audioDataByteCount))
      case kAudioFilePropertyAudioDataPacketCount: return PropertyValue(UInt64(clamping: try file.packetCount))
      case kAudioFilePropertyRestrictsRandomAccess: return PropertyValue(UInt32(try file.restrictsRandomAccess ? 1 : 0))
      default: return nil
      }
    }
  }

  private func formatValue(of property: AudioFilePropertyID) -> PropertyValue? {
    switch property {
    case kAudioFilePropertyFileFormat: return PropertyValue(file.fileType.rawValue)
    case kAudioFilePropertyDataFormat: return PropertyValue(AudioStreamBasicDescription(dataFormat))
    case kAudioFilePropertyDataFormatName: return PropertyValue(object: NSString(string: file.dataFormatName))
    case kAudioFilePropertyFormatList: return PropertyValue(list: file.formatList.map(AudioFormatListItem.init))
    case kAudioFilePropertyIsOptimized: return PropertyValue(UInt32(file.isOptimized ? 1 : 0))
    case kAudioFilePropertyMagicCookieData:
      let cookie = file.containerCookie
      return cookie.isEmpty ? nil : PropertyValue(bytes: cookie)
    case kAudioFilePropertyChannelLayout:
      return file.statedChannelLayout.map { PropertyValue(bytes: $0.nativeBytes) }
    case kAudioFilePropertyDataOffset: return PropertyValue(file.dataOffset)
    case kAudioFilePropertyPacketSizeUpperBound: return PropertyValue(UInt32(clamping: file.packetSizeUpperBound))
    case kAudioFilePropertyPacketTableInfo: return file.packetTable.map { PropertyValue(AudioFilePacketTableInfo($0)) }
    case kAudioFilePropertyReserveDuration: return PropertyValue(file.reserveDuration)
    case kAudioFilePropertyEstimatedDuration: return file.estimatedDuration.map { PropertyValue($0) }
    case kAudioFilePropertyBitRate: return file.bitRate.map { PropertyValue(UInt32(clamping: $0)) }
    case kAudioFilePropertySourceBitDepth: return file.sourceBitDepth.map { PropertyValue(Int32(clamping: $0)) }
    case kAudioFilePropertyAudioTrackCount: return PropertyValue(UInt32(clamping: file.trackCount))
    case kAudioFilePropertyUseAudioTrack: return PropertyValue(usedTrack)
    case kAudioFilePropertyDeferSizeUpdates: return PropertyValue(UInt32(defersSizeUpdates ? 1 : 0))
    default: return nil
    }
  }

  private func metadataValue(of property: AudioFilePropertyID) -> PropertyValue? {
    switch property {
    case kAudioFilePropertyInfoDictionary:
      let pairs = file.infoDictionary.map { (NSString(string: $0.key.rawValue), NSString(string: $0.value)) }
      return PropertyValue(object: NSDictionary(objects: pairs.map(\.1), forKeys: pairs.map(\.0)))
    case kAudioFilePropertyMarkerList: return PropertyValue(markers: file.markers)
    case kAudioFilePropertyRegionList: return PropertyValue(regions: file.regions)
    case kAudioFilePropertyChunkIDs: return PropertyValue(list: file.chunkIdentifiers.map(\.rawValue))
    case kAudioFilePropertyID3Tag: return file.id3Tag.isEmpty ? nil : PropertyValue(bytes: file.id3Tag)
    case kAudioFilePropertyID3TagOffset: return file.id3TagOffset.map { PropertyValue($0) }
    case kAudioFilePropertyAlbumArtwork:
      return file.artwork.first.map { PropertyValue(object: NSData(data: Data($0.bytes))) }
    default: return nil
    }
  }
}

extension AudioFormatListItem {
  /// Creates a list item for one way of decoding a file.
  init(_ item: FormatListItem) {
    self.init(
      mASBD: AudioStreamBasicDescription(item.format),
      mChannelLayoutTag: item.layout?.tag?.rawValue
        ?? ChannelLayoutTag.unknown(channelCount: UInt16(clamping: item.format.channelsPerFrame)).rawValue)
  }
}

extension AudioFilePacketTableInfo {
  /// Creates the frames that are the recording.
  init(_ table: PacketTable) {
    self.init(
      mNumberValidFrames: table.validFrames, mPrimingFrames: Int32(clamping: table.primingFrames),
      mRemainderFrames: Int32(clamping: table.remainderFrames))
  }
}

extension PacketTable {
  /// Creates the frames that are the recording from a caller's, which are counted at `sampleRate`.
  init(_ info: AudioFilePacketTableInfo, sampleRate: Double) {
    self.init(
      primingFrames: Int64(info.mPrimingFrames), validFrames: info.mNumberValidFrames,
      remainderFrames: Int64(info.mRemainderFrames), timescale: sampleRate)
  }
}

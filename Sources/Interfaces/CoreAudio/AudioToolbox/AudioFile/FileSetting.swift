import AudioBase
import AudioFiles
import Foundation
import MPEG4Systems

// The settings of a file.

extension FileObject {
  /// Returns true if a property can be set.
  func isWritable(_ property: AudioFilePropertyID) -> Bool {
    switch property {
    case kAudioFilePropertyUseAudioTrack: true
    case kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout, kAudioFilePropertyDeferSizeUpdates,
      kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList, kAudioFilePropertyInfoDictionary,
      kAudioFilePropertyPacketTableInfo, kAudioFilePropertyReserveDuration, kAudioFilePropertyID3Tag,
      kAudioFilePropertyAlbumArtwork:
      permissions != .readPermission
    default: false
    }
  }

  /// Sets a property.
  ///
  /// - Throws: `kAudioFilePermissionsError` if the file is only read, `kAudioFileUnsupportedPropertyError` for
  ///   properties that cannot be set, `kAudioFileBadPropertySizeError`, or the error of the file type.
  func set(_ property: AudioFilePropertyID, to source: PropertySource) throws(Status) {
    if property == kAudioFilePropertyUseAudioTrack { return try useTrack(source) }
    guard isWritable(property) else {
      let isKnown = (try? byteCount(of: property)) != nil
      throw Status(
        permissions == .readPermission && isKnown ? kAudioFilePermissionsError : kAudioFileUnsupportedPropertyError)
    }
    try placing { () throws(Status) in try setValue(property, to: source) }
  }

  /// Sets a property that only some file types have; for others it is not supported.
  func placing(_ body: () throws(Status) -> Void) throws(Status) {
    do throws(Status) {
      try body()
    } catch {
      throw error.code == kAudioFileUnsupportedDataFormatError ? Status(kAudioFileUnsupportedPropertyError) : error
    }
  }

  private func setValue(_ property: AudioFilePropertyID, to source: PropertySource) throws(Status) {
    switch property {
    case kAudioFilePropertyMagicCookieData: try setCookie(source.bytes)
    case kAudioFilePropertyChannelLayout: try setLayout(source)
    case kAudioFilePropertyDeferSizeUpdates:
      defersSizeUpdates = try source.read(UInt32.self, orThrow: kAudioFileBadPropertySizeError) != 0
      file.sizeUpdates = defersSizeUpdates ? .deferred : .continuous
    case kAudioFilePropertyPacketTableInfo: try setPacketTable(source)
    case kAudioFilePropertyReserveDuration:
      let seconds = try source.read(Float64.self, orThrow: kAudioFileBadPropertySizeError)
      try working { file throws(AudioError) in try file.setReserveDuration(seconds) }
    default: try setMetadata(property, source)
    }
  }

  private func useTrack(_ source: PropertySource) throws(Status) {
    let index = try source.read(UInt32.self, orThrow: kAudioFileBadPropertySizeError)
    guard Int(index) < file.trackCount else { throw Status(kAudio_ParamError) }
    try working { file throws(ContainerError) in try file.useTrack(Int(index)) }
    usedTrack = index
  }

  /// Sets the cookie; writers take the configuration without its wrapping.
  private func setCookie(_ cookie: [UInt8]) throws(Status) {
    var bare = cookie
    if file.dataFormat.packsConfiguration, let inner = try? MagicCookie.audioSpecificConfig(in: cookie.span) {
      bare = inner
    }
    let bytes = bare
    try working { file throws(AudioError) in try file.setMagicCookie(bytes) }
  }

  private func setLayout(_ source: PropertySource) throws(Status) {
    let layout = try source.channelLayout(tooShort: kAudioFileBadPropertySizeError)
    try working { file throws(AudioError) in try file.setChannelLayout(layout) }
  }

  private func setPacketTable(_ source: PropertySource) throws(Status) {
    let info = try source.read(AudioFilePacketTableInfo.self, orThrow: kAudioFileBadPropertySizeError)
    let table = PacketTable(info, sampleRate: file.dataFormat.sampleRate)
    try working { file throws(AudioError) in try file.setPacketTable(table) }
  }

  private func setMetadata(_ property: AudioFilePropertyID, _ source: PropertySource) throws(Status) {
    switch property {
    case kAudioFilePropertyMarkerList:
      let markers = try source.markerList()
      try working { file throws(AudioError) in try file.setMarkers(markers) }
    case kAudioFilePropertyRegionList:
      let regions = try source.regionList()
      try working { file throws(AudioError) in try file.setRegions(regions) }
    case kAudioFilePropertyID3Tag:
      let tag = source.bytes
      try working { file throws(AudioError) in try file.setID3Tag(tag) }
    case kAudioFilePropertyAlbumArtwork:
      guard let data = try source.object(orThrow: kAudioFileBadPropertySizeError) as? NSData else {
        throw Status(kAudio_ParamError)
      }
      let picture = Artwork(bytes: [UInt8](Data(referencing: data)))
      try working { file throws(AudioError) in try file.setArtwork([picture]) }
    case kAudioFilePropertyInfoDictionary: try setInfo(try source.object(orThrow: kAudioFileBadPropertySizeError))
    default: throw Status(kAudioFileUnsupportedPropertyError)
    }
  }

  private func setInfo(_ object: AnyObject) throws(Status) {
    guard let dictionary = object as? NSDictionary else { throw Status(kAudio_ParamError) }
    var info: [InfoKey: String] = [:]
    for (key, value) in dictionary {
      guard let key = key as? NSString else { continue }
      info[InfoKey(key.description)] = "\(value)"
    }
    let found = info
    try working { file throws(AudioError) in try file.setInfoDictionary(found) }
  }
}

extension StreamFormat {
  /// True if the cookie is an AudioSpecificConfig, which files and encoders wrap in an `ES_Descriptor`.
  var packsConfiguration: Bool {
    let formatIDs: [FourCharacterCode] = [
      .aac, .aacHighEfficiency, .aacHighEfficiencyV2, .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR,
      .aacEnhancedLowDelayV2,
    ]
    return formatIDs.contains(formatID)
  }
}

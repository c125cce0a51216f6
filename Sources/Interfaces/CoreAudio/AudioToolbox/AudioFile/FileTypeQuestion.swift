import AudioBase
import AudioCatalog
import AudioFiles
import Foundation

/// One question about file types: `AudioFileGetGlobalInfo`.
struct FileTypeQuestion {
  private let property: AudioFilePropertyID
  private let specifier: PropertySource
  private let types = FileTypes(Catalog.coreAudio.containers)

  @unsafe
  init(_ property: AudioFilePropertyID, _ size: UInt32, _ specifier: UnsafeMutableRawPointer?) throws(Status) {
    self.property = property
    guard let specifier = unsafe specifier else {
      guard size == 0 || Self.unspecified.contains(property) else { throw Status(kAudio_ParamError) }
      self.specifier = .none
      return
    }
    self.specifier = try unsafe PropertySource(size, UnsafeRawPointer(specifier))
  }

  /// Properties without a specifier. Programs pass sizes for specifiers nevertheless.
  private static let unspecified: Set<AudioFilePropertyID> = [
    kAudioFileGlobalInfo_ReadableTypes, kAudioFileGlobalInfo_WritableTypes, kAudioFileGlobalInfo_AllExtensions,
    kAudioFileGlobalInfo_AllHFSTypeCodes, kAudioFileGlobalInfo_AllUTIs, kAudioFileGlobalInfo_AllMIMETypes,
  ]

  /// Returns the answer.
  ///
  /// - Throws: `kAudioFileUnsupportedPropertyError`, `kAudioFileBadPropertySizeError` for a specifier of the wrong
  ///   size, `kAudioFileUnsupportedFileTypeError` for a type that is not known.
  func answer() throws(Status) -> PropertyValue {
    switch property {
    case kAudioFileGlobalInfo_ReadableTypes: return codes(types.readable)
    case kAudioFileGlobalInfo_WritableTypes: return codes(types.writable)
    case kAudioFileGlobalInfo_FileTypeName: return PropertyValue(object: NSString(string: try name()))
    case kAudioFileGlobalInfo_AvailableFormatIDs: return codes(types.formatIDs(for: try fileType()))
    case kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat: return try streamDescriptions()
    case kAudioFileGlobalInfo_AllExtensions: return strings(types.allExtensions)
    case kAudioFileGlobalInfo_AllMIMETypes: return strings(types.allMediaTypes)
    case kAudioFileGlobalInfo_ExtensionsForType: return strings(types.extensions(for: try fileType()))
    case kAudioFileGlobalInfo_MIMETypesForType: return strings(types.mediaTypes(for: try fileType()))
    case kAudioFileGlobalInfo_TypesForExtension: return codes(types.types(forExtension: try text()))
    case kAudioFileGlobalInfo_TypesForMIMEType: return codes(types.types(forMediaType: try text()))
    case kAudioFileGlobalInfo_AllUTIs: return strings(Self.typeIdentifiers.flatMap(\.identifiers))
    case kAudioFileGlobalInfo_UTIsForType:
      let type = try fileType()
      return strings(Self.typeIdentifiers.first { $0.type == type }?.identifiers ?? [])
    case kAudioFileGlobalInfo_TypesForUTI:
      let identifier = try text()
      return codes(Self.typeIdentifiers.filter { $0.identifiers.contains(identifier) }.map(\.type))
    // There are no Finder's codes on this system.
    case kAudioFileGlobalInfo_AllHFSTypeCodes, kAudioFileGlobalInfo_HFSTypeCodesForType,
      kAudioFileGlobalInfo_TypesForHFSTypeCode:
      return codes([])
    default: throw Status(kAudioFileUnsupportedPropertyError)
    }
  }

  /// The uniform type identifiers of file types, as on Apple's systems.
  private static let typeIdentifiers: [(type: FourCharacterCode, identifiers: [String])] = [
    ("WAVE", ["com.microsoft.waveform-audio"]), ("AIFF", ["public.aiff-audio"]), ("AIFC", ["public.aifc-audio"]),
    ("caff", ["com.apple.coreaudio-format"]), ("NeXT", ["public.au-audio", "public.ulaw-audio"]),
    ("m4af", ["com.apple.m4a-audio"]), ("m4bf", ["com.apple.protected-mpeg-4-audio-b"]),
    ("mp4f", ["public.mpeg-4-audio", "public.mpeg-4"]), ("3gpp", ["public.3gpp"]), ("3gp2", ["public.3gpp2"]),
    ("MPG3", ["public.mp3"]), ("MPG2", ["public.mp2"]), ("adts", ["public.aac-audio"]), ("flac", ["org.xiph.flac"]),
    ("Oggf", ["org.xiph.ogg-audio"]), ("mkv ", ["org.matroska.mka", "org.matroska.mkv", "org.webmproject.webm"]),
  ]

  private func codes(_ list: [FourCharacterCode]) -> PropertyValue { PropertyValue(list: list.map(\.rawValue)) }

  private func strings(_ list: [String]) -> PropertyValue {
    PropertyValue(object: NSArray(array: list.map { NSString(string: $0) }))
  }

  private func fileType() throws(Status) -> FourCharacterCode {
    FourCharacterCode(rawValue: try specifier.read(UInt32.self, orThrow: kAudioFileBadPropertySizeError))
  }

  private func name() throws(Status) -> String {
    guard let name = types.name(of: try fileType()) else { throw Status(kAudioFileUnsupportedFileTypeError) }
    return name
  }

  private func streamDescriptions() throws(Status) -> PropertyValue {
    let asked = try specifier.read(AudioFileTypeAndFormatID.self, orThrow: kAudioFileBadPropertySizeError)
    let formats = types.streamDescriptions(
      of: FourCharacterCode(rawValue: asked.mFormatID), in: FourCharacterCode(rawValue: asked.mFileType))
    guard !formats.isEmpty else { throw Status(kAudioFileUnsupportedDataFormatError) }
    return PropertyValue(list: formats.map { AudioStreamBasicDescription($0) })
  }

  /// Returns the specifier as a `CFStringRef`.
  private func text() throws(Status) -> String {
    guard let string = try specifier.object(orThrow: kAudioFileBadPropertySizeError) as? NSString else {
      throw Status(kAudio_ParamError)
    }
    return string.description
  }
}

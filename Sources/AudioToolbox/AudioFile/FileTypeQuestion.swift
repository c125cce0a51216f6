import AudioBase
import AudioCatalog
import AudioFiles
import Foundation

/// One question about file types: `AudioFileGetGlobalInfo`.
struct FileTypeQuestion {
  private let property: AudioFilePropertyID
  private let specifier: PropertySource
  private let types = FileTypes(Catalog.standard.containers)

  @unsafe
  init(_ property: AudioFilePropertyID, _ size: UInt32, _ specifier: UnsafeMutableRawPointer?) throws(Status) {
    self.property = property
    guard let specifier = unsafe specifier else {
      guard size == 0 else { throw Status(kAudio_ParamError) }
      self.specifier = .none
      return
    }
    self.specifier = try unsafe PropertySource(size, UnsafeRawPointer(specifier))
  }

  /// The answer.
  ///
  /// - Throws: `kAudioFileUnsupportedPropertyError`, `kAudioFileBadPropertySizeError` for a specifier of the wrong size,
  ///   `kAudioFileUnsupportedFileTypeError` for a type that is not known.
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
    // There are neither uniform type identifiers nor Finder's codes on this system.
    case kAudioFileGlobalInfo_AllUTIs, kAudioFileGlobalInfo_UTIsForType: return strings([])
    case kAudioFileGlobalInfo_AllHFSTypeCodes, kAudioFileGlobalInfo_HFSTypeCodesForType,
      kAudioFileGlobalInfo_TypesForUTI, kAudioFileGlobalInfo_TypesForHFSTypeCode:
      return codes([])
    default: throw Status(kAudioFileUnsupportedPropertyError)
    }
  }

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

  /// The specifier as a `CFStringRef`.
  private func text() throws(Status) -> String {
    guard let string = try specifier.object(orThrow: kAudioFileBadPropertySizeError) as? NSString else {
      throw Status(kAudio_ParamError)
    }
    return string.description
  }
}

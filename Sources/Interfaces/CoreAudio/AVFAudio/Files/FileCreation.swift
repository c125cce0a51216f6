import AudioBase
import AudioCatalog
import AudioToolbox
import Foundation

/// The kind of file that a name and settings describe.
package struct FileCreation {
  let type: AudioFileTypeID
  let format: AudioStreamBasicDescription
  let layout: AVAudioChannelLayout?

  /// - Throws: `kAudioFileUnsupportedFileTypeError` if neither the settings nor the name say the type,
  ///   `kAudioFileUnsupportedDataFormatError` if the settings make no format, or the name stands for another one.
  init(_ url: URL, _ settings: FormatSettings) throws {
    let call = "ExtAudioFileCreateWithURL"
    guard let type = settings.code(AVAudioFileTypeKey) ?? Self.type(ofExtension: url.pathExtension) else {
      throw NSError.ofFile(kAudioFileUnsupportedFileTypeError, call: call)
    }
    guard let format = AVAudioFormat(settings: settings.values),
      Self.name(url.pathExtension.lowercased(), of: type, standsFor: format.stream.mFormatID)
    else {
      throw NSError.ofFile(kAudioFileUnsupportedDataFormatError, call: call)
    }
    self.type = type
    layout = format.channelLayout
    self.format = Self.stored(format.stream, in: type, settings)
  }

  /// Returns the sample format of a file: interleaved, by default in the file type's byte order, and unsigned if the
  /// type's bytes are.
  package static func stored(
    _ format: AudioStreamBasicDescription, in type: AudioFileTypeID, _ settings: FormatSettings
  ) -> AudioStreamBasicDescription {
    var format = format
    guard format.mFormatID == kAudioFormatLinearPCM else { return format }
    format.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved
    format.mBytesPerFrame = format.mBitsPerChannel / 8 * format.mChannelsPerFrame
    format.mBytesPerPacket = format.mBytesPerFrame
    let startsWithHighByte = [kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileNextType]
    if settings.isSet(AVLinearPCMIsBigEndianKey) == nil, startsWithHighByte.contains(type) {
      format.mFormatFlags |= kAudioFormatFlagIsBigEndian
    }
    let storesUnsignedBytes = [kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileBW64Type, kAudioFileWave64Type]
    if format.mBitsPerChannel == 8, storesUnsignedBytes.contains(type) {
      format.mFormatFlags &= ~kAudioFormatFlagIsSignedInteger
    }
    return format
  }

  /// Returns false for an extension that means other data formats of a file type.
  private static func name(
    _ suffix: String, of type: AudioFileTypeID, standsFor formatID: AudioFormatID
  ) -> Bool {
    let container = Catalog.coreAudio.container(fileType: FourCharacterCode(rawValue: type))?.named(extension: suffix)
    guard let container, container.meantExtension != nil else { return true }
    return container.formatIDs.contains(FourCharacterCode(rawValue: formatID))
  }

  private static func type(ofExtension suffix: String) -> AudioFileTypeID? {
    let name = NSString(string: suffix.lowercased())
    var address = unsafe Unmanaged.passUnretained(name).toOpaque()
    var size: UInt32 = 0
    let property = kAudioFileGlobalInfo_TypesForExtension
    return withExtendedLifetime(name) {
      let specifierSize = UInt32(MemoryLayout<UInt>.size)
      guard unsafe AudioFileGetGlobalInfoSize(property, specifierSize, &address, &size) == noErr, size >= 4 else {
        return nil
      }
      var types = [AudioFileTypeID](repeating: 0, count: Int(size) / 4)
      guard unsafe AudioFileGetGlobalInfo(property, specifierSize, &address, &size, &types) == noErr else { return nil }
      return types.first
    }
  }
}

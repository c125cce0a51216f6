import AudioBase
import AudioCatalog
import AudioFiles
import Foundation

/// One question to Audio Format Services: a property and its specifier.
struct FormatQuestion {
  let property: AudioFormatPropertyID
  let specifier: PropertySource

  /// - Throws: `kAudioFormatBadSpecifierSizeError` if a size is given and no specifier.
  @unsafe
  init(_ property: AudioFormatPropertyID, _ size: UInt32, _ specifier: UnsafeRawPointer?) throws(Status) {
    self.property = property
    if let specifier = unsafe specifier {
      self.specifier = try unsafe PropertySource(size, specifier)
    } else {
      guard size == 0 else { throw Status(kAudioFormatBadSpecifierSizeError) }
      self.specifier = .none
    }
  }

  /// Returns the number of bytes of the answer.
  func answerByteCount() throws(Status) -> Int {
    switch property {
    case kAudioFormatProperty_FormatInfo: return MemoryLayout<AudioStreamBasicDescription>.size
    case kAudioFormatProperty_ValidateChannelLayout:
      try validate()
      return 0
    default: return try answer().byteCount
    }
  }

  /// Returns the answer.
  ///
  /// - Throws: `kAudioFormatUnsupportedPropertyError`, `kAudioFormatBadSpecifierSizeError`,
  ///   `kAudioFormatUnsupportedDataFormatError`, `kAudioFormatUnknownFormatError`.
  func answer() throws(Status) -> PropertyValue {
    if let value = try catalogAnswer() { return value }
    if let value = try formatAnswer() { return value }
    if let value = try encodingAnswer() { return value }
    if let value = try layoutAnswer() { return value }
    if let value = try gainAnswer() { return value }
    if let value = try tagAnswer() { return value }
    throw Status(kAudioFormatUnsupportedPropertyError)
  }

  /// Returns the specifier as a value.
  func specified<Value: BitwiseCopyable>(_ type: Value.Type) throws(Status) -> Value {
    try specifier.read(type, orThrow: kAudioFormatBadSpecifierSizeError)
  }

  /// Returns the format ID in the specifier, which is one or a whole description.
  func specifiedFormatID() throws(Status) -> FourCharacterCode {
    let size = MemoryLayout<AudioStreamBasicDescription>.size
    let isWhole = specifier.count >= size
    return FourCharacterCode(
      rawValue: isWhole ? try specified(AudioStreamBasicDescription.self).mFormatID : try specified(UInt32.self))
  }

  // MARK: The catalog

  private func catalogAnswer() throws(Status) -> PropertyValue? {
    let catalog = Catalog.coreAudio
    switch property {
    case kAudioFormatProperty_EncodeFormatIDs:
      return PropertyValue(list: ([.linearPCM] + catalog.formatIDs(.encoding)).map(\.rawValue))
    case kAudioFormatProperty_DecodeFormatIDs:
      return PropertyValue(list: ([.linearPCM] + catalog.formatIDs(.decoding)).map(\.rawValue))
    case kAudioFormatProperty_Encoders:
      return try classes(kAudioEncoderComponentType, .encoding)
    case kAudioFormatProperty_Decoders:
      return try classes(kAudioDecoderComponentType, .decoding)
    default: return nil
    }
  }

  /// Returns the descriptions of a format's codecs, one for each of Apple's manufacturer codes, because programs search
  /// for either.
  private func classes(
    _ type: UInt32, _ direction: CodecDescriptor.Direction
  ) throws(Status) -> PropertyValue {
    let formatID = try specifiedFormatID()
    let isThere = Catalog.coreAudio.formatIDs(direction).contains(formatID)
    let manufacturers = [kAppleSoftwareAudioCodecManufacturer, kAppleHardwareAudioCodecManufacturer]
    return PropertyValue(
      list: isThere
        ? manufacturers.map { AudioClassDescription(mType: type, mSubType: formatID.rawValue, mManufacturer: $0) } : [])
  }
}

import AudioToolbox
import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescriptionBridge.h>: sound descriptions of files.

/// `CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionData`.
@c(CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionData)
public func cmAudioFormatDescriptionCreateFromBigEndianSoundDescriptionData(
  _ allocator: UnsafeRawPointer?, _ soundDescriptionData: UnsafePointer<UInt8>?, _ size: Int,
  _ flavor: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    try unsafe description(bytes(soundDescriptionData, size), soundFlavor(flavor))
  }
}

/// `CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer`.
@c(CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer)
public func cmAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ soundDescriptionBlockBuffer: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    try unsafe description(bytes(ofBlock: soundDescriptionBlockBuffer), soundFlavor(flavor))
  }
}

/// `CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer`.
@c(CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer)
public func cmAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ audioFormatDescription: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe copyingAsEntry(audioFormatDescription, [kCMMediaType_Audio], blockBufferOut) {
    (description) throws(Failure) in
    let kind = try unsafe soundFlavor(flavor)
    guard let audio = description.audio else {
      throw Failure(kCMFormatDescriptionBridgeError_InvalidFormatDescription)
    }
    guard let entry = description.verbatimEntry(kind.files) ?? SoundDescription(audio).bytes(kind) else {
      throw SampleEntry.incompatible
    }
    return entry
  }
}

/// `CMDoesBigEndianSoundDescriptionRequireLegacyCBRSampleTableLayout`: true if a file counts frames, not packets, as
/// samples.
@c(CMDoesBigEndianSoundDescriptionRequireLegacyCBRSampleTableLayout)
public func cmDoesBigEndianSoundDescriptionRequireLegacyCBRSampleTableLayout(
  _ soundDescriptionBlockBuffer: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?
) -> Bool {
  guard let kind = try? unsafe soundFlavor(flavor), kind != .isoFamily,
    let entry = try? unsafe BigEndianBytes(bytes(ofBlock: soundDescriptionBlockBuffer)),
    let version = entry.number(16, 2), let compression = entry.number(28, 2),
    entry.bytes.count >= SoundDescription.headerByteCount
  else { return false }
  // −2 marks packets of variable size; entries of version 2 have no frames for samples at all.
  return version < 2 && compression != 0xFFFE
}

/// `CMSwapBigEndianSoundDescriptionToHost`: swaps the entry's fields, not its boxes.
@c(CMSwapBigEndianSoundDescriptionToHost)
public func cmSwapBigEndianSoundDescriptionToHost(
  _ soundDescriptionData: UnsafeMutablePointer<UInt8>?, _ soundDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(
    soundDescriptionData, soundDescriptionSize, fewest: SoundDescription.headerByteCount, .bigToHost, widths: widths)
}

/// `CMSwapHostEndianSoundDescriptionToBig`: swaps the entry's fields, not its boxes.
@c(CMSwapHostEndianSoundDescriptionToBig)
public func cmSwapHostEndianSoundDescriptionToBig(
  _ soundDescriptionData: UnsafeMutablePointer<UInt8>?, _ soundDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(
    soundDescriptionData, soundDescriptionSize, fewest: SoundDescription.headerByteCount, .hostToBig, widths: widths)
}

// MARK: Helpers

/// Returns the flavor of a caller's string; QuickTime's if there is none.
@unsafe
private func soundFlavor(_ flavor: UnsafeRawPointer?) throws(Failure) -> SoundDescription.Flavor {
  guard let pointer = unsafe flavor else { return .quickTime }
  let name = unsafe Unmanaged<CFString>.fromOpaque(pointer).takeUnretainedValue()
  if CFEqual(name, CMSoundDescriptionFlavor.quickTimeMovie.rawValue) { return .quickTime }
  if CFEqual(name, CMSoundDescriptionFlavor.quickTimeMovieV2.rawValue) { return .quickTimeVersion2 }
  if CFEqual(name, CMSoundDescriptionFlavor.isoFamily.rawValue)
    || CFEqual(name, CMSoundDescriptionFlavor.mobile3GPFamily.rawValue)
  {
    return .isoFamily
  }
  throw Failure(kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor)
}

/// Returns the description of an entry, which it keeps word for word.
private func description(
  _ entry: [UInt8], _ flavor: SoundDescription.Flavor
) throws(Failure) -> FormatDescription {
  guard let sound = SoundDescription(entry, flavor) else {
    throw Failure(kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
  }
  let extensions = makeDictionary()
  FormatDescription.keep(entry, flavor.files, in: extensions)
  let details = AudioDetails(
    sound.format, cookie: sound.cookie.isEmpty ? nil : FixedMemory(sound.cookie),
    layout: sound.layout.isEmpty ? nil : FixedMemory(sound.layout, room: MemoryLayout<AudioChannelLayout>.size))
  return FormatDescription(
    kCMMediaType_Audio, sound.format.mFormatID, extensions: extensions, details: .audio(details))
}

/// Returns the fields of an entry, which depend on its version.
private func widths(_ entry: SwappedEntry) -> [Int]? {
  let common = SwappedEntry.header + [2, 2, 4, 2, 2, 2, 2, 4]
  switch entry.number(16, 2) {
  case 0: return common
  case 1: return common + [4, 4, 4, 4]
  case 2: return common + [4, 8, 4, 4, 4, 4, 4, 4]
  default: return nil
  }
}

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
  unsafe creatingFromSoundDescription(formatDescriptionOut) { () throws(Failure) in
    guard let data = unsafe soundDescriptionData, size >= 0 else {
      throw Failure(kCMFormatDescriptionBridgeError_InvalidParameter)
    }
    return try unsafe description([UInt8](UnsafeBufferPointer(start: data, count: size)), soundFlavor(flavor))
  }
}

/// `CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer`.
@c(CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer)
public func cmAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ soundDescriptionBlockBuffer: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromSoundDescription(formatDescriptionOut) { () throws(Failure) in
    try unsafe description(bytes(ofBlock: soundDescriptionBlockBuffer), soundFlavor(flavor))
  }
}

/// `CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer`.
@c(CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer)
public func cmAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ audioFormatDescription: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe handOver(blockBufferOut, orThrow: kCMFormatDescriptionBridgeError_InvalidParameter) {
      () throws(Failure) in
      let description = try unsafe object(
        audioFormatDescription, FormatDescription.self, orThrow: kCMFormatDescriptionBridgeError_InvalidParameter)
      let kind = try unsafe soundFlavor(flavor)
      guard let audio = description.audio else {
        throw Failure(kCMFormatDescriptionBridgeError_InvalidFormatDescription)
      }
      guard let entry = description.verbatimEntry(kind) ?? SoundDescription(audio).bytes(kind) else {
        throw Failure(kCMFormatDescriptionBridgeError_IncompatibleFormatDescription)
      }
      return try block(of: entry)
    }
  }
}

/// `CMDoesBigEndianSoundDescriptionRequireLegacyCBRSampleTableLayout`: whether a file counts frames, not packets, as samples.
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

/// `CMSwapBigEndianSoundDescriptionToHost`: the fields of the entry; boxes stay as they are.
@c(CMSwapBigEndianSoundDescriptionToHost)
public func cmSwapBigEndianSoundDescriptionToHost(
  _ soundDescriptionData: UnsafeMutablePointer<UInt8>?, _ soundDescriptionSize: Int
) -> OSStatus {
  unsafe swap(soundDescriptionData, soundDescriptionSize) { Int(UInt16(bigEndian: $0)) }
}

/// `CMSwapHostEndianSoundDescriptionToBig`: the fields of the entry; boxes stay as they are.
@c(CMSwapHostEndianSoundDescriptionToBig)
public func cmSwapHostEndianSoundDescriptionToBig(
  _ soundDescriptionData: UnsafeMutablePointer<UInt8>?, _ soundDescriptionSize: Int
) -> OSStatus {
  unsafe swap(soundDescriptionData, soundDescriptionSize) { Int($0) }
}

// MARK: Helpers

/// The flavor of a caller's string; QuickTime's where there is none.
@unsafe
private func soundFlavor(_ flavor: UnsafeRawPointer?) throws(Failure) -> SoundDescription.Flavor {
  guard let pointer = unsafe flavor else { return .quickTime }
  let name = unsafe Unmanaged<CFString>.fromOpaque(pointer).takeUnretainedValue()
  if CFEqual(name, kCMSoundDescriptionFlavor_QuickTimeMovie) { return .quickTime }
  if CFEqual(name, kCMSoundDescriptionFlavor_QuickTimeMovieV2) { return .quickTimeVersion2 }
  if CFEqual(name, kCMSoundDescriptionFlavor_ISOFamily) || CFEqual(name, kCMSoundDescriptionFlavor_3GPFamily) {
    return .isoFamily
  }
  throw Failure(kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor)
}

@unsafe
private func creatingFromSoundDescription(
  _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ make: () throws(Failure) -> FormatDescription
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe handOver(out, orThrow: kCMFormatDescriptionBridgeError_InvalidParameter, make)
  }
}

/// The bytes of a block buffer of the caller's.
@unsafe
private func bytes(ofBlock pointer: UnsafeRawPointer?) throws(Failure) -> [UInt8] {
  let block = try unsafe object(
    pointer, BlockBuffer.self, orThrow: kCMFormatDescriptionBridgeError_InvalidParameter)
  var bytes: [UInt8] = []
  try unsafe block.forEachPart(in: 0, block.byteCount) { memory, _ in unsafe bytes += Array(memory) }
  return bytes
}

/// A block buffer of bytes.
private func block(of bytes: [UInt8]) throws(Failure) -> BlockBuffer {
  let memory = unsafe MemoryBlock(nil, byteCount: bytes.count, owner: .allocator(nil))
  guard memory.allocate(), let address = unsafe memory.address else {
    throw Failure(kCMFormatDescriptionBridgeError_AllocationFailed)
  }
  unsafe bytes.withUnsafeBytes { source in
    if let base = source.baseAddress { unsafe address.copyMemory(from: base, byteCount: source.count) }
  }
  let block = BlockBuffer()
  try block.append(memory, offset: 0, byteCount: bytes.count)
  return block
}

/// The description of an entry, which it keeps word for word.
private func description(
  _ entry: [UInt8], _ flavor: SoundDescription.Flavor
) throws(Failure) -> FormatDescription {
  guard let sound = SoundDescription(entry, flavor) else {
    throw Failure(kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
  }
  let extensions = makeDictionary()
  if let data = unsafe CFDataCreate(nil, entry, entry.count) {
    extensions.set(FormatDescription.verbatimKey(flavor), data)
  }
  let details = AudioDetails(
    sound.format, cookie: sound.cookie.isEmpty ? nil : FixedMemory(sound.cookie),
    layout: sound.layout.isEmpty ? nil : FixedMemory(sound.layout, room: MemoryLayout<AudioChannelLayout>.size))
  return FormatDescription(
    kCMMediaType_Audio, sound.format.mFormatID, extensions: extensions, details: .audio(details))
}

extension FormatDescription {
  /// Where an entry is kept word for word.
  fileprivate static func verbatimKey(_ flavor: SoundDescription.Flavor) -> CFString {
    flavor == .isoFamily
      ? kCMFormatDescriptionExtension_VerbatimISOSampleEntry : kCMFormatDescriptionExtension_VerbatimSampleDescription
  }

  /// The entry that this description was made from, if it is of the same flavor.
  fileprivate func verbatimEntry(_ flavor: SoundDescription.Flavor) -> [UInt8]? {
    guard let data = extensions?.object(Self.verbatimKey(flavor), CFDataGetTypeID(), CFData.self),
      let bytes = unsafe CFDataGetBytePtr(data)
    else { return nil }
    return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: CFDataGetLength(data)))
  }
}

/// Turns the numbers of an entry round.
@unsafe
private func swap(
  _ data: UnsafeMutablePointer<UInt8>?, _ size: Int, version: (UInt16) -> Int
) -> OSStatus {
  guard let data = unsafe data, size >= SoundDescription.headerByteCount else {
    return kCMFormatDescriptionBridgeError_InvalidParameter
  }
  var widths = [4, 4, 4, 2, 2, 2, 2, 4, 2, 2, 2, 2, 4]
  switch unsafe version(UnsafeRawPointer(data).loadUnaligned(fromByteOffset: 16, as: UInt16.self)) {
  case 0: break
  case 1: widths += [4, 4, 4, 4]
  case 2: widths += [4, 8, 4, 4, 4, 4, 4, 4]
  default: return kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription
  }
  guard widths.reduce(0, +) <= size else { return kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription }
  var offset = 0
  for width in widths {
    let field = unsafe UnsafeMutableBufferPointer(start: data + offset, count: width)
    for index in 0..<(width / 2) { unsafe field.swapAt(index, width - 1 - index) }
    offset += width
  }
  return noErr
}

import AudioToolbox
import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// A block buffer with these bytes.
func makeBlock(_ bytes: [UInt8]) throws -> CMBlockBuffer {
  var block: CMBlockBuffer?
  try #require(
    CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: max(1, bytes.count), blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0, dataLength: bytes.count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &block)
      == noErr)
  let made = try required(block)
  if !bytes.isEmpty {
    try #require(
      CMBlockBufferReplaceDataBytes(
        with: bytes, blockBuffer: made, offsetIntoDestination: 0, dataLength: bytes.count) == noErr)
  }
  return made
}

/// The bytes of a block buffer.
func bytes(of block: CMBlockBuffer) -> [UInt8] {
  var copy = [UInt8](repeating: 0, count: CMBlockBufferGetDataLength(block))
  if !copy.isEmpty {
    expectEqual(CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: copy.count, destination: &copy), noErr)
  }
  return copy
}

func pcm(
  rate: Double = 48000, channels: UInt32 = 2, isPlanar: Bool = false
) -> AudioStreamBasicDescription {
  let size: UInt32 = isPlanar ? 2 : 2 * channels
  return AudioStreamBasicDescription(
    mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
      | (isPlanar ? kAudioFormatFlagIsNonInterleaved : 0),
    mBytesPerPacket: size, mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels, mBitsPerChannel: 16,
    mReserved: 0)
}

func coded(
  _ formatID: AudioFormatID = kAudioFormatMPEG4AAC, rate: Double = 44100, channels: UInt32 = 2, frames: UInt32 = 1024
) -> AudioStreamBasicDescription {
  AudioStreamBasicDescription(
    mSampleRate: rate, mFormatID: formatID, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: frames,
    mBytesPerFrame: 0, mChannelsPerFrame: channels, mBitsPerChannel: 0, mReserved: 0)
}

/// A description of sound.
func makeFormat(
  _ asbd: AudioStreamBasicDescription, cookie: [UInt8] = [], extensions: CFDictionary? = nil
) throws -> CMFormatDescription {
  var format = asbd
  var made: CMAudioFormatDescription?
  try #require(
    CMAudioFormatDescriptionCreate(
      allocator: nil, asbd: &format, layoutSize: 0, layout: nil, magicCookieSize: cookie.count,
      magicCookie: cookie.isEmpty ? nil : cookie, extensions: extensions, formatDescriptionOut: &made) == noErr)
  return try required(made)
}

func time(_ value: Int64, _ scale: Int32 = 48000) -> CMTime { CMTime(value: value, timescale: scale) }

func entry(_ duration: CMTime, at start: CMTime, decoded: CMTime = .invalid) -> CMSampleTimingInfo {
  CMSampleTimingInfo(duration: duration, presentationTimeStamp: start, decodeTimeStamp: decoded)
}

/// Three AAC packets of 3, 5 and 2 bytes, from one second on.
func makePackets() throws -> CMSampleBuffer {
  try CMSampleBuffer(
    dataBuffer: makeBlock([1, 2, 3, 10, 11, 12, 13, 14, 20, 21]), formatDescription: makeFormat(coded()), numSamples: 3,
    sampleTimings: [entry(time(1024, 44100), at: time(44100, 44100))], sampleSizes: [3, 5, 2])
}

/// A dictionary of Core Foundation's own making.
func makeDictionary(_ entries: [(CFString, AnyObject)]) -> CFDictionary {
  var keys = kCFTypeDictionaryKeyCallBacks
  var values = kCFTypeDictionaryValueCallBacks
  let dictionary = CFDictionaryCreateMutable(nil, 0, &keys, &values)!
  for (key, value) in entries { CFDictionarySetValue(dictionary, pointer(key), pointer(value)) }
  return dictionary
}

/// A time as a dictionary, as attachments hold it.
func dictionary(of time: CMTime) -> CFDictionary {
  makeDictionary([
    (kCMTimeValueKey, NSNumber(value: time.value)), (kCMTimeScaleKey, NSNumber(value: time.timescale)),
    (kCMTimeFlagsKey, NSNumber(value: 1)), (kCMTimeEpochKey, NSNumber(value: 0)),
  ])
}

func pointer(_ object: AnyObject) -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) }

func string(_ text: String) -> CFString { unsafeBitCast(NSString(string: text), to: CFString.self) }

/// Packets and configuration of a stream in the repository.
func fixture(_ name: String) throws -> (packets: [[UInt8]], configuration: [UInt8]) {
  let folder = SharedFiles.fixtures.appending(path: "AAC")
  let dump = [UInt8](try Data(contentsOf: folder.appending(path: "\(name).dump")))
  return (packetsOfDump(dump), [UInt8](try Data(contentsOf: folder.appending(path: "\(name).asc"))))
}

/// Whether a body throws an error with a status.
func throwsStatus(_ status: OSStatus, _ body: () throws -> Void) -> Bool {
  do {
    try body()
    return false
  } catch {
    return (error as NSError).code == Int(status) && (error as NSError).domain == NSOSStatusErrorDomain
  }
}

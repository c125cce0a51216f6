// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioCodec.h>: codecs are reached through converters. No component can be opened, so that no instance
// of one can come here.

@c(AudioCodecGetPropertyInfo)
public func audioCodecGetPropertyInfo(
  _ inCodec: UnsafeRawPointer?, _ inPropertyID: UInt32, _ outSize: UnsafeRawPointer?, _ outWritable: UnsafeRawPointer?
) -> OSStatus { kAudioCodecUnsupportedFormatError }

@c(AudioCodecGetProperty)
public func audioCodecGetProperty(
  _ inCodec: UnsafeRawPointer?, _ inPropertyID: UInt32, _ ioPropertyDataSize: UnsafeRawPointer?,
  _ outPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudioCodecUnsupportedFormatError }

@c(AudioCodecSetProperty)
public func audioCodecSetProperty(
  _ inCodec: UnsafeRawPointer?, _ inPropertyID: UInt32, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudioCodecUnsupportedFormatError }

@c(AudioCodecInitialize)
public func audioCodecInitialize(
  _ inCodec: UnsafeRawPointer?, _ inInputFormat: UnsafeRawPointer?, _ inOutputFormat: UnsafeRawPointer?,
  _ inMagicCookie: UnsafeRawPointer?, _ inMagicCookieByteSize: UInt32
) -> OSStatus { kAudioCodecUnsupportedFormatError }

@c(AudioCodecUninitialize)
public func audioCodecUninitialize(_ inCodec: UnsafeRawPointer?) -> OSStatus { kAudioCodecUnsupportedFormatError }

@c(AudioCodecAppendInputData)
public func audioCodecAppendInputData(
  _ inCodec: UnsafeRawPointer?, _ inInputData: UnsafeRawPointer?, _ ioInputDataByteSize: UnsafeRawPointer?,
  _ ioNumberPackets: UnsafeRawPointer?, _ inPacketDescription: UnsafeRawPointer?
) -> OSStatus { kAudioCodecUnsupportedFormatError }

@c(AudioCodecProduceOutputPackets)
public func audioCodecProduceOutputPackets(
  _ inCodec: UnsafeRawPointer?, _ outOutputData: UnsafeRawPointer?, _ ioOutputDataByteSize: UnsafeRawPointer?,
  _ ioNumberPackets: UnsafeRawPointer?, _ outPacketDescription: UnsafeRawPointer?, _ outStatus: UnsafeRawPointer?
) -> OSStatus { kAudioCodecUnsupportedFormatError }

@c(AudioCodecAppendInputBufferList)
public func audioCodecAppendInputBufferList(
  _ inCodec: UnsafeRawPointer?, _ inBufferList: UnsafeRawPointer?, _ ioNumberPackets: UnsafeRawPointer?,
  _ inPacketDescription: UnsafeRawPointer?, _ outBytesConsumed: UnsafeRawPointer?
) -> OSStatus { kAudioCodecUnsupportedFormatError }

@c(AudioCodecProduceOutputBufferList)
public func audioCodecProduceOutputBufferList(
  _ inCodec: UnsafeRawPointer?, _ ioBufferList: UnsafeRawPointer?, _ ioNumberPackets: UnsafeRawPointer?,
  _ outPacketDescription: UnsafeRawPointer?, _ outStatus: UnsafeRawPointer?
) -> OSStatus { kAudioCodecUnsupportedFormatError }

@c(AudioCodecReset)
public func audioCodecReset(_ inCodec: UnsafeRawPointer?) -> OSStatus { kAudioCodecUnsupportedFormatError }

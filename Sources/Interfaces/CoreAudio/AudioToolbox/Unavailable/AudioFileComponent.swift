// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioFileComponent.h>: file types are those of the package. No component can be opened, so that no
// instance of one can come here.

@c(AudioFileComponentCreateURL)
public func audioFileComponentCreateURL(
  _ inComponent: UnsafeRawPointer?, _ inFileRef: UnsafeRawPointer?, _ inFormat: UnsafeRawPointer?, _ inFlags: UInt32
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentOpenURL)
public func audioFileComponentOpenURL(
  _ inComponent: UnsafeRawPointer?, _ inFileRef: UnsafeRawPointer?, _ inPermissions: Int8, _ inFileDescriptor: Int32
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentOpenWithCallbacks)
public func audioFileComponentOpenWithCallbacks(
  _ inComponent: UnsafeRawPointer?, _ inClientData: UnsafeRawPointer?, _ inReadFunc: UnsafeRawPointer?,
  _ inWriteFunc: UnsafeRawPointer?, _ inGetSizeFunc: UnsafeRawPointer?, _ inSetSizeFunc: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentInitializeWithCallbacks)
public func audioFileComponentInitializeWithCallbacks(
  _ inComponent: UnsafeRawPointer?, _ inClientData: UnsafeRawPointer?, _ inReadFunc: UnsafeRawPointer?,
  _ inWriteFunc: UnsafeRawPointer?, _ inGetSizeFunc: UnsafeRawPointer?, _ inSetSizeFunc: UnsafeRawPointer?,
  _ inFileType: UInt32, _ inFormat: UnsafeRawPointer?, _ inFlags: UInt32
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentCloseFile)
public func audioFileComponentCloseFile(_ inComponent: UnsafeRawPointer?) -> OSStatus {
  kAudioFileUnsupportedFileTypeError
}

@c(AudioFileComponentOptimize)
public func audioFileComponentOptimize(_ inComponent: UnsafeRawPointer?) -> OSStatus {
  kAudioFileUnsupportedFileTypeError
}

@c(AudioFileComponentReadBytes)
public func audioFileComponentReadBytes(
  _ inComponent: UnsafeRawPointer?, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeRawPointer?,
  _ outBuffer: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentWriteBytes)
public func audioFileComponentWriteBytes(
  _ inComponent: UnsafeRawPointer?, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeRawPointer?,
  _ inBuffer: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentReadPackets)
public func audioFileComponentReadPackets(
  _ inComponent: UnsafeRawPointer?, _ inUseCache: Bool, _ outNumBytes: UnsafeRawPointer?,
  _ outPacketDescriptions: UnsafeRawPointer?, _ inStartingPacket: Int64, _ ioNumPackets: UnsafeRawPointer?,
  _ outBuffer: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentReadPacketData)
public func audioFileComponentReadPacketData(
  _ inComponent: UnsafeRawPointer?, _ inUseCache: Bool, _ ioNumBytes: UnsafeRawPointer?,
  _ outPacketDescriptions: UnsafeRawPointer?, _ inStartingPacket: Int64, _ ioNumPackets: UnsafeRawPointer?,
  _ outBuffer: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentWritePackets)
public func audioFileComponentWritePackets(
  _ inComponent: UnsafeRawPointer?, _ inUseCache: Bool, _ inNumBytes: UInt32, _ inPacketDescriptions: UnsafeRawPointer?,
  _ inStartingPacket: Int64, _ ioNumPackets: UnsafeRawPointer?, _ inBuffer: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentGetPropertyInfo)
public func audioFileComponentGetPropertyInfo(
  _ inComponent: UnsafeRawPointer?, _ inPropertyID: UInt32, _ outPropertySize: UnsafeRawPointer?,
  _ outWritable: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentGetProperty)
public func audioFileComponentGetProperty(
  _ inComponent: UnsafeRawPointer?, _ inPropertyID: UInt32, _ ioPropertyDataSize: UnsafeRawPointer?,
  _ outPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentSetProperty)
public func audioFileComponentSetProperty(
  _ inComponent: UnsafeRawPointer?, _ inPropertyID: UInt32, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentCountUserData)
public func audioFileComponentCountUserData(
  _ inComponent: UnsafeRawPointer?, _ inUserDataID: UInt32, _ outNumberItems: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentGetUserDataSize)
public func audioFileComponentGetUserDataSize(
  _ inComponent: UnsafeRawPointer?, _ inUserDataID: UInt32, _ inIndex: UInt32, _ outUserDataSize: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentGetUserDataSize64)
public func audioFileComponentGetUserDataSize64(
  _ inComponent: UnsafeRawPointer?, _ inUserDataID: UInt32, _ inIndex: UInt32, _ outUserDataSize: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentGetUserData)
public func audioFileComponentGetUserData(
  _ inComponent: UnsafeRawPointer?, _ inUserDataID: UInt32, _ inIndex: UInt32, _ ioUserDataSize: UnsafeRawPointer?,
  _ outUserData: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentGetUserDataAtOffset)
public func audioFileComponentGetUserDataAtOffset(
  _ inComponent: UnsafeRawPointer?, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inOffset: Int64,
  _ ioUserDataSize: UnsafeRawPointer?, _ outUserData: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentSetUserData)
public func audioFileComponentSetUserData(
  _ inComponent: UnsafeRawPointer?, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inUserDataSize: UInt32,
  _ inUserData: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentRemoveUserData)
public func audioFileComponentRemoveUserData(
  _ inComponent: UnsafeRawPointer?, _ inUserDataID: UInt32, _ inIndex: UInt32
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentExtensionIsThisFormat)
public func audioFileComponentExtensionIsThisFormat(
  _ inComponent: UnsafeRawPointer?, _ inExtension: UnsafeRawPointer?, _ outResult: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentFileDataIsThisFormat)
public func audioFileComponentFileDataIsThisFormat(
  _ inComponent: UnsafeRawPointer?, _ inDataByteSize: UInt32, _ inData: UnsafeRawPointer?,
  _ outResult: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentFileIsThisFormat)
public func audioFileComponentFileIsThisFormat(
  _ inComponent: UnsafeRawPointer?, _ inFileRefNum: Int16, _ outResult: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentDataIsThisFormat)
public func audioFileComponentDataIsThisFormat(
  _ inComponent: UnsafeRawPointer?, _ inClientData: UnsafeRawPointer?, _ inReadFunc: UnsafeRawPointer?,
  _ inWriteFunc: UnsafeRawPointer?, _ inGetSizeFunc: UnsafeRawPointer?, _ inSetSizeFunc: UnsafeRawPointer?,
  _ outResult: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentGetGlobalInfoSize)
public func audioFileComponentGetGlobalInfoSize(
  _ inComponent: UnsafeRawPointer?, _ inPropertyID: UInt32, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
  _ outPropertySize: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentGetGlobalInfo)
public func audioFileComponentGetGlobalInfo(
  _ inComponent: UnsafeRawPointer?, _ inPropertyID: UInt32, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
  _ ioPropertyDataSize: UnsafeRawPointer?, _ outPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentCreate)
public func audioFileComponentCreate(
  _ inComponent: UnsafeRawPointer?, _ inParentRef: UnsafeRawPointer?, _ inFileName: UnsafeRawPointer?,
  _ inFormat: UnsafeRawPointer?, _ inFlags: UInt32, _ outNewFileRef: UnsafeRawPointer?
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentInitialize)
public func audioFileComponentInitialize(
  _ inComponent: UnsafeRawPointer?, _ inFileRef: UnsafeRawPointer?, _ inFormat: UnsafeRawPointer?, _ inFlags: UInt32
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

@c(AudioFileComponentOpenFile)
public func audioFileComponentOpenFile(
  _ inComponent: UnsafeRawPointer?, _ inFileRef: UnsafeRawPointer?, _ inPermissions: Int8, _ inRefNum: Int16
) -> OSStatus { kAudioFileUnsupportedFileTypeError }

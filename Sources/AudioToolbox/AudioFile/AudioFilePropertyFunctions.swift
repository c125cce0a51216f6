// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioFile.h>: properties, global information, user data.

import AudioBase
import AudioFiles

@c @implementation
public func AudioFileGetPropertyInfo(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>?,
  _ isWritable: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let object = try unsafe audioFile(inAudioFile)
    let size = try object.byteCount(of: inPropertyID)
    if let outDataSize = unsafe outDataSize { unsafe outDataSize.pointee = UInt32(clamping: size) }
    if let isWritable = unsafe isWritable { unsafe isWritable.pointee = object.isWritable(inPropertyID) ? 1 : 0 }
  }
}

@c @implementation
public func AudioFileGetProperty(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    let object = try unsafe audioFile(inAudioFile)
    let destination = try unsafe PropertyDestination(ioDataSize, outPropertyData)
    if let size = FileObject.fixedByteCount(of: inPropertyID), destination.room != size {
      // A layout or a cookie may be larger than it has to be, a number may not.
      throw Status(kAudioFileBadPropertySizeError)
    }
    let translated = try object.translated(inPropertyID, destination)
    let value = if let translated { translated } else { try object.value(of: inPropertyID) }
    try destination.put(value, orThrow: kAudioFileBadPropertySizeError)
  }
}

@c @implementation
public func AudioFileSetProperty(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    let object = try unsafe audioFile(inAudioFile)
    let source = try unsafe PropertySource(inDataSize, inPropertyData)
    if let size = FileObject.fixedByteCount(of: inPropertyID), source.count != size {
      throw Status(kAudioFileBadPropertySizeError)
    }
    try object.set(inPropertyID, to: source)
  }
}

// MARK: Global information

@c @implementation
public func AudioFileGetGlobalInfoSize(
  _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
  _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outDataSize))
    let size = try unsafe FileTypeQuestion(inPropertyID, inSpecifierSize, inSpecifier).answer().byteCount
    unsafe outDataSize.pointee = UInt32(clamping: size)
  }
}

@c @implementation
public func AudioFileGetGlobalInfo(
  _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
  _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    let destination = try unsafe PropertyDestination(ioDataSize, outPropertyData)
    let answer = try unsafe FileTypeQuestion(inPropertyID, inSpecifierSize, inSpecifier).answer()
    try destination.put(answer, orThrow: kAudioFileBadPropertySizeError)
  }
}

// MARK: User data

@c @implementation
public func AudioFileCountUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ outNumberItems: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outNumberItems))
    let count = try unsafe audioFile(inAudioFile).file.chunkCount(of: .init(rawValue: inUserDataID))
    unsafe outNumberItems.pointee = UInt32(clamping: count)
  }
}

@c @implementation
public func AudioFileGetUserDataSize(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
  _ outUserDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outUserDataSize))
    let size = try unsafe audioFile(inAudioFile).chunkByteCount(inUserDataID, inIndex)
    guard let size = UInt32(exactly: size) else { throw Status(kAudioFileInvalidChunkError) }
    unsafe outUserDataSize.pointee = size
  }
}

@c @implementation
public func AudioFileGetUserDataSize64(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
  _ outUserDataSize: UnsafeMutablePointer<UInt64>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outUserDataSize))
    let size = try unsafe audioFile(inAudioFile).chunkByteCount(inUserDataID, inIndex)
    unsafe outUserDataSize.pointee = UInt64(size)
  }
}

@c @implementation
public func AudioFileGetUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
  _ ioUserDataSize: UnsafeMutablePointer<UInt32>, _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
  unsafe AudioFileGetUserDataAtOffset(inAudioFile, inUserDataID, inIndex, 0, ioUserDataSize, outUserData)
}

@c @implementation
public func AudioFileGetUserDataAtOffset(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inOffset: Int64,
  _ ioUserDataSize: UnsafeMutablePointer<UInt32>, _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: ioUserDataSize))
    try requirePointer(UInt(bitPattern: outUserData))
    let object = try unsafe audioFile(inAudioFile)
    _ = try object.chunkByteCount(inUserDataID, inIndex)
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: outUserData, count: Int(ioUserDataSize.pointee))
    let memory = unsafe buffer.bindMemory(to: UInt8.self)
    var bytes = unsafe memory.mutableSpan
    let count = try object.working { file throws(ContainerError) in
      try file.readChunk(.init(rawValue: inUserDataID), index: Int(inIndex), at: inOffset, into: &bytes)
    }
    unsafe ioUserDataSize.pointee = UInt32(clamping: count)
  }
}

@c @implementation
public func AudioFileSetUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inUserDataSize: UInt32,
  _ inUserData: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe audioFile(inAudioFile).requireWriting()
    throw Status(kAudioFileOperationNotSupportedError)
  }
}

@c @implementation
public func AudioFileRemoveUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe audioFile(inAudioFile).requireWriting()
    throw Status(kAudioFileOperationNotSupportedError)
  }
}

extension FileObject {
  /// Bytes of a chunk's body.
  fileprivate func chunkByteCount(_ identifier: UInt32, _ index: UInt32) throws(Status) -> Int64 {
    guard let size = file.chunkByteCount(of: .init(rawValue: identifier), index: Int(index)) else {
      throw Status(kAudioFileInvalidChunkError)
    }
    return size
  }
}

// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioFile.h>: user data, which are the chunks of CAF, WAVE and AIFF files and the boxes of MP4.

import AudioBase
import AudioFiles

// MARK: User data

@c @implementation
public func AudioFileCountUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ outNumberItems: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outNumberItems))
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      unsafe outNumberItems.pointee = UInt32(clamping: object.file.chunkCount(of: .init(rawValue: inUserDataID)))
    }
  }
}

@c @implementation
public func AudioFileGetUserDataSize(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
  _ outUserDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outUserDataSize))
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      let size = try object.chunkByteCount(inUserDataID, inIndex)
      guard let size = UInt32(exactly: size) else { throw Status(kAudioFileInvalidChunkError) }
      unsafe outUserDataSize.pointee = size
    }
  }
}

@c @implementation
public func AudioFileGetUserDataSize64(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
  _ outUserDataSize: UnsafeMutablePointer<UInt64>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outUserDataSize))
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      unsafe outUserDataSize.pointee = UInt64(clamping: try object.chunkByteCount(inUserDataID, inIndex))
    }
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
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      _ = try object.chunkByteCount(inUserDataID, inIndex)
      guard inOffset >= 0 else { throw Status(kAudioFileInvalidChunkError) }
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: outUserData, count: Int(ioUserDataSize.pointee))
      let memory = unsafe buffer.bindMemory(to: UInt8.self)
      var bytes = unsafe memory.mutableSpan
      let count = try object.working { file throws(ContainerError) in
        try file.readChunk(.init(rawValue: inUserDataID), index: Int(inIndex), at: inOffset, into: &bytes)
      }
      unsafe ioUserDataSize.pointee = UInt32(clamping: count)
    }
  }
}

@c @implementation
public func AudioFileSetUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inUserDataSize: UInt32,
  _ inUserData: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      try object.requireWriting()
      let bytes = try unsafe PropertySource(inUserDataSize, inUserData).bytes
      try object.requireChunks(inUserDataID)
      guard Int(inIndex) <= object.file.chunkCount(of: .init(rawValue: inUserDataID)) else {
        throw Status(kAudioFileInvalidChunkError)
      }
      try object.working { file throws(AudioError) in
        try file.setChunk(.init(rawValue: inUserDataID), index: Int(inIndex), to: bytes)
      }
    }
  }
}

@c @implementation
public func AudioFileRemoveUserData(
  _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      try object.requireWriting()
      try object.requireChunks(inUserDataID)
      _ = try object.chunkByteCount(inUserDataID, inIndex)
      try object.working { file throws(AudioError) in
        try file.removeChunk(.init(rawValue: inUserDataID), index: Int(inIndex))
      }
    }
  }
}

extension FileObject {
  /// Refuses chunks that the file's type does not take, or writes itself.
  fileprivate func requireChunks(_ identifier: UInt32) throws(Status) {
    guard file.takesChunk(.init(rawValue: identifier)) else { throw Status(kAudioFileOperationNotSupportedError) }
  }

  /// Returns the number of bytes of a chunk's body.
  fileprivate func chunkByteCount(_ identifier: UInt32, _ index: UInt32) throws(Status) -> Int64 {
    guard let size = file.chunkByteCount(of: .init(rawValue: identifier), index: Int(index)) else {
      throw Status(kAudioFileInvalidChunkError)
    }
    return size
  }
}

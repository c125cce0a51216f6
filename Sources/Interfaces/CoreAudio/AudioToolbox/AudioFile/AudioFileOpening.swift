// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase

// <AudioToolbox/AudioFile.h>: opening, making, closing.

/// `AudioFileOpenURL` for C, because a Swift function cannot take a `CFURLRef`.
@c(AudioFileOpenURL)
public func audioFileOpenURL(
  _ inFileRef: UnsafeRawPointer, _ inPermissions: Int8, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe opening(outAudioFile) { () throws(Status) in
    guard let permissions = AudioFilePermissions(rawValue: inPermissions) else {
      throw Status(kAudioFilePermissionsError)
    }
    return try FileObject(path: try unsafe filePath(ofURL: inFileRef), permissions, hint: inFileTypeHint)
  }
}

/// `AudioFileCreateWithURL` for C.
@c(AudioFileCreateWithURL)
public func audioFileCreateWithURL(
  _ inFileRef: UnsafeRawPointer, _ inFileType: AudioFileTypeID,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe opening(outAudioFile) { () throws(Status) in
    try requirePointer(UInt(bitPattern: inFormat))
    return try unsafe FileObject(
      creating: try filePath(ofURL: inFileRef), inFileType, inFormat.pointee, AudioFileFlags(rawValue: inFlags))
  }
}

@c @implementation
public func AudioFileOpenWithCallbacks(
  _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: AudioFile_ReadProc, _ inWriteFunc: AudioFile_WriteProc?,
  _ inGetSizeFunc: AudioFile_GetSizeProc, _ inSetSizeFunc: AudioFile_SetSizeProc?,
  _ inFileTypeHint: AudioFileTypeID, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe opening(outAudioFile) { () throws(Status) in
    try requirePointer(unsafe unsafeBitCast(inReadFunc, to: UInt.self))
    try requirePointer(unsafe unsafeBitCast(inGetSizeFunc, to: UInt.self))
    let callbacks = unsafe FileCallbacks(inClientData, read: inReadFunc, size: inGetSizeFunc)
    return try FileObject(callbacks, hint: inFileTypeHint)
  }
}

@c @implementation
public func AudioFileInitializeWithCallbacks(
  _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: AudioFile_ReadProc, _ inWriteFunc: AudioFile_WriteProc,
  _ inGetSizeFunc: AudioFile_GetSizeProc, _ inSetSizeFunc: AudioFile_SetSizeProc, _ inFileType: AudioFileTypeID,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe opening(outAudioFile) { () throws(Status) in
    try requirePointer(UInt(bitPattern: inFormat))
    try requirePointer(unsafe unsafeBitCast(inReadFunc, to: UInt.self))
    try requirePointer(unsafe unsafeBitCast(inWriteFunc, to: UInt.self))
    try requirePointer(unsafe unsafeBitCast(inGetSizeFunc, to: UInt.self))
    let callbacks = unsafe FileCallbacks(
      inClientData, read: inReadFunc, size: inGetSizeFunc, write: inWriteFunc, setSize: inSetSizeFunc)
    return try unsafe FileObject(creatingIn: callbacks, inFileType, inFormat.pointee)
  }
}

@c @implementation
public func AudioFileClose(_ inAudioFile: AudioFileID) -> OSStatus {
  Status.of { () throws(Status) in
    // The file's own callback would leave it unfinished.
    try unsafe Handles.close(
      inAudioFile, FileObject.self, orThrow: kAudioFileNotOpenError, .refused(kAudioFileOperationNotSupportedError)
    ) { object throws(Status) in try object.close() }
  }
}

@c @implementation
public func AudioFileOptimize(_ inAudioFile: AudioFileID) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      try object.requireWriting()
      try object.optimize()
    }
  }
}

/// Calls `body` with the object of a file's handle; the file's own callbacks get
/// `kAudioFileOperationNotSupportedError`.
func withAudioFile(_ handle: AudioFileID, _ body: (FileObject) throws(Status) -> Void) throws(Status) {
  try unsafe Handles.withObject(
    handle, FileObject.self, orThrow: kAudioFileNotOpenError, .refused(kAudioFileOperationNotSupportedError), body)
}

// MARK: File references of the Mac of old

/// `AudioFileCreate`, which fails, because `FSRef` does not exist here.
@c(AudioFileCreate)
public func audioFileCreate(
  _ inParentRef: OpaquePointer, _ inFileName: UnsafeRawPointer, _ inFileType: AudioFileTypeID,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32, _ outNewFileRef: OpaquePointer,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  kAudio_UnimplementedError
}

@c @implementation
public func AudioFileInitialize(
  _ inFileRef: OpaquePointer, _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  kAudio_UnimplementedError
}

@c @implementation
public func AudioFileOpen(
  _ inFileRef: OpaquePointer, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  kAudio_UnimplementedError
}

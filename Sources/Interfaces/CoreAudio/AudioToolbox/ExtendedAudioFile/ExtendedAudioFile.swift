// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

package import AudioBase
import AudioFiles

// <AudioToolbox/ExtendedAudioFile.h>

/// `ExtAudioFileOpenURL` for C.
@c(ExtAudioFileOpenURL)
public func extAudioFileOpenURL(
  _ inURL: UnsafeRawPointer, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  unsafe opening(outExtAudioFile) { () throws(Status) in
    try ExtendedFileObject(path: try unsafe filePath(ofURL: inURL))
  }
}

/// `ExtAudioFileCreateWithURL` for C.
@c(ExtAudioFileCreateWithURL)
public func extAudioFileCreateWithURL(
  _ inURL: UnsafeRawPointer, _ inFileType: AudioFileTypeID, _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
  _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  unsafe opening(outExtAudioFile) { () throws(Status) in
    try requirePointer(UInt(bitPattern: inStreamDesc))
    let object = try unsafe ExtendedFileObject(
      creating: filePath(ofURL: inURL), inFileType, inStreamDesc.pointee, AudioFileFlags(rawValue: inFlags))
    if let pointer = unsafe inChannelLayout {
      try object.setFileLayout(try unsafe ChannelLayout(pointer, orThrow: kAudio_ParamError))
    }
    return object
  }
}

extension ExtendedFileObject {
  /// Opens a file for reading.
  package convenience init(path: String) throws(Status) {
    unsafe self.init(try FileObject(path: path, .readPermission, hint: 0), .reading, handle: nil)
  }

  /// Makes a file.
  package convenience init(
    creating path: String, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ flags: AudioFileFlags
  ) throws(Status) {
    var format = format
    // Encoders work at the client's rate where none is requested, which is not known yet.
    let awaitsSampleRate = format.mSampleRate == 0 && format.mFormatID != kAudioFormatLinearPCM
    if awaitsSampleRate { format.mSampleRate = Self.provisionalSampleRate }
    unsafe self.init(try FileObject(creating: path, type, format, flags), .writing, handle: nil)
    self.awaitsSampleRate = awaitsSampleRate
  }

  /// Sets the loudspeakers of a file that is written.
  package func setFileLayout(_ layout: ChannelLayout) throws(Status) {
    try object.working { file throws(AudioError) in try file.setChannelLayout(layout) }
  }

  /// The format of the file's packets, with 0 for a rate that is still open.
  package var storedFormat: AudioStreamBasicDescription {
    var format = AudioStreamBasicDescription(object.dataFormat)
    if awaitsSampleRate { format.mSampleRate = 0 }
    return format
  }

  /// Writes frames of the client's format.
  @unsafe
  package func write(_ list: UnsafePointer<AudioBufferList>, frameCount: Int) throws(Status) {
    let bytes = try unsafe planes(of: list, clientFormat, frameCount: frameCount)
    try write(bytes.span, frameCount: frameCount)
  }
}

@c @implementation
public func ExtAudioFileWrapAudioFileID(
  _ inFileID: AudioFileID, _ inForWriting: Bool, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  unsafe opening(outExtAudioFile) { () throws(Status) in
    var object: ExtendedFileObject?
    try unsafe withAudioFile(inFileID) { file throws(Status) in
      if inForWriting { try file.requireWriting() } else { try file.requireReading() }
      object = unsafe ExtendedFileObject(file, inForWriting ? .writing : .reading, handle: inFileID)
    }
    guard let object else { throw Status(kAudioFileNotOpenError) }
    return object
  }
}

@c @implementation
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
  Status.of { () throws(Status) in
    // A callback of its file would leave it unfinished.
    try unsafe Handles.close(
      inExtAudioFile, ExtendedFileObject.self, orThrow: kAudio_ParamError,
      .refused(kExtAudioFileError_InvalidOperationOrder)
    ) { object throws(Status) in try object.dispose() }
  }
}

/// Calls `body` with the object of an extended file's handle; callbacks of its file and its converter get
/// `kExtAudioFileError_InvalidOperationOrder`.
func withExtendedFile(
  _ handle: ExtAudioFileRef, _ body: (ExtendedFileObject) throws(Status) -> Void
) throws(Status) {
  try unsafe Handles.withObject(
    handle, ExtendedFileObject.self, orThrow: kAudio_ParamError, .refused(kExtAudioFileError_InvalidOperationOrder),
    body)
}

// MARK: Frames

@c @implementation
public func ExtAudioFileRead(
  _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
  _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withExtendedFile(inExtAudioFile) { object throws(Status) in
      try requirePointer(UInt(bitPattern: ioNumberFrames))
      let wanted = unsafe Int(ioNumberFrames.pointee)
      unsafe ioNumberFrames.pointee = 0
      let output = try unsafe OutputBuffers(ioData, count: object.clientFormat.bufferCount)
      let count = try object.read(output, frameCount: wanted)
      unsafe ioNumberFrames.pointee = UInt32(count)
    }
  }
}

@c @implementation
public func ExtAudioFileWrite(
  _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withExtendedFile(inExtAudioFile) { object throws(Status) in
      try requirePointer(UInt(bitPattern: ioData))
      try unsafe object.write(ioData, frameCount: Int(inNumberFrames))
    }
  }
}

@c @implementation
public func ExtAudioFileWriteAsync(
  _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>?
) -> OSStatus {
  // Without frames the call only prepares. Frames are written at once: no buffer can be full.
  guard let ioData = unsafe ioData, inNumberFrames > 0 else {
    return Status.of { () throws(Status) in try unsafe withExtendedFile(inExtAudioFile) { _ in } }
  }
  return unsafe ExtAudioFileWrite(inExtAudioFile, inNumberFrames, ioData)
}

@c @implementation
public func ExtAudioFileSeek(_ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withExtendedFile(inExtAudioFile) { object throws(Status) in try object.seek(to: inFrameOffset) }
  }
}

@c @implementation
public func ExtAudioFileTell(
  _ inExtAudioFile: ExtAudioFileRef, _ outFrameOffset: UnsafeMutablePointer<Int64>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outFrameOffset))
    try unsafe withExtendedFile(inExtAudioFile) { object in unsafe outFrameOffset.pointee = object.position }
  }
}

// MARK: File references of the Mac of old

@c @implementation
public func ExtAudioFileOpen(
  _ inFSRef: OpaquePointer, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  kAudio_UnimplementedError
}

/// `ExtAudioFileCreateNew`, which fails, because `FSRef` does not exist here.
@c(ExtAudioFileCreateNew)
public func extAudioFileCreateNew(
  _ inParentDir: OpaquePointer, _ inFileName: UnsafeRawPointer, _ inFileType: AudioFileTypeID,
  _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>, _ inChannelLayout: UnsafePointer<AudioChannelLayout>?,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  kAudio_UnimplementedError
}

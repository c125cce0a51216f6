// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CAudioToolbox
import Foundation

// <AudioToolbox/MusicPlayer.h>: Standard MIDI Files. A `CFURLRef` and a `CFDataRef` are no types that a C function in
// Swift can take.

/// Refuses types of files that are not here.
///
/// - Throws: `kAudioFileUnsupportedFileTypeError`
private func check(_ type: MusicSequenceFileTypeID, mayBeAny: Bool) throws(Status) {
  guard Int(type) == Int(kMusicSequenceFile_MIDIType) || mayBeAny && Int(type) == Int(kMusicSequenceFile_AnyType) else {
    throw Status(kAudioFileUnsupportedFileTypeError)
  }
}

private func load(_ data: Data, _ sequence: MusicSequenceObject, _ flags: MusicSequenceLoadFlags) throws(Status) {
  try sequence.load(
    [UInt8](data), separatesChannels: Int(flags) & Int(kMusicSequenceLoadSMF_ChannelsToTracks) != 0)
}

/// Returns the status of an error of Foundation's.
private func status(_ error: any Error) -> Status {
  let error = error as NSError
  if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain {
    return Status(systemError: Int32(cause.code))
  }
  return Status(
    error.code == CocoaError.fileReadNoSuchFile.rawValue ? kAudioFileFileNotFoundError : kAudioFileUnspecifiedError)
}

@c(MusicSequenceFileLoad)
public func musicSequenceFileLoad(
  _ inSequence: MusicSequence?, _ inFileRef: UnsafeRawPointer?, _ inFileTypeHint: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    guard let inFileRef = unsafe inFileRef else { throw Status(kAudio_ParamError) }
    try check(inFileTypeHint, mayBeAny: true)
    let path = try unsafe filePath(ofURL: inFileRef)
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch { throw status(error) }
    try load(data, sequence, inFlags)
  }
}

@c(MusicSequenceFileLoadData)
public func musicSequenceFileLoadData(
  _ inSequence: MusicSequence?, _ inData: UnsafeRawPointer?, _ inFileTypeHint: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    guard let inData = unsafe inData else { throw Status(kAudio_ParamError) }
    try check(inFileTypeHint, mayBeAny: true)
    try load(unsafe Unmanaged<NSData>.fromOpaque(inData).takeUnretainedValue() as Data, sequence, inFlags)
  }
}

@c(MusicSequenceLoadSMFDataWithFlags)
public func musicSequenceLoadSMFDataWithFlags(
  _ inSequence: MusicSequence?, _ inData: UnsafeRawPointer?, _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  unsafe musicSequenceFileLoadData(inSequence, inData, UInt32(kMusicSequenceFile_MIDIType), inFlags)
}

@c(MusicSequenceFileCreate)
public func musicSequenceFileCreate(
  _ inSequence: MusicSequence?, _ inFileRef: UnsafeRawPointer?, _ inFileType: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceFileFlags, _ inResolution: Int16
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    guard let inFileRef = unsafe inFileRef else { throw Status(kAudio_ParamError) }
    try check(inFileType, mayBeAny: false)
    let path = try unsafe filePath(ofURL: inFileRef)
    let data = Data(try sequence.fileBytes(resolution: inResolution))
    let replaces = Int(inFlags) & Int(kMusicSequenceFileFlags_EraseFile) != 0
    if !replaces, FileManager.default.fileExists(atPath: path) { throw Status(kAudioFilePermissionsError) }
    let options: Data.WritingOptions = replaces ? .atomic : .withoutOverwriting
    do { try data.write(to: URL(fileURLWithPath: path), options: options) } catch { throw status(error) }
  }
}

@c(MusicSequenceFileCreateData)
public func musicSequenceFileCreateData(
  _ inSequence: MusicSequence?, _ inFileType: MusicSequenceFileTypeID, _ inFlags: MusicSequenceFileFlags,
  _ inResolution: Int16, _ outData: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    let outData = try unsafe place(outData)
    try check(inFileType, mayBeAny: false)
    let data = NSData(data: Data(try sequence.fileBytes(resolution: inResolution)))
    unsafe outData.pointee = UnsafeRawPointer(Unmanaged.passRetained(data).toOpaque())
  }
}

@c(MusicSequenceSaveSMFData)
public func musicSequenceSaveSMFData(
  _ inSequence: MusicSequence?, _ outData: UnsafeMutablePointer<UnsafeRawPointer?>?, _ inResolution: UInt16
) -> OSStatus {
  unsafe musicSequenceFileCreateData(
    inSequence, UInt32(kMusicSequenceFile_MIDIType), 0, Int16(clamping: inResolution), outData)
}

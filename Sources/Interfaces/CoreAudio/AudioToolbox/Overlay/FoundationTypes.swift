// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CAudioToolbox
public import CoreFoundation
public import Foundation

// Parts of Apple's overlays that the toolchain for Linux lacks.

/// The type of `Boolean *` parameters on Apple's systems, imported as `Bool` here.
public typealias DarwinBoolean = Bool

extension Bool {
  /// The value of a `DarwinBoolean`.
  public var boolValue: Bool { self }
}

/// Returns Core Foundation's view of a URL, which is the same object.
private func address(of url: NSURL) -> UnsafeRawPointer {
  unsafe UnsafeRawPointer(Unmanaged.passUnretained(url).toOpaque())
}

/// Opens a file for packets and properties.
@discardableResult
public func AudioFileOpenURL(
  _ inFileRef: CFURL, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  withExtendedLifetime(inFileRef) {
    unsafe audioFileOpenURL(address(of: inFileRef), inPermissions.rawValue, inFileTypeHint, outAudioFile)
  }
}

/// Makes a file of a type that holds a format.
@discardableResult
public func AudioFileCreateWithURL(
  _ inFileRef: CFURL, _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  withExtendedLifetime(inFileRef) {
    unsafe audioFileCreateWithURL(address(of: inFileRef), inFileType, inFormat, inFlags.rawValue, outAudioFile)
  }
}

/// Opens a file for frames in the caller's format.
@discardableResult
public func ExtAudioFileOpenURL(
  _ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  withExtendedLifetime(inURL) { unsafe extAudioFileOpenURL(address(of: inURL), outExtAudioFile) }
}

/// Makes a file that takes frames in the caller's format.
@discardableResult
public func ExtAudioFileCreateWithURL(
  _ inURL: CFURL, _ inFileType: AudioFileTypeID, _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
  _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  withExtendedLifetime(inURL) {
    unsafe extAudioFileCreateWithURL(
      address(of: inURL), inFileType, inStreamDesc, inChannelLayout, inFlags, outExtAudioFile)
  }
}

/// Makes a system sound from a file.
@discardableResult
public func AudioServicesCreateSystemSoundID(
  _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
  withExtendedLifetime(inFileURL) {
    unsafe audioServicesCreateSystemSoundID(address(of: inFileURL), outSystemSoundID)
  }
}

/// Returns Core Foundation's view of bytes, which is the same object.
private func address(of data: NSData) -> UnsafeRawPointer {
  unsafe UnsafeRawPointer(Unmanaged.passUnretained(data).toOpaque())
}

/// Adds the tracks of a Standard MIDI File to a sequence.
@discardableResult
public func MusicSequenceFileLoad(
  _ inSequence: MusicSequence, _ inFileRef: CFURL, _ inFileTypeHint: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  withExtendedLifetime(inFileRef) {
    unsafe musicSequenceFileLoad(inSequence, address(of: inFileRef), inFileTypeHint, inFlags)
  }
}

/// Adds the tracks of a Standard MIDI File in memory to a sequence.
@discardableResult
public func MusicSequenceFileLoadData(
  _ inSequence: MusicSequence, _ inData: NSData, _ inFileTypeHint: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  withExtendedLifetime(inData) {
    unsafe musicSequenceFileLoadData(inSequence, address(of: inData), inFileTypeHint, inFlags)
  }
}

/// Writes a sequence as a Standard MIDI File.
@discardableResult
public func MusicSequenceFileCreate(
  _ inSequence: MusicSequence, _ inFileRef: CFURL, _ inFileType: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceFileFlags, _ inResolution: Int16
) -> OSStatus {
  withExtendedLifetime(inFileRef) {
    unsafe musicSequenceFileCreate(inSequence, address(of: inFileRef), inFileType, inFlags, inResolution)
  }
}

/// Returns a sequence as the bytes of a Standard MIDI File; the caller owns the reference.
@discardableResult
public func MusicSequenceFileCreateData(
  _ inSequence: MusicSequence, _ inFileType: MusicSequenceFileTypeID, _ inFlags: MusicSequenceFileFlags,
  _ inResolution: Int16, _ outData: UnsafeMutablePointer<Unmanaged<NSData>?>
) -> OSStatus {
  var made: UnsafeRawPointer?
  let status = unsafe musicSequenceFileCreateData(inSequence, inFileType, inFlags, inResolution, &made)
  unsafe outData.pointee = unsafe made.map { unsafe Unmanaged<NSData>.fromOpaque($0) }
  return status
}

// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioFile.h>: properties, global information.

import AudioBase
import AudioFiles

@c @implementation
public func AudioFileGetPropertyInfo(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>?,
  _ isWritable: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      let size = try object.byteCount(of: inPropertyID)
      unsafe outDataSize.set(UInt32(clamping: size))
      unsafe isWritable.set(object.isWritable(inPropertyID) ? 1 : 0)
    }
  }
}

@c @implementation
public func AudioFileGetProperty(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
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
}

@c @implementation
public func AudioFileSetProperty(
  _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      let source = try unsafe PropertySource(inDataSize, inPropertyData)
      if let size = FileObject.fixedByteCount(of: inPropertyID), source.count != size {
        throw Status(kAudioFileBadPropertySizeError)
      }
      try object.set(inPropertyID, to: source)
    }
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

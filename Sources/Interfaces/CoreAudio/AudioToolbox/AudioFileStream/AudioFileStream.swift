// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioFileStream.h>

import AudioBase
import AudioFiles

@c @implementation
public func AudioFileStreamOpen(
  _ inClientData: UnsafeMutableRawPointer?, _ inPropertyListenerProc: AudioFileStream_PropertyListenerProc,
  _ inPacketsProc: AudioFileStream_PacketsProc, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>
) -> OSStatus {
  unsafe opening(outAudioFileStream) { () throws(Status) in
    try requirePointer(unsafe unsafeBitCast(inPropertyListenerProc, to: UInt.self))
    try requirePointer(unsafe unsafeBitCast(inPacketsProc, to: UInt.self))
    return unsafe StreamObject(inClientData, inPropertyListenerProc, inPacketsProc, hint: inFileTypeHint)
  }
}

@c @implementation
public func AudioFileStreamParseBytes(
  _ inAudioFileStream: AudioFileStreamID, _ inDataByteSize: UInt32, _ inData: UnsafeRawPointer?,
  _ inFlags: AudioFileStreamParseFlags
) -> OSStatus {
  Status.of { () throws(Status) in
    let reentrance = Reentrance.refused(kAudioFileStreamError_IllegalOperation)
    try unsafe withStream(inAudioFileStream, reentrance) { object throws(Status) in
      guard inDataByteSize > 0 else {
        // Bytes are lost at the end: packets that were complete before them are returned.
        guard inFlags.contains(.discontinuity) else { return }
        let nothing: [UInt8] = []
        return try unsafe object.parse(nothing.span, isDiscontinuous: true, from: inAudioFileStream)
      }
      guard let data = unsafe inData else { throw Status(kAudio_ParamError) }
      let memory = unsafe UnsafeRawBufferPointer(start: data, count: Int(inDataByteSize)).bindMemory(to: UInt8.self)
      let bytes = unsafe memory.span
      try unsafe object.parse(bytes, isDiscontinuous: inFlags.contains(.discontinuity), from: inAudioFileStream)
    }
  }
}

@c @implementation
public func AudioFileStreamSeek(
  _ inAudioFileStream: AudioFileStreamID, _ inPacketOffset: Int64, _ outDataByteOffset: UnsafeMutablePointer<Int64>,
  _ ioFlags: UnsafeMutablePointer<AudioFileStreamSeekFlags>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outDataByteOffset))
    try unsafe withStream(inAudioFileStream) { object throws(Status) in
      let target = try object.seek(toPacket: inPacketOffset)
      // Counted from the first byte of audio.
      unsafe outDataByteOffset.pointee = target.byteOffset - (object.track?.dataOffset ?? 0)
      guard UInt(bitPattern: ioFlags) != 0 else { return }
      unsafe ioFlags.pointee = target.isEstimate ? .offsetIsEstimated : []
    }
  }
}

@c @implementation
public func AudioFileStreamGetPropertyInfo(
  _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
  _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withStream(inAudioFileStream) { object throws(Status) in
      let translation = FileObject.translationByteCount(of: inPropertyID)
      let size = if let translation { translation } else { try object.value(of: inPropertyID).byteCount }
      unsafe outPropertyDataSize.set(UInt32(clamping: size))
      unsafe outWritable.set(false)
    }
  }
}

@c @implementation
public func AudioFileStreamGetProperty(
  _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withStream(inAudioFileStream) { object throws(Status) in
      let destination = try unsafe PropertyDestination(ioPropertyDataSize, outPropertyData)
      let translated = try object.translated(inPropertyID, destination)
      let value = if let translated { translated } else { try object.value(of: inPropertyID) }
      try destination.put(value, orThrow: kAudioFileStreamError_BadPropertySize)
    }
  }
}

@c @implementation
public func AudioFileStreamSetProperty(
  _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withStream(inAudioFileStream) { _ throws(Status) in
      throw Status(kAudioFileStreamError_UnsupportedProperty)
    }
  }
}

@c @implementation
public func AudioFileStreamClose(_ inAudioFileStream: AudioFileStreamID) -> OSStatus {
  Status.of { () throws(Status) in
    _ = try unsafe Handles.remove(inAudioFileStream, StreamObject.self, orThrow: kAudio_ParamError)
  }
}

/// Calls `body` with the object of a stream's handle. Listeners of the stream may ask for properties, seek and close.
private func withStream(
  _ handle: AudioFileStreamID, _ reentrance: Reentrance = .allowed, _ body: (StreamObject) throws(Status) -> Void
) throws(Status) {
  try unsafe Handles.withObject(handle, StreamObject.self, orThrow: kAudio_ParamError, reentrance, body)
}

// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioPlayback

// <AudioToolbox/AudioQueue.h>: buffers.

@c @implementation
public func AudioQueueAllocateBuffer(
  _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
  unsafe AudioQueueAllocateBufferWithPacketDescriptions(inAQ, inBufferByteSize, 0, outBuffer)
}

@c @implementation
public func AudioQueueAllocateBufferWithPacketDescriptions(
  _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
  _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outBuffer))
    unsafe outBuffer.pointee = nil
    let queue = try unsafe queue(inAQ)
    try queue.requireAlive()
    guard inBufferByteSize > 0 else { throw Status(kAudio_ParamError) }
    unsafe outBuffer.pointee = try queue.allocate(
      byteCount: inBufferByteSize, descriptionCount: inNumberPacketDescriptions)
  }
}

@c @implementation
public func AudioQueueFreeBuffer(_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> OSStatus {
  Status.of { () throws(Status) in try unsafe queue(inAQ).free(UInt(bitPattern: inBuffer)) }
}

@c @implementation
public func AudioQueueEnqueueBuffer(
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
  _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus {
  unsafe AudioQueueEnqueueBufferWithParameters(
    inAQ, inBuffer, inNumPacketDescs, inPacketDescs, 0, 0, 0, nil, nil, nil)
}

@c @implementation
public func AudioQueueEnqueueBufferWithParameters(
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
  _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?, _ inTrimFramesAtStart: UInt32,
  _ inTrimFramesAtEnd: UInt32, _ inNumParamValues: UInt32,
  _ inParamValues: UnsafePointer<AudioQueueParameterEvent>?, _ inStartTime: UnsafePointer<AudioTimeStamp>?,
  _ outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    let buffer = try queue.buffer(UInt(bitPattern: inBuffer))
    try buffer.claim(orThrow: kAudioQueueErr_BufferEnqueuedTwice)
    do throws(Status) {
      guard let output = queue as? OutputQueue else {
        try (queue as? InputQueue)?.enqueue(buffer)
        return
      }
      let places = unsafe UnsafeBufferPointer(
        start: inPacketDescs, count: inPacketDescs == nil ? 0 : Int(inNumPacketDescs))
      try unsafe buffer.takeContents(output.format, places)
      var entry = BufferEntry(buffer, trimAtStart: Int(inTrimFramesAtStart), trimAtEnd: Int(inTrimFramesAtEnd))
      entry.changes = try unsafe changes(inNumParamValues, inParamValues)
      if let time = unsafe inStartTime?.pointee, time.mFlags.contains(.sampleTimeValid) {
        guard time.mSampleTime.isFinite else { throw Status(kAudio_ParamError) }
        entry.startTime = time.mSampleTime
      }
      let start = try output.enqueue(entry)
      if let place = unsafe outActualStartTime { unsafe place.pointee = AudioTimeStamp(sampleTime: start, nil) }
    } catch {
      buffer.release()
      throw error
    }
  }
}

/// Returns the parameters to be set when a buffer begins.
@unsafe
private func changes(
  _ count: UInt32, _ values: UnsafePointer<AudioQueueParameterEvent>?
) throws(Status) -> [ParameterChange] {
  guard count > 0 else { return [] }
  guard let values = unsafe values else { throw Status(kAudio_ParamError) }
  var changes: [ParameterChange] = []
  for index in 0..<Int(count) {
    let event = unsafe values[index]
    changes.append(try ParameterChange(event.mID, to: event.mValue))
  }
  return changes
}

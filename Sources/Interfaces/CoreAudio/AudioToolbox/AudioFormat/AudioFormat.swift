// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioFormat.h>

@c @implementation
public func AudioFormatGetPropertyInfo(
  _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
  _ outPropertyDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outPropertyDataSize))
    let question = try unsafe FormatQuestion(inPropertyID, inSpecifierSize, inSpecifier)
    let size = try question.answerByteCount()
    unsafe outPropertyDataSize.pointee = UInt32(clamping: size)
  }
}

@c @implementation
public func AudioFormatGetProperty(
  _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let question = try unsafe FormatQuestion(inPropertyID, inSpecifierSize, inSpecifier)
    if inPropertyID == kAudioFormatProperty_ValidateChannelLayout { return try question.validate() }
    guard let size = unsafe ioPropertyDataSize else { throw Status(kAudio_ParamError) }
    guard let data = unsafe outPropertyData else {
      // Without a place for the answer its size is returned.
      unsafe size.pointee = UInt32(clamping: try question.answerByteCount())
      return
    }
    let destination = try unsafe PropertyDestination(size, data)
    let value =
      if inPropertyID == kAudioFormatProperty_FormatInfo {
        try question.completed(destination.read(AudioStreamBasicDescription.self))
      } else {
        try question.answer()
      }
    try destination.put(value, orThrow: kAudioFormatBadPropertySizeError)
  }
}

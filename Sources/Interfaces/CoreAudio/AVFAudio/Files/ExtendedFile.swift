import AudioToolbox
import Foundation

/// An open file behind an `ExtAudioFileRef`, closed with this object.
@safe
final class ExtendedFile {
  private let handle: ExtAudioFileRef

  private init(_ handle: ExtAudioFileRef) { unsafe self.handle = handle }

  /// Opens a file for reading.
  static func open(_ url: URL) throws -> ExtendedFile {
    var handle: ExtAudioFileRef?
    let status = unsafe ExtAudioFileOpenURL(url as NSURL, &handle)
    try check(status, "ExtAudioFileOpenURL((CFURLRef)fileURL, &_extAudioFile)")
    return try unsafe wrap(handle)
  }

  /// Makes a file, in place of one that is there.
  static func create(
    _ url: URL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, layout: AVAudioChannelLayout?
  ) throws -> ExtendedFile {
    var handle: ExtAudioFileRef?
    var format = format
    let status = unsafe ExtAudioFileCreateWithURL(
      url as NSURL, type, &format, layout?.layout, AudioFileFlags.eraseFile.rawValue, &handle)
    withExtendedLifetime(layout) {}
    try check(
      status, "ExtAudioFileCreateWithURL((CFURLRef)fileURL, fileType, &fileFormat, layout, flags, &_extAudioFile)")
    return try unsafe wrap(handle)
  }

  private static func wrap(_ handle: ExtAudioFileRef?) throws -> ExtendedFile {
    guard let handle = unsafe handle else { throw NSError.ofFile(kAudio_ParamError, call: "ExtAudioFileOpenURL") }
    return unsafe ExtendedFile(handle)
  }

  deinit { unsafe ExtAudioFileDispose(handle) }

  private static func check(_ status: OSStatus, _ call: String) throws {
    if status != noErr { throw NSError.ofFile(status, call: call) }
  }

  // MARK: Properties

  /// A property that is a number or a struct.
  func property<Value: BitwiseCopyable>(_ property: ExtAudioFilePropertyID, startingWith value: Value) throws -> Value {
    var value = value
    var size = UInt32(MemoryLayout<Value>.size)
    let status = unsafe ExtAudioFileGetProperty(handle, property, &size, &value)
    try Self.check(status, "ExtAudioFileGetProperty(_extAudioFile, \(property), &propertySize, outValue)")
    return value
  }

  /// Sets a property that is a struct or a number.
  func set<Value: BitwiseCopyable>(_ property: ExtAudioFilePropertyID, to value: Value) throws {
    var value = value
    let status = unsafe ExtAudioFileSetProperty(handle, property, UInt32(MemoryLayout<Value>.size), &value)
    try Self.check(status, "ExtAudioFileSetProperty(_extAudioFile, \(property), propertySize, inValue)")
  }

  /// The format in which frames are read and written.
  func setClientFormat(_ format: AVAudioFormat) throws {
    try set(kExtAudioFileProperty_ClientDataFormat, to: format.stream)
  }

  /// The loudspeakers of the frames that are read and written.
  func setClientLayout(_ layout: AVAudioChannelLayout) throws {
    let bytes = layout.bytes
    let property = kExtAudioFileProperty_ClientChannelLayout
    let status = unsafe ExtAudioFileSetProperty(handle, property, UInt32(bytes.count), bytes)
    try Self.check(status, "ExtAudioFileSetProperty(_extAudioFile, \(property), propertySize, inValue)")
  }

  /// The file's loudspeakers, where it tells them.
  var layout: AVAudioChannelLayout? {
    var size: UInt32 = 0
    guard unsafe ExtAudioFileGetPropertyInfo(handle, kExtAudioFileProperty_FileChannelLayout, &size, nil) == noErr
    else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let status = unsafe ExtAudioFileGetProperty(handle, kExtAudioFileProperty_FileChannelLayout, &size, &bytes)
    return status == noErr ? AVAudioChannelLayout(bytes: bytes) : nil
  }

  /// The cookie of the file's format, where it has one.
  var magicCookie: Data? {
    guard let file: AudioFileID = unsafe try? property(kExtAudioFileProperty_AudioFile, startingWith: nil) else {
      return nil
    }
    var size: UInt32 = 0
    guard unsafe AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, nil) == noErr, size > 0 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let status = unsafe AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, &bytes)
    return status == noErr ? Data(bytes.prefix(Int(size))) : nil
  }

  /// The converter between the file's format and the client's; `nil` where there is none.
  var converter: ConverterHandle? {
    guard let handle: AudioConverterRef = unsafe try? property(kExtAudioFileProperty_AudioConverter, startingWith: nil)
    else { return nil }
    return unsafe ConverterHandle(borrowing: handle)
  }

  // MARK: Frames

  /// Reads frames into buffers and returns how many.
  func read(_ list: UnsafeMutablePointer<AudioBufferList>, frameCount: AVAudioFrameCount) throws -> AVAudioFrameCount {
    var count = frameCount
    let status = unsafe ExtAudioFileRead(handle, &count, list)
    try Self.check(status, "ExtAudioFileRead(_imp->_extAudioFile, &ioFrames, buffer.mutableAudioBufferList)")
    return count
  }

  /// Writes frames.
  func write(_ list: UnsafePointer<AudioBufferList>, frameCount: AVAudioFrameCount) throws {
    let status = unsafe ExtAudioFileWrite(handle, frameCount, list)
    try Self.check(status, "ExtAudioFileWrite(_imp->_extAudioFile, buffer.frameLength, buffer.audioBufferList)")
  }

  /// Goes to a frame, at the file's rate.
  func seek(to frame: Int64) throws {
    try Self.check(unsafe ExtAudioFileSeek(handle, frame), "ExtAudioFileSeek(_imp->_extAudioFile, framePosition)")
  }
}

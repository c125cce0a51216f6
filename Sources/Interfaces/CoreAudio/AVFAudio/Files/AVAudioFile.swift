import AudioBase
import AudioFiles
import AudioToolbox
public import Foundation

/// An audio file, read and written as frames of linear PCM, whatever its own format is.
///
/// Reading and writing continue where the last call ended, or at ``framePosition`` if that was set. A file belongs
/// to one thread at a time.
open class AVAudioFile: NSObject {
  private var file: ExtendedFile?
  private let isWriting: Bool
  /// The URL of the file.
  public let url: URL
  /// The format of the file's data.
  public let fileFormat: AVAudioFormat
  /// The format of the frames that are read and written.
  public let processingFormat: AVAudioFormat
  /// The error of a seek; the read that follows throws it.
  private var failureOfSeek: (any Error)?
  private var position: AVAudioFramePosition = 0

  /// The number of frames in the file.
  public private(set) var length: AVAudioFramePosition

  /// The use for which a file is opened.
  private enum Use {
    case reading
    case writing(layout: AVAudioChannelLayout?)
  }

  private init(
    _ file: ExtendedFile, at url: URL, for use: Use, samples: (format: AVAudioCommonFormat, isInterleaved: Bool)
  ) throws {
    let stored = try file.work("ExtAudioFileGetProperty") { $0.storedFormat }
    // Until the client's format is set it is the one by which frames are counted. If the file's packets hold a core
    // and its extension, it is that of both.
    let counted = try file.work("ExtAudioFileGetProperty") { AudioStreamBasicDescription($0.clientFormat) }
    guard samples.format != .otherFormat, counted.mChannelsPerFrame > 0, stored.mChannelsPerFrame > 0 else {
      throw NSError.ofFile(kAudio_ParamError, call: "AVAudioFormat")
    }
    let stated = try file.work("ExtAudioFileGetProperty") { $0.file.statedChannelLayout?.nativeBytes }
    var told = stated.flatMap(AVAudioChannelLayout.init(bytes:))
    if case .writing(let layout) = use {
      isWriting = true
      told = layout
    } else {
      isWriting = false
    }
    if told?.channelCount != stored.mChannelsPerFrame { told = nil }
    let fileFormat = AVAudioFormat(description: stored, layout: told ?? .unnamed(stored.mChannelsPerFrame))
    let processing = AudioStreamBasicDescription(
      samples.format, sampleRate: counted.mSampleRate, channels: counted.mChannelsPerFrame,
      interleaved: samples.isInterleaved)
    let needsLayout = counted.mChannelsPerFrame > 2
    let processingFormat = AVAudioFormat(
      description: processing,
      layout: needsLayout ? fileFormat.channelLayout ?? .unnamed(counted.mChannelsPerFrame) : nil)
    try file.work("ExtAudioFileSetProperty") { (file) throws(Status) in
      try file.setClientFormat(StreamFormat(bounding: processing, orThrow: kAudioConverterErr_FormatNotSupported))
      if let told, needsLayout { try file.setClientLayout(told.loudspeakers()) }
    }
    let cookie = try file.work("AudioFileGetProperty") { $0.file.containerCookie }
    if !cookie.isEmpty { fileFormat.magicCookie = Data(cookie) }
    length = isWriting ? 0 : try file.work("ExtAudioFileGetProperty") { (file) throws(Status) in try file.frameCount }
    self.file = file
    self.url = url
    self.fileFormat = fileFormat
    self.processingFormat = processingFormat
    super.init()
  }

  // MARK: Opening and making

  /// Opens a file to read frames of 32-bit floats with separate channels.
  ///
  /// - Throws: An `NSError` of AVFAudio's domain with the status of the C API.
  public convenience init(forReading fileURL: URL) throws {
    try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Opens a file to read frames of a common format.
  ///
  /// - Throws: As ``init(forReading:)``; `kAudio_ParamError` for `otherFormat`.
  public convenience init(
    forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    let file = try ExtendedFile("ExtAudioFileOpenURL((CFURLRef)fileURL, &_extAudioFile)") { () throws(Status) in
      try ExtendedFileObject(path: (fileURL as NSURL).filePath())
    }
    try self.init(file, at: fileURL, for: .reading, samples: (format, interleaved))
  }

  /// Makes a file, and replaces an existing one. Its type comes from its name, or from `AVAudioFileTypeKey`; its frames
  /// are written as floating point of 32 bits with each channel in its own buffer.
  ///
  /// - Throws: An `NSError` of AVFAudio's domain with the status of the C API.
  public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
    try self.init(forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Makes a file for frames of a common format, and replaces an existing one.
  ///
  /// - Throws: As ``init(forWriting:settings:)``; `kAudio_ParamError` for `otherFormat`.
  public convenience init(
    forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    let settings = FormatSettings(settings)
    let creation = try FileCreation(fileURL, settings)
    guard format != .otherFormat else { throw NSError.ofFile(kAudio_ParamError, call: "AVAudioFormat") }
    let call = "ExtAudioFileCreateWithURL((CFURLRef)fileURL, fileType, &fileFormat, layout, flags, &_extAudioFile)"
    let file = try ExtendedFile(call) { () throws(Status) in
      let file = try ExtendedFileObject(
        creating: (fileURL as NSURL).filePath(), creation.type, creation.format, .eraseFile)
      if let layout = creation.layout { try file.setFileLayout(layout.loudspeakers()) }
      return file
    }
    try self.init(file, at: fileURL, for: .writing(layout: creation.layout), samples: (format, interleaved))
    try file.work("ExtAudioFileSetProperty") { (file) throws(Status) in
      if let converter = file.converter, converter.apply(settings) { try file.adoptConverterChanges() }
    }
  }

  // MARK: Closing

  /// True if the file is open.
  open var isOpen: Bool { file != nil }

  /// Completes and closes the file. Later reads and writes fail. Deallocation also closes the file.
  open func close() { file = nil }

  private func opened() throws -> ExtendedFile {
    guard let file else { throw NSError.ofFile(kAudioFileNotOpenError, call: "AVAudioFile.close") }
    return file
  }

  // MARK: Frames

  /// The frame that is read or written next.
  ///
  /// A position that there is not makes the next read fail; so does one inside a file that is written.
  open var framePosition: AVAudioFramePosition {
    get { position }
    set {
      guard newValue != position || failureOfSeek != nil else { return }
      position = newValue
      failureOfSeek = nil
      if isWriting, newValue == length { return }
      do {
        try opened().work("ExtAudioFileSeek(_imp->_extAudioFile, framePosition)") { (file) throws(Status) in
          try file.seek(to: newValue)
        }
      } catch {
        failureOfSeek = error
      }
    }
  }

  /// Reads as many frames as the buffer has room for, or as there are.
  ///
  /// - Throws: As ``read(into:frameCount:)``.
  open func read(into buffer: AVAudioPCMBuffer) throws { try read(into: buffer, frameCount: buffer.frameCapacity) }

  /// Reads frames into a buffer, from its start. Its ``AVAudioPCMBuffer/frameLength`` is the number of frames read.
  ///
  /// - Throws: An `NSError` of AVFAudio's domain: `kAudio_ParamError` if the buffer's format is not
  ///   ``processingFormat`` or it has no room for the frames, or the status of the C API. At the end of the file the
  ///   error is that of a method that fails without one, as on Apple's systems.
  open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
    let file = try opened()
    try require(buffer, frames <= buffer.frameCapacity)
    if let failureOfSeek { throw failureOfSeek }
    buffer.frameLength = 0
    guard frames > 0 else { return }
    // The list has the size of the buffer; the requested number is separate.
    let call = "ExtAudioFileRead(_imp->_extAudioFile, &ioFrames, buffer.mutableAudioBufferList)"
    let count = try file.work(call) { (file) throws(Status) in
      let list = unsafe buffer.mutableAudioBufferList
      let output = try unsafe OutputBuffers(list, count: file.clientFormat.bufferCount)
      return AVAudioFrameCount(try file.read(output, frameCount: Int(frames)))
    }
    guard count > 0 else { throw NSError.endOfFile }
    buffer.frameLength = count
    position += AVAudioFramePosition(count)
  }

  /// Writes all frames of a buffer.
  ///
  /// - Throws: An `NSError` of AVFAudio's domain: `kAudio_ParamError` for a buffer of another format than
  ///   ``processingFormat``, or the status of the C API.
  open func write(from buffer: AVAudioPCMBuffer) throws {
    let file = try opened()
    try require(buffer, true)
    if let failureOfSeek { throw failureOfSeek }
    let call = "ExtAudioFileWrite(_imp->_extAudioFile, buffer.frameLength, buffer.audioBufferList)"
    try file.work(call) { (file) throws(Status) in
      try unsafe file.write(buffer.audioBufferList, frameCount: Int(buffer.frameLength))
    }
    position += AVAudioFramePosition(buffer.frameLength)
    length = max(length, position)
  }

  private func require(_ buffer: AVAudioPCMBuffer, _ hasRoom: Bool) throws {
    guard buffer.format == processingFormat, hasRoom else {
      throw NSError.ofFile(kAudio_ParamError, call: "buffer.format == processingFormat")
    }
  }
}

extension AVAudioChannelLayout {
  /// Returns a layout for channels without known loudspeakers; `nil` for one or two, which need none.
  static func unnamed(_ channelCount: AVAudioChannelCount) -> AVAudioChannelLayout? {
    guard channelCount > 2 else { return nil }
    return AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | channelCount)
  }
}

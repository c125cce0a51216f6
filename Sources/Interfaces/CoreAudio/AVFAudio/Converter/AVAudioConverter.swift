import AudioBase
import AudioConversion
import AudioToolbox
public import Foundation

/// Converts audio from one format to another: samples, rates, channels, and between linear PCM and encoded formats.
///
/// A converter belongs to one thread at a time.
open class AVAudioConverter: NSObject {
  /// The format of the input.
  public let inputFormat: AVAudioFormat
  /// The format of the output.
  public let outputFormat: AVAudioFormat
  let converter: ConverterObject
  private let feed: InputFeed
  /// The cookie that the decoder was given.
  private var cookie: Data?

  /// Creates a converter between two formats.
  ///
  /// - Returns: `nil` if the conversion is not supported.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    guard let converter = try? ConverterObject(from: fromFormat.stream, to: toFormat.stream) else { return nil }
    self.converter = converter
    feed = InputFeed(format: fromFormat, readsAhead: fromFormat.sampleRate != toFormat.sampleRate)
    (inputFormat, outputFormat) = (fromFormat, toFormat)
    super.init()
    if let cookie = fromFormat.magicCookie, !fromFormat.isLinearPCM, !setCookie(cookie) { return nil }
    guard tellLayouts() else { return nil }
  }

  /// Sets the converter's loudspeakers where the formats have them.
  private func tellLayouts() -> Bool {
    Status.of { () throws(Status) in
      if let layout = inputFormat.channelLayout, inputFormat.isLinearPCM,
        !layout.isUsual || inputFormat.channelCount > 2
      {
        try converter.setInputLayout(layout.loudspeakers())
      }
      guard let layout = outputFormat.channelLayout, !layout.isUsual else { return }
      try converter.setOutputLayout(layout.loudspeakers())
    } == noErr
  }

  /// Clears unconverted input and the end of input, so that another stream can begin.
  open func reset() {
    converter.reset()
    feed.reset()
  }

  // MARK: Cookies

  /// The cookie that a decoder needs, or that an encoder makes.
  open var magicCookie: Data? {
    get {
      let bytes = converter.isEncoding ? converter.compressionCookie : converter.input.cookie
      return bytes.isEmpty ? cookie : Data(bytes)
    }
    set { if let newValue { setCookie(newValue) } }
  }

  @discardableResult
  private func setCookie(_ value: Data) -> Bool {
    guard !value.isEmpty, converter.isDecoding || converter.isEncoding else { return false }
    // An encoder has no use for one; Core Audio takes it without a word.
    if converter.isDecoding, (try? converter.setCookie([UInt8](value))) == nil { return false }
    cookie = value
    return true
  }

  // MARK: Converting

  /// Converts all frames of a buffer, without a codec or a rate conversion.
  ///
  /// - Throws: An `NSError` with the status of the C API: `kAudio_ParamError` for buffers of other formats than the
  ///   converter's, for too little room, and for conversions that need a codec or another rate.
  open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
    let frames = inputBuffer.frameLength
    let isPossible =
      inputBuffer.format == inputFormat && outputBuffer.format == outputFormat && frames <= outputBuffer.frameCapacity
      && inputFormat.sampleRate == outputFormat.sampleRate
    guard isPossible else { throw NSError.ofConverter(kAudio_ParamError) }
    let status = Status.of { () throws(Status) in
      try unsafe converter.convert(
        inputBuffer.audioBufferList, frameCount: Int(frames), into: outputBuffer.mutableAudioBufferList)
    }
    guard status == noErr else {
      throw NSError.ofConverter(status == kAudioConverterErr_OperationNotSupported ? kAudio_ParamError : status)
    }
    outputBuffer.frameLength = frames
  }

  /// Converts as much as the output has room for, requesting input as needed.
  ///
  /// - Parameters:
  ///   - outputBuffer: An ``AVAudioPCMBuffer`` or an ``AVAudioCompressedBuffer`` of the output format. Its contents are
  ///     replaced; its number of frames or packets is that of the output.
  ///   - outError: Receives an `NSError` with the status of the C API.
  ///   - inputBlock: Supplies input.
  @discardableResult
  open func convert(
    to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
    withInputFrom inputBlock: @escaping AVAudioConverterInputBlock
  ) -> AVAudioConverterOutputStatus {
    unsafe feed.begin(inputBlock)
    defer { feed.end() }
    let outcome =
      outputBuffer.format == outputFormat
      ? fill(outputBuffer) : (status: kAudio_ParamError, count: 0)
    if outcome.status == InputFeed.ranDry, feed.isDry { return .inputRanDry }
    guard outcome.status == noErr else {
      unsafe outError?.pointee = NSError.ofConverter(outcome.status)
      return .error
    }
    return outcome.count == 0 ? .endOfStream : .haveData
  }

  /// Fills a buffer of either kind from the input, and returns the number of packets.
  private func fill(_ buffer: AVAudioBuffer) -> (status: OSStatus, count: Int) {
    switch buffer {
    case let buffer as AVAudioPCMBuffer:
      let outcome = unsafe fill(buffer.mutableAudioBufferList, Int(buffer.frameCapacity), nil)
      buffer.frameLength = UInt32(outcome.count)
      return outcome
    case let buffer as AVAudioCompressedBuffer:
      let list = unsafe buffer.mutableAudioBufferList
      let outcome = unsafe fill(list, Int(buffer.packetCapacity), buffer.packetDescriptions)
      buffer.packetCount = UInt32(outcome.count)
      buffer.byteLength = outcome.count == 0 ? 0 : unsafe min(list.pointee.mBuffers.mDataByteSize, buffer.byteCapacity)
      return outcome
    default:
      return (kAudio_ParamError, 0)
    }
  }

  private func fill(
    _ list: UnsafeMutablePointer<AudioBufferList>, _ packetCount: Int,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) -> (status: OSStatus, count: Int) {
    guard packetCount > 0 else { return (kAudio_ParamError, 0) }
    var input = InputSupply(converter)
    do throws(Status) {
      let buffers = try unsafe OutputBuffers(list, count: converter.request.format.bufferCount)
      let made = try converter.fill(buffers, wanted: packetCount) { (wanted, batch) throws(Status) in
        try input.supply(wanted, into: &batch) { (wanted, batch) throws(Status) in
          try feed.give(wanted, to: converter, &batch)
        }
      } describe: { index, packet in
        if let descriptions = unsafe descriptions {
          unsafe descriptions[index] = AudioStreamPacketDescription(packet)
        }
      }
      return (made.status, made.packetCount)
    } catch {
      return (error.code, 0)
    }
  }
}

public import Foundation

/// Converts audio from one format to another: samples, rates, channels, and between linear PCM and what codecs make of
/// it.
///
/// A converter belongs to one thread at a time.
open class AVAudioConverter: NSObject {
  /// The format of what is given.
  public let inputFormat: AVAudioFormat
  /// The format of what is made.
  public let outputFormat: AVAudioFormat
  let converter: ConverterHandle
  private let feed: InputFeed
  /// What the decoder was given.
  private var cookie: Data?

  /// A converter between two formats.
  ///
  /// - Returns: `nil` where there is no such conversion.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    guard let converter = ConverterHandle(from: fromFormat.stream, to: toFormat.stream) else { return nil }
    self.converter = converter
    feed = InputFeed(format: fromFormat, readsAhead: fromFormat.sampleRate != toFormat.sampleRate)
    (inputFormat, outputFormat) = (fromFormat, toFormat)
    super.init()
    if let cookie = fromFormat.magicCookie, !fromFormat.isLinearPCM, !setCookie(cookie) { return nil }
    guard tellLayouts() else { return nil }
  }

  /// Tells the converter of the loudspeakers where the formats name them.
  private func tellLayouts() -> Bool {
    if let layout = inputFormat.channelLayout, inputFormat.isLinearPCM, !layout.isUsual || inputFormat.channelCount > 2,
      !converter.setLayout(kAudioConverterInputChannelLayout, to: layout)
    {
      return false
    }
    guard let layout = outputFormat.channelLayout, !layout.isUsual else { return true }
    return converter.setLayout(kAudioConverterOutputChannelLayout, to: layout)
  }

  /// Forgets what was given and not yet converted, and the end of the input: another stream begins.
  open func reset() {
    unsafe AudioConverterReset(converter.handle)
    feed.reset()
  }

  // MARK: Cookies

  /// What a decoder needs, or an encoder gives.
  open var magicCookie: Data? {
    get {
      let property =
        outputFormat.isLinearPCM ? kAudioConverterDecompressionMagicCookie : kAudioConverterCompressionMagicCookie
      let bytes = converter.list(property, of: UInt8(0))
      return bytes.isEmpty ? cookie : Data(bytes)
    }
    set { if let newValue { setCookie(newValue) } }
  }

  @discardableResult
  private func setCookie(_ value: Data) -> Bool {
    guard converter.setList(kAudioConverterDecompressionMagicCookie, to: [UInt8](value)) else { return false }
    cookie = value
    return true
  }

  // MARK: Converting

  /// Converts all frames of a buffer without a codec and at one rate.
  ///
  /// - Throws: An `NSError` with the status of the C API: `kAudio_ParamError` for buffers of other formats than the
  ///   converter's, for too little room, and for conversions that need a codec or another rate.
  open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
    let frames = inputBuffer.frameLength
    let isPossible =
      inputBuffer.format == inputFormat && outputBuffer.format == outputFormat && frames <= outputBuffer.frameCapacity
      && inputFormat.sampleRate == outputFormat.sampleRate
    guard isPossible else { throw NSError.ofConverter(kAudio_ParamError) }
    let status = unsafe AudioConverterConvertComplexBuffer(
      converter.handle, frames, inputBuffer.audioBufferList, outputBuffer.mutableAudioBufferList)
    guard status == noErr else {
      throw NSError.ofConverter(status == kAudioConverterErr_OperationNotSupported ? kAudio_ParamError : status)
    }
    outputBuffer.frameLength = frames
  }

  /// Converts as much as the output has room for, and asks for input where it needs some.
  ///
  /// - Parameters:
  ///   - outputBuffer: An ``AVAudioPCMBuffer`` or an ``AVAudioCompressedBuffer`` of the output format. What it held is
  ///     replaced; its frames or packets tell what was made.
  ///   - outError: Where an `NSError` with the status of the C API goes.
  ///   - inputBlock: Gives input.
  @discardableResult
  open func convert(
    to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
    withInputFrom inputBlock: @escaping AVAudioConverterInputBlock
  ) -> AVAudioConverterOutputStatus {
    unsafe feed.begin(inputBlock)
    defer { feed.end() }
    let outcome =
      outputBuffer.format == outputFormat
      ? OutputFilling(converter, feed).fill(outputBuffer) : (status: kAudio_ParamError, count: 0)
    if outcome.status == InputFeed.ranDry, feed.isDry { return .inputRanDry }
    guard outcome.status == noErr else {
      unsafe outError?.pointee = NSError.ofConverter(outcome.status)
      return .error
    }
    return outcome.count == 0 ? .endOfStream : .haveData
  }
}

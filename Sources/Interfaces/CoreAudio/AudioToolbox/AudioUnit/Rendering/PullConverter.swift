import AudioBase
import AudioConversion
import CAudioToolbox
import SignalProcessing

/// Converts frames of linear PCM that it requests in one format to another.
///
/// It belongs to a unit, whose rendering thread uses it, and allocates nothing there.
final class PullConverter {
  let input: UnitFormat
  let output: UnitFormat
  private let conversion: any BufferConversion
  private let inputList: CallbackBufferList

  /// - Parameters:
  ///   - channels: `nil` for channels of the same number, and mono to left and right.
  ///   - maximumFrameCount: The largest number of frames requested and returned at a time.
  /// - Throws: As ``conversion(from:to:channels:frameCount:)``.
  init(
    from input: UnitFormat, to output: UnitFormat, channels: ChannelMapping? = nil, maximumFrameCount: Int
  ) throws(Status) {
    self.input = input
    self.output = output
    conversion = try Self.conversion(from: input, to: output, channels: channels, frameCount: maximumFrameCount)
    inputList = CallbackBufferList(count: input.bufferCount)
    _ = unsafe inputList.prepare(
      channelsPerBuffer: input.channelsPerBuffer, byteCount: maximumFrameCount * input.bytesPerFrame)
  }

  /// Creates a conversion that returns each frame as soon as possible.
  ///
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` for a mapping that does not fit the channels,
  ///   `kAudioUnitErr_FormatNotSupported` for formats, rates and numbers of channels that do not go together.
  static func conversion(
    from input: UnitFormat, to output: UnitFormat, channels: ChannelMapping?, frameCount: Int
  ) throws(Status) -> any BufferConversion {
    var stages = StageSettings()
    stages.resampler.delivery = .prompt
    if let channels { stages.channels = channels }
    do throws(AudioError) {
      return try stages.makeConversion(from: input.format, to: output.format, frameCount: frameCount)
    } catch {
      throw Status(error.stage == .channels ? kAudioUnitErr_InvalidPropertyValue : kAudioUnitErr_FormatNotSupported)
    }
  }

  /// The delay of the output relative to the input, in seconds.
  var latency: Double { conversion.latency }

  /// Clears all sound in it.
  func reset() { conversion.reset() }

  /// Fills the buffers of a list.
  ///
  /// - Parameters:
  ///   - list: Buffers of the output's format, with room for the given number of frames.
  ///   - pull: Puts the requested number of frames of the input's format into its own list, and returns a status.
  /// - Returns: The status that `pull` ended with; the list then has fewer frames, and its sizes say how many.
  @unsafe
  func fill(
    _ list: UnsafeMutablePointer<AudioBufferList>, frameCount: Int,
    pull: (_ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>) -> OSStatus
  ) -> OSStatus {
    guard let buffers = try? unsafe OutputBuffers(list, count: output.bufferCount) else { return kAudio_ParamError }
    var status = noErr
    let room = min(frameCount, buffers.room / output.bytesPerFrame)
    let made = conversion.fill(buffers, frameCount: room) { count, take in
      let size = count * input.bytesPerFrame
      let source = unsafe inputList.prepare(channelsPerBuffer: input.channelsPerBuffer, byteCount: size)
      unsafe AudioBufferMemory.silence(source, byteCount: size)
      status = unsafe pull(count, source)
      guard status == noErr else { return nil }
      for index in 0..<min(input.bufferCount, unsafe AudioBufferMemory.count(of: source)) {
        unsafe AudioBufferMemory.withBytes(index, of: source) {
          take(index, $0.span.extracting(first: min(size, $0.count)))
        }
      }
      return count
    }
    buffers.setSize(made * output.bytesPerFrame)
    return status
  }
}

/// Memory that a unit lends to callers that render it without their own buffers.
@safe
final class LentMemory: LentBuffers {
  private let bytes: UnsafeMutableRawBufferPointer
  /// The distance in bytes between the starts of successive buffers.
  let bytesPerBuffer: Int

  init(_ format: UnitFormat, frameCount: Int) {
    bytesPerBuffer = (frameCount * format.bytesPerFrame + 15) / 16 * 16
    unsafe bytes = .allocate(byteCount: max(16, bytesPerBuffer * format.bufferCount), alignment: 16)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { unsafe bytes.deallocate() }

  /// Returns the memory of a buffer.
  @unsafe
  func buffer(_ index: Int) -> UnsafeMutableRawPointer? {
    guard index >= 0, unsafe (index + 1) * bytesPerBuffer <= bytes.count else { return nil }
    return unsafe bytes.baseAddress.map { unsafe $0 + index * bytesPerBuffer }
  }

  func withBuffer(_ index: Int, _ body: (inout MutableSpan<UInt8>) -> Void) {
    guard let start = unsafe buffer(index)?.assumingMemoryBound(to: UInt8.self) else { return }
    var buffer = unsafe UnsafeMutableBufferPointer(start: start, count: bytesPerBuffer).mutableSpan
    body(&buffer)
  }

  /// Shows the bytes of all buffers.
  func read(_ body: (Span<UInt8>) -> Void) {
    body(unsafe UnsafeRawBufferPointer(bytes).bindMemory(to: UInt8.self).span)
  }
}

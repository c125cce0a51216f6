import AudioBase
import AudioConversion
import CAudioToolbox
import SignalProcessing

/// Makes frames of one linear PCM of frames that it asks for in another one.
///
/// It belongs to a unit, whose rendering thread uses it. After ``warmUp()`` nothing is allocated.
final class PullConverter {
  let input: UnitFormat
  let output: UnitFormat
  private var converter: PacketConverter
  private var batch = PacketBatch()
  private let inputList: CallbackBufferList
  /// Frames that are asked for at a time at most.
  private let maximumFrameCount: Int

  /// - Parameters:
  ///   - map: For each output channel the number of an input channel, or `nil` for silence; without a map channels go
  ///     to the places of the same name, and mono to left and right.
  ///   - maximumFrameCount: Frames that are asked for at a time, and given, at most.
  /// - Throws: `kAudioUnitErr_FormatNotSupported`
  init(from input: UnitFormat, to output: UnitFormat, map: [Int?]? = nil, maximumFrameCount: Int) throws(Status) {
    self.input = input
    self.output = output
    self.maximumFrameCount = maximumFrameCount
    inputList = CallbackBufferList(count: input.bufferCount)
    converter = try Self.makeConverter(from: input, to: output, map: map)
    latency = converter.latency
    warmUp()
  }

  /// A converter that gives each frame as soon as it can be given.
  static func makeConverter(
    from input: UnitFormat, to output: UnitFormat, map: [Int?]?
  ) throws(Status) -> PacketConverter {
    var options = ConversionOptions()
    options.resampler.delivery = .prompt
    if let map { options.channels = .map(map) }
    do throws(ConversionError) {
      return try PacketConverter(
        from: CodedStream(format: input.format), to: CodedStream(format: output.format), options: options)
    } catch {
      throw Status(kAudioUnitErr_FormatNotSupported)
    }
  }

  /// Seconds by which what comes out is behind what goes in.
  let latency: Double

  /// Converts silence, so that all memory is there that a slice needs.
  ///
  /// The converter's batches take turns, and how much is asked for varies from slice to slice. Each batch therefore
  /// sees the most that can ever come: all that may be asked for at a time.
  private func warmUp() {
    let byteCount = maximumFrameCount * input.bytesPerFrame * input.bufferCount
    var supplies = 0
    for _ in 0..<16 where supplies < 4 {
      _ = try? converter.fill(&batch, packetCount: maximumFrameCount) { (_, supplied) throws(Status) in
        supplied.bytes.append(contentsOf: repeatElement(0, count: byteCount))
        supplies += 1
      }
    }
    _ = unsafe inputList.prepare(
      channelsPerBuffer: input.channelsPerBuffer, byteCount: maximumFrameCount * input.bytesPerFrame)
    converter.reset()
  }

  /// Forgets all sound that is under way.
  func reset() { converter.reset() }

  /// Fills the buffers of a list.
  ///
  /// - Parameters:
  ///   - list: Buffers of the output's format, with room for so many frames.
  ///   - pull: Puts so many frames of the input's format into a list of its own, and returns a status.
  /// - Returns: The status that `pull` ended with; the list then has fewer frames, and its sizes say how many.
  @unsafe
  func fill(
    _ list: UnsafeMutablePointer<AudioBufferList>, frameCount: Int,
    pull: (_ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>) -> OSStatus
  ) -> OSStatus {
    let (size, limit) = (input.bytesPerFrame, maximumFrameCount)
    do throws(ConversionError) {
      let status = try converter.fill(&batch, packetCount: frameCount) { (wanted, supplied) throws(Status) in
        let count = min(wanted, limit)
        let source = unsafe inputList.prepare(channelsPerBuffer: input.channelsPerBuffer, byteCount: count * size)
        unsafe AudioBufferMemory.silence(source, byteCount: count * size)
        let status = unsafe pull(count, source)
        guard status == noErr else { throw Status(status) }
        unsafe Self.append(source, byteCount: count * size, to: &supplied)
      }
      guard let buffers = try? unsafe OutputBuffers(list, count: output.bufferCount) else { return kAudio_ParamError }
      Self.put(batch, into: buffers)
      if case .interrupted(let failure) = status { return failure.code }
      return noErr
    } catch {
      return Status(converting: error).code
    }
  }

  private static func put(_ batch: PacketBatch, into buffers: OutputBuffers) { buffers.put(batch.bytes.span) }

  /// Takes over what a function gave: what is missing of the bytes that were asked for is silence.
  @unsafe
  private static func append(
    _ list: UnsafeMutablePointer<AudioBufferList>, byteCount: Int, to batch: inout PacketBatch
  ) {
    for index in 0..<(unsafe AudioBufferMemory.count(of: list)) {
      let buffer = unsafe AudioBufferMemory.buffer(index, of: list).pointee
      var given = unsafe buffer.mData == nil ? 0 : min(byteCount, Int(buffer.mDataByteSize))
      if let data = unsafe buffer.mData {
        unsafe batch.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: given))
      }
      given = byteCount - given
      batch.bytes.append(contentsOf: repeatElement(0, count: given))
    }
  }
}

/// Memory that a unit lends to who renders it without buffers of his own.
@safe
final class LentMemory {
  private let bytes: UnsafeMutableRawBufferPointer
  private let bytesPerBuffer: Int

  init(_ format: UnitFormat, frameCount: Int) {
    bytesPerBuffer = (frameCount * format.bytesPerFrame + 15) / 16 * 16
    unsafe bytes = .allocate(byteCount: max(16, bytesPerBuffer * format.bufferCount), alignment: 16)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { unsafe bytes.deallocate() }

  /// The memory of a buffer.
  @unsafe
  func buffer(_ index: Int) -> UnsafeMutableRawPointer? {
    guard index >= 0, unsafe (index + 1) * bytesPerBuffer <= bytes.count else { return nil }
    return unsafe bytes.baseAddress.map { unsafe $0 + index * bytesPerBuffer }
  }
}

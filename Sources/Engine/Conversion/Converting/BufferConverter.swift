package import AudioBase
import SignalProcessing

// Bound throughout: who makes a converter says how many frames come and go at a time.
// Holds throughout: callers hand in no more bytes than were asked for, and counts of no more frames.

/// A conversion of linear PCM between two memory areas of the caller: frames are decoded from one and encoded into the
/// other, so that floats stay unchanged. Nothing is allocated.
package protocol BufferConversion: AnyObject {
  /// The delay of the output, in seconds.
  var latency: Double { get }

  /// Fills memory with the next frames, and returns how many there were.
  ///
  /// - Parameters:
  ///   - buffers: Has room for the given number of frames.
  ///   - pull: Receives the largest number of frames that are requested. It hands the bytes of each buffer to `take`,
  ///     and returns the number of frames; buffers with fewer are completed with silence. `nil` ends the call.
  func fill(
    _ buffers: any LentBuffers, frameCount: Int,
    pull: (_ wanted: Int, _ take: (_ buffer: Int, _ bytes: Span<UInt8>) -> Void) -> Int?
  ) -> Int

  /// Clears all sound that is in progress.
  func reset()
}

extension StageSettings {
  /// Prepares a conversion of linear PCM in a caller's memory.
  ///
  /// - Parameter frameCount: The largest number of frames that are requested and returned at a time.
  /// - Throws: `AudioError` if a format or a rate is not possible.
  package func makeConversion(
    from input: StreamFormat, to output: StreamFormat, frameCount: Int
  ) throws(AudioError) -> any BufferConversion {
    let decoder = try raising(.format) { () throws(CodecError) in try LinearPCMDecoder(input, layout: nil) }
    let wanted = PacketRequest(output, stages: self)
    var none: (any PacketEncoder & ~Copyable)?
    let design = try OutputDesign(for: wanted, from: decoder.format, codecs: [], encoder: &none)
    return switch design.precision {
    case .single: try BufferConverter<Float>(decoder.samples, design, frameCount)
    case .double: try BufferConverter<Double>(decoder.samples, design, frameCount)
    }
  }
}

/// The conversion in one precision.
private final class BufferConverter<Sample: AudioSample>: BufferConversion {
  private let decoder: SampleDecoder
  private var making: PacketMaking<Sample>
  /// The frames that were pulled last.
  private var block: SampleBlock<Sample>
  /// Stays empty: linear PCM goes into the caller's memory.
  private var batch = PacketBatch()

  init(_ decoder: SampleDecoder, _ design: OutputDesign, _ frameCount: Int) throws(AudioError) {
    self.decoder = decoder
    making = try PacketMaking(design, nil)
    block = SampleBlock(channelCount: decoder.layout.channelCount, capacity: frameCount)
    // Silence goes through, so that all memory is there, however much is asked for in a call.
    for _ in 0..<4 {
      load(frameCount)
      making.skip(block)
    }
    reset()
  }

  var latency: Double { making.chain.latency }

  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  func fill(
    _ buffers: any LentBuffers, frameCount: Int,
    pull: (_ wanted: Int, _ take: (_ buffer: Int, _ bytes: Span<UInt8>) -> Void) -> Int?
  ) -> Int {
    making.sink.lent = buffers
    making.sink.begin(&batch, limit: frameCount)
    defer { making.sink.end(&batch) }
    while true {
      // Encoders alone throw.
      try? making.run(block, &batch)
      if making.sink.isFull { break }
      let wanted = min(max(1, making.framesWanted), block.capacity)
      block.clear(0..<wanted)
      let given = pull(wanted) { decoder.decode($1, ofBuffer: $0, into: &block) }
      guard let given else { break }
      load(given)
    }
    return making.sink.packetCount
  }

  private func load(_ frameCount: Int) {
    block.setFrameCount(frameCount)
    making.chain.load(&block, frames: 0..<frameCount, silencingNonNumbers: making.silencesNonNumbers)
  }

  func reset() { making.chain.reset() }
}

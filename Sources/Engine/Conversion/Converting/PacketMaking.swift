import AudioBase
import SignalProcessing

/// The common final part of all conversions: the stages, and the sink that makes packets of their frames.
///
/// ```
/// decoded frames ─► StageChain ─► PacketSink
/// ```
struct PacketMaking<Sample: AudioSample>: ~Copyable {
  var chain: StageChain<Sample>
  var sink: PacketSink<Sample>
  /// The chain's output after rate conversion; without it, the sink takes frames in place.
  private var converted: SampleBlock<Sample>

  init(_ design: OutputDesign, _ encoder: consuming (any PacketEncoder & ~Copyable)?) throws(AudioError) {
    let sink: PacketSink<Sample> = try design.makeSink(encoder)
    chain = try StageChain(design.plan)
    self.sink = sink
    converted = Self.makeBlock(design.plan)
  }

  private static func makeBlock(_ plan: ConversionPlan) -> SampleBlock<Sample> {
    guard plan.inputRate != plan.outputRate else { return SampleBlock(channelCount: 0, capacity: 0) }
    // Bound: 1 MiB of samples, or 64 frames of as many channels as a format was accepted with.
    return SampleBlock(
      channelCount: plan.mixedChannelCount,
      capacity: StageChain<Sample>.blockLength(channelCount: plan.mixedChannelCount))
  }

  /// True if NaN and infinite samples are to become silence, because they are computed with or rounded.
  var silencesNonNumbers: Bool { chain.computes || !sink.keepsFloats }

  /// The number of frames that must be loaded to fill the output up.
  var framesWanted: Int { chain.inputFrameCount(forOutput: sink.framesWanted) }

  /// Moves frames on until the output is full or the frames are used up.
  ///
  /// - Parameter block: The one that was loaded last.
  mutating func run(
    _ block: borrowing SampleBlock<Sample>, _ output: inout PacketBatch
  ) throws(AudioError) {
    while !sink.isFull {
      let count: Int
      if chain.convertsRate {
        count = chain.give(block, into: &converted, 0..<min(sink.room, converted.capacity))
        converted.setFrameCount(count)
        try sink.take(converted, frames: 0..<count, into: &output)
      } else {
        let part = chain.takeUnconverted(sink.room)
        count = part.count
        if chain.isOwn {
          try sink.take(chain.own, frames: part, into: &output)
        } else {
          try sink.take(block, frames: part, into: &output)
        }
      }
      if count == 0 { return }
    }
  }

  /// Skips the loaded frames as if they had been returned.
  mutating func skip(_ block: borrowing SampleBlock<Sample>) {
    guard chain.convertsRate else { return _ = chain.takeUnconverted(.max) }
    while chain.give(block, into: &converted, 0..<converted.capacity) > 0 {}
  }

  /// Accepts frames of another format from here on; everything before must have been returned.
  mutating func adapt(to plan: ConversionPlan) throws(AudioError) {
    try chain.adapt(to: plan)
    converted = Self.makeBlock(plan)
    sink.setChannelOrder(plan.channelOrder)
  }
}

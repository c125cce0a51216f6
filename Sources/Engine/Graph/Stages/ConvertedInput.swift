import AudioBase
import AudioConversion
import AudioErrors
import SignalProcessing

// Bound throughout: formats limit their channels, and graphs their capacity.
// Holds throughout: counts lie within the blocks, whose channels are those of their formats.

/// The output of a stage, converted to another rate or other channels.
///
/// Only the rendering thread uses it once it is made.
final class ConvertedInput {
  private let source: RenderStage
  private let targetRate: Double
  private var conversion: StageChain<Float>
  /// The frames that are ready.
  private(set) var block: PCMBlock
  /// The source's next frame, where rates differ.
  private var nextTime: Double?

  /// Prepares a conversion, which computes filters where the rates differ.
  ///
  /// - Parameters:
  ///   - source: The stage that makes the samples.
  ///   - target: The format to which they are converted.
  init(_ source: RenderStage, to target: GraphFormat) throws(AudioError) {
    self.source = source
    targetRate = target.sampleRate
    var stages = StageSettings(channels: .mixing)
    stages.resampler.delivery = .prompt
    let input = DecodedFormat(
      sampleRate: source.format.sampleRate, layout: source.format.layout, framesPerPacket: 1)
    conversion = try StageChain<Float>(
      from: input, toRate: target.sampleRate, layout: target.layout, stages: stages)
    block = PCMBlock(channelCount: target.channelCount, capacity: source.block.capacity)
    warm()
  }

  /// Converts silence, so that the conversion allocates now the memory for frames that have to wait, and the runtime
  /// its information about generic types.
  private func warm() {
    let capacity = source.block.capacity
    var silence = PCMBlock(channelCount: source.format.channelCount, capacity: capacity)
    silence.setFrameCount(capacity)
    block.setFrameCount(capacity)
    let count = min(capacity, max(1, conversion.inputFrameCount(forOutput: capacity / 2)))
    conversion.load(&silence, frames: 0..<count)
    _ = conversion.give(silence, into: &block, 0..<(capacity / 2))
    conversion.reset()
    conversion.load(&silence, frames: 0..<capacity)
    conversion.keepWaiting(in: silence)
    conversion.reset()
  }

  /// True if the number of frames requested from the source differs from that of the output.
  var convertsRate: Bool { source.format.sampleRate != targetRate }

  /// Makes frames ready.
  func pull(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    block.setFrameCount(count)
    if !convertsRate {
      source.render(count, moment, context)
      conversion.load(&source.block, frames: 0..<count)
      _ = conversion.give(source.block, into: &block, 0..<count)
      return
    }
    var made = 0
    while made < count {
      made += conversion.give(source.block, into: &block, made..<count)
      if made < count {
        let wanted = max(1, conversion.inputFrameCount(forOutput: count - made))
        load(min(wanted, source.block.capacity), moment, context)
      }
    }
    // The source's block is refilled before its waiting frames are taken.
    conversion.keepWaiting(in: source.block)
  }

  private func load(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    let rate = source.format.sampleRate
    let time = nextTime ?? (moment.sampleTime * rate / targetRate).rounded()
    context.ask { source.render(count, RenderMoment(sampleTime: time, hostTime: moment.hostTime), context) }
    nextTime = time + Double(count)
    conversion.load(&source.block, frames: 0..<count)
  }

  /// Clears the earlier input.
  func reset() {
    conversion.reset()
    nextTime = nil
  }
}

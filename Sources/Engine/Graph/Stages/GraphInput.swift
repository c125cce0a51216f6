import AudioBase
import AudioConversion
import SignalProcessing

// Bound throughout: formats limit their channels, and graphs their capacity.
// Holds throughout: counts lie within the blocks, whose channels are those of their formats.

/// A connection: what one stage gives, at the rate and with the channels that another takes.
///
/// ```
/// source's block ─► channels ─► rate ─► own block ─► gains ─► added to the target's block
///                   (where needed)
/// ```
/// `@unchecked`, for it is rendered as its stages are: one thread at a time, with the graph's lock held.
package final class GraphInput: @unchecked Sendable {
  /// Gives the samples.
  package let source: RenderStage
  /// What is taken.
  package let target: GraphFormat
  /// Volume and panorama.
  package let levels: InputLevels

  private var conversion: SampleConversion?
  private var block: PCMBlock
  /// What is asked for at a time, at most.
  private let capacity: Int
  /// The source's next frame, where rates differ.
  private var nextTime: Double?
  /// What each channel was multiplied by at the end of the last block; empty before it.
  private var gains: [Float]
  private var isFirst = true

  /// Prepares a connection, which computes filters where the rates differ.
  ///
  /// - Parameters:
  ///   - source: Gives the samples.
  ///   - target: What is taken.
  ///   - levels: Volume and panorama, which several connections may share.
  package init(
    from source: RenderStage, to target: GraphFormat, levels: InputLevels = InputLevels()
  ) throws(GraphError) {
    self.source = source
    self.target = target
    self.levels = levels
    capacity = source.block.capacity
    gains = Array(repeating: 1, count: target.channelCount)
    block = PCMBlock(channelCount: 0, capacity: 0)
    guard source.format != target else { return }
    var options = ConversionOptions()
    options.channels = .mixing
    options.resampler.delivery = .prompt
    let input = DecodedFormat(
      sampleRate: source.format.sampleRate, layout: source.format.layout, framesPerPacket: 1)
    do throws(ConversionError) {
      conversion = try SampleConversion(
        from: input, toRate: target.sampleRate, layout: target.layout, options: options)
    } catch {
      throw .conversion(error)
    }
    block = PCMBlock(channelCount: target.channelCount, capacity: capacity)
    warm(channelCount: source.format.channelCount)
  }

  /// Lets the conversion allocate now what it would need for frames that have to wait.
  private func warm(channelCount: Int) {
    var silence = PCMBlock(channelCount: channelCount, capacity: capacity)
    silence.setFrameCount(capacity)
    conversion!.load(&silence, frames: 0..<capacity)
    conversion!.keepWaiting(in: silence)
    conversion!.reset()
  }

  /// True if the source is asked for another number of frames than are taken.
  var convertsRate: Bool { source.format.sampleRate != target.sampleRate }

  /// Makes frames ready.
  func pull(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    guard conversion != nil else { return source.render(count, moment, context) }
    block.setFrameCount(count)
    if !convertsRate {
      source.render(count, moment, context)
      conversion!.load(&source.block, frames: 0..<count)
      _ = conversion!.give(source.block, into: &block, 0..<count)
      return
    }
    var made = 0
    while made < count {
      made += conversion!.give(source.block, into: &block, made..<count)
      if made < count {
        load(min(max(1, conversion!.inputFrameCount(forOutput: count - made)), capacity), moment, context)
      }
    }
    // The source's block is filled anew before the frames in it that wait are taken.
    conversion!.keepWaiting(in: source.block)
  }

  private func load(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    let rate = source.format.sampleRate
    let time = nextTime ?? (moment.sampleTime * rate / target.sampleRate).rounded()
    context.ask { source.render(count, RenderMoment(sampleTime: time, hostTime: moment.hostTime), context) }
    nextTime = time + Double(count)
    conversion!.load(&source.block, frames: 0..<count)
  }

  /// Copies what is ready, as it is.
  func copy(_ count: Int, into output: inout PCMBlock) {
    if conversion == nil {
      output.take(count, of: source.block)
    } else {
      output.take(count, of: block)
    }
  }

  /// Adds what is ready, at its volume. A change of the volume goes from its old value to the new one within these
  /// frames, in a straight line.
  ///
  /// - Parameter replaces: Whether it takes the place of what is there.
  func add(_ count: Int, to output: inout PCMBlock, replaces: Bool) {
    let channelCount = target.channelCount
    for channel in 0..<channelCount {
      let gain = levels.gain(channel, of: channelCount)
      let ramp = GainRamp(from: isFirst ? gain : gains[channel], to: gain, count)
      gains[channel] = gain
      if conversion == nil {
        Self.add(source.block, Part(channel, ramp, count, replaces), to: &output)
      } else {
        Self.add(block, Part(channel, ramp, count, replaces), to: &output)
      }
    }
    isFirst = false
  }

  /// Some frames of one channel, and what they are multiplied by.
  private struct Part {
    let channel: Int
    let ramp: GainRamp
    let count: Int
    /// Whether they take the place of what is there.
    let replaces: Bool

    init(_ channel: Int, _ ramp: GainRamp, _ count: Int, _ replaces: Bool) {
      (self.channel, self.ramp, self.count, self.replaces) = (channel, ramp, count, replaces)
    }
  }

  private static func add(_ input: borrowing PCMBlock, _ part: Part, to output: inout PCMBlock) {
    let base = part.channel * input.capacity
    let samples = input.planes.extracting(base..<(base + part.count))
    var plane = output.plane(part.channel)
    let ramp = part.ramp
    switch (ramp.isConstant, part.replaces) {
    case (true, true):
      if ramp.start == 1 {
        for index in samples.indices { plane[index] = samples[index] }
      } else {
        for index in samples.indices { plane[index] = samples[index] * ramp.start }
      }
    case (true, false):
      guard ramp.start != 0 else { return }
      for index in samples.indices { plane[index] += samples[index] * ramp.start }
    case (false, true):
      for index in samples.indices { plane[index] = samples[index] * ramp.gain(index) }
    case (false, false):
      for index in samples.indices { plane[index] += samples[index] * ramp.gain(index) }
    }
  }

  /// Forgets what came before.
  func reset() {
    conversion?.reset()
    nextTime = nil
    isFirst = true
  }
}

/// A gain that changes in a straight line over a block.
struct GainRamp {
  let start: Float
  private let step: Float

  init(from start: Float, to end: Float, _ count: Int) {
    self.start = start
    step = count > 0 ? (end - start) / Float(count) : 0
  }

  /// True if it stays the same.
  var isConstant: Bool { step == 0 }

  /// The gain of a frame of the block.
  func gain(_ index: Int) -> Float { start + step * Float(index + 1) }
}

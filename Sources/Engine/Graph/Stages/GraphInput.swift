import AudioBase

// Bound throughout: formats limit their channels, and graphs their capacity.
// Holds throughout: counts lie within the blocks, whose channels are those of their formats.

/// A connection: what one stage gives, at the rate and with the channels that another takes.
///
/// ```
/// source's block ─► channels ─► rate ─► own block ─► gains ─► added to the target's block
///                   (where needed)
/// ```
/// `@unchecked`, for it is rendered as its stages are: by one thread at a time.
package final class GraphInput: @unchecked Sendable {
  /// Gives the samples.
  package let source: RenderStage
  /// What is taken.
  package let target: GraphFormat
  /// Volume and panorama.
  package let levels: InputLevels

  /// Makes the source's frames the target's; `nil` where they are already.
  private let converted: ConvertedInput?
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
    gains = Array(repeating: 1, count: target.channelCount)
    converted = source.format == target ? nil : try ConvertedInput(source, to: target)
  }

  /// True if the source is asked for another number of frames than are taken.
  var convertsRate: Bool { converted?.convertsRate ?? false }

  /// Makes frames ready.
  func pull(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    if let converted { converted.pull(count, moment, context) } else { source.render(count, moment, context) }
  }

  /// Copies what is ready, as it is.
  func copy(_ count: Int, into output: inout PCMBlock) {
    if let converted {
      output.take(count, of: converted.block)
    } else {
      output.take(count, of: source.block)
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
      let part = Part(channel, ramp, count, replaces)
      if let converted {
        Self.add(converted.block, part, to: &output)
      } else {
        Self.add(source.block, part, to: &output)
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
    converted?.reset()
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

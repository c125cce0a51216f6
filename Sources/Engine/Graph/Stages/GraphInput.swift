import AudioBase
package import AudioErrors
import SignalProcessing

// Bound throughout: formats limit their channels, and graphs their capacity.
// Holds throughout: counts lie within the blocks, whose channels are those of their formats.

/// A connection: the output of one stage, converted to the rate and channels of another's input.
///
/// ```
/// source's block ─► channels ─► rate ─► own block ─► gains ─► added to the target's block
///                   (where needed)
/// ```
/// `@unchecked`, because it is rendered as its stages are: by one thread at a time.
package final class GraphInput: @unchecked Sendable {
  /// The place at a ``MatrixMixerStage``.
  package struct MatrixPlace: Sendable, Hashable {
    /// The number of the input.
    package var bus: Int
    /// The index of the connection's first channel among those of all inputs.
    package var firstChannel: Int
    /// The channels of the output.
    package var outputCount: Int

    /// Creates a place.
    package init(bus: Int, firstChannel: Int, outputCount: Int) {
      (self.bus, self.firstChannel, self.outputCount) = (bus, firstChannel, outputCount)
    }
  }

  /// The stage that makes the samples.
  package let source: RenderStage
  /// The format after the conversion.
  package let target: GraphFormat
  /// The volume and panorama.
  package let levels: InputLevels

  /// Converts the source's frames to the target's format; `nil` if they have it already.
  private let converted: ConvertedInput?
  private var mix: MixInput<Float>
  /// The index of the input at a ``MatrixMixerStage``; `nil` at other stages.
  package let place: MatrixPlace?
  private var matrix: MatrixMixInput<Float>

  /// Prepares a connection; computes filters if the rates differ.
  ///
  /// - Parameters:
  ///   - source: The stage that makes the samples.
  ///   - target: The format after the conversion.
  ///   - levels: Volume and panorama, which several connections may share.
  ///   - place: The place at a ``MatrixMixerStage``, which has volumes of its own.
  package init(
    from source: RenderStage, to target: GraphFormat, levels: InputLevels = InputLevels(), place: MatrixPlace? = nil
  ) throws(AudioError) {
    let count = (place?.firstChannel ?? 0) + target.channelCount
    guard place == nil || count <= MatrixLevels.inputLimit else {
      throw .inputCount(count, limit: MatrixLevels.inputLimit)
    }
    self.source = source
    self.target = target
    self.levels = levels
    self.place = place
    matrix = MatrixMixInput(
      inputCount: place == nil ? 0 : target.channelCount, outputCount: place?.outputCount ?? 0)
    mix = MixInput(channelCount: target.channelCount)
    converted = source.format == target ? nil : try ConvertedInput(source, to: target)
    // Silence, so that the runtime makes what it knows of the generic type now, and not in a cycle.
    let silence = PCMBlock(channelCount: target.channelCount, capacity: 0)
    var sum = PCMBlock(channelCount: target.channelCount, capacity: 0)
    mix.add(0..<0, of: silence, to: &sum, at: 0)
    mix.reset()
    matrix.add(0..<0, of: silence, to: &sum, at: 0)
    matrix.reset()
  }

  /// True if the number of frames requested from the source differs from that of the output.
  var convertsRate: Bool { converted?.convertsRate ?? false }

  /// Makes frames ready.
  func pull(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    if let converted { converted.pull(count, moment, context) } else { source.render(count, moment, context) }
  }

  /// Copies the frames that are ready, unchanged.
  func copy(_ count: Int, into output: inout PCMBlock) {
    if let converted {
      output.copy(0..<count, of: converted.block)
    } else {
      output.copy(0..<count, of: source.block)
    }
  }

  /// Adds the frames that are ready, at its volume. A change of the volume is a straight line from its old value to the
  /// new one within these frames.
  ///
  /// - Parameter replaces: True if they replace the existing ones.
  func add(_ count: Int, to output: inout PCMBlock, replaces: Bool) {
    (mix.volume, mix.place) = (levels.volume, StereoPlace(levels.pan))
    switch (converted, replaces) {
    case (let converted?, true): mix.copy(0..<count, of: converted.block, to: &output, at: 0)
    case (let converted?, false): mix.add(0..<count, of: converted.block, to: &output, at: 0)
    case (nil, true): mix.copy(0..<count, of: source.block, to: &output, at: 0)
    case (nil, false): mix.add(0..<count, of: source.block, to: &output, at: 0)
    }
  }

  /// Adds the frames that are ready to the output of a ``MatrixMixerStage``: each channel to each output channel, at a
  /// volume.
  func add(_ count: Int, by levels: MatrixLevels, to output: inout PCMBlock) {
    guard let place else { return }
    for channel in 0..<target.channelCount {
      for target in 0..<place.outputCount {
        matrix[channel, target] = levels.gain(place.firstChannel + channel, ofBus: place.bus, target)
      }
    }
    if let converted {
      matrix.add(0..<count, of: converted.block, to: &output, at: 0)
    } else {
      matrix.add(0..<count, of: source.block, to: &output, at: 0)
    }
  }

  /// Clears the earlier input.
  func reset() {
    converted?.reset()
    mix.reset()
    matrix.reset()
  }
}

import AudioBase
package import AudioErrors

/// Adds any number of inputs, each converted to the mixer's format, with its own volume and position.
///
/// With one input at a volume of 1, in the middle and of the same format, samples pass bit for bit. It is also the last
/// stage of a graph: the device's frames have a mixer's conversions.
///
/// `@unchecked`: as for `RenderStage`; the levels are atomic.
package final class MixerStage: RenderStage, @unchecked Sendable {
  /// The volume of the output.
  package let levels: InputLevels
  /// The volume that frames have reached; `nil` before the first.
  private var volume: Float?

  /// The largest number of a mixer's inputs.
  package static let inputLimit = 4096

  /// Prepares a mixer.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - capacity: The largest number of frames that are requested at a time.
  ///   - levels: The volume of the output; the panorama is not used.
  package init(format: GraphFormat, capacity: Int, levels: InputLevels = InputLevels()) throws(AudioError) {
    self.levels = levels
    try super.init(format: format, capacity: capacity)
  }

  package override var inputLimit: Int { Self.inputLimit }
  package override var convertsInputs: Bool { true }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    if inputs.isEmpty { return silence(0..<count) }
    var isFirst = true
    for input in inputs {
      input.pull(count, moment, context)
      input.add(count, to: &block, replaces: isFirst)
      isFirst = false
    }
    let volume = levels.volume
    block.scale(0..<count, by: GainRamp(from: self.volume ?? volume, to: volume, frameCount: count))
    self.volume = volume
  }

  override func reset() {
    super.reset()
    volume = nil
  }
}

package import AudioErrors

/// Adds channels of any number of inputs to channels of the output, each pair at a volume of its own. Inputs keep their
/// channels, and their rates are converted to that of the output.
///
/// `@unchecked`: block and inputs belong to the thread that renders the graph, one at a time; the levels are a constant
/// reference to atomic numbers.
package final class MatrixMixerStage: RenderStage, @unchecked Sendable {
  private let levels: MatrixLevels

  /// Prepares a mixer.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - capacity: The largest number of frames that are requested at a time.
  ///   - levels: The volumes.
  package init(format: GraphFormat, capacity: Int, levels: MatrixLevels) throws(AudioError) {
    guard format.channelCount <= MatrixLevels.outputLimit else { throw .format(format) }
    self.levels = levels
    try super.init(format: format, capacity: capacity)
  }

  package override var inputLimit: Int { MatrixLevels.busLimit }

  package override func inputFormat(for source: GraphFormat) -> GraphFormat? {
    GraphFormat(sampleRate: format.sampleRate, channelCount: source.channelCount)
  }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    silence(0..<count)
    for input in inputs {
      input.pull(count, moment, context)
      input.add(count, by: levels, to: &block)
    }
  }
}

package import AudioErrors

/// Adds channels of any number of inputs to the output's channels, with a volume for each pair. Inputs keep their
/// channels; their rates are converted to the output's.
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

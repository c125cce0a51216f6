import AudioGraph

/// A connection of an engine, from the output of one node to an input of another.
final class EngineLink {
  let source: AVAudioNode
  let target: AVAudioNode
  let bus: AVAudioNodeBus
  /// How it is rendered, as long as the stages and formats on both sides stay the same.
  private var input: GraphInput?

  init(_ source: AVAudioNode, _ target: AVAudioNode, bus: AVAudioNodeBus) {
    self.source = source
    self.target = target
    self.bus = bus
  }

  /// The connection between two stages, made anew where one of them is another.
  func makeInput(from source: RenderStage, to target: RenderStage, _ levels: InputLevels) throws(GraphError)
    -> GraphInput
  {
    let format = target.convertsInputs ? target.format : source.format
    if let input, input.source === source, input.target == format, input.levels === levels { return input }
    let made = try GraphInput(from: source, to: format, levels: levels)
    input = made
    return made
  }

  /// Forgets how it was rendered.
  func release() { input = nil }
}

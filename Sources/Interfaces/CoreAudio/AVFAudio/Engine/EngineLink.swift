import AudioErrors
import AudioGraph

/// A connection of an engine, from the output of one node to an input of another.
final class EngineLink {
  let source: AVAudioNode
  let target: AVAudioNode
  let bus: AVAudioNodeBus
  /// The connection as it is rendered, as long as the stages and formats on both sides stay the same.
  private var input: GraphInput?

  init(_ source: AVAudioNode, _ target: AVAudioNode, bus: AVAudioNodeBus) {
    self.source = source
    self.target = target
    self.bus = bus
  }

  /// Returns the connection between two stages, recreated if one of them has changed.
  func makeInput(from source: RenderStage, to target: RenderStage, _ levels: InputLevels) throws(AudioError)
    -> GraphInput
  {
    let format = target.inputFormat(for: source.format) ?? source.format
    let place = (self.target as? AVAudioUnit)?.matrixPlace(of: self)
    if let input, input.source === source, input.target == format, input.levels === levels, input.place == place {
      return input
    }
    let made = try GraphInput(from: source, to: format, levels: levels, place: place)
    input = made
    return made
  }

  /// Clears the rendered connection.
  func release() { input = nil }
}

import AudioGraph

// The inputs of a matrix mixer, whose channels are numbered through.

extension AVAudioUnit {
  /// Returns the place of a connection at a matrix mixer; `nil` for other units. The engines' lock is held.
  func matrixPlace(of link: EngineLink) -> GraphInput.MatrixPlace? {
    guard hosted == nil, unit.mixesByMatrix else { return nil }
    let counts = inputFormats.map(\.channelCount)
    return GraphInput.MatrixPlace(
      bus: link.bus, firstChannel: counts.prefix(link.bus).reduce(0, +), outputCount: Int(currentFormat.channelCount))
  }

  /// Sets the formats of a matrix mixer's connections, for its properties. The engines' lock is held.
  func stateMatrixFormats() {
    guard hosted == nil, unit.mixesByMatrix else { return }
    unit.stateFormats(inputs: inputFormats, output: currentFormat.graphFormat)
  }

  /// The formats of the inputs: those of the connections, or else those of the unit's elements.
  private var inputFormats: [GraphFormat] {
    unit.inputFormats.enumerated().map { bus, format in
      owner?.link(to: self, bus)?.source.currentFormat.graphFormat ?? format
    }
  }
}

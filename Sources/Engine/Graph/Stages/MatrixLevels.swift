// Bound throughout: constants of the mixer.

/// The volumes of a ``MatrixMixerStage``: of input channels, output channels, each pair of them, and the whole. Any
/// thread may change them during rendering. Volumes are 0 at first.
package final class MatrixLevels: Sendable {
  /// Creates volumes for numbers of input channels, output channels and switched inputs.
  package static let (inputLimit, outputLimit, busLimit) = (256, 64, 256)

  /// The volumes of the input channels.
  package let inputs = AtomicFloats(repeating: 0, count: inputLimit)
  /// The volumes of the output channels.
  package let outputs = AtomicFloats(repeating: 0, count: outputLimit)
  /// The switches of inputs, each for some channels: 1, or 0 for silence.
  package let switches = AtomicFloats(repeating: 1, count: busLimit)
  /// The switch of the output.
  package let outputSwitch = ParameterValue(1)
  /// The volume of the whole.
  package let master = ParameterValue(0)
  private let ways = AtomicFloats(repeating: 0, count: inputLimit * outputLimit)

  /// Creates volumes of 0.
  package init() {}

  /// The volume from an input channel to an output channel.
  package subscript(input: Int, output: Int) -> Float {
    get { ways[input * Self.outputLimit + output] }
    set { ways[input * Self.outputLimit + output] = newValue }
  }

  /// Returns the product of all volumes from an input channel to an output channel.
  func gain(_ input: Int, ofBus bus: Int, _ output: Int) -> Float {
    self[input, output] * inputs[input] * outputs[output] * master.now * switches[bus] * outputSwitch.now
  }
}

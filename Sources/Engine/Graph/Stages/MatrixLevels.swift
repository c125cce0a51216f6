// Bound throughout: constants of the mixer.

/// The volumes of a ``MatrixMixerStage``: of channels that come in, of those that go out, of each way from one to the
/// other, and of all. Any thread may change them while it is rendered. Volumes are 0 at first.
package final class MatrixLevels: Sendable {
  /// Channels that may come in and go out, and inputs that have a switch.
  package static let (inputLimit, outputLimit, busLimit) = (256, 64, 256)

  /// The volumes of channels that come in.
  package let inputs = AtomicFloats(repeating: 0, count: inputLimit)
  /// The volumes of channels that go out.
  package let outputs = AtomicFloats(repeating: 0, count: outputLimit)
  /// The switches of inputs, each of some channels: 1, or 0 for silence.
  package let switches = AtomicFloats(repeating: 1, count: busLimit)
  /// The switch of the output.
  package let outputSwitch = ParameterValue(1)
  /// The volume of all.
  package let master = ParameterValue(0)
  private let ways = AtomicFloats(repeating: 0, count: inputLimit * outputLimit)

  /// Creates volumes of 0.
  package init() {}

  /// The volume from a channel that comes in to one that goes out.
  package subscript(input: Int, output: Int) -> Float {
    get { ways[input * Self.outputLimit + output] }
    set { ways[input * Self.outputLimit + output] = newValue }
  }

  /// Returns the product of all volumes from a channel of an input to one that goes out.
  func gain(_ input: Int, ofBus bus: Int, _ output: Int) -> Float {
    self[input, output] * inputs[input] * outputs[output] * master.now * switches[bus] * outputSwitch.now
  }
}

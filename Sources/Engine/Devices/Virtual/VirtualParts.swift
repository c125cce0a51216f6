import AudioBase
import Synchronization

/// The state that a virtual device's cycles share with the threads of its program.
final class VirtualParts: Sendable {
  let clients = DeviceClients()
  /// The captured signal.
  let input = SwappedReference(VirtualInput([]))
  /// The played frames.
  let kept = SwappedReference(KeptSamples(channelCount: 0, frameLimit: 0))
}

/// The signal that a virtual device captures, followed by silence.
final class VirtualInput: Sendable {
  /// A list for each channel; channels that are missing are silent.
  let signal: [[Float]]
  /// The next frame.
  let position = Atomic<Int>(0)

  init(_ signal: [[Float]]) { self.signal = signal }
}

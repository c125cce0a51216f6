import AudioBase
import Synchronization

/// What a virtual device's cycles share with the threads of its program.
final class VirtualParts: Sendable {
  let clients = DeviceClients()
  /// What is captured.
  let input = SwappedReference(VirtualInput([]))
  /// What was played.
  let kept = SwappedReference(KeptSamples(channelCount: 0, frameLimit: 0))
}

/// What a virtual device captures: a signal, and silence after it.
final class VirtualInput: Sendable {
  /// A list for each channel; channels that are missing are silent.
  let signal: [[Float]]
  /// The next frame.
  let position = Atomic<Int>(0)

  init(_ signal: [[Float]]) { self.signal = signal }
}

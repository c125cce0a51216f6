import AudioBase
import Synchronization

// Bound throughout: DeviceChoice accepts 64 channels at most; the number of kept frames is a test's own.

/// A cycle of a virtual device, and the memory for it. Nothing is allocated there.
struct VirtualCycle: Sendable {
  private let device: VirtualParts
  private let channelCount: Int
  /// The sum of all clients' frames, and the frames of one client.
  private var sum: [Float]
  private var block: [Float]
  /// The captured frames of a cycle.
  private var captured: [Float]

  init(_ device: VirtualParts, channelCount: Int, capacity: Int) {
    (self.device, self.channelCount) = (device, channelCount)
    sum = Array(repeating: 0, count: channelCount * capacity)
    // Memory of its own for each: a device's thread must not be the one that allocates it by writing into shared
    // memory.
    block = Array(repeating: 0, count: channelCount * capacity)
    captured = Array(repeating: 0, count: channelCount * capacity)
  }

  /// Calls all clients, and has them prepare and settle the cycle. Those may allocate.
  mutating func step(_ time: DeviceTime, frameCount: Int) {
    let present = device.clients.all
    for client in present { client.prepare(frameCount) }
    run(played: time, captured: time, frameCount: frameCount)
    for client in present { client.settle() }
  }

  /// Calls all clients, playing ones first.
  ///
  /// - Parameters:
  ///   - played: The time at which the first frame is played.
  ///   - recorded: The time at which the first frame was captured.
  mutating func run(played: DeviceTime, captured recorded: DeviceTime, frameCount: Int) {
    device.clients.play(
      DeviceCycle(time: played, frameCount: frameCount, channelCount: channelCount), into: &sum, by: &block)
    Self.read(device, frameCount, channelCount, into: &captured)
    device.clients.capture(
      captured, DeviceCycle(time: recorded, frameCount: frameCount, channelCount: channelCount))
    device.kept.use { $0.append(sum, frameCount: frameCount) }
  }

  private static func read(
    _ device: VirtualParts, _ frameCount: Int, _ channelCount: Int, into captured: inout [Float]
  ) {
    device.input.use { input in
      let start = input.position.load(ordering: .relaxed)
      var planes = captured.mutableSpan
      for channel in 0..<channelCount {
        var plane = planes._mutatingExtracting((channel * frameCount)..<((channel + 1) * frameCount))
        plane.clear()
        guard channel < input.signal.count else { continue }
        let signal = input.signal[channel]
        plane.copy(signal.span.extracting(min(start, signal.count)..<min(start + frameCount, signal.count)))
      }
      input.position.store(start + frameCount, ordering: .relaxed)
    }
  }
}

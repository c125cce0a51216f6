import AudioBase
package import AudioDevices
import Synchronization

/// Renders a graph for a device: the output when the device plays, and the taps of the input when it only captures.
package final class GraphClient: DeviceClient {
  private let graph: RenderGraph
  private let capture: CaptureStage?
  private let plays: Bool
  private let mayWait: Bool
  /// The reason for which the device has stopped by itself: `DeviceError.stopCode`.
  private let stopCode = Atomic<Int>(0)

  /// Prepares a client.
  ///
  /// - Parameters:
  ///   - graph: The graph that is rendered, at the device's rate.
  ///   - capture: The stage for captured samples, or `nil`.
  ///   - plays: True if the device plays the graph.
  ///   - mayWait: True if rendering may wait for files: where the program moves the device's time.
  package init(_ graph: RenderGraph, capture: CaptureStage?, plays: Bool, mayWait: Bool) {
    self.graph = graph
    self.capture = capture
    self.plays = plays
    self.mayWait = mayWait
  }

  /// The reason for which the device has stopped by itself, or `nil`.
  package var deviceFailure: DeviceError? { DeviceError(stopCode: stopCode.load(ordering: .acquiring)) }

  package func deviceStopped(_ reason: DeviceError) { stopCode.store(reason.stopCode, ordering: .releasing) }

  package func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    var done = 0
    while done < cycle.frameCount {
      let count = min(cycle.frameCount - done, graph.capacity)
      graph.render(call(count, cycle, done)) { outcome in
        outcome.forEachChannel(count) { channel, plane in
          // Channels that the output lacks are left as they are.
          guard channel < cycle.channelCount else { return }
          samples.copy(plane, at: channel * cycle.frameCount + done)
        }
      }
      done += count
    }
    return .running
  }

  package func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    capture?.write(samples, frameCount: cycle.frameCount)
    guard !plays else { return .running }
    var done = 0
    while done < cycle.frameCount {
      let count = min(cycle.frameCount - done, graph.capacity)
      graph.render(call(count, cycle, done))
      done += count
    }
    return .running
  }

  private func call(_ count: Int, _ cycle: DeviceCycle, _ done: Int) -> RenderGraph.Call {
    let nanoseconds = Double(done) / graph.format.sampleRate * 1e9
    let hostTime = cycle.time.hostTime &+ UInt64(max(0, nanoseconds))
    return RenderGraph.Call(count, hostTime: hostTime, mayWait: mayWait)
  }
}

import AudioBase
import AudioGraph
import Synchronization

/// Frames numbered from 1 on, each channel by a factor of its own.
final class CountingFrames: SoundFrames {
  let frameCount: Int
  let first: Int

  init(_ frameCount: Int, first: Int = 1) {
    self.frameCount = frameCount
    self.first = first
  }

  func copy(channel: Int, from start: Int, into output: inout MutableSpan<Float>) {
    for index in output.indices { output[index] = Float(first + start + index) * (channel == 0 ? 1 : -1) }
  }
}

/// Frames of a list, the same for all channels.
final class ListedFrames: SoundFrames {
  let samples: [Float]
  var frameCount: Int { samples.count }

  init(_ samples: [Float]) { self.samples = samples }

  func copy(channel: Int, from start: Int, into output: inout MutableSpan<Float>) {
    for index in output.indices { output[index] = samples[start + index] }
  }
}

/// Counts calls from any thread.
final class CallCount: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .acquiring) }
  func add() { count.add(1, ordering: .acquiringAndReleasing) }
}

/// A graph that is rendered, and what came of it on each channel.
struct RenderedGraph {
  let graph: RenderGraph
  var samples: [[Float]]

  init(rate: Double = 48000, channels: Int = 2, capacity: Int = 512) throws {
    graph = try RenderGraph(format: GraphFormat(sampleRate: rate, channelCount: channels), capacity: capacity)
    samples = Array(repeating: [], count: channels)
  }

  var format: GraphFormat { graph.format }
  var capacity: Int { graph.capacity }

  /// Renders frames, some at a time, and returns the first channel's.
  @discardableResult
  mutating func render(_ count: Int, step: Int = 100) -> [Float] {
    let start = samples[0].count
    var rest = count
    while rest > 0 {
      let run = min(rest, step)
      graph.render(RenderGraph.Call(run, mayWait: true)) { outcome in
        for channel in samples.indices {
          let place = samples[channel].count
          samples[channel].append(contentsOf: repeatElement(0, count: run))
          outcome.forEachChannel(run) { index, span in
            if index == channel { for frame in span.indices { samples[channel][place + frame] = span[frame] } }
          }
        }
      }
      rest -= run
    }
    return Array(samples[0][start...])
  }
}

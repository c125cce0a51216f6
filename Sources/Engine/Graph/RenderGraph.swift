import AudioBase
import SignalProcessing

// Bound throughout: who makes a graph chooses its capacity, at most 2^20 frames.
// Holds throughout: no more is rendered at a time than the capacity.

/// Stages that are rendered together, by a device's thread or by a caller.
///
/// ```
/// schedule ─► [time pitch] ─► [equalizer] ─┐
/// callback ────────────────────────────────┼─► mixer ─► output ─► device, or the caller
/// capture ─────────────────────────────────┘     └─► tap
/// ```
/// Samples are pulled: the output asks the stages before it. A new design takes the place of the old one between two
/// calls; connections and stages that both have go on without a gap. Rendering allocates nothing and makes no call of
/// the operating system; other threads hold what it needs only while references change hands (``RenderLock``).
package final class RenderGraph: Sendable {
  /// What is rendered at a time.
  private struct State {
    var plan = RenderPlan()
    let context = RenderContext()
    var sampleTime = 0.0
  }

  /// The format in which time is counted: that of the device, or of the caller.
  package let format: GraphFormat
  /// Frames that stages are asked for at a time, at most.
  package let capacity: Int
  private let state: RenderLock<State>

  /// Frames that are rendered at a time, at most: 1 up to 2^20.
  package static let capacities = 1...(1 << 20)

  /// Prepares a graph of no stages.
  ///
  /// - Parameters:
  ///   - format: The format of what is heard.
  ///   - capacity: Any of ``capacities``.
  package init(format: GraphFormat, capacity: Int) throws(GraphError) {
    guard format.isPossible, Self.capacities.contains(capacity) else { throw .format(format) }
    self.format = format
    self.capacity = capacity
    state = RenderLock(State())
  }

  /// Renders another design from the next call on.
  ///
  /// - Throws: ``GraphError``, and then nothing has changed.
  package func apply(_ design: GraphDesign) throws(GraphError) {
    var plan = try design.plan(format)
    // What is not needed any more is let go behind the lock.
    let old = state.withLock { state in
      var old = state.plan
      plan.take(over: &old)
      state.plan = plan
      return old
    }
    _ = consume old
  }

  /// Takes all stages out, so that they can be used by another graph.
  package func clear() { try? apply(GraphDesign()) }

  /// Forgets what came before: delays, the state of filters and of rate conversions.
  package func reset() {
    state.withLock { state in for (stage, _) in state.plan.stages { stage.reset() } }
  }

  /// Forgets what came before in one stage.
  package func reset(_ stage: RenderStage) { state.withLock { _ in stage.reset() } }

  /// Counts time from 0 again.
  package func rewind() {
    state.withLock { state in
      state.sampleTime = 0
      for (stage, _) in state.plan.stages { stage.clock.clear() }
    }
  }

  /// Frames that were rendered since the beginning.
  package var sampleTime: Double { state.withLock { $0.sampleTime } }

  /// What came of a call that rendered.
  package struct Outcome: Sendable {
    /// The output, whose block holds the frames; `nil` where there is none.
    package var output: RenderStage?
    /// True if a callback, or what is captured, had too little to give.
    package var lacksInput: Bool
  }

  /// How a call renders.
  package struct Call: Sendable {
    /// Frames, at most ``RenderGraph/capacity``.
    package var frameCount: Int
    /// The number of the first frame, where the caller counts them; `nil` for the one behind those before.
    package var sampleTime: Double?
    /// Nanoseconds of the host's clock at which the first one is heard; 0 where no device keeps time.
    package var hostTime: UInt64
    /// True if it may wait for files.
    package var mayWait: Bool

    /// Creates a call.
    package init(_ frameCount: Int, sampleTime: Double? = nil, hostTime: UInt64 = 0, mayWait: Bool) {
      self.frameCount = frameCount
      self.sampleTime = sampleTime
      self.hostTime = hostTime
      self.mayWait = mayWait
    }
  }

  /// Renders the next frames, one call at a time. They stay in the output's block until the next call.
  @discardableResult
  package func render(_ call: Call) -> Outcome {
    precondition(call.frameCount >= 0 && call.frameCount <= capacity)
    return state.withLock { state in
      let context = state.context
      context.mayWait = call.mayWait
      context.lacksInput = false
      if let sampleTime = call.sampleTime { state.sampleTime = sampleTime }
      let moment = RenderMoment(sampleTime: state.sampleTime, hostTime: call.hostTime)
      context.ask {
        state.plan.output?.render(call.frameCount, moment, context)
        for root in state.plan.roots where root.isTogether { root.stage.render(call.frameCount, moment, context) }
      }
      for root in state.plan.roots where !root.isTogether { render(root.stage, call, moment, context) }
      state.sampleTime += Double(call.frameCount)
      return Outcome(output: state.plan.output, lacksInput: context.lacksInput)
    }
  }

  /// Renders a stage of another rate as far as it comes within these frames.
  private func render(_ stage: RenderStage, _ call: Call, _ moment: RenderMoment, _ context: RenderContext) {
    let rate = stage.format.sampleRate
    var time = (moment.sampleTime * rate / format.sampleRate).rounded(.down)
    let end = ((moment.sampleTime + Double(call.frameCount)) * rate / format.sampleRate).rounded(.down)
    while time < end {
      let count = Int(min(end - time, Double(capacity)))
      context.ask { stage.render(count, RenderMoment(sampleTime: time, hostTime: call.hostTime), context) }
      time += Double(count)
    }
  }

  /// Copies what was rendered last.
  ///
  /// - Parameters:
  ///   - outcome: What the call gave.
  ///   - frameCount: The frames of the call.
  ///   - samples: One channel after the other, `stride` samples each; channels that the output lacks are left as they
  ///     are.
  ///   - place: Where the first frame goes in each channel, and the samples from one channel to the next.
  package static func copy(
    _ outcome: Outcome, _ frameCount: Int, into samples: inout MutableSpan<Float>,
    at place: (first: Int, stride: Int)
  ) {
    guard let output = outcome.output, place.stride > 0 else { return }
    for channel in 0..<min(output.block.channelCount, samples.count / place.stride) {
      output.block.copy(channel, 0..<frameCount, into: &samples, at: channel * place.stride + place.first)
    }
  }
}

extension RenderGraph.Outcome {
  /// Lends the rendered samples of each channel, until the next call that renders.
  package func forEachChannel(_ count: Int, _ body: (_ channel: Int, _ samples: Span<Float>) -> Void) {
    guard let output else { return }
    for channel in 0..<output.format.channelCount { Self.lend(output.block, channel, count, body) }
  }

  private static func lend(
    _ block: borrowing PCMBlock, _ channel: Int, _ count: Int, _ body: (_ channel: Int, _ samples: Span<Float>) -> Void
  ) {
    body(channel, block.part(channel, 0..<count))
  }
}

import AudioBase
import AudioDevices
package import AudioErrors
import SignalProcessing
import Synchronization

// Bound throughout: who makes a graph chooses its capacity, at most 2^20 frames.
// Holds throughout: no more is rendered at a time than the capacity.

/// A graph of stages that a device's thread or a caller renders.
///
/// ```
/// schedule ─► [time pitch] ─► [equalizer] ─┐
/// callback ────────────────────────────────┼─► mixer ─► output ─► device, or the caller
/// capture ─────────────────────────────────┘     └─► tap
/// ```
/// Samples are pulled: the output requests frames of the stages before it. A new design replaces the old one between
/// two calls; connections and stages that both have continue without a gap. Rendering takes no lock, never waits and
/// allocates and frees nothing: a plan never changes, another one replaces it by one word, and the thread that has
/// stored it frees the old one (``SwappedReference``).
package final class RenderGraph: Sendable {
  /// The format of the time line: that of the device or of the caller.
  package let format: GraphFormat
  /// The largest number of frames of one rendering pass.
  package let capacity: Int
  private let plan = SwappedReference(RenderPlan())
  private let turn = RenderTurn()
  /// The frame that is rendered next, as the bits of a `Double`.
  private let nextTime = Atomic<UInt64>(Double(0).bitPattern)
  /// Belongs to the thread that has the turn.
  private let context = RenderContext()

  /// The allowed sizes of a rendering pass, in frames: 1 to 2^20.
  package static let capacities = 1...(1 << 20)

  /// Prepares an empty graph.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - capacity: Any of ``capacities``.
  package init(format: GraphFormat, capacity: Int) throws(AudioError) {
    guard format.isPossible, Self.capacities.contains(capacity) else { throw .format(format) }
    self.format = format
    self.capacity = capacity
  }

  /// Renders another design from the next call on.
  ///
  /// - Throws: `AudioError`, and then nothing has changed.
  package func apply(_ design: GraphDesign) throws(AudioError) {
    let new = try design.plan(format)
    plan.replace { _ in new }
    plan.settle()
  }

  /// Removes all stages, so that another graph can use them.
  package func clear() { try? apply(GraphDesign()) }

  /// Clears the state of all stages (delays, filters, rate conversions) before their next frames.
  package func reset() { for stage in plan.present.stages { stage.askToReset() } }

  /// Clears the state of one stage.
  package func reset(_ stage: RenderStage) { stage.askToReset() }

  /// The number of frames rendered since the start.
  package var sampleTime: Double { Double(bitPattern: nextTime.load(ordering: .relaxed)) }

  /// The result of a rendering call.
  package struct Outcome: Sendable {
    /// The output, whose block holds the frames; `nil` without an output.
    package var output: RenderStage?
    /// True if a callback, or the captured input, had too few frames.
    package var lacksInput: Bool
  }

  /// The arguments of a rendering call.
  package struct Call: Sendable {
    /// The number of frames, at most ``RenderGraph/capacity``.
    package var frameCount: Int
    /// The number of the first frame, if the caller counts; `nil` to continue the previous call.
    package var sampleTime: Double?
    /// The time of the host's clock, in nanoseconds, at which the first frame is heard; 0 without a device.
    package var hostTime: UInt64
    /// True if the call may wait for files.
    package var mayWait: Bool

    /// Creates a call.
    package init(_ frameCount: Int, sampleTime: Double? = nil, hostTime: UInt64 = 0, mayWait: Bool) {
      self.frameCount = frameCount
      self.sampleTime = sampleTime
      self.hostTime = hostTime
      self.mayWait = mayWait
    }
  }

  /// Renders the next frames.
  ///
  /// - Parameter body: Gets the result, which is valid during the call.
  /// - Returns: False, and nothing is rendered, where a thread is rendering the graph already.
  @discardableResult
  package func render(_ call: Call, _ body: (Outcome) -> Void = { _ in }) -> Bool {
    precondition(call.frameCount >= 0 && call.frameCount <= capacity)
    guard turn.take() else { return false }
    defer { turn.giveBack() }
    RenderingThread.enter(call.mayWait ? .program : .device) {
      plan.use { plan in body(render(call, plan)) }
    }
    return true
  }

  private func render(_ call: Call, _ plan: RenderPlan) -> Outcome {
    context.begin(plan, mayWait: call.mayWait)
    defer { context.end() }
    let start = call.sampleTime ?? sampleTime
    let moment = RenderMoment(sampleTime: start, hostTime: call.hostTime)
    context.ask {
      plan.output?.render(call.frameCount, moment, context)
      for root in plan.roots where root.isTogether { root.stage.render(call.frameCount, moment, context) }
    }
    for root in plan.roots where !root.isTogether { render(root.stage, call, moment, context) }
    nextTime.store((start + Double(call.frameCount)).bitPattern, ordering: .relaxed)
    return Outcome(output: plan.output, lacksInput: context.lacksInput)
  }

  /// Renders a stage of another rate, as far as it reaches within these frames.
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
}

extension RenderGraph.Outcome {
  /// Lends the rendered samples of each channel.
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

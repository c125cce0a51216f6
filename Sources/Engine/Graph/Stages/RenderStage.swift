import AudioBase
import AudioDevices
package import AudioErrors
import Synchronization

// Holds throughout: stages render no more frames than their block holds.

/// A step of a render graph: requests frames from the stages before it, and renders into its block.
///
/// `@unchecked`, because its block and its connections belong to the thread that renders the graph, one at a time, and
/// are accessed nowhere else. The settings of callers are values that any thread can set.
package class RenderStage: @unchecked Sendable {
  /// The format of the output.
  package let format: GraphFormat
  /// The time of the first frame of the last rendering.
  package let clock = StageClock()
  /// The output of the last call: the first frames of each plane.
  final var block: PCMBlock
  /// The connected inputs, while it makes frames.
  private(set) final var inputs: [GraphInput] = []
  /// The last query that was answered, so that a stage with several consumers renders once.
  private var answered: UInt64 = 0
  private let isToReset = Atomic<Bool>(false)

  /// Allocates the stage's block.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - capacity: The largest number of frames that are requested at a time.
  package init(format: GraphFormat, capacity: Int) throws(AudioError) {
    guard format.isPossible else { throw .format(format) }
    self.format = format
    // Bound: graphs check the capacity, and formats their channels.
    block = PCMBlock(channelCount: format.channelCount, capacity: capacity)
  }

  /// The number of inputs, each with one connection.
  package var inputLimit: Int { 1 }
  /// True if inputs are converted to ``format``; false if they must have it already.
  package var convertsInputs: Bool { false }
  /// Returns the format in which the stage accepts another stage's output; `nil` if it does not accept it.
  package func inputFormat(for source: GraphFormat) -> GraphFormat? {
    convertsInputs || source == format ? format : nil
  }
  /// True if input and output differ in their number of frames.
  package var changesTime: Bool { false }

  /// Makes frames, unless this question has been answered.
  final func render(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    guard answered != context.question else { return }
    answered = context.question
    block.setFrameCount(count)
    clock.set(moment)
    let node = context.node(of: self)
    inputs = node?.inputs ?? []
    if isToReset.load(ordering: .relaxed), isToReset.exchange(false, ordering: .acquiring) { reset() }
    produce(count, moment, context)
    // Objects of the plan are not kept longer than by the plan, or this thread might be the one to free them.
    inputs = []
    node?.tap?.take(block, count, moment)
  }

  /// Requests that the stage clears its state before it renders the next time.
  final func askToReset() { isToReset.store(true, ordering: .releasing) }

  /// Fills the first frames of the block; to be overridden. This implementation is silent.
  func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) { silence(0..<count) }

  /// Makes frames of the block silent.
  final func silence(_ range: Range<Int>) { block.clear(range) }

  /// Clears the state: delays, filters. Only the thread that renders calls it.
  func reset() { for input in inputs { input.reset() } }
}

/// The time of the first frame of a stage's last rendering.
package final class StageClock: Sendable {
  private let words = PublishedWords()

  /// The time, or `nil` before the first frames.
  package var last: RenderMoment? {
    words.last.map { RenderMoment(sampleTime: Double(bitPattern: $0.0), hostTime: $0.1) }
  }

  func set(_ value: RenderMoment) { words.set((value.sampleTime.bitPattern, value.hostTime, 0, 0)) }
}

/// The context of one call that renders.
///
/// `@unchecked`: only the thread that has the graph's turn uses it.
final class RenderContext: @unchecked Sendable {
  /// The number of the current query: a stage answers each once, for all its consumers.
  private(set) var question: UInt64 = 0
  private var lastQuestion: UInt64
  /// The connections of the stages, during a call.
  private var plan: RenderPlan?
  /// True if rendering may wait for files, as without a real-time device.
  private(set) var mayWait = false
  /// True after a callback has supplied nothing.
  var lacksInput = false

  /// A counter for query numbers, which differ between graphs because a stage may move from one graph to another.
  private static let graphCount = Atomic<UInt64>(0)

  init() { lastQuestion = Self.graphCount.add(1, ordering: .relaxed).newValue << 40 }

  /// Begins a call.
  func begin(_ plan: RenderPlan, mayWait: Bool) {
    (self.plan, self.mayWait, lacksInput) = (plan, mayWait, false)
  }

  /// Ends a call, before which the plan must not be freed.
  func end() { plan = nil }

  /// Returns the connections of a stage.
  func node(of stage: RenderStage) -> RenderPlan.Node? { plan?.node(of: stage) }

  /// Runs the body with the next question, and then continues with the current one.
  func ask(_ body: () -> Void) {
    let current = question
    lastQuestion += 1
    question = lastQuestion
    body()
    question = current
  }
}

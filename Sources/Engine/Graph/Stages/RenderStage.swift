import AudioBase
import AudioDevices
import Synchronization

// Holds throughout: stages are asked for no more frames than their block holds.

/// One step of a render graph: asked for frames, it asks the stages before it, and leaves what it has made in its
/// block.
///
/// `@unchecked`, for its block and its connections belong to whoever renders the graph, one thread at a time, and are
/// touched nowhere else. What callers set is in values that can be set by any thread.
package class RenderStage: @unchecked Sendable {
  /// The format of what it gives.
  package let format: GraphFormat
  /// The moment of the first frame that it gave last.
  package let clock = StageClock()
  /// What it gave last: the first frames of each plane.
  final var block: PCMBlock
  /// What it takes, an entry for each connected input, while it makes frames.
  private(set) final var inputs: [GraphInput] = []
  /// The question that was answered last, so that what is split is made once.
  private var answered: UInt64 = 0
  private let isToReset = Atomic<Bool>(false)

  /// Allocates the stage's block.
  ///
  /// - Parameters:
  ///   - format: The format of what it gives.
  ///   - capacity: Frames that it is asked for at a time, at most.
  package init(format: GraphFormat, capacity: Int) throws(GraphError) {
    guard format.isPossible else { throw .format(format) }
    self.format = format
    // Bound: graphs check the capacity, and formats their channels.
    block = PCMBlock(channelCount: format.channelCount, capacity: capacity)
  }

  /// Inputs that can be connected; each of them once.
  package var inputLimit: Int { 1 }
  /// True if inputs are converted to ``format``; false if they must be in it already.
  package var convertsInputs: Bool { false }
  /// True if it takes more or fewer frames than it gives.
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
    // What the plan holds is not kept any longer than it does, or this thread might be the one to free it.
    inputs = []
    node?.tap?.take(block, count, moment)
  }

  /// Lets it forget what came before, when it is asked for frames the next time.
  final func askToReset() { isToReset.store(true, ordering: .releasing) }

  /// Fills the first frames of the block; to be overridden. This one is silent.
  func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) { silence(0..<count) }

  /// Makes frames of the block silent.
  final func silence(_ range: Range<Int>) { block.clear(range) }

  /// Forgets what came before: delays, the state of filters. Only the thread that renders calls it.
  func reset() { for input in inputs { input.reset() } }
}

/// The moment of the first frame that a stage gave last.
package final class StageClock: Sendable {
  private let words = PublishedWords()

  /// The moment, or `nil` before the first frames.
  package var last: RenderMoment? {
    words.last.map { RenderMoment(sampleTime: Double(bitPattern: $0.0), hostTime: $0.1) }
  }

  func set(_ value: RenderMoment) { words.set((value.sampleTime.bitPattern, value.hostTime, 0, 0)) }
}

/// What goes with one call that renders.
///
/// `@unchecked`: the thread that has the graph's turn alone uses it.
final class RenderContext: @unchecked Sendable {
  /// The number of the question that is being asked: a stage answers each once, whoever asks.
  private(set) var question: UInt64 = 0
  private var lastQuestion: UInt64
  /// How the stages are connected, during a call.
  private var plan: RenderPlan?
  /// True if rendering may wait for files, as where no device keeps time.
  private(set) var mayWait = false
  /// True once a callback had nothing to give.
  var lacksInput = false

  /// Numbers of questions are never those of another graph, from which a stage may come.
  private static let graphCount = Atomic<UInt64>(0)

  init() { lastQuestion = Self.graphCount.add(1, ordering: .relaxed).newValue << 40 }

  /// Begins a call.
  func begin(_ plan: RenderPlan, mayWait: Bool) {
    (self.plan, self.mayWait, lacksInput) = (plan, mayWait, false)
  }

  /// Ends a call, before which the plan must not be freed.
  func end() { plan = nil }

  /// How a stage is connected.
  func node(of stage: RenderStage) -> RenderPlan.Node? { plan?.node(of: stage) }

  /// Asks the next question, and then goes on with the one that is being asked.
  func ask(_ body: () -> Void) {
    let current = question
    lastQuestion += 1
    question = lastQuestion
    body()
    question = current
  }
}

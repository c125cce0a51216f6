import AudioBase

// Holds throughout: stages are asked for no more frames than their block holds.

/// One step of a render graph: asked for frames, it asks the stages before it, and leaves what it has made in its
/// block.
///
/// `@unchecked`, for its block and its connections belong to whoever renders the graph, one thread at a time: they are
/// touched with the graph's lock held, and nowhere else. What callers set is in values with locks of their own.
package class RenderStage: @unchecked Sendable {
  /// The format of what it gives.
  package let format: GraphFormat
  /// The moment of the first frame that it gave last.
  package let clock = StageClock()
  /// What it gave last: the first frames of each plane.
  final var block: PCMBlock
  /// What it takes, an entry for each connected input.
  final var inputs: [GraphInput] = []
  /// Sees all that it gives, or `nil`.
  final var tap: GraphTap?
  /// The question that was answered last, so that what is split is made once.
  private var answered: UInt64 = 0

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
    produce(count, moment, context)
    tap?.take(block, count, moment)
  }

  /// Fills the first frames of the block; to be overridden. This one is silent.
  func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) { silence(0..<count) }

  /// Makes frames of the block silent.
  final func silence(_ range: Range<Int>) { block.clear(range) }

  /// Forgets questions and taps, as a stage of a graph that is put together anew.
  final func begin() { answered = 0 }

  /// Forgets what came before: delays, the state of filters. To be called by the graph alone.
  func reset() { for input in inputs { input.reset() } }
}

/// The moment of the first frame that a stage gave last.
package final class StageClock: Sendable {
  private let moment = RenderLock<RenderMoment?>(nil)

  /// The moment, or `nil` before the first frames.
  package var last: RenderMoment? { moment.withLock { $0 } }

  func set(_ value: RenderMoment) { moment.withLock { $0 = value } }

  /// Forgets the moment.
  package func clear() { moment.withLock { $0 = nil } }
}

/// What goes with one call that renders. The rendering thread alone uses it.
final class RenderContext {
  /// The number of the question that is being asked: a stage answers each once, whoever asks.
  private(set) var question: UInt64 = 0
  private var lastQuestion: UInt64 = 0
  /// True if rendering may wait for files, as where no device keeps time.
  var mayWait = false
  /// True once a callback had nothing to give.
  var lacksInput = false

  /// Asks the next question, and then goes on with the one that is being asked.
  func ask(_ body: () -> Void) {
    let current = question
    lastQuestion += 1
    question = lastQuestion
    body()
    question = current
  }
}

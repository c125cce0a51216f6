package import AudioBase
package import AudioErrors
import Synchronization

// Bound throughout: graphs check the capacity, and formats their channels.
// Holds throughout: no more frames are asked for than the block holds.

/// A stage that a callback fills from one input, on request: a program's own unit.
///
/// `@unchecked`: as for `RenderStage`; the callback never changes.
package final class HostStage: RenderStage, @unchecked Sendable {
  /// Fills the first frames of a silent block, on the rendering thread; returns false for a failure, which is heard as
  /// silence.
  package typealias Callback =
    @Sendable (
      _ block: inout PCMBlock, _ count: Int, _ moment: RenderMoment, _ stage: HostStage
    ) -> Bool

  private enum State {
    static let atRest = 0
    static let rendering = 1
    static let closed = 2
  }

  /// The input frames of the last request.
  private var input: PCMBlock
  private let callback: Callback
  private let state = Atomic<Int>(State.atRest)
  /// The rendering call, and the number of frames that it needs until input has been requested for them.
  private var context: RenderContext?
  private var unanswered: Int?

  /// Prepares a stage.
  package init(format: GraphFormat, capacity: Int, _ callback: @escaping Callback) throws(AudioError) {
    guard format.isPossible else { throw .format(format) }
    self.callback = callback
    input = PCMBlock(channelCount: format.channelCount, capacity: capacity)
    try super.init(format: format, capacity: capacity)
  }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    silence(0..<count)
    guard exchange(State.atRest, State.rendering) else { return }
    (self.context, unanswered) = (context, count)
    if !callback(&block, count, moment, self) { silence(0..<count) }
    self.context = nil
    state.store(State.atRest, ordering: .releasing)
  }

  private func exchange(_ old: Int, _ new: Int) -> Bool {
    state.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  /// Requests frames of the input; only within the callback.
  ///
  /// - Returns: `false` if nothing is connected, or the input cannot give as many frames at a time.
  package func pull(_ count: Int, _ moment: RenderMoment) -> Bool {
    guard let context, let source = inputs.first, (0...input.capacity).contains(count) else { return false }
    input.setFrameCount(count)
    if unanswered == count {
      // Other stages that hear the same source are given the same frames.
      source.pull(count, moment, context)
    } else {
      context.ask { source.pull(count, moment, context) }
    }
    unanswered = nil
    source.copy(count, into: &input)
    return true
  }

  /// Lends the last requested frames of the input; only within the callback.
  package func withInput(_ body: (borrowing PCMBlock) -> Void) { body(input) }

  /// Stops calling the callback, and waits until it has returned. The callback must not call this.
  ///
  /// - Parameter pause: Waits for some time.
  package func close(_ pause: () -> Void) {
    while !exchange(State.atRest, State.closed), state.load(ordering: .acquiring) != State.closed { pause() }
  }
}

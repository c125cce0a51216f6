package import AudioBase
package import AudioErrors

/// A stage filled by a callback: a generator of the program, or captured input.
///
/// `@unchecked`: as for `RenderStage`; the callback never changes.
package final class CallbackStage: RenderStage, @unchecked Sendable {
  /// Fills the first frames of a silent block, on the rendering thread, so that it must not wait.
  ///
  /// Returns true if it had frames. If it had not, silence is heard, and the graph reports it.
  package typealias Callback = @Sendable (_ block: inout PCMBlock, _ count: Int, _ moment: RenderMoment) -> Bool

  private let callback: Callback

  /// Prepares a stage.
  package init(format: GraphFormat, capacity: Int, _ callback: @escaping Callback) throws(AudioError) {
    self.callback = callback
    try super.init(format: format, capacity: capacity)
  }

  package override var inputLimit: Int { 0 }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    silence(0..<count)
    if callback(&block, count, moment) { return }
    silence(0..<count)
    context.lacksInput = true
  }
}

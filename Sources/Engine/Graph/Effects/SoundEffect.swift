import AudioBase
import AudioDevices
package import AudioErrors
package import SignalProcessing

// Bound throughout: queues limit the changes that wait.
// Holds throughout: parts lie within the block.

/// The stage of a ``SoundEffect``, with parameters as settings and measurements. It never waits or allocates.
package struct EffectWork<Stage: InPlaceStage<Float> & Sendable>: Sendable {
  /// The stage.
  var stage: Stage
  /// Tells what the stage has measured.
  let tells: (@Sendable (Stage, EffectControls) -> Void)?
  /// Sets the stage by the parameters.
  let takes: @Sendable (EffectControls, inout Stage) -> Void

  /// Creates the work of a stage.
  package init(
    _ stage: Stage, tells: (@Sendable (Stage, EffectControls) -> Void)? = nil,
    takes: @escaping @Sendable (EffectControls, inout Stage) -> Void
  ) { (self.stage, self.tells, self.takes) = (stage, tells, takes) }
}

/// An effect with one output frame for each input frame: a stage whose settings are parameters, which change at the
/// scheduled frames.
///
/// `@unchecked`: as for `RenderStage`; the controls are atomic.
package final class SoundEffect<Stage: InPlaceStage<Float> & Sendable>: RenderStage, @unchecked Sendable {
  private let controls: EffectControls
  private var work: EffectWork<Stage>
  private var version = 0
  private var wasBypassed = false
  /// The changes that have begun or will, in the order of their beginnings.
  private var changes: [ParameterChange] = []

  /// The number of frames after which a parameter that moves has another value.
  private static var step: Int { 32 }

  /// Prepares an effect.
  ///
  /// - Parameters:
  ///   - format: The format of its input and output.
  ///   - capacity: The largest number of frames that are requested at a time.
  ///   - controls: The parameters.
  ///   - work: The stage, for the format.
  package init(
    format: GraphFormat, capacity: Int, controls: EffectControls, work: EffectWork<Stage>
  ) throws(AudioError) {
    guard format.isPossible else { throw .format(format) }
    self.controls = controls
    self.work = work
    try super.init(format: format, capacity: capacity)
    changes.reserveCapacity(EventQueue<ParameterChange>.capacity)
    // Silence, so that the runtime makes what it knows of the generic type now, and not in a cycle.
    self.work.takes(controls, &self.work.stage)
    self.work.stage.process(&block, 0..<0)
    work.tells?(self.work.stage, controls)
  }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    guard let input = inputs.first else { return silence(0..<count) }
    input.pull(count, moment, context)
    input.copy(count, into: &block)
    takeChanges(moment)
    let isBypassed = controls.isBypassed
    if controls.takeReset() || wasBypassed && !isBypassed { work.stage.reset() }
    wasBypassed = isBypassed
    var done = 0
    while done < count {
      let end = changes.isEmpty ? count : applyChanges(at: done, before: count)
      takeParameters()
      if !isBypassed { work.stage.process(&block, done..<end) }
      done = end
    }
    if !isBypassed { work.tells?(work.stage, controls) }
    for index in changes.indices { changes[index].start -= count }
  }

  private func takeParameters() {
    let present = controls.version
    guard present != version else { return }
    version = present
    work.takes(controls, &work.stage)
  }

  // MARK: Scheduled changes

  /// Applies the changes scheduled since the last block.
  private func takeChanges(_ moment: RenderMoment) {
    while changes.count < EventQueue<ParameterChange>.capacity, var change = controls.changes.next() {
      if change.isAbsolute {
        // Times beyond ±2^60 are as good as never and long ago.
        let start = Double(change.start) - moment.sampleTime
        change.start = Int(min(max(start, -0x1p60), 0x1p60))
        change.isAbsolute = false
      }
      // A late change begins now.
      change.start = max(change.start, 0)
      changes.insert(change, at: changes.lastIndex { $0.start <= change.start }.map { $0 + 1 } ?? 0)
    }
  }

  /// Sets the parameters that change at a frame, and returns the frame of the next change.
  private func applyChanges(at frame: Int, before end: Int) -> Int {
    var next = end
    var index = 0
    while index < changes.count {
      let elapsed = frame - changes[index].start
      guard elapsed >= 0, let target = changes[index].target, target < controls.count else {
        if elapsed < 0 { next = min(next, changes[index].start) }
        index += 1
        continue
      }
      if changes[index].from.isNaN { changes[index].from = controls[target] }
      controls[target] = changes[index].ramp.gain(elapsed)
      if elapsed >= changes[index].duration {
        changes.remove(at: index)
      } else {
        let further = changes[index].start + (elapsed / Self.step + 1) * Self.step
        next = min(next, min(further, changes[index].start + changes[index].duration))
        index += 1
      }
    }
    return next
  }

  override func reset() {
    super.reset()
    work.stage.reset()
  }
}

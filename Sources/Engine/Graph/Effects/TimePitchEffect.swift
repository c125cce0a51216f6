import AudioBase
package import AudioErrors
package import SignalProcessing
import Synchronization

// Holds throughout: no more is pushed than there is room for.

/// The rate and the pitch of a ``TimePitchEffect``; any thread may change them during rendering.
package final class TimePitchControls: Sendable {
  private let rateBits = Atomic<UInt32>(Float(1).bitPattern)
  private let pitchBits = Atomic<UInt32>(Float(0).bitPattern)
  private let bypass = Atomic<Bool>(false)
  private let isToReset = Atomic<Bool>(false)

  /// Creates a rate of 1 and an unchanged pitch.
  package init() {}

  /// The number of input frames for each output frame.
  package var rate: Float {
    get { Float(bitPattern: rateBits.load(ordering: .relaxed)) }
    set { rateBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// The change of pitch in cents.
  package var pitch: Float {
    get { Float(bitPattern: pitchBits.load(ordering: .relaxed)) }
    set { pitchBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// Requests the effect to clear its state before its next frames.
  package func askToReset() { isToReset.store(true, ordering: .releasing) }

  /// Returns true once after ``askToReset()``.
  func takeReset() -> Bool {
    isToReset.load(ordering: .relaxed) && isToReset.exchange(false, ordering: .acquiring)
  }

  /// True if samples pass unchanged.
  package var isBypassed: Bool {
    get { bypass.load(ordering: .relaxed) }
    set { bypass.store(newValue, ordering: .relaxed) }
  }
}

/// Changes rate and pitch: takes as many input frames as a `TimePitchProcessor` needs for the output.
///
/// `@unchecked`: as for `RenderStage`; the controls are atomic.
package final class TimePitchEffect: RenderStage, @unchecked Sendable {
  private let controls: TimePitchControls
  private var processor: TimePitchProcessor
  /// True if the processor holds no frames that are still to be heard.
  private var isEmpty = true
  /// The next frame to be taken; `nil` before the first one.
  private var nextTime: Double?

  /// Prepares an effect, which computes windows and kernels.
  ///
  /// - Parameters:
  ///   - format: The format of its input and output.
  ///   - capacity: The largest number of frames that are requested at a time.
  ///   - method: The method of changing rate and pitch.
  ///   - controls: The rate and the pitch.
  package init(
    format: GraphFormat, capacity: Int, method: TimePitchMethod, controls: TimePitchControls
  ) throws(AudioError) {
    guard format.isPossible else { throw .format(format) }
    self.controls = controls
    processor = TimePitchProcessor(
      sampleRate: format.sampleRate, channelCount: format.channelCount, method: method)
    try super.init(format: format, capacity: capacity)
  }

  package override var changesTime: Bool { true }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    guard let input = inputs.first else { return silence(0..<count) }
    if controls.takeReset() { reset() }
    processor.rate = Double(controls.rate)
    processor.pitch = Double(controls.pitch)
    let isBypassed = controls.isBypassed
    if isBypassed, !isEmpty { processor.drain() }
    var made = 0
    while made < count {
      if isBypassed, isEmpty {
        made += pass(made..<count, input, moment, context)
        continue
      }
      var none = 0..<0
      made += processor.process(input.source.block, &none, into: &block, made..<count)
      guard made < count else { break }
      if isBypassed {
        // All that had been taken has been heard.
        processor.reset()
        isEmpty = true
      } else {
        feed(input, moment, context)
      }
    }
  }

  /// Gives the processor the input for its next frames.
  private func feed(_ input: GraphInput, _ moment: RenderMoment, _ context: RenderContext) {
    if isEmpty {
      processor.reset()
      isEmpty = false
    }
    let wanted = min(max(1, processor.wantedInputFrameCount), min(processor.inputRoom, block.capacity))
    pull(wanted, input, moment, context)
    let source = input.source
    processor.push(wanted) { channel, samples in
      source.block.copy(channel, 0..<wanted, into: &samples)
    }
  }

  /// Passes frames unchanged, and returns their number.
  private func pass(
    _ range: Range<Int>, _ input: GraphInput, _ moment: RenderMoment, _ context: RenderContext
  ) -> Int {
    pull(range.count, input, moment, context)
    block.copy(0..<range.count, of: input.source.block, to: range.lowerBound)
    return range.count
  }

  private func pull(_ count: Int, _ input: GraphInput, _ moment: RenderMoment, _ context: RenderContext) {
    let time = nextTime ?? moment.sampleTime
    nextTime = time + Double(count)
    context.ask { input.pull(count, RenderMoment(sampleTime: time, hostTime: moment.hostTime), context) }
  }

  override func reset() {
    super.reset()
    processor.reset()
    (isEmpty, nextTime) = (true, nil)
  }
}

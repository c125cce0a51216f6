import AudioBase
import SignalProcessing

// Bound throughout: renderers check the channels.
// Holds throughout: no more is pushed than there is room for, and frames lie within their stores.

/// The time-pitch stage of a player of buffers: pulls as many frames as it needs from the previous stage.
final class TimePitchStage {
  private var processor: TimePitchProcessor
  private let output: SampleStore
  /// True if everything that was taken has been played.
  private var isEmpty = true
  private var hasEnded = false

  /// The largest number of frames that are requested or returned at a time.
  private static let runLength = 4096

  init(_ processor: consuming TimePitchProcessor) {
    output = SampleStore(channelCount: processor.channelCount, capacity: Self.runLength)
    self.processor = processor
  }

  /// Clears the earlier input.
  func reset() {
    processor.reset()
    (isEmpty, hasEnded) = (true, false)
  }

  /// Takes rate and pitch over.
  func take(_ parameters: PlaybackParameters) {
    processor.rate = Double(parameters.rate)
    processor.pitch = Double(parameters.pitch)
  }

  /// Lends the next frames.
  ///
  /// - Parameters:
  ///   - frameCount: The largest number of frames to lend.
  ///   - isBypassed: True if they pass unchanged. Frames taken before are played first, unchanged.
  ///   - pull: Lends at most the given number of frames of the previous stage.
  func read(_ frameCount: Int, isBypassed: Bool, pull: (_ frameCount: Int) -> LentFrames) -> LentFrames {
    if isBypassed, !isEmpty { processor.drain() }
    let wanted = min(frameCount, Self.runLength)
    var made = 0
    while true {
      if isBypassed, isEmpty {
        if hasEnded || made > 0 { return LentFrames(output, 0..<made, hasEnded ? .ended : .more) }
        return pull(frameCount)
      }
      made += Self.give(from: &processor, into: &output.block, made..<wanted)
      guard made < wanted else { return LentFrames(output, 0..<made) }
      if isBypassed {
        processor.reset()
        isEmpty = true
      } else if hasEnded {
        return LentFrames(output, 0..<made, .ended)
      } else if !isFed(by: pull) {
        return LentFrames(output, 0..<made, .starved)
      }
    }
  }

  private static func give(
    from processor: inout TimePitchProcessor, into block: inout PCMBlock, _ room: Range<Int>
  ) -> Int {
    processor.pull(room.count) { channel, offset, samples in
      var plane = block.plane(channel)
      plane.copy(samples, at: room.lowerBound + offset)
    }
  }

  /// Takes the needed input; returns true if there was any, the end included.
  private func isFed(by pull: (_ frameCount: Int) -> LentFrames) -> Bool {
    if isEmpty {
      // After a bypass the stream begins again.
      processor.reset()
      isEmpty = false
    }
    let frames = pull(min(max(1, processor.wantedInputFrameCount), processor.inputRoom, Self.runLength))
    Self.take(frames.range, of: frames.store.block, to: &processor)
    if frames.state == .ended {
      processor.endInput()
      hasEnded = true
      return true
    }
    return frames.count > 0
  }

  private static func take(
    _ range: Range<Int>, of block: borrowing PCMBlock, to processor: inout TimePitchProcessor
  ) {
    processor.push(range.count) { channel, samples in
      samples.copy(block.part(channel, range))
    }
  }
}

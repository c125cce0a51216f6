import SignalProcessing

/// The time/pitch unit of a queue: asks what comes before for as much as it needs.
///
/// The lock of the renderer is held whenever it is used.
final class TimePitchStage {
  private var processor: TimePitchProcessor
  private let memory: SampleMemory
  /// Whether nothing has been taken that is not yet played.
  private var isEmpty = true
  private var hasEnded = false

  /// Frames that are asked for at a time, at most.
  private static let runLength = 4096

  init(_ processor: consuming TimePitchProcessor) {
    memory = SampleMemory(channelCount: processor.channelCount, capacity: Self.runLength)
    self.processor = processor
  }

  /// Forgets what came before.
  func reset() {
    processor.reset()
    (isEmpty, hasEnded) = (true, false)
  }

  /// Takes rate and pitch over.
  func take(_ parameters: QueueParameters) {
    processor.rate = Double(parameters.playRate)
    processor.pitch = Double(parameters.pitch)
  }

  /// Gives frames.
  ///
  /// - Parameters:
  ///   - isBypassed: Whether they pass as they come. What has been taken before is played first, unchanged.
  ///   - pull: Gives as many frames as asked for into a memory from an offset on.
  func read(
    _ frameCount: Int, isBypassed: Bool, into target: SampleMemory, at offset: Int,
    pull: (_ frameCount: Int, _ memory: SampleMemory, _ offset: Int) -> QueueReading
  ) -> QueueReading {
    var reading = QueueReading()
    if isBypassed, !isEmpty { processor.drain() }
    while reading.frameCount < frameCount {
      let place = offset + reading.frameCount
      let rest = frameCount - reading.frameCount
      if isBypassed, isEmpty {
        if hasEnded { return ended(reading) }
        let more = pull(rest, target, place)
        return QueueReading(frameCount: reading.frameCount + more.frameCount, state: more.state)
      }
      let made = processor.pull(rest) { channel, start, samples in
        let plane = unsafe target.samples(channel, (place + start)..<(place + start + samples.count))
        for index in samples.indices { unsafe plane[index] = samples[index] }
      }
      reading.frameCount += made
      guard made < rest else { break }
      if isBypassed {
        processor.reset()
        isEmpty = true
      } else if hasEnded {
        return ended(reading)
      } else if !isFed(by: pull) {
        reading.state = .starved
        return reading
      }
    }
    return reading
  }

  private func ended(_ reading: QueueReading) -> QueueReading {
    QueueReading(frameCount: reading.frameCount, state: .ended)
  }

  /// Takes what is needed.
  ///
  /// - Returns: Whether anything came, the end included.
  private func isFed(
    by pull: (_ frameCount: Int, _ memory: SampleMemory, _ offset: Int) -> QueueReading
  ) -> Bool {
    if isEmpty {
      // After a bypass the stream begins anew.
      processor.reset()
      isEmpty = false
    }
    let count = min(max(1, processor.wantedInputFrameCount), processor.inputRoom, Self.runLength)
    let more = pull(count, memory, 0)
    let memory = memory
    processor.push(more.frameCount) { channel, samples in
      let plane = unsafe memory.samples(channel, 0..<more.frameCount)
      for index in 0..<more.frameCount { samples[index] = unsafe plane[index] }
    }
    if more.state == .ended {
      processor.endInput()
      hasEnded = true
      return true
    }
    return more.frameCount > 0
  }
}

// Holds throughout: planes and bytes have the lengths that frameCount gives them.

extension PCMTransfer {
  /// Plays until there are no clients, and then the rest of the buffer.
  mutating func play() -> DeviceError? {
    var silentCount = 0
    while true {
      switch waitForCycle() {
      case .failed(let error): return error
      case .again: continue
      case .done: break
      }
      let isWanted = stream.play(nextOutputCycle(), into: &planes, by: &block)
      silentCount = isWanted ? 0 : silentCount + frameCount
      // Silence has pushed out all that there was.
      if silentCount > parameters.bufferFrameCount + frameCount, stream.finish(handle) { return nil }
      Self.pack(planes, parameters.format, sources, into: &bytes)
      if let error = writeAll() { return error }
    }
  }

  private mutating func nextOutputCycle() -> DeviceCycle {
    let delay = isStarted ? min(max(0, driver.delay(handle) ?? moved), 1 << 24) : moved
    stream.noteLatency(delay)
    timing.note(heard: moved - delay, moved: moved, at: driver.now(), isStarted: isStarted)
    return DeviceCycle(
      time: timing.time(ofFrame: moved, count: frameCount), frameCount: frameCount,
      channelCount: stream.shared.channelCount)
  }

  private static func pack(
    _ planes: [Float], _ format: PCMSampleFormat, _ sources: [Int], into bytes: inout [UInt8]
  ) {
    let frameCount = bytes.count / (sources.count * format.byteCount)
    var span = bytes.mutableSpan
    format.pack(planes.span, frameCount: frameCount, sources: sources.span, into: &span)
  }

  /// Writes the bytes; after a gap, the rest of them, so that none are lost.
  private mutating func writeAll() -> DeviceError? {
    var done = 0
    while done < frameCount {
      let count = write(from: done)
      if count > 0, count <= frameCount - done {
        done += count
        noteProgress(count)
      } else if case .failed(let error) = recover(from: count < 0 ? count : PCMStatus.tryAgain) {
        return error
      }
    }
    return nil
  }

  private func write(from done: Int) -> Int {
    driver.write(handle, bytes.span.extracting(done * frameSize..<frameCount * frameSize), frameCount - done)
  }

  /// Captures until there are no clients.
  mutating func capture() -> DeviceError? {
    while true {
      switch waitForCycle() {
      case .failed(let error): return error
      case .again: continue
      case .done: break
      }
      switch readAll() {
      case .failed(let error): return error
      case .again: continue
      case .done: break
      }
      Self.unpack(bytes, parameters, sources, into: &planes)
      guard !stream.capture(planes, nextInputCycle()) else { continue }
      if stream.finish(handle) { return nil }
    }
  }

  /// Reads a whole cycle. A cycle interrupted by a gap is dropped: the frames after the gap belong to another moment.
  private mutating func readAll() -> Step {
    var done = 0
    while done < frameCount {
      let (driver, handle, rest) = (driver, handle, frameCount - done)
      let count = Self.fill(&bytes, from: done * frameSize) { driver.read(handle, &$0, rest) }
      if count > 0, count <= frameCount - done {
        done += count
        noteProgress(count)
        continue
      }
      let before = moved
      let step = recover(from: count < 0 ? count : PCMStatus.tryAgain)
      if case .failed = step { return step }
      if moved < before { return .again }
    }
    return .done
  }

  /// Lends the bytes from an index on to a function that fills them.
  private static func fill(
    _ bytes: inout [UInt8], from start: Int, _ read: (inout MutableSpan<UInt8>) -> Int
  ) -> Int {
    var all = bytes.mutableSpan
    var part = all._mutatingExtracting(start..<all.count)
    return read(&part)
  }

  private static func unpack(
    _ bytes: [UInt8], _ parameters: PCMParameters, _ sources: [Int], into planes: inout [Float]
  ) {
    var span = planes.mutableSpan
    parameters.format.unpack(bytes.span, channelCount: parameters.channelCount, sources: sources.span, into: &span)
  }

  private mutating func nextInputCycle() -> DeviceCycle {
    let waiting = min(max(0, driver.delay(handle) ?? 0), 1 << 24)
    stream.noteLatency(waiting + frameCount)
    timing.note(heard: moved + waiting, moved: moved - frameCount, at: driver.now(), isStarted: true)
    return DeviceCycle(
      time: timing.time(ofFrame: moved - frameCount, count: frameCount), frameCount: frameCount,
      channelCount: stream.shared.channelCount)
  }
}

// Bound throughout: a card's parameters are held against limits before (PCMNegotiation).

/// Moves samples between a stream's clients and its card, on the device's thread: the only value that this thread works
/// on. Nothing is allocated after its creation.
///
/// ```
/// clients ─► planes ─► bytes ─► card           card ─► bytes ─► planes ─► clients
/// ```
struct PCMTransfer {
  let stream: ALSAStream
  let driver: PCMDriver
  let handle: PCMHandle
  let parameters: PCMParameters
  /// The number of frames that are moved at a time.
  let frameCount: Int
  /// Samples of the device's channels, one channel after the other.
  var planes: [Float]
  /// The frames of a client that does not play alone.
  var block: [Float]
  /// The card's samples, interleaved.
  var bytes: [UInt8]
  /// The source channel of each filled channel.
  let sources: [Int]

  /// The number of frames that the card was given, or gave, since it was prepared.
  var moved = 0
  /// True once the card runs.
  var isStarted = false
  var timing: PCMTiming
  private var pace: PCMPace
  /// The time at which the card took or returned frames last.
  private var lastProgress: UInt64
  /// The number of failures, and gaps, since a whole buffer was transferred.
  private var failures = 0
  private var gaps = 0
  /// The number of times that the card reported to be ready when it was not.
  private var vainWakeups = 0

  /// The outcome of a step.
  enum Step {
    case done
    /// The transfer can be tried again.
    case again
    /// The transfer cannot continue.
    case failed(DeviceError)
  }

  /// The number of consecutive failures after which the card is given up.
  private static let failureLimit = 5

  init(_ stream: ALSAStream, _ handle: PCMHandle, _ parameters: PCMParameters) {
    (self.stream, self.handle, self.parameters) = (stream, handle, parameters)
    driver = stream.shared.driver
    frameCount = min(parameters.cycleFrameCount, stream.parameters.cycleFrameCount)
    let channelCount = stream.shared.channelCount
    planes = [Float](repeating: 0, count: frameCount * channelCount)
    // Memory of its own: shared, it would be copied by the device's thread in the first cycle.
    block = [Float](repeating: 0, count: planes.count)
    bytes = [UInt8](repeating: 0, count: frameCount * parameters.channelCount * parameters.format.byteCount)
    sources =
      stream.direction == .output
      ? ChannelSources.list(for: parameters.channelCount, from: channelCount)
      : ChannelSources.list(for: channelCount, from: parameters.channelCount)
    timing = PCMTiming(stream.shared.clock, stream.direction)
    pace = PCMPace(sampleRate: parameters.sampleRate, parameters, frameCount: frameCount)
    lastProgress = driver.now()
  }

  /// The number of bytes of a frame of the card.
  var frameSize: Int { parameters.channelCount * parameters.format.byteCount }

  /// Works until no client wants to be called any more, and then releases the card: `nil`. Or until the card fails, and
  /// returns the reason.
  mutating func run() -> DeviceError? {
    driver.silence()
    lastProgress = driver.now()
    if case .failed(let error) = restart() { return error }
    return stream.direction == .output ? play() : capture()
  }

  // MARK: Waiting

  /// Waits until a cycle can be moved.
  mutating func waitForCycle() -> Step {
    let room = driver.available(handle)
    guard room >= 0 else { return recover(from: room) }
    // A PCM without pace never reports a full buffer.
    if !isStarted, room < frameCount || moved >= parameters.bufferFrameCount { return startCard() }
    if room >= frameCount {
      vainWakeups = 0
      if let moment = pace.due(at: driver.now(), moved: moved) { driver.sleep(moment) }
      return .done
    }
    let status = driver.wait(handle, 200)
    guard status >= 0 else { return recover(from: status) }
    // A card that calls too early again and again must not keep the processor busy.
    vainWakeups = status == 0 ? 0 : vainWakeups + 1
    if vainWakeups > 4 { rest(nanoseconds: cycleDuration / 4) }
    return stalled() ?? .again
  }

  private mutating func startCard() -> Step {
    let status = driver.start(handle)
    guard status >= 0 else { return recover(from: status) }
    isStarted = true
    return .again
  }

  /// The nanoseconds of a cycle.
  private var cycleDuration: UInt64 { UInt64(frameCount) * 1_000_000_000 / UInt64(parameters.sampleRate) }

  private func rest(nanoseconds: UInt64) { driver.sleep(driver.now() + nanoseconds) }

  /// Records that frames were moved.
  mutating func noteProgress(_ count: Int) {
    moved += count
    lastProgress = driver.now()
    if moved >= parameters.bufferFrameCount + frameCount { (failures, gaps) = (0, 0) }
  }

  /// Returns a failure if nothing has been moved for five seconds or for four buffers.
  private func stalled() -> Step? {
    let buffer = UInt64(parameters.bufferFrameCount) * 1_000_000_000 / UInt64(parameters.sampleRate)
    return driver.now() - lastProgress > max(5_000_000_000, 4 * buffer) ? .failed(.notResponding) : nil
  }

  // MARK: Recovery

  /// Recovers from a negative status that one of the card's functions has returned.
  mutating func recover(from status: Int) -> Step {
    switch status {
    case PCMStatus.brokenPipe: return closeGap()
    case PCMStatus.suspended: return resume()
    case PCMStatus.noDevice: return .failed(.disconnected)
    case PCMStatus.interrupted, PCMStatus.tryAgain:
      rest(nanoseconds: 1_000_000)
      return stalled() ?? .again
    default: break
    }
    switch driver.state(handle) {
    case .disconnected: return .failed(.disconnected)
    case .suspended: return resume()
    case .xrun: return closeGap()
    default: return retry(after: status)
    }
  }

  /// Prepares the card again after an underrun or overrun.
  private mutating func closeGap() -> Step {
    stream.noteXrun()
    gaps += 1
    pace.isCard()
    if gaps > 4 { rest(nanoseconds: cycleDuration) }
    if let stalled = stalled() { return stalled }
    return restart()
  }

  /// Prepares the card again after an unspecified failure; gives up after a few attempts.
  private mutating func retry(after status: Int) -> Step {
    failures += 1
    guard failures <= Self.failureLimit else { return .failed(.failed(systemError: Int32(clamping: -status))) }
    rest(nanoseconds: 20_000_000)
    return restart()
  }

  /// Brings the card back after the system was asleep.
  private mutating func resume() -> Step {
    timing.reset()
    let begin = driver.now()
    while true {
      let status = driver.resume(handle)
      if status >= 0 {
        lastProgress = driver.now()
        return .again
      }
      if status == PCMStatus.noDevice { return .failed(.disconnected) }
      guard status == PCMStatus.tryAgain else { return restart() }
      guard driver.now() - begin < 10_000_000_000 else { return .failed(.notResponding) }
      rest(nanoseconds: 20_000_000)
    }
  }

  /// Prepares the card for a stream that begins again.
  mutating func restart() -> Step {
    (moved, isStarted) = (0, false)
    timing.reset()
    pace.reset()
    var status = driver.prepare(handle)
    if status >= 0, stream.direction == .input {
      status = driver.start(handle)
      isStarted = status >= 0
    }
    if status >= 0 { return .again }
    if status == PCMStatus.noDevice || driver.state(handle) == .disconnected { return .failed(.disconnected) }
    return retry(after: status)
  }
}

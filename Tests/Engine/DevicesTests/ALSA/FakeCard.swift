import AudioBase
import AudioDevices
import Synchronization

/// A card that exists in memory only, with a clock of its own: time passes where the device waits or sleeps, and what
/// goes wrong, and when, is a test's to say.
final class FakeCard: Sendable {
  /// What goes wrong.
  enum Failure: Sendable, Equatable {
    /// A number that a call returns once, when so many frames were moved.
    case status(Int, afterFrames: Int)
    /// The card is gone from then on.
    case unplugged(afterFrames: Int)
    /// The card neither takes nor gives anything from then on.
    case stuck(afterFrames: Int)
  }

  struct State {
    var now: UInt64 = 1_000_000_000
    var failures: [Failure] = []
    var isUnplugged = false
    var isStuck = false
    var isRunning = false
    /// Frames that were moved since the card was prepared.
    var moved = 0
    var startedAt: UInt64 = 0
    /// All bytes that were written; what is read comes from ``FakeCard/sample(_:_:)``.
    var written: [UInt8] = []
    var readFrames = 0
    var totalFrames = 0
    var openCount = 0
    var closeCount = 0
    var preparations = 0
    var resumeTries = 0
    var calls = 0
    /// The number that an opening is refused with, by direction.
    var refusals: [DeviceDirection: Int32] = [:]
  }

  let state = Mutex(State())
  let parameters: PCMParameters
  /// The card's real rate by its nominal one.
  let speed: Double
  /// Frames between the card and the loudspeaker.
  let extraDelay: Int

  init(
    _ format: PCMSampleFormat = .float32, sampleRate: Int = 48_000, channelCount: Int = 2,
    speed: Double = 1,
    extraDelay: Int = 0
  ) {
    var parameters = PCMParameters()
    (parameters.format, parameters.sampleRate, parameters.channelCount) = (
      format, sampleRate, channelCount
    )
    (parameters.periodFrameCount, parameters.bufferFrameCount) = (256, 1024)
    self.parameters = parameters
    (self.speed, self.extraDelay) = (speed, extraDelay)
  }

  func inject(_ failures: Failure...) { state.withLock { $0.failures += failures } }

  /// A device of this card, whose clock is the card's.
  func device(_ change: (inout ALSADevice.Settings) -> Void = { _ in }) throws -> ALSADevice {
    var settings = ALSADevice.Settings()
    change(&settings)
    return try ALSADevice("fake", settings, driver)
  }

  private func elapsedFrames(_ state: borrowing State) -> Int {
    guard state.isRunning, !state.isStuck else { return 0 }
    return Int(Double(state.now - state.startedAt) * Double(parameters.sampleRate) * speed / 1e9)
  }

  /// Frames in the card's buffer.
  private func fill(_ state: borrowing State, _ direction: DeviceDirection) -> Int {
    direction == .output
      ? max(0, state.moved - elapsedFrames(state)) : max(0, elapsedFrames(state) - state.moved)
  }

  /// The number that a call has to return, if something goes wrong now.
  private func trouble(_ state: inout State) -> Int? {
    state.calls += 1
    if state.isUnplugged { return PCMStatus.noDevice }
    guard let first = state.failures.first else { return nil }
    switch first {
    case .status(let number, let frames) where state.totalFrames >= frames:
      state.failures.removeFirst()
      return number
    case .unplugged(let frames) where state.totalFrames >= frames:
      state.isUnplugged = true
      return PCMStatus.noDevice
    case .stuck(let frames) where state.totalFrames >= frames: state.isStuck = true
    default: break
    }
    return nil
  }

  /// A frame that the card captures.
  static func sample(_ frame: Int, _ channel: Int) -> Float {
    Float(frame + 1) * (channel == 0 ? 1 : -1)
  }

  /// The table of functions. Which direction a handle has, its address tells.
  var driver: PCMDriver {
    let card = self
    var driver = PCMDriver()
    driver.open = { name, direction throws(DeviceError) in
      let refusal = card.state.withLock { state -> Int32? in
        if let number = state.refusals[direction] { return number }
        if state.isUnplugged { return 19 }
        state.openCount += 1
        return nil
      }
      if let refusal { throw .cannotOpen(device: name, systemError: refusal) }
      return PCMHandle(address: direction == .output ? 1 : 2)
    }
    driver.configure = { _, name, request throws(DeviceError) in
      guard request.sampleRate ?? card.parameters.sampleRate == card.parameters.sampleRate else {
        throw .refused(device: name, "a rate of \(request.sampleRate ?? 0) Hz")
      }
      return card.parameters
    }
    driver.close = { _ in card.state.withLock { $0.closeCount += 1 } }
    driver.prepare = { _ in
      card.state.withLock { state in
        if state.isUnplugged { return PCMStatus.noDevice }
        (state.moved, state.isRunning) = (0, false)
        state.preparations += 1
        return 0
      }
    }
    driver.start = { _ in
      card.state.withLock { state in
        (state.isRunning, state.startedAt) = (true, state.now)
        return 0
      }
    }
    driver.drop = { _ in 0 }
    driver.resume = { _ in
      card.state.withLock { state in
        state.resumeTries += 1
        return state.resumeTries < 3 ? PCMStatus.tryAgain : 0
      }
    }
    driver.state = { _ in
      card.state.withLock { $0.isUnplugged ? .disconnected : $0.isRunning ? .running : .prepared }
    }
    driver.available = { handle in
      card.state.withLock { state in
        if let number = card.trouble(&state) { return number }
        let fill = card.fill(state, handle.address == 1 ? .output : .input)
        return handle.address == 1 ? card.parameters.bufferFrameCount - fill : fill
      }
    }
    driver.delay = { handle in
      card.state.withLock {
        card.fill($0, handle.address == 1 ? .output : .input) + card.extraDelay
      }
    }
    driver.wait = { _, milliseconds in
      card.state.withLock { state in
        if let number = card.trouble(&state) { return number }
        // The card reports whole periods only; a stuck one lets the whole time pass.
        let step = state.isStuck ? UInt64(milliseconds) * 1_000_000 : 1_000_000
        state.now += step
        return state.isStuck ? 0 : 1
      }
    }
    driver.write = { handle, bytes, frameCount in
      card.state.withLock { state in
        if let number = card.trouble(&state) { return number }
        let room = card.parameters.bufferFrameCount - card.fill(state, .output)
        // No more than half a period at a time, so that callers have to go on.
        let count = min(frameCount, room, card.parameters.periodFrameCount / 2)
        let frameSize = bytes.count / frameCount
        for index in 0..<(count * frameSize) { state.written.append(bytes[index]) }
        state.moved += count
        state.totalFrames += count
        return count == 0 ? PCMStatus.tryAgain : count
      }
    }
    driver.read = { handle, bytes, frameCount in
      card.state.withLock { state in
        if let number = card.trouble(&state) { return number }
        let count = min(frameCount, card.fill(state, .input))
        for frame in 0..<count {
          for channel in 0..<card.parameters.channelCount {
            let bits = FakeCard.sample(state.readFrames + frame, channel).bitPattern
            for byte in 0..<4 {
              bytes[4 * (frame * card.parameters.channelCount + channel) + byte] = UInt8(
                truncatingIfNeeded: bits >> UInt32(8 * byte))
            }
          }
        }
        state.moved += count
        state.readFrames += count
        state.totalFrames += count
        return count == 0 ? PCMStatus.tryAgain : count
      }
    }
    driver.now = { card.state.withLock { $0.now } }
    driver.sleep = { moment in card.state.withLock { $0.now = max($0.now, moment) } }
    return driver
  }

  /// The samples that were written, as floats, of one channel.
  func played(_ channel: Int) -> [Float] {
    let bytes = state.withLock { $0.written }
    let width = parameters.format.byteCount
    return stride(from: channel * width, to: bytes.count, by: width * parameters.channelCount).map {
      place in
      Float(
        bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) })
    }
  }
}

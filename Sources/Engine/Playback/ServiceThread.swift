import AudioBase
import AudioDevices

/// A thread of a player or a recorder that alternates between working and sleeping while it is needed.
final class ServiceThread: Sendable {
  private struct State {
    var isWanted = false
    var isThere = false
  }

  private let state = Lock(State())

  /// The longest sleep, in seconds, so that a thread that is no longer needed ends soon.
  private static let longestSleep = 0.1
  /// The shortest sleep, in seconds.
  private static let shortestSleep = 0.001

  /// The duration of a queue, in seconds, that is too short to wait for other threads.
  private static let shortQueue = 0.05

  /// Starts the thread, unless it is running.
  ///
  /// - Parameters:
  ///   - name: At most 15 characters of ASCII.
  ///   - queueSeconds: The duration of the queue that it serves. If that is at most ``shortQueue``, the thread requests
  ///     real-time scheduling like a device's thread, because other programs might delay it for as long.
  ///   - work: Does the pending work, and returns the seconds until there may be more.
  func start(
    _ name: StaticString, queueSeconds: Double = .infinity, _ work: @escaping @Sendable () -> Double
  ) throws(DeviceError) {
    let isMissing = state.withLock { state in
      state.isWanted = true
      defer { state.isThere = true }
      return !state.isThere
    }
    guard isMissing else { return }
    do throws(DeviceError) {
      try DeviceThread.start(name) {
        if queueSeconds <= Self.shortQueue { DeviceThread.requestRealTime() }
        self.run(work)
      }
    } catch {
      state.withLock { $0 = State() }
      throw error
    }
  }

  /// Ends the thread after its work; does not wait for it.
  func stop() { state.withLock { $0.isWanted = false } }

  private func run(_ work: () -> Double) {
    while true {
      let pause = min(max(work(), Self.shortestSleep), Self.longestSleep)
      let goesOn = state.withLock { state in
        state.isThere = state.isWanted
        return state.isThere
      }
      guard goesOn else { return }
      HostClock.sleep(until: HostClock.now + UInt64(pause * 1e9))
    }
  }
}

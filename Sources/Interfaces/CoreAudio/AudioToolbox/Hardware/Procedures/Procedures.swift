import AudioBase
import AudioDevices
import Foundation

/// The IOProcs of a device: functions that a program has for its cycles.
final class Procedures: Sendable {
  private struct Entry: Sendable {
    let number: UInt
    let function: DeviceFunction
    var client: ProcedureClient?
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    /// The number of times that the device was started without an IOProc.
    var bareStarts = 0
  }

  private let state = Lock(State())
  /// Held while a procedure is started or stopped; the device's own lock is taken after it.
  private let control = Lock(())
  private static let nextNumber = Lock<UInt>(0x2000)

  /// True if any is started.
  var isRunning: Bool {
    state.withLock { state in state.bareStarts > 0 || state.entries.contains { $0.client?.isWanted == true } }
  }

  /// Adds a procedure.
  ///
  /// - Parameter number: By which it is started; `nil` for a new number.
  /// - Returns: The number.
  func add(_ function: DeviceFunction, number: UInt? = nil) -> UInt {
    let number =
      number
      ?? Self.nextNumber.withLock { next in
        next += 0x10
        return next
      }
    state.withLock { state in
      if !state.entries.contains(where: { $0.number == number }) {
        state.entries.append(Entry(number: number, function: function))
      }
    }
    return number
  }

  /// Stops a procedure and forgets it.
  ///
  /// - Throws: `kAudioHardwareIllegalOperationError` for one that is not there.
  func remove(_ number: UInt, of object: DeviceObject) throws(Status) {
    try stop(number, of: object)
    state.withLock { $0.entries.removeAll { $0.number == number } }
  }

  private func entry(_ number: UInt) throws(Status) -> Entry {
    guard let entry = state.withLock({ $0.entries.first { $0.number == number } }) else {
      throw Status(kAudioHardwareIllegalOperationError)
    }
    return entry
  }

  private func setClient(_ client: ProcedureClient?, of number: UInt) {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.number == number }) else { return }
      state.entries[index].client = client
    }
  }

  // MARK: Running

  /// Calls a procedure in every cycle from now on, or from a frame of the device on.
  ///
  /// - Parameter number: 0 for none: the device then counts as running.
  func start(_ number: UInt, of object: DeviceObject, at frame: Double? = nil) throws(Status) {
    guard let device = object.device else { throw Status(kAudioHardwareBadDeviceError) }
    let wasRunning = isRunning
    if number == 0 {
      state.withLock { $0.bareStarts += 1 }
    } else {
      let entry = try entry(number)
      if RenderingThread.isInside {
        return RenderingThread.afterwards { try? self.start(entry, device, object, at: frame) }
      }
      try start(entry, device, object, at: frame)
    }
    if !wasRunning { tellRunning(object) }
  }

  private func start(
    _ entry: Entry, _ device: any AudioDevice, _ object: DeviceObject, at frame: Double?
  ) throws(Status) {
    try control.withLock { _ throws(Status) in
      let present = state.withLock { $0.entries.first { $0.number == entry.number } }
      guard let present, present.client?.isWanted != true else { return }
      present.client?.takeOff()
      let client = ProcedureClient(entry.function, device, object, at: frame)
      setClient(client, of: entry.number)
      do throws(DeviceError) {
        try client.start()
      } catch {
        setClient(nil, of: entry.number)
        throw Status(device: error)
      }
    }
    object.setLost(false)
  }

  /// Calls a procedure no more; a call on another thread has ended when this returns.
  func stop(_ number: UInt, of object: DeviceObject) throws(Status) {
    let wasRunning = isRunning
    if number == 0 {
      state.withLock { $0.bareStarts = max(0, $0.bareStarts - 1) }
    } else {
      let entry = try entry(number)
      entry.client?.end()
      if !RenderingThread.isInside {
        control.withLock { _ in
          entry.client?.takeOff()
          setClient(nil, of: number)
        }
      }
    }
    if wasRunning, !isRunning { tellRunning(object) }
  }

  private func tellRunning(_ object: DeviceObject) {
    HardwareListeners.tell(object.id, kAudioDevicePropertyDeviceIsRunning)
    HardwareListeners.tell(object.id, kAudioDevicePropertyDeviceIsRunningSomewhere)
  }
}

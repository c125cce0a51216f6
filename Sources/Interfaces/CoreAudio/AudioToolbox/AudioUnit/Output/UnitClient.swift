import AudioBase
import AudioDevices
import Synchronization

/// What a device calls for an output unit, from a start to the stop after it.
final class UnitClient: DeviceClient {
  private let unit: OutputUnit
  private let wanted = Atomic<Bool>(true)

  init(_ unit: OutputUnit) { self.unit = unit }

  /// Lets the device forget the client in its next cycle.
  func end() { wanted.store(false, ordering: .releasing) }

  private var state: DeviceClientState { wanted.load(ordering: .acquiring) ? .running : .finished }

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    guard state == .running else { return .finished }
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let first = samples.baseAddress, samples.count >= cycle.frameCount * cycle.channelCount else {
        return
      }
      CallbackThread.enter { unsafe unit.play(first, cycle) }
    }
    return state
  }

  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    guard state == .running else { return .finished }
    CallbackThread.enter { unit.capture(samples, cycle) }
    return state
  }

  func deviceStopped(_ reason: DeviceError) {
    end()
    unit.deviceStopped()
  }
}

extension Status {
  /// What the hardware layer says of a device that does not start.
  init(device error: DeviceError) {
    switch error {
    case .unknownDevice, .disconnected, .libraryMissing, .libraryFunction: self.init(kAudioHardwareBadDeviceError)
    case .noDirection, .refused: self.init(kAudioHardwareIllegalOperationError)
    case .cannotOpen: self.init(kAudioDevicePermissionsError)
    case .cannotStart, .notResponding, .failed: self.init(kAudioHardwareNotRunningError)
    }
  }
}

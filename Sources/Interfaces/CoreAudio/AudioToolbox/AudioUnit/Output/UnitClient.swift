import AudioBase
import AudioDevices
import Synchronization

/// The client of a device for an output unit, from a start to the next stop.
///
/// `@unchecked`: the time line belongs to the device's thread.
final class UnitClient: DeviceClient, @unchecked Sendable {
  private let unit: OutputUnit
  private let wanted = Atomic<Bool>(true)

  /// The device's frame before which nothing is played.
  var firstFrame: Double?
  /// The device's frame at which the time line of playing begins.
  var playedStart: Double?
  /// The next requested frame, at the program's rate.
  var clientTime: Double?
  /// The number of the first frame that was captured, and the frames since.
  var capturedStart: Double?
  var capturedCount = 0.0

  init(_ unit: OutputUnit, at frame: Double?) { (self.unit, firstFrame) = (unit, frame) }

  /// Removes the client from the device in its next cycle.
  func end() { wanted.store(false, ordering: .releasing) }

  private var state: DeviceClientState { wanted.load(ordering: .acquiring) ? .running : .finished }

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    guard state == .running else { return .finished }
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let first = samples.baseAddress, samples.count >= cycle.frameCount * cycle.channelCount else {
        return
      }
      RenderingThread.enter { unsafe unit.play(first, cycle, self) }
    }
    return state
  }

  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    guard state == .running else { return .finished }
    RenderingThread.enter { unit.capture(samples, cycle, self) }
    return state
  }

  func deviceStopped(_ reason: DeviceError) {
    end()
    unit.deviceStopped()
  }
}

extension Status {
  /// Creates the status of a device that does not start.
  init(device error: DeviceError) {
    switch error {
    case .unknownDevice, .disconnected, .libraryMissing, .libraryFunction: self.init(kAudioHardwareBadDeviceError)
    case .noDirection, .refused: self.init(kAudioHardwareIllegalOperationError)
    case .cannotOpen: self.init(kAudioDevicePermissionsError)
    case .cannotStart, .notResponding, .failed: self.init(kAudioHardwareNotRunningError)
    }
  }
}

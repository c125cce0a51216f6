@_exported public import AudioErrors

/// The reason for which a device does not start, or why it has stopped.
public enum DeviceError: Error, Sendable, Hashable {
  /// The system gave no thread.
  case cannotStart
  /// `libasound.so.2`, which sound cards need, is not installed.
  case libraryMissing
  /// `libasound.so.2` lacks a function of this name.
  case libraryFunction(String)
  /// No device has this identifier.
  case unknownDevice(String)
  /// The system did not open a device, with the system's number of the reason: an `errno`, or a code of libasound.
  case cannotOpen(device: String, systemError: Int32)
  /// A device does not play, or does not capture.
  case noDirection(device: String, DeviceDirection)
  /// A device does not accept a setting; the text names the setting and its value.
  case refused(device: String, String)
  /// The device was unplugged while it was in use.
  case disconnected
  /// The device has taken or given no samples for seconds.
  case notResponding
  /// The device failed in use with this `errno`, and did not recover.
  case failed(systemError: Int32)
}

extension DeviceError: CustomStringConvertible {
  /// The reason, in one line of text.
  public var description: String {
    switch self {
    case .cannotStart: "the system gave no thread for the device"
    case .libraryMissing:
      "libasound.so.2 is not installed: it is in Debian's package libasound2, or libasound2t64 since Debian 13 and "
        + "Ubuntu 24.04"
    case .libraryFunction(let name): "libasound.so.2 has no function \(name)"
    case .unknownDevice(let name): "there is no device '\(name)'"
    case .cannotOpen(let name, let number): "the device '\(name)' cannot be opened: \(systemErrorText(number))"
    case .noDirection(let name, .output): "the device '\(name)' does not play"
    case .noDirection(let name, .input): "the device '\(name)' does not capture"
    case .refused(let name, let reason): "the device '\(name)' does not take \(reason)"
    case .disconnected: "the device was unplugged"
    case .notResponding: "the device does not respond any more"
    case .failed(let number): "the device failed: \(systemErrorText(number))"
    }
  }
}

extension DeviceError {
  /// The reason for which a running device stops, as a word that its thread can store; never 0.
  package var stopCode: Int {
    switch self {
    case .disconnected: -1
    case .notResponding: -2
    case .failed(let number): max(1, Int(number))
    default: -3
    }
  }

  /// Creates the reason for a ``stopCode``; `nil` for 0.
  package init?(stopCode: Int) {
    switch stopCode {
    case 0: return nil
    case -1: self = .disconnected
    case -2: self = .notResponding
    case 1...: self = .failed(systemError: Int32(clamping: stopCode))
    default: self = .cannotStart
    }
  }
}

extension AudioError {
  /// Returns the failure of a device.
  package static func device(_ error: DeviceError) -> AudioError {
    let advice: Advice? =
      switch error {
      case .unknownDevice, .cannotOpen, .noDirection: .otherDevice
      case .refused: .deviceFormat
      case .libraryMissing: .virtualDevice
      default: nil
      }
    var raised = AudioError(.device, .device, error.description, advice: advice)
    switch error {
    case .cannotOpen(_, let number), .failed(let number): raised.systemError = number
    default: break
    }
    return raised
  }
}

/// Returns the result of a call to a device; its error number becomes a thrown error.
package func raising<Result: ~Copyable>(
  _ body: () throws(DeviceError) -> Result
) throws(AudioError) -> Result {
  do throws(DeviceError) { return try body() } catch { throw .device(error) }
}

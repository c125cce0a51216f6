import AudioDevices
import Dispatch
public import Foundation

/// The permission to capture media.
public enum AVAuthorizationStatus: Int, Sendable {
  /// The permission was not requested.
  case notDetermined = 0
  /// The permission cannot be granted.
  case restricted = 1
  /// The permission is denied.
  case denied = 2
  /// The permission is granted.
  case authorized = 3
}

/// A device that captures sound, from the hardware layer.
///
/// Cameras are not known here, so that there is no device for other media.
///
/// `@unchecked`, for a class that is open cannot be checked; nothing of it changes.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
  /// The kind of a device.
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a value from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A microphone, or another input of sound.
    public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
  }

  /// The side of a machine that a device is on.
  public enum Position: Int, Sendable {
    /// No position; for sound it does not matter.
    case unspecified = 0
    /// The back.
    case back = 1
    /// The front.
    case front = 2
  }

  /// The permanent identifier: the UID of the hardware layer.
  public let uniqueID: String
  /// The name to show.
  public let localizedName: String

  private init(_ device: DeviceDescription) {
    (uniqueID, localizedName) = (device.identifier, device.name)
    super.init()
  }

  /// The kind of the device.
  open var deviceType: DeviceType { .microphone }
  /// No position.
  open var position: Position { .unspecified }
  /// True while the device can be used.
  open var isConnected: Bool { DeviceList.device(identifier: uniqueID) != nil }

  /// Returns true for sound.
  open func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .audio }

  /// Returns true for the same device.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVCaptureDevice)?.uniqueID == uniqueID }

  /// A number that equal devices share.
  open override var hash: Int { uniqueID.hashValue }

  // MARK: Finding

  private static var inputs: [DeviceDescription] { DeviceList.all.filter { $0.directions.contains(.input) } }

  /// Returns the default device for a media type, or `nil`.
  ///
  /// Sound comes of the default device, if it records.
  open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    guard mediaType == .audio, let device = inputs.first(where: \.isStandard) else { return nil }
    return AVCaptureDevice(device)
  }

  /// Returns the default device of a kind, or `nil`.
  open class func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? {
    guard deviceType == .microphone, position == .unspecified else { return nil }
    return `default`(for: mediaType ?? .audio)
  }

  /// Returns all devices for a media type.
  open class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
    mediaType == .audio ? inputs.map { AVCaptureDevice($0) } : []
  }

  /// Returns the capturing device of a ``uniqueID``, or `nil`.
  public convenience init?(uniqueID deviceUniqueID: String) {
    guard let device = Self.inputs.first(where: { $0.identifier == deviceUniqueID }) else { return nil }
    self.init(device)
  }

  /// A search for devices of some kinds.
  public final class DiscoverySession: NSObject, Sendable {
    /// The devices that were found.
    public let devices: [AVCaptureDevice]

    /// Searches for devices; only microphones are found.
    public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      let isKnown = deviceTypes.contains(.microphone) && position == .unspecified
      devices = isKnown ? AVCaptureDevice.devices(for: mediaType ?? .audio) : []
    }
  }

  // MARK: Permission

  /// Returns the permission to capture a media type: granted for sound, because the system decides when the device is
  /// opened; denied for others.
  open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    mediaType == .audio ? .authorized : .restricted
  }

  /// Calls the handler on another thread with the permission to capture a media type.
  open class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async { handler(authorizationStatus(for: mediaType) == .authorized) }
  }

  /// Returns the permission to capture a media type.
  open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    authorizationStatus(for: mediaType) == .authorized
  }
}

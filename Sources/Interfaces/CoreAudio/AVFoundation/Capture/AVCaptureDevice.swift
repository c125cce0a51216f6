import AudioDevices
import Dispatch
public import Foundation

/// The permission to capture media.
public enum AVAuthorizationStatus: Int, Sendable {
  /// It was not requested.
  case notDetermined = 0
  /// It cannot be granted.
  case restricted = 1
  /// It is denied.
  case denied = 2
  /// It is granted.
  case authorized = 3
}

/// A device that captures sound: one that records of the hardware layer.
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
    /// None: it is of no importance for sound.
    case unspecified = 0
    /// The back.
    case back = 1
    /// The front.
    case front = 2
  }

  /// The name that stays the same: the UID of the hardware layer.
  public let uniqueID: String
  /// The name, for people.
  public let localizedName: String

  private init(_ device: DeviceDescription) {
    (uniqueID, localizedName) = (device.identifier, device.name)
    super.init()
  }

  /// The kind of the device.
  open var deviceType: DeviceType { .microphone }
  /// No side.
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

  /// Returns the default device for a kind of media; `nil` where there is none.
  ///
  /// Sound comes of the default device, if it records.
  open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    guard mediaType == .audio, let device = inputs.first(where: \.isStandard) else { return nil }
    return AVCaptureDevice(device)
  }

  /// Returns the default device of a kind; `nil` where there is none.
  open class func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? {
    guard deviceType == .microphone, position == .unspecified else { return nil }
    return `default`(for: mediaType ?? .audio)
  }

  /// Returns all devices for a kind of media.
  open class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
    mediaType == .audio ? inputs.map { AVCaptureDevice($0) } : []
  }

  /// Returns the device of a ``uniqueID``; `nil` where there is none that captures.
  public convenience init?(uniqueID deviceUniqueID: String) {
    guard let device = Self.inputs.first(where: { $0.identifier == deviceUniqueID }) else { return nil }
    self.init(device)
  }

  /// A search for devices of some kinds.
  public final class DiscoverySession: NSObject, Sendable {
    /// The devices that were found.
    public let devices: [AVCaptureDevice]

    /// Searches for devices; microphones for sound alone are known.
    public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      let isKnown = deviceTypes.contains(.microphone) && position == .unspecified
      devices = isKnown ? AVCaptureDevice.devices(for: mediaType ?? .audio) : []
    }
  }

  // MARK: Permission

  /// Returns the permission to capture a kind of media: sound may be, for the system decides when the device is opened,
  /// and nothing else can be.
  open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    mediaType == .audio ? .authorized : .restricted
  }

  /// Answers if a kind of media may be captured, on a thread of its own.
  open class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async { handler(authorizationStatus(for: mediaType) == .authorized) }
  }

  /// Answers if a kind of media may be captured.
  open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    authorizationStatus(for: mediaType) == .authorized
  }
}

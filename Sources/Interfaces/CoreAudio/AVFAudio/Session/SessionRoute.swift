// Names of ports are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioDevices
public import AudioToolbox
public import Foundation

/// The ports of a session's route: those of the default device.
open class AVAudioSessionRouteDescription: NSObject {
  /// The ports that capture.
  public let inputs: [AVAudioSessionPortDescription]
  /// The ports that play.
  public let outputs: [AVAudioSessionPortDescription]

  init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
    (self.inputs, self.outputs) = (inputs, outputs)
  }
}

/// A channel of a port.
open class AVAudioSessionChannelDescription: NSObject {
  /// The name.
  public let channelName: String
  /// The identifier of the port.
  public let owningPortUID: String
  /// The number of the channel, from 1 on.
  public let channelNumber: Int
  /// The loudspeaker or microphone; unknown here.
  public let channelLabel: AudioChannelLabel = kAudioChannelLabel_Unknown

  init(_ uid: String, _ number: Int) {
    (channelName, owningPortUID, channelNumber) = ("Channel \(number)", uid, number)
  }
}

/// A side of a device.
///
/// `@unchecked` because a class that may be subclassed cannot be checked; all properties are set once.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  /// The kind of port: a line of a device of the system, or a virtual one.
  public let portType: AVAudioSession.Port
  /// The device's name.
  public let portName: String
  /// The device's identifier.
  public let uid: String
  private let channelCount: Int

  init(_ device: any AudioDevice, _ direction: DeviceDirection) {
    portType = device is VirtualDevice ? .virtual : direction == .input ? .lineIn : .lineOut
    (portName, uid, channelCount) = (device.name, device.identifier, device.format.channelCount)
  }

  /// False: no device here is for telephony.
  open var hasHardwareVoiceCallProcessing: Bool { false }
  /// False: no device here plays spatial audio.
  open var isSpatialAudioEnabled: Bool { false }
  /// The channels.
  open var channels: [AVAudioSessionChannelDescription]? {
    (0..<channelCount).map { AVAudioSessionChannelDescription(uid, $0 + 1) }
  }
  /// `nil`: a port has no choice of sources here.
  open var dataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// `nil`: a port has no choice of sources here.
  open var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// `nil`: a port has no choice of sources here.
  open var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Chooses a source of the port.
  ///
  /// - Throws: `kAudio_ParamError` for one, since a port here has none.
  open func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    guard dataSource != nil else { return }
    throw AVAudioSession.refusal("a port here has no data sources", call: "setPreferredDataSource")
  }

  /// Returns true for a port of the same device and kind.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionPortDescription else { return false }
    return uid == other.uid && portType == other.portType
  }

  /// The hash of the identifier.
  open override var hash: Int { uid.hash }
}

/// One of several microphones of a port; no port here has several.
open class AVAudioSessionDataSourceDescription: NSObject {
  /// The number.
  public let dataSourceID: NSNumber
  /// The name.
  public let dataSourceName: String

  init(dataSourceID: NSNumber, dataSourceName: String) {
    (self.dataSourceID, self.dataSourceName) = (dataSourceID, dataSourceName)
  }
}

extension AVAudioSession {
  /// The kind of a port, with the names that Apple's constants have in logs of public programs.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a value from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// `AVAudioSessionPortLineIn`.
    public static let lineIn = Port(rawValue: "LineIn")
    /// `AVAudioSessionPortBuiltInMic`.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// `AVAudioSessionPortHeadsetMic`.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// `AVAudioSessionPortLineOut`.
    public static let lineOut = Port(rawValue: "LineOut")
    /// `AVAudioSessionPortHeadphones`.
    public static let headphones = Port(rawValue: "Headphones")
    /// `AVAudioSessionPortBluetoothA2DP`.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// `AVAudioSessionPortBuiltInReceiver`.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    /// `AVAudioSessionPortBuiltInSpeaker`.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// `AVAudioSessionPortHDMI`.
    public static let HDMI = Port(rawValue: "HDMIOutput")
    /// `AVAudioSessionPortAirPlay`.
    public static let airPlay = Port(rawValue: "AirPlay")
    /// `AVAudioSessionPortBluetoothLE`.
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    /// `AVAudioSessionPortBluetoothHFP`.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// `AVAudioSessionPortUSBAudio`.
    public static let usbAudio = Port(rawValue: "USBAudio")
    /// `AVAudioSessionPortCarAudio`.
    public static let carAudio = Port(rawValue: "CarAudio")
    /// `AVAudioSessionPortVirtual`.
    public static let virtual = Port(rawValue: "Virtual")
    /// `AVAudioSessionPortPCI`.
    public static let PCI = Port(rawValue: "PCI")
    /// `AVAudioSessionPortFireWire`.
    public static let fireWire = Port(rawValue: "FireWire")
    /// `AVAudioSessionPortDisplayPort`.
    public static let displayPort = Port(rawValue: "DisplayPort")
    /// `AVAudioSessionPortAVB`.
    public static let AVB = Port(rawValue: "AVB")
    /// `AVAudioSessionPortThunderbolt`.
    public static let thunderbolt = Port(rawValue: "Thunderbolt")
  }

  // MARK: The route

  /// The ports of the default device: one input and one output.
  public var currentRoute: AVAudioSessionRouteDescription {
    let device = DeviceList.standard
    return AVAudioSessionRouteDescription(
      inputs: [AVAudioSessionPortDescription(device, .input)],
      outputs: [AVAudioSessionPortDescription(device, .output)])
  }

  /// The input of the default device.
  public var availableInputs: [AVAudioSessionPortDescription]? { currentRoute.inputs }

  /// `nil`: an input has no choice of sources here.
  public var inputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// `nil`: a port has no choice of sources here.
  public var inputDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// `nil`: an output has no choice of destinations here.
  public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// `nil`: a port has no choice of sources here.
  public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Chooses a microphone of the input.
  ///
  /// - Throws: `kAudio_ParamError` for one, since there are none.
  public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw Self.refusal("an input here has no data sources", call: "setInputDataSource") }
  }

  /// Chooses a part of the output.
  ///
  /// - Throws: `kAudio_ParamError` for one, since there are none.
  public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw Self.refusal("an output here has no data sources", call: "setOutputDataSource") }
  }

  /// 1: the system's gain is not known.
  public var inputGain: Float { 1 }
  /// False: the system sets the gain.
  public var isInputGainSettable: Bool { false }

  /// Throws: the system sets the gain.
  ///
  /// - Throws: `kAudio_UnimplementedError`.
  public func setInputGain(_ gain: Float) throws {
    throw NSError.ofEngine(
      OSStatus(kAudio_UnimplementedError), "the input's gain cannot be set here", call: "setInputGain")
  }

  static func refusal(_ text: String, call: String) -> NSError { NSError.ofEngine(kAudio_ParamError, text, call: call) }
}

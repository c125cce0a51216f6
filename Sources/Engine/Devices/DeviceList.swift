import AudioBase

/// The devices of the process.
///
/// The environment variable `AUDIO_TOOLBOX_DEVICE` selects the default device:
///
/// | value | device |
/// |---|---|
/// | `alsa`, `alsa:NAME`, `alsa:NAME:44100:1` | libasound's device of that name, at a rate and with channels |
/// | `virtual`, `virtual:44100:1` | a device without an audible output; of 48,000 Hz and two channels |
/// | not set, or empty | libasound's `default` if it opens, else the virtual device |
///
/// A device that was chosen and is not available is not replaced by another one: starting it throws why.
public enum DeviceList {
  /// The name of the environment variable that chooses the default device.
  public static let environmentVariable = "AUDIO_TOOLBOX_DEVICE"

  private final class Table: Sendable {
    let devices: [String: any AudioDevice]

    init(_ devices: [String: any AudioDevice]) { self.devices = devices }
  }

  /// Swapped, so that device threads look up a device without a lock.
  private static let table = SwappedReference(Table([:]))

  /// The default device for playing.
  public static let standard: any AudioDevice = {
    let device = makeStandard(Environment.value(of: environmentVariable) ?? "")
    register(device)
    return device
  }()

  private static func makeStandard(_ choice: String) -> any AudioDevice {
    guard choice.isEmpty else {
      do throws(DeviceError) {
        return try device(choosing: choice)
      } catch {
        return UnavailableDevice(choice, error)
      }
    }
    if let card = try? ALSADevice("default") { return card }
    return makeVirtual(DeviceFormat(sampleRate: 48000, channelCount: 2))
  }

  private static func makeVirtual(
    _ format: DeviceFormat, _ settings: ALSADevice.Settings = ALSADevice.Settings()
  ) -> VirtualDevice {
    // Bound: a million frames at most.
    let frameCount = min(max(1, settings.periodFrameCount), 1 << 20)
    return VirtualDevice("virtual", format, pacing: .realTime, bufferFrameCount: frameCount)
  }

  /// Registers a device by its identifier, replacing one with the same identifier.
  public static func register(_ device: any AudioDevice) {
    change { $0[device.identifier] = device }
  }

  /// Removes a device. Its users may continue to use it.
  public static func unregister(_ device: any AudioDevice) {
    change { if $0[device.identifier] === device { $0[device.identifier] = nil } }
  }

  private static func change(_ body: (inout [String: any AudioDevice]) -> Void) {
    table.replace { table in
      var devices = table.devices
      body(&devices)
      return Table(devices)
    }
    table.settle()
  }

  /// Returns the device of an identifier, or `nil`. Opens and registers one of libasound's, `alsa:NAME`.
  public static func device(identifier: String) -> (any AudioDevice)? {
    if standard.identifier == identifier { return standard }
    if let known = table.use({ $0.devices[identifier] }) { return known }
    guard identifier.hasPrefix(DeviceChoice.prefix),
      let card = try? ALSADevice(String(identifier.dropFirst(DeviceChoice.prefix.count)))
    else { return nil }
    register(card)
    return card
  }

  /// Returns the device that a text in the form of ``environmentVariable`` names, or the registered one of this
  /// identifier.
  ///
  /// - Parameters:
  ///   - choice: A text such as `alsa:hw:0,0:44100`; `nil` for that of the variable, and where that is not set for
  ///     libasound's `default`, or the virtual device.
  ///   - settings: The settings of a sound card; a rate and channels in `choice` override those here.
  /// - Throws: ``DeviceError/unknownDevice(_:)``, and the error of ``ALSADevice``.
  public static func device(
    choosing choice: String?, _ settings: ALSADevice.Settings = ALSADevice.Settings()
  ) throws(DeviceError) -> any AudioDevice {
    let variable = Environment.value(of: environmentVariable) ?? ""
    guard let choice = choice ?? (variable.isEmpty ? nil : variable) else {
      if let card = try? ALSADevice("default", settings) { return card }
      return makeVirtual(DeviceFormat(sampleRate: 48000, channelCount: 2), settings)
    }
    if let known = table.use({ $0.devices[choice] }) { return known }
    switch DeviceChoice(choice) {
    case .virtual(let format): return makeVirtual(format, settings)
    case .alsa(let name, let rate, let channelCount):
      var settings = settings
      settings.sampleRate = rate ?? settings.sampleRate
      settings.channelCount = channelCount ?? settings.channelCount
      return try ALSADevice(name, settings)
    case nil: throw .unknownDevice(choice)
    }
  }

  /// The reason for which no sound card can be used: libasound is missing or too old; `nil` if it is usable.
  public static var cardProblem: DeviceError? {
    if case .failure(let error) = ALSALibrary.shared { return error }
    return nil
  }

  /// All devices that can be named: libasound's in its order, then registered ones, then the virtual one.
  ///
  /// None of them is opened, except the default one, to identify it.
  public static var all: [DeviceDescription] {
    var found: [DeviceDescription] = []
    if case .success(let library) = ALSALibrary.shared {
      found = library.listPCMs().map {
        DeviceDescription(identifier: DeviceChoice.prefix + $0.name, name: $0.text, directions: $0.directions)
      }
    }
    let registered = table.use { $0.devices.values.map { ($0.identifier, $0.name) } }
    for (identifier, name) in [(standard.identifier, standard.name)] + registered.sorted(by: { $0 < $1 })
      + [("virtual", "Virtual device")]
    where !found.contains(where: { $0.identifier == identifier }) {
      found.append(DeviceDescription(identifier: identifier, name: name, directions: [.output, .input]))
    }
    for index in found.indices { found[index].isStandard = found[index].identifier == standard.identifier }
    return found
  }
}

/// A device in a list.
public struct DeviceDescription: Sendable, Hashable {
  /// The identifier by which a program chooses the device.
  public var identifier: String
  /// The name to show.
  public var name: String
  /// The directions that the device supports.
  public var directions: Set<DeviceDirection>
  /// True for the default device for playing.
  public var isStandard = false
}

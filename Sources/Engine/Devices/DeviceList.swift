import AudioBase

/// The devices of the process.
///
/// There is no driver for sound cards yet, so that the default device is a virtual one: it keeps time, and what it
/// plays is heard by nobody. The environment variable `AUDIO_TOOLBOX_DEVICE` says which: `virtual`, `virtual:44100`
/// with a rate in hertz, `virtual:44100:1` with a number of channels as well. Without it the device has 48,000 Hz and
/// two channels.
public enum DeviceList {
  /// The variable that chooses the default device.
  public static let environmentVariable = "AUDIO_TOOLBOX_DEVICE"

  private struct Table {
    var devices: [String: any AudioDevice] = [:]
  }

  private static let table = Lock(Table())

  /// The device that plays where nobody chooses one.
  public static let standard: any AudioDevice = {
    let choice = Environment.value(of: environmentVariable) ?? ""
    let device = VirtualDevice(
      "virtual", format(choosing: choice) ?? DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .realTime)
    register(device)
    return device
  }()

  /// Makes a device known by its identifier, in place of one that had it before.
  public static func register(_ device: any AudioDevice) {
    table.withLock { $0.devices[device.identifier] = device }
  }

  /// Forgets a device. Who uses it goes on with it.
  public static func unregister(_ device: any AudioDevice) {
    table.withLock { table in
      if table.devices[device.identifier] === device { table.devices[device.identifier] = nil }
    }
  }

  /// The device of an identifier, or `nil`.
  public static func device(identifier: String) -> (any AudioDevice)? {
    if standard.identifier == identifier { return standard }
    return table.withLock { $0.devices[identifier] }
  }

  /// What the variable's value says: `virtual`, and after colons a rate and a number of channels; `nil` for anything
  /// else.
  package static func format(choosing choice: String) -> DeviceFormat? {
    let words = choice.split(separator: ":", omittingEmptySubsequences: false)
    guard words.first == "virtual", words.count <= 3 else { return nil }
    var format = DeviceFormat(sampleRate: 48000, channelCount: 2)
    if words.count > 1 {
      guard let rate = Double(words[1]), (1000...768_000).contains(rate) else { return nil }
      format.sampleRate = rate
    }
    if words.count > 2 {
      guard let count = Int(words[2]), (1...64).contains(count) else { return nil }
      format.channelCount = count
    }
    return format
  }
}

package import ArgumentParser
package import AudioDevices
import AudioFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The device for playing or recording, with its options.
package struct DeviceOptions: ParsableArguments {
  package init() {}

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The device: alsa:NAME as 'af devices' lists it, with :RATE and :CHANNELS after it if wanted, or virtual, which "
        + "nobody hears.", valueName: "name"))
  package var device: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Frames that the device works on at a time; the default is 512.", valueName: "frames"))
  package var period: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Frames between the program and the sound card; the default is four periods. Fewer lower the delay, more survive a "
        + "busy machine.", valueName: "frames"))
  package var buffer: Int?

  package func validate() throws {
    try check(period, "--period", takes: 16...65_536, "frames")
    if let buffer, buffer > 1 << 20 || buffer < 2 * (period ?? 16) {
      throw ValidationError("--buffer takes two periods up to 1048576 frames.")
    }
  }

  /// The names of the given options.
  package var names: [String] {
    [(device != nil, "--device"), (period != nil, "--period"), (buffer != nil, "--buffer")].filter(\.0).map(\.1)
  }

  /// Returns the default device for playing or for capturing.
  package static func standard(for direction: DeviceDirection) throws(CommandFailure) -> any AudioDevice {
    var settings = ALSADevice.Settings()
    settings.direction = direction
    return try find(nil, settings)
  }

  private static func find(
    _ choice: String?, _ settings: ALSADevice.Settings
  ) throws(CommandFailure) -> any AudioDevice {
    do throws(DeviceError) {
      return try DeviceList.device(choosing: choice, settings)
    } catch {
      throw CommandFailure(named: choice ?? DeviceList.environmentVariable, .device(error))
    }
  }

  /// Returns the device; prints a warning for a virtual one that was not requested.
  package func open(
    for direction: DeviceDirection, _ common: CommonOptions
  ) throws(CommandFailure) -> any AudioDevice {
    let found = try open(for: direction)
    let chosen = device ?? ProcessInfo.processInfo.environment[DeviceList.environmentVariable] ?? ""
    if chosen.isEmpty, found is VirtualDevice {
      let effect = direction == .output ? "nobody hears it" : "what it records is silence"
      common.warn(
        Pathname(found.identifier),
        "no sound card can be opened; this device is virtual, and \(effect); 'af devices' lists those there are")
    }
    return found
  }

  /// Returns the device.
  package func open(for direction: DeviceDirection) throws(CommandFailure) -> any AudioDevice {
    var settings = ALSADevice.Settings()
    settings.direction = direction
    if let period { (settings.periodFrameCount, settings.bufferFrameCount) = (period, 4 * period) }
    if let buffer {
      settings.bufferFrameCount = buffer
      if period == nil { settings.periodFrameCount = max(16, min(settings.periodFrameCount, buffer / 4)) }
    }
    let found = try Self.find(device, settings)
    if let card = found as? ALSADevice, !card.supports(direction) {
      throw CommandFailure(named: found.identifier, .device(.noDirection(device: card.name, direction)))
    }
    if buffer != nil, found is VirtualDevice {
      throw CommandFailure(
        named: found.identifier, "a virtual device has no buffer", advice: "leave --buffer away, or name a sound card")
    }
    return found
  }
}

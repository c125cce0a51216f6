import ArgumentParser
import AudioDevices
import AudioFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `af devices`: lists the devices that can play and capture.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Lists the devices that play and record.",
    discussion: """
      A star marks the default device: the one that the variable AUDIO_TOOLBOX_DEVICE names, else ALSA's default, else a \
      virtual device that nobody hears.

      Examples:
        af devices
        af devices --json
      """)

  /// One line of `--json`.
  private struct Record: Encodable {
    var identifier: String
    var name: String
    var plays: Bool
    var captures: Bool
    var isDefault: Bool
  }

  @Flag(name: .long, help: "Print one JSON object a device.")
  var json = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    for device in DeviceList.all {
      let (plays, captures) = (device.directions.contains(.output), device.directions.contains(.input))
      if json {
        let record = Record(
          identifier: device.identifier, name: device.name, plays: plays, captures: captures,
          isDefault: device.isStandard)
        StandardStream.output.write(jsonLine(record))
        continue
      }
      let ways = plays && captures ? "plays, captures" : plays ? "plays" : "captures"
      let line =
        "\(device.isStandard ? "*" : " ") \(device.identifier.printable.padded(32))\(ways.padded(16))"
        + device.name.printable
      StandardStream.output.write(line + "\n")
    }
    if common.verbose {
      let choice = ProcessInfo.processInfo.environment[DeviceList.environmentVariable] ?? "not set"
      StandardStream.error.write("af: \(DeviceList.environmentVariable): \(choice)".printable + "\n")
    }
    if !common.quiet, !json, let problem = DeviceList.cardProblem {
      StandardStream.error.write("af: no sound cards: \(problem)".printable + "\n")
    }
  }
}

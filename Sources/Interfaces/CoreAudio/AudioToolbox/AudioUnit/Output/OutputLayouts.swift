import AudioBase
import AudioConversion
import CAudioToolbox

// The places of an output unit's channels. GStreamer, cubeb and mpv ask for the device's, and set those of their own.

extension OutputProperties {
  /// Returns the layout of a side of an element: the program's can be set.
  func layout(_ address: UnitAddress, _ settings: OutputUnit.Settings) throws(Status) -> UnitAnswer {
    try address.require(kAudioUnitScope_Input, kAudioUnitScope_Output)
    let configuration = unit.configuration.withLock { $0 }
    let count = try UnitProperties(unit: unit).format(address, configuration).channelsPerFrame
    let isPrograms = address.isPrograms
    let given = isPrograms ? settings.layouts[Int(address.element)] : nil
    return .value(
      PropertyValue(bytes: (given ?? DeviceProperties.layout(count)).nativeBytes), isWritable: isPrograms)
  }

  func setLayout(_ address: UnitAddress, _ source: PropertySource) throws(Status) {
    let failure = kAudioUnitErr_InvalidPropertyValue
    let given = try source.channelLayout(tooShort: failure, unknown: failure)
    let configuration = unit.configuration.withLock { $0 }
    guard try UnitProperties(unit: unit).format(address, configuration).channelsPerFrame == given.channelCount else {
      throw Status(failure)
    }
    try unit.changeStopped { _ in unit.settings.withLock { $0.layouts[Int(address.element)] = given } }
  }
}

extension UnitAddress {
  /// True for the side of an output unit's element at which the program is, and not the device.
  fileprivate var isPrograms: Bool { (scope == kAudioUnitScope_Input) == (element == 0) }
}

extension OutputUnit.Settings {
  /// Returns the mapping of an element's channels by the program's map, or by its layout; `nil` if it is plain.
  ///
  /// A layout of another number of channels than the format's is left out of account.
  func mapping(_ element: Int, from input: UnitFormat, to output: UnitFormat) -> ChannelMapping? {
    if let map = element == 0 ? outputMap : inputMap { return .map(map) }
    let (from, to) = (input.format.channelsPerFrame, output.format.channelsPerFrame)
    guard let given = layouts[element], given.channelCount == (element == 0 ? from : to) else { return nil }
    let device = DeviceProperties.layout(element == 0 ? to : from)
    let matrix: ChannelMatrix =
      element == 0 ? .rearranging(given, to: device) : .rearranging(device, to: given)
    return from == to && matrix == .rearranging(device, to: device) ? nil : .matrix(matrix)
  }
}

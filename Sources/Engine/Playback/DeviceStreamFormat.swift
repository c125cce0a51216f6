package import AudioBase
package import AudioConversion
package import AudioDevices

extension StreamFormat {
  /// Creates the format of a device's samples: 32-bit floats in separate channels.
  package init(planar format: DeviceFormat) {
    self = .planarFloats(sampleRate: format.sampleRate, channelCount: format.channelCount)
  }

}

extension PacketRequest {
  /// Returns the format with the device's number of channels, if linear PCM leaves it open, and the sizes that follow.
  package func completed(for captured: DeviceFormat) -> PacketRequest {
    guard format.formatID == .linearPCM, format.channelsPerFrame == 0, format.bytesPerFrame == 0 else { return self }
    var request = self
    request.format.channelsPerFrame = captured.channelCount
    request.format.bytesPerFrame = (format.bitsPerChannel + 7) / 8 * captured.channelCount
    request.format.bytesPerPacket = request.format.bytesPerFrame
    return request
  }
}

package import AudioBase
package import AudioDevices

extension StreamFormat {
  /// Creates the format in which a device plays and captures: 32-bit floats, channels apart.
  package init(planar format: DeviceFormat) {
    self.init(.float32, sampleRate: format.sampleRate, channelsPerFrame: format.channelCount)
    // `kAudioFormatFlagIsNonInterleaved`: the sizes are those of one channel.
    formatFlags |= 32
    bytesPerFrame = SampleFormat.float32.byteCount
    bytesPerPacket = bytesPerFrame
  }

  /// Returns the same with the device's number of channels, where linear PCM leaves it open: its sizes follow from it.
  package func completed(for captured: DeviceFormat) -> StreamFormat {
    guard formatID == .linearPCM, channelsPerFrame == 0, bytesPerFrame == 0 else { return self }
    var format = self
    format.channelsPerFrame = captured.channelCount
    format.bytesPerFrame = (bitsPerChannel + 7) / 8 * captured.channelCount
    format.bytesPerPacket = format.bytesPerFrame
    return format
  }
}

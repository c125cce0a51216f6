import AudioToolbox

extension AudioStreamBasicDescription {
  /// Interleaved samples of 16 bits.
  public static func pcm16(rate: Double, channels: UInt32) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2 * channels,
      mFramesPerPacket: 1, mBytesPerFrame: 2 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0)
  }

  /// A coded format, of which only these three are known. `AudioFormatGetProperty` may complete it.
  public static func coded(
    _ formatID: AudioFormatID, rate: Double, channels: UInt32, framesPerPacket: UInt32 = 0
  ) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: formatID, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: framesPerPacket,
      mBytesPerFrame: 0, mChannelsPerFrame: channels, mBitsPerChannel: 0, mReserved: 0)
  }

  /// The fields in a line.
  public var summary: String {
    """
    \(fourCharacters(mFormatID)) flags \(mFormatFlags), \(mSampleRate) Hz, \(mChannelsPerFrame) channels, \
    \(mBitsPerChannel) bits, \(mBytesPerFrame) bytes a frame, \(mFramesPerPacket) frames and \(mBytesPerPacket) bytes a packet
    """
  }
}

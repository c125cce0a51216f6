/// The layout of a stream of audio: Core Audio's `AudioStreamBasicDescription`, field by field.
///
/// A zero means "unknown or variable", as it does there.
public struct StreamFormat: Equatable, Sendable {
  /// `mSampleRate`: frames per second, in Hz.
  public var sampleRate: Double
  /// `mFormatID`: the codec, such as ``FourCharacterCode/linearPCM``.
  public var formatID: FourCharacterCode
  /// `mFormatFlags`: the meaning depends on ``formatID``; see ``linearPCMFlags``.
  public var formatFlags: UInt32
  /// `mBytesPerPacket`: bytes of one packet, 0 if packets differ in size.
  public var bytesPerPacket: Int
  /// `mFramesPerPacket`: frames of one packet, 0 if packets differ in duration.
  public var framesPerPacket: Int
  /// `mBytesPerFrame`: bytes of one frame of all interleaved channels, 0 for compressed formats.
  public var bytesPerFrame: Int
  /// `mChannelsPerFrame`: the number of channels.
  public var channelsPerFrame: Int
  /// `mBitsPerChannel`: bits of one sample, 0 for compressed formats.
  public var bitsPerChannel: Int

  /// Creates a format of a compressed stream; fields that are not given are 0.
  public init(
    formatID: FourCharacterCode, sampleRate: Double, channelsPerFrame: Int, framesPerPacket: Int = 0,
    formatFlags: UInt32 = 0
  ) {
    self.sampleRate = sampleRate
    self.formatID = formatID
    self.formatFlags = formatFlags
    bytesPerPacket = 0
    self.framesPerPacket = framesPerPacket
    bytesPerFrame = 0
    self.channelsPerFrame = channelsPerFrame
    bitsPerChannel = 0
  }

  /// True if each packet's first bytes state its duration, so that containers and decoders count the same.
  public var statesPacketDurations: Bool { [.flac, .opus, .vorbis].contains(formatID) }

  /// Creates the format of interleaved linear PCM.
  public init(_ samples: SampleFormat, sampleRate: Double, channelsPerFrame: Int) {
    self.init(
      formatID: .linearPCM, sampleRate: sampleRate, channelsPerFrame: channelsPerFrame, framesPerPacket: 1,
      formatFlags: samples.formatFlags.rawValue)
    bytesPerFrame = samples.byteCount * channelsPerFrame
    bytesPerPacket = bytesPerFrame
    bitsPerChannel = samples.bitsPerSample
  }
}

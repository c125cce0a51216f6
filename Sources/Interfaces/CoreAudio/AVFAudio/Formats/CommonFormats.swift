import AudioToolbox

extension AVAudioCommonFormat {
  /// The name in descriptions of formats.
  var name: String {
    switch self {
    case .otherFormat: "other"
    case .pcmFormatFloat32: "Float32"
    case .pcmFormatFloat64: "Float64"
    case .pcmFormatInt16: "Int16"
    case .pcmFormatInt32: "Int32"
    }
  }

  /// The number of bits of a sample.
  var bitDepth: UInt32 {
    switch self {
    case .otherFormat: 0
    case .pcmFormatFloat32, .pcmFormatInt32: 32
    case .pcmFormatFloat64: 64
    case .pcmFormatInt16: 16
    }
  }

  /// Flags of the samples, packed and in the processor's byte order.
  var flags: AudioFormatFlags {
    let kind =
      switch self {
      case .pcmFormatFloat32, .pcmFormatFloat64: kAudioFormatFlagIsFloat
      default: kAudioFormatFlagIsSignedInteger
      }
    return kind | kAudioFormatFlagIsPacked | kAudioFormatFlagsNativeEndian
  }
}

extension AudioStreamBasicDescription {
  /// Creates the description of a usual format.
  init(_ format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool) {
    let (bytes, overflow) = (format.bitDepth / 8).multipliedReportingOverflow(by: interleaved ? channels : 1)
    self.init(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: format.flags | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
      mBytesPerPacket: overflow ? 0 : bytes, mFramesPerPacket: 1, mBytesPerFrame: overflow ? 0 : bytes,
      mChannelsPerFrame: channels, mBitsPerChannel: format.bitDepth, mReserved: 0)
  }

  /// The usual format that this is.
  var commonFormat: AVAudioCommonFormat {
    let formats: [AVAudioCommonFormat] = [.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32]
    return formats.first { format in
      let isInterleaved = mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
      let usual = AudioStreamBasicDescription(
        format, sampleRate: mSampleRate, channels: mChannelsPerFrame, interleaved: isInterleaved)
      return usual.canonical == canonical
    } ?? .otherFormat
  }

  /// The significant parts of the description, as numbers that can be compared.
  var canonical: [UInt64] {
    var flags = mFormatFlags
    if mFormatID == kAudioFormatLinearPCM {
      let isPlanar = flags & kAudioFormatFlagIsNonInterleaved != 0
      let samples = isPlanar ? 1 : UInt64(mChannelsPerFrame)
      if UInt64(mBytesPerFrame) * 8 == UInt64(mBitsPerChannel) * samples {
        flags = flags & ~kAudioFormatFlagIsAlignedHigh | kAudioFormatFlagIsPacked
      }
      if mChannelsPerFrame == 1 { flags &= ~kAudioFormatFlagIsNonInterleaved }
      if mBitsPerChannel == 8 { flags &= ~kAudioFormatFlagIsBigEndian }
    }
    return [
      mSampleRate.bitPattern, UInt64(mFormatID), UInt64(flags), UInt64(mBytesPerPacket), UInt64(mFramesPerPacket),
      UInt64(mBytesPerFrame), UInt64(mChannelsPerFrame), UInt64(mBitsPerChannel),
    ]
  }
}

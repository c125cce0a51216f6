package import AudioBase

extension MPEGAudioHeader {
  /// Core Audio's format ID: `.mp1`, `.mp2` or `.mp3`.
  package var formatID: FourCharacterCode {
    switch layer {
    case 1: .mpegLayer1
    case 2: .mpegLayer2
    default: .mpegLayer3
    }
  }

  /// The format of a stream with frames like this one.
  package var format: StreamFormat {
    StreamFormat(
      formatID: formatID, sampleRate: Double(sampleRate), channelsPerFrame: channelCount,
      framesPerPacket: framesPerPacket)
  }
}

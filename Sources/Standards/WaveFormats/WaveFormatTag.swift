package import AudioBase

/// `wFormatTag`, or the first field of `SubFormat` where the format is extensible: the kinds that are read here.
package enum WaveFormatTag: UInt16, Sendable {
  /// `WAVE_FORMAT_PCM`.
  case pcm = 1
  /// `WAVE_FORMAT_ADPCM`: Microsoft's.
  case microsoftADPCM = 2
  /// `WAVE_FORMAT_IEEE_FLOAT`.
  case ieeeFloat = 3
  /// `WAVE_FORMAT_ALAW`.
  case aLaw = 6
  /// `WAVE_FORMAT_MULAW`.
  case muLaw = 7
  /// `WAVE_FORMAT_DVI_ADPCM`: IMA's.
  case dviADPCM = 0x11
  /// `WAVE_FORMAT_GSM610`.
  case gsm610 = 0x31
  /// `WAVE_FORMAT_MPEG`: layers I and II by their frames' own headers.
  case mpegLayer2 = 0x50
  /// `WAVE_FORMAT_MPEGLAYER3`.
  case mpegLayer3 = 0x55
  /// `WAVE_FORMAT_DVM`: AC-3 in frames, as FFmpeg and others write it.
  case ac3 = 0x2000
  /// FLAC in frames, as FFmpeg writes it.
  case flac = 0xF1AC

  /// Core Audio's format ID.
  package var formatID: FourCharacterCode {
    switch self {
    case .pcm, .ieeeFloat: .linearPCM
    case .aLaw: .aLaw
    case .muLaw: .muLaw
    case .microsoftADPCM: .microsoftADPCM
    case .dviADPCM: .dviADPCM
    case .gsm610: .microsoftGSM
    case .mpegLayer2: .mpegLayer2
    case .mpegLayer3: .mpegLayer3
    case .ac3: .ac3
    case .flac: .flac
    }
  }

  /// True if packets are blocks of many frames, which the format chunk counts.
  package var hasBlocks: Bool { self == .microsoftADPCM || self == .dviADPCM || self == .gsm610 }

  /// True if packets are frames of MPEG audio, which have headers of their own and need not be alike.
  package var isMPEGAudio: Bool { self == .mpegLayer2 || self == .mpegLayer3 }

  /// Returns the most frames that a block of `byteCount` bytes holds, or `nil` where it is too short for its own
  /// header.
  ///
  /// Microsoft's ADPCM has a header of 7 bytes a channel, which holds 2 frames, and IMA's one of 4 bytes, which holds
  /// 1; then a frame takes 4 bits a channel, which IMA's lays down in groups of 8 frames where there are several
  /// channels. GSM's block always has 65 bytes.
  package func framesPerBlock(byteCount: Int, channelCount: Int) -> Int? {
    switch self {
    case .microsoftADPCM:
      byteCount < 7 * channelCount ? nil : (byteCount - 7 * channelCount) * 2 / channelCount + 2
    case .dviADPCM:
      byteCount < 4 * channelCount
        ? nil : channelCount == 1 ? (byteCount - 4) * 2 + 1 : (byteCount / channelCount / 4 - 1) * 8 + 1
    case .gsm610: byteCount == 65 && channelCount == 1 ? 320 : nil
    default: 1
    }
  }
}

extension StreamFormat {
  /// Counts the frames in a block of ADPCM that ends early, up to those of a whole one; `nil` for other packets.
  package var framesInPart: (@Sendable (_ byteCount: Int) -> Int)? {
    guard let tag = [WaveFormatTag.microsoftADPCM, .dviADPCM].first(where: { $0.formatID == formatID }) else {
      return nil
    }
    return { [channels = channelsPerFrame, most = framesPerPacket] byteCount in
      min(tag.framesPerBlock(byteCount: byteCount, channelCount: channels) ?? 0, most)
    }
  }
}

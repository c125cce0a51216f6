package import AudioBase

/// `wFormatTag`, or the first field of an extensible format's `SubFormat`: the tags that are read here.
package enum WaveFormatTag: UInt16, Sendable {
  /// `WAVE_FORMAT_PCM`.
  case pcm = 1
  /// `WAVE_FORMAT_ADPCM`: Microsoft ADPCM.
  case microsoftADPCM = 2
  /// `WAVE_FORMAT_IEEE_FLOAT`.
  case ieeeFloat = 3
  /// `WAVE_FORMAT_ALAW`.
  case aLaw = 6
  /// `WAVE_FORMAT_MULAW`.
  case muLaw = 7
  /// `WAVE_FORMAT_DVI_ADPCM`: IMA ADPCM.
  case dviADPCM = 0x11
  /// `WAVE_FORMAT_YAMAHA_ADPCM`.
  case yamahaADPCM = 0x20
  /// `WAVE_FORMAT_GSM610`.
  case gsm610 = 0x31
  /// G.726 as FFmpeg writes it, the first code in the highest bits. (The tags 0x14, 0x40 and 0x64 have been used for
  /// either order.)
  case g726 = 0x45
  /// `WAVE_FORMAT_MPEG`: layers I and II, by the headers of the frames.
  case mpegLayer2 = 0x50
  /// `WAVE_FORMAT_MPEGLAYER3`.
  case mpegLayer3 = 0x55
  /// `WAVE_FORMAT_G722_ADPCM`.
  case g722 = 0x65
  /// G.722 as FFmpeg and others write it.
  case foreignG722 = 0x28F
  /// `WAVE_FORMAT_RAW_AAC1`: AAC in packets without framing, and the AudioSpecificConfig after the fields.
  case aac = 0xFF
  /// `WAVE_FORMAT_MPEG_ADTS_AAC`.
  case adts = 0x1600
  /// `WAVE_FORMAT_MPEG_LOAS`.
  case loas = 0x1602
  /// `WAVE_FORMAT_DVM`: AC-3 in frames, as FFmpeg and others write it.
  case ac3 = 0x2000
  /// ADPCM of Flash, as FFmpeg writes it.
  case flashADPCM = 0x5346
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
    case .aac, .adts, .loas: .aac
    case .yamahaADPCM: .yamahaADPCM
    case .g726: .g726
    case .g722, .foreignG722: .g722
    case .flashADPCM: .flashADPCM
    }
  }

  /// True if packets are blocks of many frames, which the format chunk counts.
  package var hasBlocks: Bool { self == .microsoftADPCM || self == .dviADPCM || self == .gsm610 }

  /// True if packets are frames of AC-3, FLAC or AAC, found by their own headers, or by all of their bits.
  package var hasFrames: Bool { [.ac3, .flac, .aac, .adts, .loas].contains(self) }

  /// True if packets have a number of frames that follows from the other fields.
  package var hasPlainPackets: Bool { [.yamahaADPCM, .g726, .g722, .foreignG722, .flashADPCM].contains(self) }

  /// Returns the bytes and frames of a plain packet; `nil` for channels, blocks or widths that the format does not
  /// have.
  ///
  /// A coding that continues from packet to packet has packets of any length: they are those that the fields state
  /// where these make sense, and 20 to 40 ms of speech otherwise.
  package func plainPacket(blockAlign: Int, channelCount: Int, bits: Int) -> (byteCount: Int, frameCount: Int)? {
    switch self {
    case .yamahaADPCM where (1...2).contains(channelCount):
      let stated = (channelCount...1 << 14).contains(blockAlign) && blockAlign % channelCount == 0 ? blockAlign : 0
      let bytes = stated > 1 ? stated : 512 * channelCount
      return (bytes, 2 * bytes / channelCount)
    case .g722, .foreignG722: return channelCount == 1 ? (160, 320) : nil
    case .g726: return channelCount == 1 && (2...5).contains(bits) ? (40 * bits, 320) : nil
    // A packet is one block of 4096 frames: two bits, and of each channel 22 bits and 4095 codes.
    case .flashADPCM where (1...2).contains(channelCount) && (2...5).contains(bits):
      let byteCount = (2 + channelCount * (22 + 4095 * bits) + 7) / 8
      return blockAlign == byteCount ? (byteCount, 4096) : nil
    default: return nil
    }
  }

  /// True if packets are frames of MPEG audio, which have their own headers and may differ.
  package var isMPEGAudio: Bool { self == .mpegLayer2 || self == .mpegLayer3 }

  /// Returns the largest number of frames in a block of `byteCount` bytes; `nil` if it is too short for its header.
  ///
  /// Microsoft's ADPCM has a header of 7 bytes per channel, which holds 2 frames, and IMA's one of 4 bytes, which holds
  /// 1; then a frame takes 4 bits per channel, which IMA's stores in groups of 8 frames if there are several channels.
  /// GSM's block always has 65 bytes.
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
  /// Returns the number of frames in an incomplete block of ADPCM, at most that of a whole one; `nil` for other
  /// packets.
  package var framesInPart: (@Sendable (_ byteCount: Int) -> Int)? {
    if FourCharacterCode.proportionalADPCM.contains(formatID), bytesPerPacket > 0 {
      return { [bytes = bytesPerPacket, frames = framesPerPacket] byteCount in byteCount * frames / bytes }
    }
    if formatID == .dsd, framesPerPacket > 0 {
      return { [bytes = bytesPerPacket, frames = framesPerPacket] byteCount in
        (byteCount * frames + bytes - 1) / bytes
      }
    }
    // aptX: units of four frames.
    if formatID == "aptx" || formatID == "aphd" {
      return { [unit = formatID == "aptx" ? 4 : 6] byteCount in byteCount / unit * 4 }
    }
    guard let tag = [WaveFormatTag.microsoftADPCM, .dviADPCM].first(where: { $0.formatID == formatID }) else {
      return nil
    }
    return { [channels = channelsPerFrame, most = framesPerPacket] byteCount in
      min(tag.framesPerBlock(byteCount: byteCount, channelCount: channels) ?? 0, most)
    }
  }
}

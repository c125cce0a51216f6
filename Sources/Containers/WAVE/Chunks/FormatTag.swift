import AudioBase

/// `wFormatTag`, or the first field of `SubFormat` where the format is extensible: the kinds that are read here.
enum FormatTag: UInt16 {
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

  /// Core Audio's format ID.
  var formatID: FourCharacterCode {
    switch self {
    case .pcm, .ieeeFloat: .linearPCM
    case .aLaw: .aLaw
    case .muLaw: .muLaw
    case .microsoftADPCM: .microsoftADPCM
    case .dviADPCM: .dviADPCM
    case .gsm610: .microsoftGSM
    case .mpegLayer2: .mpegLayer2
    case .mpegLayer3: .mpegLayer3
    }
  }

  /// Whether packets are blocks of many frames, which the format chunk counts.
  var hasBlocks: Bool { self == .microsoftADPCM || self == .dviADPCM || self == .gsm610 }

  /// Whether packets are frames of MPEG audio, which have headers of their own and need not be alike.
  var isMPEGAudio: Bool { self == .mpegLayer2 || self == .mpegLayer3 }

  /// The most frames that a block of `byteCount` bytes holds, or `nil` where it is too short for its own header.
  ///
  /// Microsoft's ADPCM has a header of 7 bytes a channel, which holds 2 frames, and IMA's one of 4 bytes, which holds
  /// 1; then a frame takes 4 bits a channel. GSM's block always has 65 bytes.
  func framesPerBlock(byteCount: Int, channelCount: Int) -> Int? {
    switch self {
    case .microsoftADPCM:
      byteCount < 7 * channelCount ? nil : (byteCount - 7 * channelCount) * 2 / channelCount + 2
    case .dviADPCM:
      byteCount < 4 * channelCount ? nil : (byteCount - 4 * channelCount) * 2 / channelCount + 1
    case .gsm610: byteCount == 65 && channelCount == 1 ? 320 : nil
    default: 1
    }
  }

  /// Why a tag that is not among these is refused.
  static func refusal(_ tag: UInt16) -> StaticString {
    switch tag {
    case 0x0010: "the WAVE format tag 0x10, OKI ADPCM, is not read here"
    case 0x0014, 0x0040, 0x0064, 0x0065: "the WAVE format tag of G.721, G.723 or G.726 is not read here"
    case 0x0022: "the WAVE format tag 0x22, TrueSpeech, is not read here"
    case 0x028F: "the WAVE format tag 0x28F, ADPCM of G.722, is not read here"
    case 0x0092, 0x2000: "the WAVE format tag of Dolby Digital is not read here"
    case 0x0008, 0x2001: "the WAVE format tag of DTS is not read here"
    case 0x00FF, 0x1600, 0x1601, 0x1602, 0x1610, 0x706D, 0xA106: "the WAVE format tag of AAC is not read here"
    case 0x0160, 0x0161, 0x0162, 0x0163: "the WAVE format tag of Windows Media Audio is not read here"
    case 0x566F, 0x674F, 0x6750, 0x6751, 0x676F, 0x6770, 0x6771: "the WAVE format tag of Vorbis is not read here"
    case 0xF1AC: "the WAVE format tag 0xF1AC, FLAC, is not read here"
    case 0x704F: "the WAVE format tag 0x704F, Opus, is not read here"
    default: "the WAVE format tag is none of PCM, float, A-law, mu-law, MS ADPCM, IMA ADPCM, GSM 6.10 and MPEG audio"
    }
  }
}

import WaveFormats

extension WaveFormatTag {
  /// Returns the reason for refusing a tag that is not among these.
  static func refusal(_ tag: UInt16) -> StaticString {
    switch tag {
    case 0x0010: "the WAVE format tag 0x10, OKI ADPCM, is not read here"
    case 0x0014, 0x0040, 0x0064: "the WAVE format tag of G.721, G.723 or G.726 is not read here"
    case 0x0022: "the WAVE format tag 0x22, TrueSpeech, is not read here"
    case 0x0092: "the WAVE format tag 0x92, Dolby Digital over S/PDIF, is not read here"
    case 0x0008, 0x2001: "the WAVE format tag of DTS is not read here"
    case 0x1601, 0x1610, 0x706D, 0xA106: "the WAVE format tag of AAC is not read here"
    case 0x0160, 0x0161, 0x0162, 0x0163: "the WAVE format tag of Windows Media Audio is not read here"
    case 0x566F, 0x674F, 0x6750, 0x6751, 0x676F, 0x6770, 0x6771: "the WAVE format tag of Vorbis is not read here"
    case 0x704F: "the WAVE format tag 0x704F, Opus, is not read here"
    default: "the WAVE format tag is none of PCM, float, A-law, mu-law, MS ADPCM, IMA ADPCM, GSM 6.10 and MPEG audio"
    }
  }
}

// The codecs that Core Audio has a number for and this package meets.

extension FourCharacterCode {
  /// `kAudioFormatLinearPCM`.
  public static let linearPCM: FourCharacterCode = "lpcm"
  /// `kAudioFormatMPEG4AAC`: AAC Low Complexity.
  public static let aac: FourCharacterCode = "aac "
  /// `kAudioFormatMPEG4AAC_LD`: AAC Low Delay.
  public static let aacLowDelay: FourCharacterCode = "aacl"
  /// `kAudioFormatMPEG4AAC_ELD`: AAC Enhanced Low Delay.
  public static let aacEnhancedLowDelay: FourCharacterCode = "aace"
  /// `kAudioFormatMPEG4AAC_ELD_SBR`: AAC Enhanced Low Delay with spectral band replication.
  public static let aacEnhancedLowDelaySBR: FourCharacterCode = "aacf"
  /// `kAudioFormatMPEG4AAC_ELD_V2`: AAC Enhanced Low Delay with MPEG Surround.
  public static let aacEnhancedLowDelayV2: FourCharacterCode = "aacg"
  /// `kAudioFormatMPEG4AAC_HE`: High Efficiency AAC.
  public static let aacHighEfficiency: FourCharacterCode = "aach"
  /// `kAudioFormatMPEG4AAC_HE_V2`: High Efficiency AAC version 2.
  public static let aacHighEfficiencyV2: FourCharacterCode = "aacp"
  /// `kAudioFormatAppleLossless`: ALAC.
  public static let appleLossless: FourCharacterCode = "alac"
  /// `kAudioFormatALaw`: G.711 A-law.
  public static let aLaw: FourCharacterCode = "alaw"
  /// `kAudioFormatULaw`: G.711 mu-law.
  public static let muLaw: FourCharacterCode = "ulaw"
  /// `kAudioFormatAppleIMA4`: IMA ADPCM in QuickTime's blocks of 34 bytes.
  public static let ima4: FourCharacterCode = "ima4"
  /// `kAudioFormatMicrosoftADPCM`: the letters `ms` and WAVE's format tag.
  public static let microsoftADPCM = FourCharacterCode(rawValue: 0x6D73_0002)
  /// `kAudioFormatDVIIntelIMA`: IMA ADPCM in WAVE's blocks; the letters `ms` and WAVE's format tag.
  public static let dviADPCM = FourCharacterCode(rawValue: 0x6D73_0011)
  /// ADPCM of Flash: the letters `ms` and FFmpeg's format tag in WAVE, `SF`.
  package static let flashADPCM = FourCharacterCode(rawValue: 0x6D73_5346)
  /// ADPCM of Yamaha: the letters `ms` and WAVE's format tag.
  package static let yamahaADPCM = FourCharacterCode(rawValue: 0x6D73_0020)
  /// G.726: the letters `ms` and WAVE's format tag.
  package static let g726 = FourCharacterCode(rawValue: 0x6D73_0045)
  /// G.722: the letters `ms` and WAVE's format tag.
  package static let g722 = FourCharacterCode(rawValue: 0x6D73_028F)
  /// ADPCM of CRI, Argonaut Games, Ubisoft, Simon & Schuster Interactive and Westwood Studios, with codes of this
  /// package.
  package static let adxADPCM: FourCharacterCode = "adx "
  package static let argonautADPCM: FourCharacterCode = "argo"
  package static let apmADPCM: FourCharacterCode = "iapm"
  package static let kvagADPCM: FourCharacterCode = "ikva"
  package static let westwoodADPCM: FourCharacterCode = "iwsa"
  /// DSD, with a code of this package: one bit per sample, the bytes of the channels in turn, the oldest bit the
  /// highest.
  package static let dsd: FourCharacterCode = "DSD "
  /// The kinds of ADPCM with a fixed number of bytes per frame, whatever the packet size.
  package static let proportionalADPCM: [FourCharacterCode] = [
    yamahaADPCM, g726, g722, apmADPCM, kvagADPCM, westwoodADPCM,
  ]
  /// `kAudioFormatMicrosoftGSM`: the letters `ms` and WAVE's format tag.
  public static let microsoftGSM = FourCharacterCode(rawValue: 0x6D73_0031)
  /// `kAudioFormatMPEGLayer1`.
  public static let mpegLayer1: FourCharacterCode = ".mp1"
  /// `kAudioFormatMPEGLayer2`.
  public static let mpegLayer2: FourCharacterCode = ".mp2"
  /// `kAudioFormatMPEGLayer3`: MP3.
  public static let mpegLayer3: FourCharacterCode = ".mp3"
  /// `kAudioFormatAC3`.
  public static let ac3: FourCharacterCode = "ac-3"
  /// `kAudioFormatEnhancedAC3`.
  public static let enhancedAC3: FourCharacterCode = "ec-3"
  /// `kAudioFormatFLAC`.
  public static let flac: FourCharacterCode = "flac"
  /// `kAudioFormatOpus`.
  public static let opus: FourCharacterCode = "opus"
  /// Vorbis, which Core Audio's headers do not name.
  public static let vorbis: FourCharacterCode = "vorb"
}

public import AudioBase

extension FourCharacterCode {
  /// `kAudioFormatMPEGD_USAC`: unified speech and audio coding, which xHE-AAC is.
  public static let usac: FourCharacterCode = "usac"

  /// Returns the format of packets that a container calls AAC: USAC for an AudioSpecificConfig of object type 42.
  ///
  /// ISO/IEC 14496-3, 1.6.2.1: five bits of ones and 42 − 32 in six more.
  public static func advancedAudio(configuration: [UInt8]) -> FourCharacterCode {
    configuration.count >= 2 && configuration[0] == 0xF9 && configuration[1] & 0xE0 == 0x40 ? .usac : .aac
  }
}

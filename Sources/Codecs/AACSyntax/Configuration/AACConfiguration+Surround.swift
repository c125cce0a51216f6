import AudioBase
import Bitstream
import MPEG4Systems

extension AudioSpecificConfig {
  /// Returns the LD MPEG Surround of AAC-ELD version 2, or `nil` without.
  ///
  /// - Throws: ``CodecError``, malformed, or unsupported with the name of the missing feature.
  func surround(outputFrameLength: Int) throws(CodecError) -> SurroundConfiguration? {
    guard case .enhancedLowDelay(let config) = specific,
      let item = config.extensions.first(where: { $0.type == ELDSpecificConfig.Extension.lowDelaySurround })
    else { return nil }
    guard ChannelConfiguration.elements(channelConfiguration) == [.single] else {
      throw CodecError(
        .unsupported, "LD MPEG Surround over a core of more than one channel is not implemented",
        clause: "ISO/IEC 23003-2")
    }
    do throws(AACError) {
      var reader = BitReader(item.payload.span)
      let surround = try SurroundConfiguration(parsing: &reader)
      try surround.check(outputRate: extensionRate ?? coreRate, frameLength: outputFrameLength)
      return surround
    } catch {
      throw error.asCodecError
    }
  }
}

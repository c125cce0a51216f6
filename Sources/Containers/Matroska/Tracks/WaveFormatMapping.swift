import AudioBase
import Bitstream
import MPEG4Systems
import WaveFormats

/// `A_MS/ACM`: `CodecPrivate` is Microsoft's `WAVEFORMATEX`, little endian; bytes beyond `cbSize` are ignored.
enum WaveFormatMapping {
  /// Describes the packets.
  ///
  /// - Throws: `CodecError` if the fields are cut, contradict each other, or name a format that is not read here.
  static func mapping(_ configuration: [UInt8], _ track: TrackEntry) throws(CodecError) -> SoundMapping {
    let fields: WaveFormatFields
    do throws(EndOfBytes) { fields = try WaveFormatFields(parsing: configuration.span) } catch {
      throw CodecError(.truncated, "WAVEFORMATEX is cut", bitOffset: error.offset * 8)
    }
    if let packets = try fields.constantPackets() {
      let format = packets.format
      var mapping = SoundMapping(
        format, .constant(byteCount: format.bytesPerPacket, frameCount: format.framesPerPacket))
      mapping.cookie = packets.cookie
      if format.formatID == .linearPCM { mapping.sourceBitDepth = format.bitsPerChannel }
      return mapping
    }
    let tag = fields.meantTag
    switch WaveFormatTag(rawValue: tag) {
    case .mpegLayer2: return .mpegAudio(.mpegLayer2, track)
    case .mpegLayer3: return .mpegAudio(.mpegLayer3, track)
    default: break
    }
    let configuration = fields.extensionBytes
    if tag == 0xFF, !configuration.isEmpty { return try .aac(configuration, track) }
    if tag == 0x2000 { return SoundMapping(fields.format("ac-3")) }
    // The letters `ms` and the tag: Core Audio's form of codecs without a code of their own.
    return SoundMapping(fields.format(FourCharacterCode(rawValue: 0x6D73_0000 | UInt32(tag))))
  }
}

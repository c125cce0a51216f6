import AudioBase
import Bitstream
import MPEG4Systems
import WaveFormats

/// `A_MS/ACM`: `CodecPrivate` is Microsoft's `WAVEFORMATEX`, little endian, of which no more is trusted than `cbSize`
/// states.
enum WaveFormatMapping {
  /// Describes the packets.
  ///
  /// - Throws: `CodecError` where the fields are cut, contradict each other, or name a format that is not read here.
  static func mapping(_ configuration: [UInt8], _ track: TrackEntry) throws(CodecError) -> SoundMapping {
    let fields: WaveFormatFields
    do throws(EndOfBytes) { fields = try WaveFormatFields(parsing: configuration.span) } catch {
      throw CodecError(.truncated, "WAVEFORMATEX is cut", bitOffset: error.offset * 8)
    }
    guard fields.channelCount > 0, fields.sampleRate > 0 else {
      throw CodecError(.malformed, "a stream has channels and a rate")
    }
    let number = tag(fields)
    let tag = WaveFormatTag(rawValue: number)
    switch tag {
    case .pcm:
      let encoding: SampleFormat.Encoding = fields.bitsPerSample == 8 ? .unsignedInteger : .signedInteger
      return try samples(encoding, fields)
    case .ieeeFloat: return try samples(.floatingPoint, fields)
    case .aLaw: return constant(.aLaw, fields, byteCount: Int(fields.channelCount), frameCount: 1)
    case .muLaw: return constant(.muLaw, fields, byteCount: Int(fields.channelCount), frameCount: 1)
    case .microsoftADPCM: return try blocks(.microsoftADPCM, fields)
    case .dviADPCM: return try blocks(.dviADPCM, fields)
    case .mpegLayer2: return .mpegAudio(.mpegLayer2, track)
    case .mpegLayer3: return .mpegAudio(.mpegLayer3, track)
    case .gsm610, nil: return try other(number, fields, track)
    }
  }

  /// Returns the tag, or the tag that a GUID stands for; a GUID that is cut after it or not Microsoft's makes no
  /// difference here.
  private static func tag(_ fields: WaveFormatFields) -> UInt16 {
    guard fields.tag == WaveFormatExtension.tag, fields.extensionBytes.count >= 8 else { return fields.tag }
    return fields.subformatTag ?? fields.tag
  }

  /// Returns the mapping of formats that only Matroska is read for, and of those that are not decoded.
  private static func other(
    _ tag: UInt16, _ fields: WaveFormatFields, _ track: TrackEntry
  ) throws(CodecError) -> SoundMapping {
    let configuration = fields.extensionBytes
    if tag == 0xFF, !configuration.isEmpty { return try .aac(configuration, track) }
    if tag == 0x2000 { return SoundMapping(format("ac-3", fields)) }
    // The letters `ms` and the tag: Core Audio's form of codecs without a code of their own.
    return SoundMapping(format(FourCharacterCode(rawValue: 0x6D73_0000 | UInt32(tag)), fields))
  }

  private static func format(_ formatID: FourCharacterCode, _ fields: WaveFormatFields) -> StreamFormat {
    StreamFormat(
      formatID: formatID, sampleRate: Double(fields.sampleRate), channelsPerFrame: Int(fields.channelCount))
  }

  private static func samples(
    _ encoding: SampleFormat.Encoding, _ fields: WaveFormatFields
  ) throws(CodecError) -> SoundMapping {
    let samples = SampleFormat(encoding, bitsPerSample: Int(fields.bitsPerSample))
    let channelCount = Int(fields.channelCount)
    guard samples.isValid, Int(fields.blockAlign) == samples.byteCount * channelCount else {
      throw CodecError(.unsupported, "integers have 8, 16, 24 or 32 bits here, floating point 32 or 64")
    }
    return SoundMapping(samples, sampleRate: Double(fields.sampleRate), channelCount: channelCount)
  }

  private static func constant(
    _ formatID: FourCharacterCode, _ fields: WaveFormatFields, byteCount: Int, frameCount: Int
  ) -> SoundMapping {
    var format = format(formatID, fields)
    (format.bytesPerPacket, format.framesPerPacket) = (byteCount, frameCount)
    if frameCount == 1 { (format.bytesPerFrame, format.bitsPerChannel) = (byteCount, 8) }
    return SoundMapping(format, .constant(byteCount: byteCount, frameCount: frameCount))
  }

  /// Maps ADPCM: packets are blocks of one size.
  private static func blocks(_ tag: WaveFormatTag, _ fields: WaveFormatFields) throws(CodecError) -> SoundMapping {
    let byteCount = Int(fields.blockAlign)
    guard let most = tag.framesPerBlock(byteCount: byteCount, channelCount: Int(fields.channelCount)),
      fields.bitsPerSample == 4 || fields.bitsPerSample == 0
    else {
      throw CodecError(.malformed, "a block of ADPCM is longer than its own header, and has 4 bits a sample")
    }
    let added = fields.extensionBytes
    let frames = added.count >= 2 ? Int(fields.framesPerBlock ?? 0) : most
    guard (1...most).contains(frames) else {
      throw CodecError(.malformed, "a block of ADPCM cannot hold as many frames as are stated")
    }
    var mapping = constant(tag.formatID, fields, byteCount: byteCount, frameCount: frames)
    if tag == .microsoftADPCM { mapping.cookie = added }
    return mapping
  }
}

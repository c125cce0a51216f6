import AudioBase
import Bitstream
import MPEG4Systems

/// `A_MS/ACM`: `CodecPrivate` is Microsoft's `WAVEFORMATEX`, little endian.
///
/// ```
/// 0 tag │ 2 channels │ 4 rate │ 8 bytes a second │ 12 block align │ 14 bits │ 16 cbSize │ 18 extension
/// ```
enum WaveFormatMapping {
  /// The fields that are looked at.
  private struct Fields {
    var tag: UInt16
    var channelCount: Int
    var sampleRate: Double
    var blockAlign: Int
    var bitsPerSample: Int
    var tail: [UInt8]
  }

  /// Describes the packets.
  ///
  /// - Throws: `CodecError` where the fields are cut, contradict each other, or name what is not read here.
  static func mapping(_ configuration: [UInt8], _ track: TrackEntry) throws(CodecError) -> SoundMapping {
    let fields = try parse(configuration)
    guard fields.channelCount > 0, fields.sampleRate > 0 else {
      throw CodecError(.malformed, "a stream has channels and a rate")
    }
    switch fields.tag {
    case 1:
      let encoding: SampleFormat.Encoding = fields.bitsPerSample == 8 ? .unsignedInteger : .signedInteger
      return try samples(SampleFormat(encoding, bitsPerSample: fields.bitsPerSample), fields)
    case 3: return try samples(SampleFormat(.floatingPoint, bitsPerSample: fields.bitsPerSample), fields)
    case 6: return constant(.aLaw, fields, byteCount: fields.channelCount, frameCount: 1)
    case 7: return constant(.muLaw, fields, byteCount: fields.channelCount, frameCount: 1)
    case 2: return try blocks(.microsoftADPCM, fields, headerByteCount: 7, headerFrameCount: 2)
    case 0x11: return try blocks(.dviADPCM, fields, headerByteCount: 4, headerFrameCount: 1)
    case 0x50: return .mpegAudio(.mpegLayer2, track)
    case 0x55: return .mpegAudio(.mpegLayer3, track)
    case 0xFF where !fields.tail.isEmpty: return try .aac(fields.tail, track)
    case 0x2000: return SoundMapping(format("ac-3", fields))
    default:
      // The letters `ms` and the tag: Core Audio's form of what has no code of its own.
      return SoundMapping(format(FourCharacterCode(rawValue: 0x6D73_0000 | UInt32(fields.tag)), fields))
    }
  }

  private static func parse(_ configuration: [UInt8]) throws(CodecError) -> Fields {
    do throws(EndOfBytes) {
      var reader = ByteReader(configuration.span)
      var fields = Fields(
        tag: try reader.readUInt16LittleEndian(), channelCount: Int(try reader.readUInt16LittleEndian()),
        sampleRate: Double(try reader.readUInt32LittleEndian()), blockAlign: 0, bitsPerSample: 0, tail: [])
      try reader.skip(4)
      fields.blockAlign = Int(try reader.readUInt16LittleEndian())
      fields.bitsPerSample = Int(try reader.readUInt16LittleEndian())
      guard reader.remaining >= 2 else { return fields }
      let count = Int(try reader.readUInt16LittleEndian())
      let tail = try reader.readBytes(min(count, reader.remaining))
      fields.tail = tail.indices.map { tail[$0] }
      // WAVE_FORMAT_EXTENSIBLE: valid bits, a mask of channels, and a GUID that begins with the tag.
      if fields.tag == 0xFFFE, fields.tail.count >= 8 {
        fields.tag = UInt16(fields.tail[6]) | UInt16(fields.tail[7]) << 8
      }
      return fields
    } catch {
      throw CodecError(.truncated, "WAVEFORMATEX is cut", bitOffset: error.offset * 8)
    }
  }

  private static func format(_ formatID: FourCharacterCode, _ fields: Fields) -> StreamFormat {
    StreamFormat(formatID: formatID, sampleRate: fields.sampleRate, channelsPerFrame: fields.channelCount)
  }

  private static func samples(_ samples: SampleFormat, _ fields: Fields) throws(CodecError) -> SoundMapping {
    guard samples.isValid, fields.blockAlign == samples.byteCount * fields.channelCount else {
      throw CodecError(.unsupported, "integers have 8, 16, 24 or 32 bits here, floating point 32 or 64")
    }
    return SoundMapping(samples, sampleRate: fields.sampleRate, channelCount: fields.channelCount)
  }

  private static func constant(
    _ formatID: FourCharacterCode, _ fields: Fields, byteCount: Int, frameCount: Int
  ) -> SoundMapping {
    var format = format(formatID, fields)
    (format.bytesPerPacket, format.framesPerPacket) = (byteCount, frameCount)
    if frameCount == 1 { (format.bytesPerFrame, format.bitsPerChannel) = (byteCount, 8) }
    return SoundMapping(format, .constant(byteCount: byteCount, frameCount: frameCount))
  }

  /// ADPCM: a block's header holds its first frames, then a frame takes 4 bits a channel.
  private static func blocks(
    _ formatID: FourCharacterCode, _ fields: Fields, headerByteCount: Int, headerFrameCount: Int
  ) throws(CodecError) -> SoundMapping {
    let header = headerByteCount * fields.channelCount
    guard fields.blockAlign >= header, fields.bitsPerSample == 4 || fields.bitsPerSample == 0 else {
      throw CodecError(.malformed, "a block of ADPCM is longer than its own header, and has 4 bits a sample")
    }
    let most = (fields.blockAlign - header) * 2 / fields.channelCount + headerFrameCount
    var frames = most
    if fields.tail.count >= 2 { frames = Int(fields.tail[0]) | Int(fields.tail[1]) << 8 }
    guard (1...most).contains(frames) else {
      throw CodecError(.malformed, "a block of ADPCM cannot hold as many frames as are stated")
    }
    var mapping = constant(formatID, fields, byteCount: fields.blockAlign, frameCount: frames)
    if formatID == .microsoftADPCM { mapping.cookie = fields.tail }
    return mapping
  }
}

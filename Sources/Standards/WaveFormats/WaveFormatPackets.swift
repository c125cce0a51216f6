package import AudioBase

/// Equal packets whose format `WAVEFORMATEX` describes completely, for containers that store nothing else: Matroska,
/// AVI and ASF.
package struct WaveFormatPackets: Equatable, Sendable {
  /// The format, with the bytes and frames of a packet.
  package var format: StreamFormat
  /// The data that the decoder needs: the coefficients of Microsoft's ADPCM.
  package var cookie: [UInt8] = []
}

extension WaveFormatFields {
  /// The tag, or the tag in a GUID, even if the GUID is truncated after it or is not one of Microsoft's.
  package var meantTag: UInt16 {
    guard tag == WaveFormatExtension.tag, extensionBytes.count >= 8 else { return tag }
    return subformatTag ?? tag
  }

  /// Returns a compressed format with the stated rate and channels.
  package func format(_ formatID: FourCharacterCode) -> StreamFormat {
    StreamFormat(formatID: formatID, sampleRate: Double(sampleRate), channelsPerFrame: Int(channelCount))
  }

  /// Describes linear PCM, G.711, GSM and ADPCM; `nil` for other tags.
  ///
  /// - Throws: `CodecError` if the fields contradict each other, or samples have a width that no format here has.
  package func constantPackets() throws(CodecError) -> WaveFormatPackets? {
    guard channelCount > 0, sampleRate > 0 else {
      throw CodecError(.malformed, "a stream has channels and a rate")
    }
    guard let tag = WaveFormatTag(rawValue: meantTag) else { return nil }
    switch tag {
    case .pcm: return try samples(bitsPerSample == 8 ? .unsignedInteger : .signedInteger)
    case .ieeeFloat: return try samples(.floatingPoint)
    case .aLaw, .muLaw: return constant(tag.formatID, byteCount: Int(channelCount), frameCount: 1)
    case .gsm610:
      guard let frames = tag.framesPerBlock(byteCount: Int(blockAlign), channelCount: Int(channelCount)) else {
        throw CodecError(.malformed, "a block of GSM has 65 bytes, and one channel")
      }
      return constant(tag.formatID, byteCount: Int(blockAlign), frameCount: frames)
    case .microsoftADPCM, .dviADPCM: return try blocks(tag)
    case .yamahaADPCM, .g726, .g722, .foreignG722:
      guard
        let packet = tag.plainPacket(
          blockAlign: Int(blockAlign), channelCount: Int(channelCount), bits: Int(bitsPerSample))
      else {
        throw CodecError(.unsupported, "ADPCM of this kind has other channels, or codes of another width")
      }
      return constant(tag.formatID, byteCount: packet.byteCount, frameCount: packet.frameCount)
    case .mpegLayer2, .mpegLayer3, .ac3, .flac, .flashADPCM, .aac, .adts, .loas: return nil
    }
  }

  private func samples(_ encoding: SampleFormat.Encoding) throws(CodecError) -> WaveFormatPackets {
    let samples = SampleFormat(encoding, bitsPerSample: Int(bitsPerSample))
    let channels = Int(channelCount)
    guard samples.isValid, Int(blockAlign) == samples.byteCount * channels else {
      throw CodecError(.unsupported, "integers have 8, 16, 24 or 32 bits here, floating point 32 or 64")
    }
    return WaveFormatPackets(
      format: StreamFormat(samples, sampleRate: Double(sampleRate), channelsPerFrame: channels))
  }

  private func constant(_ formatID: FourCharacterCode, byteCount: Int, frameCount: Int) -> WaveFormatPackets {
    var format = format(formatID)
    (format.bytesPerPacket, format.framesPerPacket) = (byteCount, frameCount)
    if frameCount == 1 { (format.bytesPerFrame, format.bitsPerChannel) = (byteCount, 8) }
    return WaveFormatPackets(format: format)
  }

  /// Describes ADPCM: packets are blocks of one size.
  private func blocks(_ tag: WaveFormatTag) throws(CodecError) -> WaveFormatPackets {
    let byteCount = Int(blockAlign)
    guard let most = tag.framesPerBlock(byteCount: byteCount, channelCount: Int(channelCount)),
      bitsPerSample == 4 || bitsPerSample == 0
    else {
      throw CodecError(.malformed, "a block of ADPCM is longer than its own header, and has 4 bits a sample")
    }
    let added = extensionBytes
    let frames = added.count >= 2 ? Int(framesPerBlock ?? 0) : most
    guard (1...most).contains(frames) else {
      throw CodecError(.malformed, "a block of ADPCM cannot hold as many frames as are stated")
    }
    var packets = constant(tag.formatID, byteCount: byteCount, frameCount: frames)
    if tag == .microsoftADPCM { packets.cookie = added }
    return packets
  }
}

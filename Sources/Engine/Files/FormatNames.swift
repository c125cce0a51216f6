public import AudioBase

extension FourCharacterCode {
  /// Returns a data format in words: the short `kAudioFormatProperty_FormatName`; for an unknown format, its code.
  public var dataFormatName: String { Self.dataFormatNames[self] ?? "'\(self)'" }

  private static let dataFormatNames: [FourCharacterCode: String] = [
    .linearPCM: "Linear PCM", "alaw": "A-law 2:1", "ulaw": "µ-law 2:1", "ima4": "IMA 4:1 ADPCM",
    "ms\u{00}\u{02}": "Microsoft ADPCM", "ms\u{00}\u{11}": "DVI/Intel ADPCM",
    .aac: "MPEG-4 AAC", .aacHighEfficiency: "MPEG-4 High Efficiency AAC",
    .aacHighEfficiencyV2: "MPEG-4 High Efficiency AAC version 2", .aacLowDelay: "MPEG-4 AAC Low Delay",
    .aacEnhancedLowDelay: "MPEG-4 AAC Enhanced Low Delay",
    .aacEnhancedLowDelaySBR: "MPEG-4 AAC Enhanced Low Delay with SBR",
    .aacEnhancedLowDelayV2: "MPEG-4 AAC Enhanced Low Delay version 2", "usac": "MPEG-D Unified Speech and Audio Coding",
    ".mp1": "MPEG Layer 1", ".mp2": "MPEG Layer 2", ".mp3": "MPEG Layer 3", "alac": "Apple Lossless",
    "flac": "Free Lossless Audio Codec", "opus": "Opus", .vorbis: "Vorbis", "ac-3": "AC-3", "ec-3": "Enhanced AC-3",
    "samr": "AMR Narrow Band", "sawb": "AMR Wide Band", "ilbc": "iLBC",
  ]
}

extension StreamFormat {
  /// The upper bound on the size of a packet of this format, in bytes, or `nil` if the format sets no bound.
  var packetSizeUpperBound: Int? {
    if bytesPerPacket > 0 { return bytesPerPacket }
    let channels = min(max(1, channelsPerFrame), 1 << 10)
    let frames = framesPerPacket > 0 ? min(framesPerPacket, 1 << 16) : 1 << 12
    switch formatID {
    // ISO/IEC 14496-3, 4.5.3.3: the buffer of a decoder holds 6144 bits per channel; low overlap frames stay below it.
    case .aac, .aacHighEfficiency, .aacHighEfficiencyV2, .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR,
      .aacEnhancedLowDelayV2:
      return 768 * max(2, channels)
    // The highest bit rate at the lowest rate: layer I 448 kbit/s, II 384 kbit/s, III 320 kbit/s, at 32 kHz, padded.
    case ".mp1": return 4 * (12 * 448_000 / 32_000 + 1)
    case ".mp2": return 144 * 384_000 / 32_000 + 1
    // Free format has no highest rate; frames as long as the bit reservoir allows are twice as large.
    case ".mp3": return 2 * (144 * 320_000 / 32_000 + 1)
    // Incompressible samples are kept as they are, after a header.
    case "alac", "flac": return frames * channels * 4 + 8 * channels + 64
    // RFC 6716, 3.4: 48 frames of 1275 bytes at most, in a packet of 120 ms.
    case "opus": return (1275 + 2) * 48 * channels
    // ETSI TS 102 366: 2048 words of 16 bits.
    case "ac-3", "ec-3": return 4096
    default: return nil
    }
  }
}

public import AudioBase

/// One audio stream in blocks: AST of Nintendo, AUD of Westwood Studios, the sound of D-Cinema. Read only.
public enum BlockFile {
  /// The descriptors of all kinds, for a catalog.
  public static let descriptors = [BlockKind.ast, .westwood, .cinema].map(\.descriptor)
  /// The linear PCM of SMPTE 302M in transport streams.
  public static let smpte302M = BlockKind.smpte302M.descriptor
  /// The linear PCM of Blu-ray discs in transport streams.
  public static let bluRay = BlockKind.bluRay.descriptor
}

extension BlockKind {
  private static func integers(_ bits: Int, rate: Double, channels: Int) -> StreamFormat {
    StreamFormat(
      SampleFormat(.signedInteger, bitsPerSample: bits, byteOrder: .bigEndian), sampleRate: rate,
      channelsPerFrame: channels)
  }

  /// AST: a header of 64 bytes, and blocks with headers of 32 (custom of Nintendo's games; Multimedia Wiki, "AST").
  static let ast = BlockKind(
    fileType: "ast ", name: "Nintendo AST", extensions: ["ast"],
    probe: { head in head.count >= 68 && head.begins(with: "STRM") && head.begins(with: "BLCK", at: 64) },
    read: { window throws(ContainerError) in
      guard try window.bigEndian(2, at: 8) == 1, try window.bigEndian(2, at: 10) == 16 else {
        throw ContainerError(.unsupported, "ADPCM of Nintendo (AFC) is not read", at: 8, in: "ast ")
      }
      let (channels, rate) = (Int(try window.bigEndian(2, at: 12)), Double(try window.bigEndian(4, at: 16)))
      let block = Int(try window.bigEndian(4, at: 32))
      guard (1...256).contains(channels), (2...1 << 20).contains(block), block % 2 == 0 else {
        throw ContainerError(.malformed, "a block has whole samples of each channel", at: 32, in: "ast ")
      }
      let stream = SoundStream(
        number: 0, format: integers(16, rate: rate, channels: channels),
        .repacked(.planar(channelCount: channels, blockByteCount: block)))
      return (stream, 64, UInt64(channels) << 32 | UInt64(block))
    },
    block: { window, place, number throws(ContainerError) in
      guard try window.bigEndian(4, at: place) == 0x424C_434B else { return nil }
      let size = Int(try window.bigEndian(4, at: place + 4))
      guard size <= number & 0xFFFF_FFFF else { return nil }
      let byteCount = size * Int(number >> 32)
      // A block that is shorter than the others is the last.
      return Block(body: place + 32, byteCount: byteCount, end: place + 32 + Int64(byteCount))
    }, headerByteCount: 32)

  /// AUD: a header of 12 bytes, and blocks with headers of 8 (V. Bato, "Format of Westwood's AUD files").
  static let westwood = BlockKind(
    fileType: "wsau", name: "Westwood Studios AUD", extensions: ["wsaud", "aud"], formatIDs: [.westwoodADPCM],
    probe: { head in
      // The magic number of the first block, a codec, and no flags but two.
      head.count >= 20 && head[16] == 0xAF && head[17] == 0xDE && head[18] == 0 && head[19] == 0 && head[10] & 0xFC == 0
        && (head[11] == 1 || head[11] == 99)
    },
    read: { window throws(ContainerError) in
      guard try window.bigEndian(1, at: 11) == 99 else {
        throw ContainerError(.unsupported, "Westwood's own compression of 8 bits is not read", at: 11, in: "wsau")
      }
      let channels = Int(try window.bigEndian(1, at: 10) & 1) + 1
      var format = StreamFormat(
        formatID: .westwoodADPCM, sampleRate: Double(try window.littleEndian(2, at: 0)), channelsPerFrame: channels,
        framesPerPacket: 1024)
      format.bytesPerPacket = 512 * channels
      return (SoundStream(number: 0, format: format, .alike), 12, 0)
    },
    block: { window, place, _ throws(ContainerError) in
      guard try window.littleEndian(4, at: place + 4) == 0xDEAF else { return nil }
      let size = Int(try window.littleEndian(2, at: place))
      return Block(body: place + 8, byteCount: size, end: place + 8 + Int64(size))
    }, headerByteCount: 8)

  /// Sound of D-Cinema ("302", not SMPTE's): blocks of 20 bits and four of flags a sample, six channels of 96 kHz, with
  /// a header of 16 bytes that states their size (found in FFmpeg's files and those of its suite of samples).
  static let cinema = BlockKind(
    fileType: "daud", name: "D-Cinema audio (.302)", extensions: ["302", "daud"],
    probe: { head in head.count >= 16 && head[2] == 0x80 && head[3] == 0x10 && (4..<16).allSatisfy { head[$0] == 0 } },
    read: { _ throws(ContainerError) in
      (SoundStream(number: 0, format: integers(24, rate: 96000, channels: 6), .repacked(.reversed(bits: 20))), 0, 0)
    },
    block: { window, place, _ throws(ContainerError) in
      guard try window.bigEndian(2, at: place + 2) == 0x8010 else { return nil }
      let size = Int(try window.bigEndian(2, at: place))
      return Block(body: place + 4, byteCount: size, end: place + 4 + Int64(size))
    }, headerByteCount: 4)

  /// SMPTE ST 302, 6: the bytes that follow, the channels in pairs, an identifier, and the bits of samples.
  static let smpte302M = BlockKind(
    fileType: "302m", name: "SMPTE 302M", extensions: [],
    read: { window throws(ContainerError) in
      let word = try window.bigEndian(4, at: 0)
      let (channels, bits) = (Int(word >> 14 & 3) * 2 + 2, Int(word >> 4 & 3) * 4 + 16)
      guard bits <= 24 else {
        throw ContainerError(.malformed, "samples of SMPTE 302M have 16, 20 or 24 bits", at: 0, in: "302m")
      }
      let stream = SoundStream(
        number: 0, format: integers(bits == 16 ? 16 : 24, rate: 48000, channels: channels),
        .repacked(.reversed(bits: bits)))
      return (stream, 0, word)
    },
    block: { window, place, number throws(ContainerError) in
      let word = try window.bigEndian(4, at: place)
      // All blocks are like the first in all but their size.
      guard word & 0xC030 == number & 0xC030 else { return nil }
      let size = Int(word >> 16)
      return Block(body: place + 4, byteCount: size, end: place + 4 + Int64(size))
    }, headerByteCount: 4)

  /// The loudspeakers by `channel_assignment` of Blu-ray's header of PCM.
  private static let assignments: [Int: [Speaker]] = [
    1: [.center], 3: [.left, .right], 4: [.left, .right, .center], 5: [.left, .right, .centerSurround],
    6: [.left, .right, .center, .centerSurround], 7: [.left, .right, .leftSurround, .rightSurround],
    8: [.left, .right, .center, .leftSurround, .rightSurround],
    9: [.left, .right, .center, .leftSurround, .rightSurround, .lowFrequency],
    10: [.left, .right, .center, .leftSide, .leftRear, .rightRear, .rightSide],
    11: [.left, .right, .center, .leftSide, .leftRear, .rightRear, .rightSide, .lowFrequency],
  ]

  /// Blu-ray: the bytes that follow, the channels and rate, the bits of samples (Blu-ray Disc Association, "White
  /// Paper: Audio Visual Application Format Specifications", and FFmpeg's files).
  static let bluRay = BlockKind(
    fileType: "bpcm", name: "linear PCM of Blu-ray", extensions: [],
    read: { window throws(ContainerError) in
      let word = Int(try window.bigEndian(4, at: 0))
      let rate = [1: 48000.0, 4: 96000, 5: 192_000][word >> 8 & 15]
      guard let speakers = assignments[word >> 12 & 15], let rate, word >> 6 & 3 > 0 else {
        throw ContainerError(
          .malformed, "channels, rate and bits of Blu-ray's PCM are reserved ones", at: 0, in: "bpcm")
      }
      let (width, count) = (word >> 6 & 3 == 1 ? 2 : 3, speakers.count)
      let stored = (count + 1) / 2 * 2
      var stream = SoundStream(
        number: 0, format: integers(8 * width, rate: rate, channels: count),
        .repacked(.filled(storedByteCount: stored * width, usedByteCount: count * width)))
      stream.layout = count == 1 ? nil : ChannelLayout(speakers)
      return (stream, 0, UInt64(word))
    },
    block: { window, place, number throws(ContainerError) in
      let word = try window.bigEndian(4, at: place)
      guard word & 0xFFC0 == number & 0xFFC0 else { return nil }
      let size = Int(word >> 16)
      return Block(body: place + 4, byteCount: size, end: place + 4 + Int64(size))
    }, headerByteCount: 4)
}

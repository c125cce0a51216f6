import AudioBase

/// The facts about linear PCM in the boxes of a sound entry, beside its type.
struct PlainSampleFacts: BitwiseCopyable {
  /// `enda` or `pcmC`.
  var isLittleEndian: Bool?
  /// `PCM_sample_size` of `pcmC`.
  var bitsPerSample: Int?
  /// True if the entry holds Core Audio's own description, including its flags.
  var hasFlags = false
}

extension SampleEntry {
  /// Returns the encoding of the samples of linear PCM; `nil` for other formats, and for PCM that is not packed and
  /// interleaved.
  ///
  /// QuickTime File Format, "Sound Media"; ISO/IEC 23003-5 for `ipcm` and `fpcm`.
  func plainSampleFormat() -> SampleFormat? {
    let order: SampleFormat.ByteOrder = plainSamples.isLittleEndian ?? false ? .littleEndian : .bigEndian
    func signed(_ bits: Int, _ order: SampleFormat.ByteOrder) -> SampleFormat {
      SampleFormat(.signedInteger, bitsPerSample: bits, byteOrder: order)
    }
    let stated = format.bitsPerChannel
    let samples: SampleFormat
    switch type {
    case "sowt": samples = signed(stated == 0 ? 16 : stated, .littleEndian)
    case "twos": samples = signed(stated == 0 ? 16 : stated, .bigEndian)
    // Offset binary where a sample is a byte, two's complement if it is more.
    case "raw ", "NONE":
      samples = stated > 8 ? signed(stated, .bigEndian) : SampleFormat(.unsignedInteger, bitsPerSample: 8)
    case "in24": samples = signed(24, order)
    case "in32": samples = signed(32, order)
    case "fl32": samples = SampleFormat(.floatingPoint, bitsPerSample: 32, byteOrder: order)
    case "fl64": samples = SampleFormat(.floatingPoint, bitsPerSample: 64, byteOrder: order)
    case "ipcm": samples = signed(plainSamples.bitsPerSample ?? stated, order)
    case "fpcm":
      samples = SampleFormat(.floatingPoint, bitsPerSample: plainSamples.bitsPerSample ?? stated, byteOrder: order)
    case "lpcm":
      guard plainSamples.hasFlags else {
        samples = signed(stated, order)
        break
      }
      var claimed = format
      claimed.formatID = .linearPCM
      guard let found = claimed.sampleFormat else { return nil }
      return found
    default: return nil
    }
    return samples.isValid ? samples : nil
  }

  /// Completes the format of linear PCM.
  mutating func settlePlainSamples(_ samples: SampleFormat) {
    let channels = format.channelsPerFrame
    let rate = format.sampleRate
    // Absurd counts of channels are dropped, so that sizes stay sane.
    guard channels > 0, channels <= 1 << 12 else { return format.bytesPerFrame = 0 }
    format = StreamFormat(samples, sampleRate: rate, channelsPerFrame: channels)
  }

  /// True if each sample of the track is one frame of numbers.
  var hasPlainSamples: Bool { format.framesPerPacket == 1 && format.bytesPerPacket > 0 }

  /// Bytes and frames of a packet if the format states that all are alike; `nil` if they differ.
  var constantPacket: (byteCount: Int, frameCount: Int)? {
    guard format.bytesPerPacket > 0, format.framesPerPacket > 0 else { return nil }
    return (format.bytesPerPacket, format.framesPerPacket)
  }

  /// ``quickTimePacket`` if it makes sense.
  var statedPacket: (byteCount: Int, frameCount: Int)? {
    guard let packet = quickTimePacket, (1...(1 << 16)).contains(packet.byteCount),
      (2...(1 << 16)).contains(packet.frameCount)
    else { return nil }
    return (packet.byteCount, packet.frameCount)
  }
}

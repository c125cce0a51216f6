import AudioBase

/// The storage of samples in the chunk `SSND`, which AIFF-C calls their compression.
enum SampleCoding: Hashable {
  /// Linear PCM.
  case linear(SampleFormat)
  /// G.711, A-law.
  case aLaw
  /// G.711, mu-law.
  case muLaw
  /// Apple's IMA ADPCM: packets of 34 bytes per channel, 64 frames each.
  case ima4
  /// Frames of MPEG audio, of the layer of this format ID or, if the headers differ, of the layer in the headers.
  case mpegAudio(FourCharacterCode)

  /// Interprets a compression type for samples of `sampleSize` bits, which are 1…32 wide if they are linear.
  init(compression: FourCharacterCode, sampleSize: Int, at offset: Int64) throws(ContainerError) {
    func integer(_ bits: Int, _ order: SampleFormat.ByteOrder) -> SampleCoding {
      .linear(SampleFormat(.signedInteger, bitsPerSample: bits, byteOrder: order))
    }
    func float(_ bits: Int) -> SampleCoding {
      .linear(SampleFormat(.floatingPoint, bitsPerSample: bits, byteOrder: .bigEndian))
    }
    let bits = (sampleSize + 7) / 8 * 8
    switch compression {
    case "NONE", "twos", "sowt":
      guard (8...32).contains(bits) else {
        throw ContainerError(.unsupported, "samples have 1 to 32 bits", at: offset, in: .commonChunk)
      }
      self = integer(bits, compression == "sowt" ? .littleEndian : .bigEndian)
    case "raw ":
      guard bits == 8 else {
        throw ContainerError(.unsupported, "unsigned samples have up to 8 bits", at: offset, in: .commonChunk)
      }
      self = .linear(SampleFormat(.unsignedInteger, bitsPerSample: 8, byteOrder: .bigEndian))
    case "in24": self = integer(24, .bigEndian)
    case "42ni": self = integer(24, .littleEndian)
    case "in32": self = integer(32, .bigEndian)
    case "23ni": self = integer(32, .littleEndian)
    case "fl32", "FL32": self = float(32)
    case "fl64", "FL64": self = float(64)
    case "alaw", "ALAW": self = .aLaw
    case "ulaw", "ULAW": self = .muLaw
    case "ima4": self = .ima4
    case .mpegLayer1, .mpegLayer2, .mpegLayer3: self = .mpegAudio(compression)
    case Self.microsoftLayer2: self = .mpegAudio(.mpegLayer2)
    case Self.microsoftLayer3: self = .mpegAudio(.mpegLayer3)
    default: throw ContainerError(.unsupported, Self.refusal(of: compression), at: offset, in: compression)
    }
  }

  /// QuickTime's `ms` and WAVE's format tag 0x50.
  private static let microsoftLayer2 = FourCharacterCode(rawValue: 0x6D73_0050)
  /// `ms` and 0x55: `kMPEGLayer3Format`.
  private static let microsoftLayer3 = FourCharacterCode(rawValue: 0x6D73_0055)

  private static func refusal(of compression: FourCharacterCode) -> StaticString {
    switch compression {
    case "MAC3", "MAC6": "MACE compression is not implemented"
    case "ACE2", "ACE8": "ACE compression of the Apple IIGS is not implemented"
    case "QDMC", "QDM2", "Qclp": "this codec of QuickTime is not implemented"
    case "GSM ", "agsm": "GSM 6.10 in AIFF-C is not implemented"
    case "G722": "G.722 is not implemented"
    case "ADP4", "DWVW", "rt24", "rt29": "this kind of ADPCM is not implemented"
    case "able": "the compression of Ableton libraries is not implemented"
    default: "the compression type of this AIFF-C file is not implemented"
    }
  }

  /// The compression type with which these samples are written.
  var compression: (type: FourCharacterCode, name: String) {
    switch self {
    case .linear(let samples): Self.compression(of: samples)
    case .aLaw: ("alaw", "ALaw 2:1")
    case .muLaw: ("ulaw", "uLaw 2:1")
    case .ima4: ("ima4", "IMA 4:1")
    case .mpegAudio(let formatID): (formatID, "")
    }
  }

  private static func compression(of samples: SampleFormat) -> (type: FourCharacterCode, name: String) {
    let isLittleEndian = samples.byteOrder == .littleEndian
    switch (samples.encoding, samples.bitsPerSample) {
    case (.unsignedInteger, _): return ("raw ", "")
    case (.floatingPoint, 32): return ("fl32", "32-bit floating point")
    case (.floatingPoint, _): return ("fl64", "64-bit floating point")
    case (.signedInteger, 16) where isLittleEndian: return ("sowt", "")
    case (.signedInteger, 24) where isLittleEndian: return ("42ni", "")
    case (.signedInteger, 32) where isLittleEndian: return ("23ni", "")
    default: return ("NONE", "not compressed")
    }
  }

  /// `sampleSize`: bits of a sample before it was compressed.
  var sampleSize: Int {
    if case .linear(let samples) = self { samples.bitsPerSample } else { 16 }
  }

  /// Returns the format as Core Audio describes it.
  func streamFormat(sampleRate: Double, channelCount: Int) -> StreamFormat {
    switch self {
    case .linear(let samples):
      return StreamFormat(samples, sampleRate: sampleRate, channelsPerFrame: channelCount)
    case .aLaw, .muLaw:
      var format = StreamFormat(
        formatID: self == .aLaw ? .aLaw : .muLaw, sampleRate: sampleRate, channelsPerFrame: channelCount,
        framesPerPacket: 1)
      format.bytesPerPacket = channelCount
      format.bytesPerFrame = channelCount
      format.bitsPerChannel = 8
      return format
    case .ima4:
      var format = StreamFormat(
        formatID: .ima4, sampleRate: sampleRate, channelsPerFrame: channelCount, framesPerPacket: 64)
      format.bytesPerPacket = 34 * channelCount
      return format
    case .mpegAudio(let formatID):
      return StreamFormat(formatID: formatID, sampleRate: sampleRate, channelsPerFrame: channelCount)
    }
  }
}

extension SampleCoding {
  /// Chooses the storage of a format's packets in a new file of a form, or rejects it.
  init(_ format: StreamFormat, form: AIFFForm) throws(ContainerError) {
    let coding: SampleCoding
    switch format.formatID {
    case .linearPCM:
      guard var samples = format.sampleFormat else {
        throw ContainerError(.unsupported, "AIFF holds packed, interleaved linear PCM", at: 0, in: .commonChunk)
      }
      if samples.byteCount == 1 { samples.byteOrder = .bigEndian }
      guard form.sampleFormats.contains(samples) else {
        throw ContainerError(
          .unsupported,
          form == .aiff
            ? "AIFF holds big-endian signed integers; AIFC, CAF and WAVE hold the others"
            : "AIFC holds signed integers, big-endian floating point and unsigned integers of 8 bits", at: 0,
          in: .commonChunk)
      }
      self = .linear(samples)
      return
    case .aLaw: coding = .aLaw
    case .muLaw: coding = .muLaw
    case .ima4: coding = .ima4
    default:
      throw ContainerError(
        .unsupported, "AIFC holds linear PCM, A-law, mu-law and IMA4; MP4 and CAF hold the others", at: 0,
        in: .commonChunk)
    }
    guard form == .aifc else {
      throw ContainerError(
        .unsupported, "AIFF holds linear PCM alone; AIFC, CAF and WAVE hold this format", at: 0, in: .commonChunk)
    }
    let expected = coding.streamFormat(sampleRate: format.sampleRate, channelCount: format.channelsPerFrame)
    guard format.bytesPerPacket == expected.bytesPerPacket, format.framesPerPacket == expected.framesPerPacket else {
      throw ContainerError(
        .unsupported, "a packet has one byte a channel in G.711 and 34 bytes a channel for 64 frames in IMA4", at: 0,
        in: .commonChunk)
    }
    self = coding
  }
}

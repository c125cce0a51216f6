import AudioBase
import Bitstream

/// `WAVEFORMATEX` and `WAVEFORMATEXTENSIBLE`: the body of the chunk `fmt `.
struct WaveFormat: Equatable {
  /// `wFormatTag`, or the first field of `SubFormat` where the format is extensible.
  enum Tag: UInt16 {
    case pcm = 1
    case ieeeFloat = 3
    case aLaw = 6
    case muLaw = 7
  }

  /// `WAVE_FORMAT_EXTENSIBLE`.
  static let extensibleTag: UInt16 = 0xFFFE
  /// The last fourteen bytes that all of Microsoft's `KSDATAFORMAT_SUBTYPE_…` share.
  static let subformatTail: [UInt8] = [
    0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]

  var tag: Tag
  /// `nChannels`.
  var channelCount: UInt16
  /// `nSamplesPerSec`.
  var sampleRate: UInt32
  /// `nBlockAlign`: bytes of a frame.
  var blockAlign: UInt16
  /// `wBitsPerSample`: the width of a sample's place.
  var bitsPerSample: UInt16
  /// `dwChannelMask`, or 0 where none is stated.
  var channelMask: UInt32 = 0
  /// Whether the extensible form is used.
  var isExtensible = false
}

// MARK: - Writing

extension WaveFormat {
  /// Chooses the form by Microsoft's rule: extensible beyond stereo and for integers beyond 16 bits.
  init(_ settings: WriterSettings) throws(ContainerError) {
    let format = settings.format
    guard let samples = format.sampleFormat, samples.byteOrder == .littleEndian || samples.byteCount == 1 else {
      throw ContainerError(.unsupported, "WAVE holds packed little-endian linear PCM here", at: 0, in: .formatChunk)
    }
    guard (samples.encoding == .unsignedInteger) == (samples.byteCount == 1) else {
      throw ContainerError(
        .unsupported, "WAVE samples of 8 bits are unsigned and all wider ones signed", at: 0, in: .formatChunk)
    }
    guard let channels = UInt16(exactly: format.channelsPerFrame), let align = UInt16(exactly: format.bytesPerFrame)
    else {
      throw ContainerError(.unsupported, "a WAVE frame has at most 65535 bytes", at: 0, in: .formatChunk)
    }
    guard settings.layout.channelCount == format.channelsPerFrame else {
      throw ContainerError(.invalidState, "the layout must have one entry a channel", at: 0, in: .formatChunk)
    }
    let rate = format.sampleRate.rounded()
    guard rate >= 1, rate < 0x1p32 else {
      throw ContainerError(.unsupported, "a WAVE sample rate lies between 1 and 4294967295 Hz", at: 0, in: .formatChunk)
    }
    tag = samples.encoding == .floatingPoint ? .ieeeFloat : .pcm
    channelCount = channels
    sampleRate = UInt32(rate)
    blockAlign = align
    bitsPerSample = UInt16(samples.bitsPerSample)
    isExtensible = channels > 2 || (tag == .pcm && bitsPerSample > 16)
    channelMask = isExtensible ? settings.layout.waveMask : 0
  }

  /// The chunk's body: 16 bytes for plain PCM, 18 with an empty extension, 40 for the extensible form.
  var bytes: [UInt8] {
    var body: [UInt8] = []
    body.append(littleEndian: isExtensible ? Self.extensibleTag : tag.rawValue)
    body.append(littleEndian: channelCount)
    body.append(littleEndian: sampleRate)
    let bytesPerSecond = UInt64(sampleRate) * UInt64(blockAlign)
    body.append(littleEndian: UInt32(clamping: bytesPerSecond))
    body.append(littleEndian: blockAlign)
    body.append(littleEndian: bitsPerSample)
    if isExtensible {
      body.append(littleEndian: 22 as UInt16)
      body.append(littleEndian: bitsPerSample)
      body.append(littleEndian: channelMask)
      body.append(littleEndian: tag.rawValue)
      body += Self.subformatTail
    } else if tag != .pcm {
      body.append(littleEndian: 0 as UInt16)
    }
    return body
  }
}

extension [UInt8] {
  /// Appends the four characters of a code.
  mutating func append(_ code: FourCharacterCode) {
    for shift in stride(from: 24, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: code.rawValue >> shift)) }
  }
}

// MARK: - Reading

extension WaveFormat {
  /// Reads the chunk's body. `fileOffset` is where it begins, for messages.
  init(parsing body: Span<UInt8>, at fileOffset: Int64) throws(ContainerError) {
    let rawTag: UInt16
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      let outerTag = try reader.readUInt16LittleEndian()
      channelCount = try reader.readUInt16LittleEndian()
      sampleRate = try reader.readUInt32LittleEndian()
      try reader.skip(4)
      blockAlign = try reader.readUInt16LittleEndian()
      bitsPerSample = try reader.readUInt16LittleEndian()
      isExtensible = outerTag == Self.extensibleTag
      if isExtensible { try reader.skip(4) }
      channelMask = isExtensible ? try reader.readUInt32LittleEndian() : 0
      rawTag = isExtensible ? try reader.readUInt16LittleEndian() : outerTag
    } catch {
      throw ContainerError(.truncated, "the format chunk is too short", at: fileOffset, in: .formatChunk)
    }
    guard let known = Tag(rawValue: rawTag) else {
      throw ContainerError(
        .unsupported, "the WAVE format tag is none of PCM, float, A-law and mu-law", at: fileOffset, in: .formatChunk)
    }
    tag = known
  }

  /// The format as Core Audio describes it, after checking that the fields agree.
  func streamFormat(at fileOffset: Int64, limits: Limits) throws(ContainerError) -> StreamFormat {
    func failure(_ kind: ErrorKind, _ rule: StaticString) -> ContainerError {
      ContainerError(kind, rule, at: fileOffset, in: .formatChunk)
    }
    guard channelCount > 0, sampleRate > 0 else { throw failure(.malformed, "a stream has channels and a rate") }
    guard channelCount <= limits.channelCount else { throw failure(.limitExceeded, "there are too many channels") }
    let sampleByteCount = blockAlign / channelCount
    guard sampleByteCount > 0, blockAlign % channelCount == 0, Int(bitsPerSample) <= Int(sampleByteCount) * 8 else {
      throw failure(.malformed, "a frame is a whole number of samples, each as wide as its bits")
    }
    if tag == .aLaw || tag == .muLaw {
      var format = StreamFormat(
        formatID: tag == .aLaw ? "alaw" : "ulaw", sampleRate: Double(sampleRate), channelsPerFrame: Int(channelCount),
        framesPerPacket: 1)
      format.bytesPerPacket = Int(blockAlign)
      format.bytesPerFrame = Int(blockAlign)
      format.bitsPerChannel = Int(sampleByteCount) * 8
      return format
    }
    let encoding: SampleFormat.Encoding =
      tag == .ieeeFloat ? .floatingPoint : sampleByteCount == 1 ? .unsignedInteger : .signedInteger
    let samples = SampleFormat(encoding, bitsPerSample: Int(sampleByteCount) * 8)
    guard samples.isValid else { throw failure(.unsupported, "samples have 8, 16, 24, 32 or 64 bits") }
    return StreamFormat(samples, sampleRate: Double(sampleRate), channelsPerFrame: Int(channelCount))
  }

  /// The loudspeakers of the channel mask, lowest bit first; a channel without a bit has no known place.
  var layout: ChannelLayout {
    guard channelMask != 0 else { return ChannelLayout(unlabelledChannelCount: Int(channelCount)) }
    let bits = (0..<18).filter { channelMask >> UInt32($0) & 1 == 1 }
    var speakers = bits.prefix(Int(channelCount)).map { Speaker(rawValue: UInt32($0 + 1)) }
    while speakers.count < Int(channelCount) { speakers.append(.unknown) }
    return ChannelLayout(speakers)
  }
}

import AudioBase
import Bitstream
import WaveFormats

extension WaveFormat {
  /// Describes the contents of a new file, or rejects those that WAVE cannot hold.
  init(_ settings: WriterSettings) throws(ContainerError) {
    let format = settings.format
    guard settings.layout.channelCount == format.channelsPerFrame else {
      throw Self.refusal("the layout must have one entry a channel", .invalidState)
    }
    guard format.sampleRate >= 1, format.sampleRate < 0x1p32, format.sampleRate == format.sampleRate.rounded() else {
      throw Self.refusal("a WAVE sample rate is a whole number of Hz below 4294967296")
    }
    guard format.channelsPerFrame > 0, let channels = UInt16(exactly: format.channelsPerFrame) else {
      throw Self.refusal("a WAVE file has 1 to 65535 channels")
    }
    let size = format.formatID == .linearPCM ? format.bytesPerFrame : format.bytesPerPacket
    guard let align = UInt16(exactly: size) else { throw Self.refusal("a WAVE frame or block has at most 65535 bytes") }
    tag = try Self.tag(format)
    channelCount = channels
    sampleRate = UInt32(format.sampleRate)
    blockAlign = align
    bitsPerSample = tag.hasBlocks ? (tag == .gsm610 ? 0 : 4) : UInt16(Int(align) / Int(channels) * 8)
    validBitsPerSample = bitsPerSample
    bytesPerSecond = 0
    if tag.hasBlocks { try setBlocks(settings) }
    let bytes = UInt64(sampleRate) * UInt64(blockAlign) / UInt64(max(1, framesPerBlock))
    bytesPerSecond = UInt32(clamping: bytes)
    // Microsoft's rule: beyond stereo and for integers beyond 16 bits.
    isExtensible = !tag.hasBlocks && (channels > 2 || (tag == .pcm && bitsPerSample > 16))
    // The mask states nothing of the order, which is that of its bits.
    let isInOrder = settings.layout.inWaveOrder == settings.layout
    channelMask = isExtensible && isInOrder ? settings.layout.waveMask : 0
  }

  private static func refusal(_ rule: StaticString, _ kind: ErrorKind = .unsupported) -> ContainerError {
    ContainerError(kind, rule, at: 0, in: .formatChunk)
  }

  private static func tag(_ format: StreamFormat) throws(ContainerError) -> WaveFormatTag {
    switch format.formatID {
    case .linearPCM: break
    case .aLaw, .muLaw:
      guard format.bytesPerPacket == format.channelsPerFrame, format.framesPerPacket == 1 else {
        throw refusal("A-law and mu-law have a byte a sample", .invalidState)
      }
      return format.formatID == .aLaw ? .aLaw : .muLaw
    case .microsoftADPCM: return .microsoftADPCM
    case .dviADPCM: return .dviADPCM
    case .microsoftGSM: return .gsm610
    default: throw refusal("WAVE holds linear PCM, A-law, mu-law, MS ADPCM, IMA ADPCM and GSM 6.10 here")
    }
    guard let samples = format.sampleFormat, samples.byteOrder == .littleEndian || samples.byteCount == 1 else {
      throw refusal("WAVE holds packed little-endian linear PCM here")
    }
    guard (samples.encoding == .unsignedInteger) == (samples.byteCount == 1) else {
      throw refusal("WAVE samples of 8 bits are unsigned and all wider ones signed")
    }
    return samples.encoding == .floatingPoint ? .ieeeFloat : .pcm
  }

  private mutating func setBlocks(_ settings: WriterSettings) throws(ContainerError) {
    let frames = settings.format.framesPerPacket
    guard let most = tag.framesPerBlock(byteCount: Int(blockAlign), channelCount: Int(channelCount)),
      let stored = UInt16(exactly: frames), frames > 0, frames <= most
    else { throw Self.refusal("the packets' size and duration are not those of a block of the format", .invalidState) }
    framesPerBlock = stored
    blockExtension.append(littleEndian: stored)
    guard tag == .microsoftADPCM else { return }
    if settings.cookie.isEmpty {
      blockExtension.append(littleEndian: UInt16(Self.standardCoefficients.count / 2))
      for number in Self.standardCoefficients { blockExtension.append(littleEndian: number) }
      return
    }
    let cookie = ChunkBody(settings.cookie)
    guard cookie.uint16(at: 0) == stored, let pairs = cookie.uint16(at: 2), cookie.count == 4 + 4 * Int(pairs),
      cookie.count <= Self.maximumByteCount - 18
    else {
      throw Self.refusal("the cookie of MS ADPCM is the frames of a block and the coefficient pairs", .invalidState)
    }
    blockExtension = settings.cookie
  }

  /// The seven pairs that every decoder of MS ADPCM knows, in units of 1/256.
  static let standardCoefficients: [Int16] = [256, 0, 512, -256, 0, 0, 192, 64, 240, 0, 460, -208, 392, -232]

  /// The chunk's body: 16 bytes for plain PCM, 18 with an empty extension, 40 for the extensible form.
  var bytes: [UInt8] {
    var fields = WaveFormatFields()
    fields.tag = isExtensible ? WaveFormatExtension.tag : tag.rawValue
    fields.channelCount = channelCount
    fields.sampleRate = sampleRate
    fields.bytesPerSecond = bytesPerSecond
    fields.blockAlign = blockAlign
    fields.bitsPerSample = bitsPerSample
    if isExtensible {
      let added = WaveFormatExtension(tag, validBitsPerSample: validBitsPerSample, channelMask: channelMask)
      fields.setExtension(added.bytes)
    } else if tag != .pcm {
      fields.setExtension(blockExtension)
    }
    return fields.bytes
  }
}

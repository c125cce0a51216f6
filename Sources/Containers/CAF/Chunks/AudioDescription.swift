import AudioBase
import Bitstream

/// `desc`: the format of the packets, `CAFAudioDescription`.
///
/// Its flags for linear PCM are the format's own: bit 0 says floating point, bit 1 little endian; integers are signed.
enum AudioDescription {
  static let byteCount = 32
  private static let isFloat: UInt32 = 1
  private static let isLittleEndian: UInt32 = 2

  /// Reads the chunk's body, which begins at byte `offset` of the file.
  static func format(
    parsing body: Span<UInt8>, at offset: Int64, limits: ResourceLimits
  ) throws(ContainerError) -> StreamFormat {
    func failure(_ kind: ErrorKind, _ rule: StaticString) -> ContainerError {
      ContainerError(kind, rule, at: offset, in: .descriptionChunk)
    }
    var format = StreamFormat(formatID: .linearPCM, sampleRate: 0, channelsPerFrame: 0)
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      format.sampleRate = Double(bitPattern: try reader.readUInt64())
      format.formatID = FourCharacterCode(rawValue: try reader.readUInt32())
      format.formatFlags = try reader.readUInt32()
      format.bytesPerPacket = Int(clamping: try reader.readUInt32())
      format.framesPerPacket = Int(clamping: try reader.readUInt32())
      format.channelsPerFrame = Int(clamping: try reader.readUInt32())
      format.bitsPerChannel = Int(clamping: try reader.readUInt32())
    } catch {
      throw failure(.truncated, "the description has 32 bytes")
    }
    guard format.sampleRate.isFinite, format.sampleRate > 0, format.channelsPerFrame > 0 else {
      throw failure(.malformed, "a stream has a rate and channels")
    }
    guard format.channelsPerFrame <= limits.channelCount else {
      throw failure(.limitExceeded, "there are too many channels")
    }
    guard format.bytesPerPacket <= limits.packetByteCount else {
      throw failure(.limitExceeded, "a packet is too large")
    }
    if format.formatID == .linearPCM { try settleLinearPCM(&format, failure) }
    // The chunk has no field for it.
    if format.framesPerPacket == 1 { format.bytesPerFrame = format.bytesPerPacket }
    return format
  }

  private static func settleLinearPCM(
    _ format: inout StreamFormat, _ failure: (ErrorKind, StaticString) -> ContainerError
  ) throws(ContainerError) {
    guard format.bytesPerPacket > 0, format.framesPerPacket == 1, (1...64).contains(format.bitsPerChannel),
      format.bytesPerPacket % format.channelsPerFrame == 0,
      format.bytesPerPacket / format.channelsPerFrame * 8 >= format.bitsPerChannel
    else { throw failure(.malformed, "a packet of linear PCM is one frame of whole samples") }
    let isPacked = format.bytesPerPacket / format.channelsPerFrame * 8 == format.bitsPerChannel
    let isBig = format.formatFlags & isLittleEndian == 0 && format.bitsPerChannel > 8
    let isFloat = format.formatFlags & isFloat != 0
    format.linearPCMFlags = [
      isFloat ? .float : .signedInteger, isBig ? .bigEndian : [], isPacked ? .packed : .alignedHigh,
    ]
  }

  /// Returns the chunk's body for packets of a format.
  static func body(_ format: StreamFormat) throws(ContainerError) -> [UInt8] {
    var flags = format.formatFlags
    if format.formatID == .linearPCM {
      guard let samples = format.sampleFormat, samples.encoding != .unsignedInteger else {
        throw ContainerError(.unsupported, "CAF holds packed linear PCM, integers signed", at: 0, in: .descriptionChunk)
      }
      flags = samples.encoding == .floatingPoint ? isFloat : 0
      if samples.byteOrder == .littleEndian, samples.bitsPerSample > 8 { flags |= isLittleEndian }
    }
    guard format.sampleRate.isFinite, format.sampleRate > 0, format.channelsPerFrame > 0,
      let bytes = UInt32(exactly: format.bytesPerPacket), let frames = UInt32(exactly: format.framesPerPacket),
      let channels = UInt32(exactly: format.channelsPerFrame), let bits = UInt32(exactly: format.bitsPerChannel)
    else { throw ContainerError(.invalidState, "a stream has a rate and channels", at: 0, in: .descriptionChunk) }
    var body: [UInt8] = []
    body.append(bigEndian: format.sampleRate.bitPattern)
    for number in [format.formatID.rawValue, flags, bytes, frames, channels, bits] { body.append(bigEndian: number) }
    return body
  }
}

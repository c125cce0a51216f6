import AudioBase
import Bitstream

/// The six numbers before the annotation.
struct SunAudioHeader: Equatable {
  /// The number of bytes of the header's six fields.
  static let byteCount = 24
  /// The size that stands for "to the end".
  static let unknownSize = UInt32.max
  /// The offset of the size of the samples.
  static let sizeOffset: Int64 = 8

  var byteOrder: SampleFormat.ByteOrder
  var dataOffset: UInt32
  var dataByteCount: UInt32
  var encoding: UInt32
  var sampleRate: UInt32
  var channelCount: UInt32

  /// Returns the byte order indicated by the first four bytes, read as a big-endian number; `nil` for other formats.
  static func byteOrder(mark: UInt32) -> SampleFormat.ByteOrder? {
    switch mark {
    case 0x2E73_6E64: .bigEndian
    case 0x646E_732E: .littleEndian
    default: nil
    }
  }

  /// Reads the header at the first byte of a file.
  init(_ window: inout SourceWindow) throws(ContainerError) {
    let mark = UInt32(try window.bigEndian(4, at: 0))
    guard let order = Self.byteOrder(mark: mark) else {
      throw ContainerError(.malformed, "a Sun audio file begins with .snd or dns.", at: 0)
    }
    var numbers: [5 of UInt32] = .init(repeating: 0)
    for index in 0..<5 {
      let number = UInt32(try window.bigEndian(4, at: Int64(4 + 4 * index)))
      numbers[index] = order == .bigEndian ? number : number.byteSwapped
    }
    byteOrder = order
    dataOffset = numbers[0]
    dataByteCount = numbers[1]
    encoding = numbers[2]
    sampleRate = numbers[3]
    channelCount = numbers[4]
  }

  /// Describes the contents of a new file, or rejects those that the format cannot hold.
  init(_ settings: WriterSettings) throws(ContainerError) {
    let format = settings.format
    guard format.sampleRate >= 1, format.sampleRate < 0x1p32, format.sampleRate == format.sampleRate.rounded() else {
      throw Self.refusal("a sample rate is a whole number of Hz below 4294967296")
    }
    guard format.channelsPerFrame > 0, let channels = UInt32(exactly: format.channelsPerFrame) else {
      throw Self.refusal("a Sun audio file has 1 to 4294967295 channels")
    }
    guard settings.cookie.isEmpty else { throw Self.refusal("a Sun audio file holds no magic cookie") }
    byteOrder = .bigEndian
    dataOffset = UInt32(Self.byteCount)
    dataByteCount = Self.unknownSize
    encoding = try Self.encoding(format)
    sampleRate = UInt32(format.sampleRate)
    channelCount = channels
  }

  private static func refusal(_ rule: StaticString) -> ContainerError {
    ContainerError(.unsupported, rule, at: 0, in: .sunAudio)
  }

  private static func encoding(_ format: StreamFormat) throws(ContainerError) -> UInt32 {
    if format.formatID == .muLaw || format.formatID == .aLaw {
      guard format.bytesPerPacket == format.channelsPerFrame, format.framesPerPacket == 1 else {
        throw ContainerError(.invalidState, "A-law and mu-law have a byte a sample", at: 0, in: .sunAudio)
      }
      return format.formatID == .muLaw ? 1 : 27
    }
    guard let samples = format.sampleFormat, samples.byteOrder == .bigEndian || samples.byteCount == 1 else {
      throw refusal("Sun audio holds packed big-endian linear PCM, A-law and mu-law")
    }
    switch (samples.encoding, samples.bitsPerSample) {
    case (.signedInteger, let bits): return UInt32(1 + bits / 8)
    case (.floatingPoint, let bits): return bits == 32 ? 6 : 7
    default: throw refusal("Sun audio holds no unsigned samples")
    }
  }

  /// The header's bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for number in [0x2E73_6E64, dataOffset, dataByteCount, encoding, sampleRate, channelCount] {
      bytes.append(bigEndian: number)
    }
    return bytes
  }

  /// Returns the format of the samples; refuses encodings that are not read here, and numbers that no recording has.
  func streamFormat(_ limits: ResourceLimits) throws(ContainerError) -> StreamFormat {
    guard sampleRate > 0, channelCount > 0 else {
      throw ContainerError(.malformed, "a recording has a rate and channels", at: 16, in: .sunAudio)
    }
    guard channelCount <= limits.channelCount else {
      throw ContainerError(.limitExceeded, "there are more channels than the limit allows", at: 20, in: .sunAudio)
    }
    let channels = Int(channelCount)
    let samples: SampleFormat
    switch encoding {
    case 1, 27:
      var format = StreamFormat(
        formatID: encoding == 1 ? .muLaw : .aLaw, sampleRate: Double(sampleRate), channelsPerFrame: channels,
        framesPerPacket: 1)
      format.bytesPerPacket = channels
      format.bytesPerFrame = channels
      format.bitsPerChannel = 8
      return format
    case 2...5: samples = SampleFormat(.signedInteger, bitsPerSample: Int(encoding - 1) * 8, byteOrder: byteOrder)
    case 6: samples = SampleFormat(.floatingPoint, bitsPerSample: 32, byteOrder: byteOrder)
    case 7: samples = SampleFormat(.floatingPoint, bitsPerSample: 64, byteOrder: byteOrder)
    default:
      throw ContainerError(
        .unsupported, "only linear PCM, A-law and mu-law are read from Sun audio", at: 12, in: .sunAudio)
    }
    return StreamFormat(samples, sampleRate: Double(sampleRate), channelsPerFrame: channels)
  }
}

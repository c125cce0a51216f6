package import Bitstream

/// The coding of a frame's channels. RFC 9639, 9.1.3.
package enum ChannelAssignment: Equatable, Sendable, BitwiseCopyable {
  /// Each channel separately, 1…8 channels.
  case independent(Int)
  /// The left channel, and left minus right.
  case leftSide
  /// Left minus right, and the right channel.
  case sideRight
  /// The mean of left and right, and left minus right.
  case midSide

  /// The number of channels.
  var count: Int {
    if case .independent(let count) = self { count } else { 2 }
  }

  /// The channel that is a difference and has one bit more.
  var side: Int? {
    switch self {
    case .independent: nil
    case .leftSide, .midSide: 1
    case .sideRight: 0
    }
  }

  /// The field of four bits.
  var code: UInt32 {
    switch self {
    case .independent(let count): UInt32(count - 1)
    case .leftSide: 8
    case .sideRight: 9
    case .midSide: 10
    }
  }

  init?(code: UInt32) {
    switch code {
    case 0...7: self = .independent(Int(code) + 1)
    case 8: self = .leftSide
    case 9: self = .sideRight
    case 10: self = .midSide
    default: return nil
    }
  }
}

/// The header of a frame. RFC 9639, 9.1.
package struct FrameHeader: Equatable, Sendable, BitwiseCopyable {
  /// True if ``number`` counts frames of sound instead of blocks.
  var hasVariableBlockSize = false
  /// The number of frames of sound of the block, 1…65,535.
  package var blockSize: Int
  /// The sampling rate in Hz; 0 if `STREAMINFO` states it.
  var sampleRate: Int
  /// The coding of the channels.
  var channels: ChannelAssignment
  /// The bits of a sample; 0 if `STREAMINFO` states them.
  var bitDepth: Int
  /// The number of the block, or of its first frame of sound.
  var number: UInt64

  /// The rates that have their own codes, from 1 on, in Hz.
  static let rates = [88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]
  /// The bit depths by code; 0 if there is none.
  static let depths = [0, 8, 12, 0, 16, 20, 24, 32]

  package init(
    hasVariableBlockSize: Bool = false, blockSize: Int, sampleRate: Int, channels: ChannelAssignment, bitDepth: Int,
    number: UInt64
  ) {
    self.hasVariableBlockSize = hasVariableBlockSize
    self.blockSize = blockSize
    self.sampleRate = sampleRate
    self.channels = channels
    self.bitDepth = bitDepth
    self.number = number
  }

  /// Reads a header at the first bit of a packet, and verifies its check.
  package init(_ bits: inout BitReader, _ bytes: Span<UInt8>) throws(FLACError) {
    guard try bits.field(15) == 0x7FFC else { throw FLACError(.sync) }
    hasVariableBlockSize = try bits.field(1) == 1
    let sizeCode = try bits.field(4)
    let rateCode = Int(try bits.field(4))
    guard sizeCode != 0 else { throw FLACError(.reservedBlockSize, at: 16) }
    guard rateCode != 15 else { throw FLACError(.reservedSampleRate, at: 20) }
    guard let channels = ChannelAssignment(code: try bits.field(4)) else { throw FLACError(.reservedChannels, at: 24) }
    self.channels = channels
    let depthCode = Int(try bits.field(3))
    guard depthCode != 3 else { throw FLACError(.reservedBitDepth, at: 28) }
    bitDepth = Self.depths[depthCode]
    guard try bits.field(1) == 0 else { throw FLACError(.reservedHeaderBits, at: 31) }
    number = try Self.readNumber(&bits)
    blockSize = try Self.readBlockSize(&bits, code: sizeCode)
    sampleRate = try Self.readSampleRate(&bits, code: rateCode)
    let end = bits.offset / 8
    guard try bits.field(8) == UInt32(FrameCheck.headerCheck(bytes.extracting(0..<end))) else {
      throw FLACError(.headerCheck, at: end * 8)
    }
  }

  private static func readBlockSize(_ bits: inout BitReader, code: UInt32) throws(FLACError) -> Int {
    switch code {
    case 1: return 192
    case 2...5: return 144 << Int(code)
    case 6: return Int(try bits.field(8)) + 1
    case 7:
      let size = Int(try bits.field(16)) + 1
      guard size <= StreamInformation.largestBlockSize else { throw FLACError(.blockSizeTooLarge, at: 16) }
      return size
    default: return 1 << Int(code)
    }
  }

  private static func readSampleRate(_ bits: inout BitReader, code: Int) throws(FLACError) -> Int {
    switch code {
    case 0: 0
    case 12: Int(try bits.field(8)) * 1000
    case 13: Int(try bits.field(16))
    case 14: Int(try bits.field(16)) * 10
    default: rates[code - 1]
    }
  }

  /// Returns a number of up to 36 bits in the manner of UTF-8. RFC 9639, 9.1.5.
  private static func readNumber(_ bits: inout BitReader) throws(FLACError) -> UInt64 {
    let start = bits.offset
    let first = UInt8(truncatingIfNeeded: try bits.field(8))
    let width = (~first).leadingZeroBitCount
    guard width != 1, width <= 7 else { throw FLACError(.codedNumber, at: start) }
    guard width > 0 else { return UInt64(first) }
    var value = width == 7 ? 0 : UInt64(first & (0x7F >> UInt8(width)))
    for _ in 1..<width {
      let next = try bits.field(8)
      guard next & 0xC0 == 0x80 else { throw FLACError(.codedNumber, at: start) }
      value = value << 6 | UInt64(next & 0x3F)
    }
    return value
  }

  /// Writes the header and its check to an empty packet.
  package func write(to packet: inout FrameBits) {
    packet.put(0x7FFC, 15)
    packet.put(hasVariableBlockSize ? 1 : 0, 1)
    let size = sizeCode
    let rate = rateCode
    packet.put(size.code, 4)
    packet.put(rate.code, 4)
    packet.put(channels.code, 4)
    packet.put(UInt32(Self.depths.lastIndex(of: bitDepth) ?? 0), 3)
    packet.put(0, 1)
    writeNumber(to: &packet)
    if size.code == 6 || size.code == 7 { packet.put(UInt32(blockSize - 1), size.code == 6 ? 8 : 16) }
    if rate.code >= 12 { packet.put(rate.value, rate.code == 12 ? 8 : 16) }
    packet.putHeaderCheck()
  }

  private var sizeCode: (code: UInt32, Void) {
    if blockSize == 192 { return (1, ()) }
    if let code = (2...5).first(where: { 144 << $0 == blockSize }) { return (UInt32(code), ()) }
    if let code = (8...15).first(where: { 1 << $0 == blockSize }) { return (UInt32(code), ()) }
    return (blockSize <= 256 ? 6 : 7, ())
  }

  private var rateCode: (code: UInt32, value: UInt32) {
    if let index = Self.rates.firstIndex(of: sampleRate) { return (UInt32(index + 1), 0) }
    if sampleRate % 1000 == 0, sampleRate / 1000 < 256 { return (12, UInt32(sampleRate / 1000)) }
    if sampleRate < 1 << 16 { return (13, UInt32(sampleRate)) }
    if sampleRate % 10 == 0, sampleRate / 10 < 1 << 16 { return (14, UInt32(sampleRate / 10)) }
    return (0, 0)
  }

  private func writeNumber(to packet: inout FrameBits) {
    guard number >= 128 else { return packet.put(UInt32(number), 8) }
    let bitCount = 64 - number.leadingZeroBitCount
    // A first byte of a number of n bytes has 7 - n bits of it, each other byte 6.
    let width = (2...7).first { bitCount <= 5 * $0 + 1 } ?? 7
    let lead = UInt32(truncatingIfNeeded: 0xFF00 >> width) & 0xFF
    packet.put(lead | UInt32(truncatingIfNeeded: number >> UInt64(6 * (width - 1))), 8)
    for index in (0..<(width - 1)).reversed() {
      packet.put(0x80 | UInt32(truncatingIfNeeded: number >> UInt64(6 * index)) & 0x3F, 8)
    }
  }
}

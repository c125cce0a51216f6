import Bitstream

/// The header of a frame, RFC 9639, 9.1.
package struct FLACFrameHeader: Equatable {
  /// The largest size of a header in bytes: 4 fixed bytes, a number of up to 7, a block size and a rate of 2 each, and
  /// the CRC.
  package static let maximumByteCount = 16

  /// True if ``number`` counts frames of sound instead of blocks.
  package var hasVariableBlockSize: Bool
  /// The number of the block, or of its first frame of sound.
  package var number: Int64
  /// The number of frames of sound of the block.
  package var blockSize: Int

  /// The sampling rate in Hz; 0 if only `STREAMINFO` states it.
  package var sampleRate: Int
  /// The number of channels, 1…8.
  package var channelCount: Int
  /// The channel of a pair that holds the difference and has one more bit; `nil` if none does.
  package var sideChannel: Int?
  /// The bits of a sample; 0 if only `STREAMINFO` states them.
  package var bitDepth: Int
  /// The number of bytes of the header, its check included.
  package var byteCount: Int

  /// The rates that have their own codes, from 1 on, in Hz.
  private static let rates = [
    88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
  ]
  /// The bit depths by code; 0 if there is none.
  private static let depths = [0, 8, 12, 0, 16, 20, 24, 32]

  /// The number of the next block.
  package var nextNumber: Int64 { hasVariableBlockSize ? number + Int64(blockSize) : number + 1 }

  /// Reads a header at the first byte; `nil` without a valid check (CRC-8).
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return nil }
    let sizeCode = Int(bytes[2] >> 4)
    let rateCode = bytes[2] & 15
    guard sizeCode != 0, rateCode != 15, bytes[3] >> 4 < 11, bytes[3] & 1 == 0, bytes[3] >> 1 & 7 != 3 else {
      return nil
    }
    hasVariableBlockSize = bytes[1] & 1 == 1
    guard let (number, numberEnd) = Self.number(bytes, at: 4) else { return nil }
    self.number = number
    var place = numberEnd
    switch sizeCode {
    case 1: blockSize = 192
    case 2...5: blockSize = 576 << (sizeCode - 2)
    case 6, 7:
      let width = sizeCode - 5
      guard place + width <= bytes.count else { return nil }
      blockSize = 1 + (width == 1 ? Int(bytes[place]) : Int(bytes[place]) << 8 | Int(bytes[place + 1]))
      place += width
    default: blockSize = 256 << (sizeCode - 8)
    }
    let rateWidth = rateCode < 12 ? 0 : rateCode == 12 ? 1 : 2
    guard place + rateWidth < bytes.count else { return nil }
    let stated = (place..<(place + rateWidth)).reduce(0) { $0 << 8 | Int(bytes[$1]) }
    switch rateCode {
    case 0: sampleRate = 0
    case 12: sampleRate = stated * 1000
    case 13: sampleRate = stated
    case 14: sampleRate = stated * 10
    default: sampleRate = Self.rates[Int(rateCode) - 1]
    }
    let assignment = Int(bytes[3] >> 4)
    channelCount = assignment < 8 ? assignment + 1 : 2
    sideChannel = assignment < 8 ? nil : assignment == 9 ? 0 : 1
    bitDepth = Self.depths[Int(bytes[3] >> 1 & 7)]
    place += rateWidth
    byteCount = place + 1
    var check = CyclicRedundancyCheck(width: 8, polynomial: 0x07, initialValue: 0)
    check.update(bytes.extracting(0..<place))
    guard check.value == UInt32(bytes[place]) else { return nil }
  }

  /// Returns the body of `STREAMINFO`, RFC 9639, 8.2, for a stream without one; `nil` if the header does not state the
  /// rate or the bit depth and they are not known from elsewhere.
  package func streamInfo(sampleRate stated: Int = 0) -> [UInt8]? {
    let rate = sampleRate > 0 ? sampleRate : stated
    guard rate > 0, rate < 1 << 20, bitDepth > 0 else { return nil }
    let largest = hasVariableBlockSize ? 65_535 : max(16, min(blockSize, 65_535))
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt16(hasVariableBlockSize ? 16 : largest))
    bytes.append(bigEndian: UInt16(largest))
    bytes += [0, 0, 0, 0, 0, 0]
    let fields = UInt64(channelCount - 1) << 41 | UInt64(bitDepth - 1) << 36
    bytes.append(bigEndian: UInt64(rate) << 44 | fields)
    // Bound: a constant digest.
    bytes += [UInt8](repeating: 0, count: 16)
    return bytes
  }

  /// Returns the body of `STREAMINFO` in a magic cookie: bare, after its header, after `fLaC`, or in a box `dfLa`, with
  /// or without a box `frma` before it; otherwise `nil`.
  package static func streamInfo(inCookie cookie: [UInt8]) -> [UInt8]? {
    let byteCount = 34
    var rest = cookie[...]
    if rest.count == byteCount { return Array(rest) }
    for box in ["frma", "dfLa"] where rest.dropFirst(4).starts(with: box.utf8) { rest = rest.dropFirst(12) }
    if rest.starts(with: "fLaC".utf8) { rest = rest.dropFirst(4) }
    guard rest.count >= 4 + byteCount, let type = rest.first, type & 0x7F == 0,
      rest.dropFirst().starts(with: [0, 0, UInt8(byteCount)])
    else { return nil }
    return Array(rest.dropFirst(4).prefix(byteCount))
  }

  /// Returns true if another header may belong to a later block of the same stream.
  package func isFollowed(by later: FLACFrameHeader) -> Bool {
    later.hasVariableBlockSize == hasVariableBlockSize && later.sampleRate == sampleRate
      && later.channelCount == channelCount && later.bitDepth == bitDepth
      && later.number > nextNumber && (later.number - nextNumber) < (hasVariableBlockSize ? 1 << 22 : 1 << 6)
  }

  /// Reads a number in the manner of UTF-8, of up to 36 bits, and returns it with the index after it.
  private static func number(_ bytes: Span<UInt8>, at start: Int) -> (Int64, Int)? {
    let first = bytes[start]
    let width = (~first).leadingZeroBitCount
    guard width != 1, width <= 7 else { return nil }
    guard width > 0 else { return (Int64(first), start + 1) }
    guard start + width <= bytes.count else { return nil }
    var value = width == 7 ? 0 : Int64(first & (0x7F >> UInt8(width)))
    for index in (start + 1)..<(start + width) {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | Int64(bytes[index] & 0x3F)
    }
    return (value, start + width)
  }
}

import Bitstream

/// A receiver's report on one source: RFC 3550, 6.4.1.
public struct ReportBlock: Sendable, Equatable, BitwiseCopyable {
  /// The number of bytes of a block.
  static let byteCount = 24

  /// `SSRC_n`: the source of the report.
  public var source: UInt32
  /// The fraction of expected packets lost since the previous report, in 256ths.
  public var fractionLost: UInt8
  /// The number of packets lost since the beginning, −2²³…2²³−1; negative if there were duplicates.
  public var cumulativeLost: Int32
  /// The highest sequence number, with the number of wrap-arounds in the upper 16 bits.
  public var highestSequenceNumber: UInt32
  /// The interarrival jitter, in ticks of the payload format's clock.
  public var jitter: UInt32
  /// `LSR`: the middle 32 bits of the time in the last sender report, 0 before the first.
  public var lastReport: UInt32
  /// `DLSR`: the time since that report arrived, in units of 1/65 536 s.
  public var delaySinceLastReport: UInt32

  /// Creates a block about a source without losses.
  public init(source: UInt32) {
    self.source = source
    (fractionLost, cumulativeLost, highestSequenceNumber) = (0, 0, 0)
    (jitter, lastReport, delaySinceLastReport) = (0, 0, 0)
  }

  init(parsing reader: inout ByteReader) throws(EndOfBytes) {
    source = try reader.readUInt32()
    fractionLost = try reader.readUInt8()
    let lost = try reader.readUInt24()
    cumulativeLost = Int32(bitPattern: lost << 8) >> 8
    highestSequenceNumber = try reader.readUInt32()
    jitter = try reader.readUInt32()
    lastReport = try reader.readUInt32()
    delaySinceLastReport = try reader.readUInt32()
  }

  func write(to bytes: inout [UInt8]) {
    let lost = UInt32(bitPattern: min(max(cumulativeLost, -0x80_0000), 0x7F_FFFF)) & 0xFF_FFFF
    bytes.append(bigEndian: source)
    bytes.append(bigEndian: UInt32(fractionLost) << 24 | lost)
    bytes.append(bigEndian: highestSequenceNumber)
    bytes.append(bigEndian: jitter)
    bytes.append(bigEndian: lastReport)
    bytes.append(bigEndian: delaySinceLastReport)
  }
}

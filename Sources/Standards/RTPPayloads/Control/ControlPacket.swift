import AudioBase
import Bitstream

/// An RTCP packet, RFC 3550, 6.
public enum ControlPacket: Sendable, Equatable {
  /// `SR`: a source's report on time, on the packets sent, and on those received.
  case senderReport(SenderReport)
  /// `RR`: a receiver's report on received packets, with the receiver's SSRC.
  case receiverReport(source: UInt32, blocks: [ReportBlock])
  /// `SDES`: the names of sources.
  case description([SourceDescription])
  /// `BYE`: sources that leave, with an optional reason, without control characters.
  case goodbye(sources: [UInt32], reason: String)
  /// A packet of another type, such as `APP` (204) or feedback (205, 206), which is skipped.
  case other(type: UInt8)

  /// A sender report, RFC 3550, 6.4.1.
  public struct SenderReport: Sendable, Equatable {
    /// The SSRC of the sender.
    public var source: UInt32
    /// The time at which the report was sent.
    public var time: NetworkTime
    /// The same time on the clock of the RTP timestamps.
    public var timestamp: UInt32
    /// The number of packets sent so far, modulo 2³².
    public var packetCount: UInt32
    /// The number of bytes of payload sent so far, modulo 2³².
    public var byteCount: UInt32
    /// The sender's reports on the sources that it receives.
    public var blocks: [ReportBlock]

    /// Creates a report without blocks.
    public init(source: UInt32, time: NetworkTime, timestamp: UInt32) {
      self.source = source
      self.time = time
      self.timestamp = timestamp
      (packetCount, byteCount, blocks) = (0, 0, [])
    }
  }

  /// The name of a source, RFC 3550, 6.5.
  public struct SourceDescription: Sendable, Equatable {
    /// The SSRC or CSRC.
    public var source: UInt32
    /// `CNAME`: one name for all streams of a participant; at most 255 bytes. Reading omits other items, and control
    /// characters in the name.
    public var canonicalName: String

    /// Creates a description.
    public init(source: UInt32, canonicalName: String) {
      self.source = source
      self.canonicalName = canonicalName
    }
  }

  /// The largest number of sources in the BYE packets of a datagram, which is that of one packet. Without a limit,
  /// anybody could guess thousands of sources at a time.
  public static let maximumGoodbyeCount = 31

  /// Reads a compound packet: one or more RTCP packets in a datagram.
  ///
  /// A packet that is not a legal first one of a compound is accepted as well, for RFC 5506 allows it.
  ///
  /// - Throws: ``RTPError``: truncated, malformed, or limit exceeded where BYE packets name more than
  ///   ``maximumGoodbyeCount`` sources. No part of such a datagram should be trusted.
  public static func parse(_ datagram: Span<UInt8>) throws(RTPError) -> [ControlPacket] {
    var packets: [ControlPacket] = []
    var (start, goodbyeCount) = (0, 0)
    while start < datagram.count {
      guard datagram.count - start >= 4 else { throw Self.cut(start) }
      let first = datagram[start]
      guard first >> 6 == 2 else {
        throw RTPError(.malformed, "the version of RTCP is 2", clause: "RFC 3550, 6.4.1", at: start)
      }
      let byteCount = 4 * (Int(datagram[start + 2]) << 8 | Int(datagram[start + 3]) + 1)
      guard byteCount <= datagram.count - start else { throw Self.cut(start) }
      var contentCount = byteCount - 4
      if first & 0x20 != 0 {
        let padding = Int(datagram[start + byteCount - 1])
        guard start + byteCount == datagram.count, padding > 0, padding % 4 == 0, padding <= contentCount else {
          throw RTPError(.malformed, "only the last packet is padded", clause: "RFC 3550, 6.4.1", at: start)
        }
        contentCount -= padding
      }
      let contents = datagram.extracting((start + 4)..<(start + 4 + contentCount))
      do throws(EndOfBytes) {
        packets.append(try ControlPacket(type: datagram[start + 1], count: Int(first & 31), contents))
      } catch {
        throw Self.cut(start)
      }
      if case .goodbye(let sources, _)? = packets.last { goodbyeCount += sources.count }
      guard goodbyeCount <= maximumGoodbyeCount else {
        throw RTPError(
          .limitExceeded, "a datagram says farewell for 31 sources at most", clause: "RFC 3550, 6.6", at: start)
      }
      start += byteCount
    }
    return packets
  }

  private static func cut(_ offset: Int) -> RTPError {
    RTPError(.truncated, "the packet is whole", clause: "RFC 3550, 6.4.1", at: offset)
  }

  private init(type: UInt8, count: Int, _ contents: Span<UInt8>) throws(EndOfBytes) {
    var reader = ByteReader(contents)
    switch type {
    case 200:
      var report = SenderReport(
        source: try reader.readUInt32(), time: NetworkTime(rawValue: try reader.readUInt64()),
        timestamp: try reader.readUInt32())
      report.packetCount = try reader.readUInt32()
      report.byteCount = try reader.readUInt32()
      for _ in 0..<count { report.blocks.append(try ReportBlock(parsing: &reader)) }
      self = .senderReport(report)
    case 201:
      let source = try reader.readUInt32()
      var blocks: [ReportBlock] = []
      for _ in 0..<count { blocks.append(try ReportBlock(parsing: &reader)) }
      self = .receiverReport(source: source, blocks: blocks)
    case 202:
      var descriptions: [SourceDescription] = []
      for _ in 0..<count { descriptions.append(try SourceDescription(parsing: &reader)) }
      self = .description(descriptions)
    case 203:
      var sources: [UInt32] = []
      for _ in 0..<count { sources.append(try reader.readUInt32()) }
      let length = reader.remaining > 0 ? Int(try reader.readUInt8()) : 0
      self = .goodbye(sources: sources, reason: try reader.readLine(byteCount: length))
    default: self = .other(type: type)
    }
  }
}

extension ControlPacket {
  /// The sources that send the packet.
  public var speakers: [UInt32] {
    switch self {
    case .senderReport(let report): [report.source]
    case .receiverReport(let source, _): [source]
    case .description(let descriptions): descriptions.map(\.source)
    case .goodbye(let sources, _): sources
    case .other: []
    }
  }
}

extension ControlPacket.SourceDescription {
  /// Reads a chunk: the source, items until an empty one, and zeros up to a multiple of four bytes.
  fileprivate init(parsing reader: inout ByteReader) throws(EndOfBytes) {
    source = try reader.readUInt32()
    canonicalName = ""
    while true {
      let type = try reader.readUInt8()
      if type == 0 { break }
      let length = Int(try reader.readUInt8())
      let text = try reader.readLine(byteCount: length)
      if type == 1 { canonicalName = text }
    }
    try reader.skip(-reader.offset & 3)
  }
}

extension ByteReader {
  /// Reads a text that anyone may have sent and that may be printed: without control characters, which a terminal would
  /// obey.
  fileprivate mutating func readLine(byteCount: Int) throws(EndOfBytes) -> String {
    var text = String(decoding: [UInt8](copying: try readBytes(byteCount)), as: UTF8.self)
    text.unicodeScalars.removeAll { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
    return text
  }
}

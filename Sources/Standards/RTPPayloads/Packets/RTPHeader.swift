import AudioBase
import Bitstream

/// The header of an RTP packet, RFC 3550, 5.1.
///
/// ```
/// bits  2        1        1          4            1       7             16
///       version  padding  extension  CSRC count   marker  payload type  sequence number
///       32: timestamp   32: SSRC   32 each: CSRC   16: profile, 16: words, words: extension
/// ```
public struct RTPHeader: Sendable, Equatable {
  /// The extension behind the fixed header, RFC 3550, 5.3.1.
  public struct Extension: Sendable, Equatable {
    /// The 16 bits that identify the format of the extension; 0xBEDE for RFC 8285.
    public var profile: UInt16
    /// The contents: a multiple of four bytes.
    public var bytes: [UInt8]

    /// Creates an extension; pads the bytes with zeros to a multiple of four, and cuts them at 65 535 words.
    public init(profile: UInt16, bytes: [UInt8]) {
      self.profile = profile
      self.bytes = Array(bytes.prefix(65_535 * 4))
      while self.bytes.count % 4 != 0 { self.bytes.append(0) }
    }
  }

  /// The fewest bytes of a header.
  public static let minimumByteCount = 12

  /// `M`: the end of an access unit, or the first packet after a silence, depending on the payload format.
  public var hasMarker = false
  /// `PT`: 0…127.
  public var payloadType: UInt8
  /// The sequence number, which starts at random.
  public var sequenceNumber: UInt16
  /// The time of the first sample of the payload, in ticks of the payload format's clock.
  public var timestamp: UInt32
  /// `SSRC`: the source.
  public var source: UInt32
  /// `CSRC`: the sources that a mixer has combined; at most 15.
  public var contributors: [UInt32] = []
  /// The extension, if there is one.
  public var headerExtension: Extension?
  /// `P`: true if the packet ends in padding, whose length is its last byte.
  public private(set) var hasPadding = false

  /// Creates a header without contributors, extension and padding.
  public init(payloadType: UInt8, sequenceNumber: UInt16, timestamp: UInt32, source: UInt32) {
    self.payloadType = payloadType & 127
    self.sequenceNumber = sequenceNumber
    self.timestamp = timestamp
    self.source = source
  }

  /// Reads the header that a datagram begins with.
  ///
  /// - Throws: ``RTPError``: truncated, or malformed where the version is not 2.
  public init(parsing datagram: Span<UInt8>) throws(RTPError) {
    guard datagram.count > 0, datagram[0] >> 6 == 2 else {
      throw RTPError(.malformed, "the version of RTP is 2", clause: "RFC 3550, 5.1")
    }
    do throws(EndOfBytes) {
      var reader = ByteReader(datagram)
      let first = try reader.readUInt8()
      let second = try reader.readUInt8()
      self.init(
        payloadType: second & 127, sequenceNumber: try reader.readUInt16(), timestamp: try reader.readUInt32(),
        source: try reader.readUInt32())
      hasMarker = second & 0x80 != 0
      hasPadding = first & 0x20 != 0
      for _ in 0..<(first & 15) { contributors.append(try reader.readUInt32()) }
      if first & 0x10 != 0 {
        let profile = try reader.readUInt16()
        let wordCount = Int(try reader.readUInt16())
        headerExtension = Extension(profile: profile, bytes: [UInt8](copying: try reader.readBytes(wordCount * 4)))
      }
    } catch {
      throw RTPError(.truncated, "the header is whole", clause: "RFC 3550, 5.1", at: error.offset)
    }
  }

  /// The number of bytes of the header.
  public var byteCount: Int {
    RTPHeader.minimumByteCount + 4 * min(contributors.count, 15) + (headerExtension.map { 4 + $0.bytes.count } ?? 0)
  }

  /// Returns the range of the payload in a datagram that begins with this header, without padding.
  ///
  /// - Throws: ``RTPError`` of kind malformed where the padding is 0 or more than there is.
  public func payload(in datagram: Span<UInt8>) throws(RTPError) -> Range<Int> {
    guard datagram.count >= byteCount else {
      throw RTPError(.truncated, "the header is whole", clause: "RFC 3550, 5.1", at: datagram.count)
    }
    guard hasPadding else { return byteCount..<datagram.count }
    let padding = datagram.count > byteCount ? Int(datagram[datagram.count - 1]) : 0
    guard padding > 0, padding <= datagram.count - byteCount else {
      throw RTPError(
        .malformed, "the padding lies within the packet and counts itself", clause: "RFC 3550, 5.1",
        at: datagram.count)
    }
    return byteCount..<(datagram.count - padding)
  }

  /// Appends the header, with at most 15 contributors.
  public func write(to datagram: inout [UInt8]) {
    let count = UInt8(truncatingIfNeeded: min(contributors.count, 15))
    datagram.append(0x80 | (headerExtension == nil ? 0 : 0x10) | count)
    datagram.append((hasMarker ? 0x80 : 0) | payloadType & 127)
    datagram.append(bigEndian: sequenceNumber)
    datagram.append(bigEndian: timestamp)
    datagram.append(bigEndian: source)
    for contributor in contributors.prefix(15) { datagram.append(bigEndian: contributor) }
    guard let headerExtension else { return }
    datagram.append(bigEndian: headerExtension.profile)
    datagram.append(bigEndian: UInt16(truncatingIfNeeded: headerExtension.bytes.count / 4))
    datagram.append(contentsOf: headerExtension.bytes)
  }
}

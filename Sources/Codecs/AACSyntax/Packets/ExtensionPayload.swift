package import Bitstream

/// The payloads that a packet carries besides its channels.
package struct PacketExtensions: Sendable {
  /// True if spectral band replication data were met.
  package var hasSpectralBandReplication = false
  /// The data of the last payload, or `nil`.
  var replication: SBRPayload?
  /// The bit offset of LD MPEG Surround's data in the packet; they extend to its end.
  package var surroundStart: Int?
  package var dynamicRange: DynamicRange?
  /// The error in a payload, or `nil`. The channels precede it and are not affected by it.
  package var problem: AACError?

  package init() {}

  /// Begins a packet. If there are no dynamic range data, their 300 bytes are not cleared.
  mutating func clear() {
    hasSpectralBandReplication = false
    replication = nil
    surroundStart = nil
    problem = nil
    if dynamicRange != nil { dynamicRange = nil }
  }
}

/// The bits of a packet that hold the SBR data of an element; parsed as soon as the core's samples are available.
package struct SBRPayload: Sendable, BitwiseCopyable {
  /// The bit offset just after `extension_type`: at the CRC, or at `bs_header_flag`.
  package var start: Int
  /// The end of the fill element, of the wrapping, or of the whole bytes after an error-resilient packet's channels.
  package var end: Int
  package var hasCRC: Bool

  package init(start: Int, end: Int, hasCRC: Bool) {
    self.start = start
    self.end = end
    self.hasCRC = hasCRC
  }
}

/// `extension_type`.
package enum ExtensionType {
  static let data = 2
  static let dataLength = 3
  package static let lowDelaySurround = 9
  static let dynamicRange = 11
  package static let spectralBandReplication = 13
  static let spectralBandReplicationWithCRC = 14
}

extension PacketExtensions {
  /// Reads the payload of a `fill_element()`, whose end is known: unknown parts are skipped.
  mutating func parseFill(_ reader: inout BitReader, byteCount: Int) throws(AACError) {
    let end = reader.offset + 8 * byteCount
    guard end <= reader.endOffset else { throw AACError(.truncated, at: reader.offset) }
    replication = nil
    if byteCount > 0 { _ = parseNoting(&reader) }
    replication?.end = end
    try reader.jump(to: end)
  }

  /// Reads the payloads after the channels of an error-resilient packet, up to fewer than eight bits of padding.
  ///
  /// Only some types state their length; any other one takes the rest of the packet.
  package mutating func parseTrailing(_ reader: inout BitReader) throws(AACError) {
    while reader.remaining >= 8 { try parseNextTrailing(&reader) }
  }

  /// Reads the next payload after the channels of an error-resilient packet; at least eight bits must be left.
  mutating func parseNextTrailing(_ reader: inout BitReader) throws(AACError) {
    replication = nil
    if !parseNoting(&reader) { try reader.jump(to: reader.endOffset) }
  }

  /// Parses like ``parseTrailing(_:)``, but records errors instead of throwing.
  package mutating func parseTrailingNoting(_ reader: inout BitReader) {
    do throws(AACError) {
      try parseTrailing(&reader)
    } catch {
      problem = problem ?? error
    }
  }

  /// Reads one payload and returns true if its end is known; an error is recorded and costs only the payload.
  private mutating func parseNoting(_ reader: inout BitReader) -> Bool {
    // A payload that does not tell its length has all whole bytes that are left.
    let end = reader.offset + reader.remaining / 8 * 8
    do throws(AACError) {
      return try parseType(&reader, upTo: end, nesting: 0)
    } catch {
      problem = problem ?? error
      return false
    }
  }

  /// Reads one payload, which ends at `end` unless it states its length, and returns true if it does.
  @discardableResult
  private mutating func parseType(
    _ reader: inout BitReader, upTo end: Int, nesting: Int
  ) throws(AACError) -> Bool {
    let type = try reader.bits(4)
    switch type {
    case ExtensionType.data:
      let start = reader.offset
      guard try reader.bits(4) == 0 else { throw AACError(.reservedDataElement, at: start) }
      var length = 0, part = 0
      repeat {
        part = try reader.bits(8)
        length += part
      } while part == 255
      try reader.jump(to: reader.offset + 8 * length)
      return true
    case ExtensionType.dataLength where nesting == 0:
      var length = try reader.bits(4)
      if length == 15 {
        let more = try reader.bits(8)
        length += more
        if more == 255 { length += try reader.bits(16) }
      }
      let end = reader.offset + 8 * length
      guard end <= reader.endOffset else { throw AACError(.truncated, at: reader.offset) }
      if length > 0 { try parseType(&reader, upTo: end, nesting: 1) }
      try reader.jump(to: end)
      return true
    case ExtensionType.dynamicRange:
      dynamicRange = try DynamicRange(parsing: &reader)
      return true
    case ExtensionType.spectralBandReplication, ExtensionType.spectralBandReplicationWithCRC:
      hasSpectralBandReplication = true
      let hasCRC = type == ExtensionType.spectralBandReplicationWithCRC
      replication = SBRPayload(start: reader.offset, end: end, hasCRC: hasCRC)
      return false
    case ExtensionType.lowDelaySurround:
      surroundStart = reader.offset
      return false
    default:
      return false
    }
  }
}

extension PacketExtensions {
  /// Writes `extension_payload()` with dynamic range data, if there are any.
  package func writePayload(to writer: inout BitWriter) {
    guard let dynamicRange else { return }
    writer.write(UInt32(ExtensionType.dynamicRange), 4)
    dynamicRange.write(to: &writer)
  }

  /// Writes the same in a `fill_element()` with its `id_syn_ele`.
  func writeFill(to writer: inout BitWriter) {
    guard dynamicRange != nil else { return }
    var payload = BitWriter()
    writePayload(to: &payload)
    writer.writeFillHeader(byteCount: payload.bytes.count)
    writer.write(bitsOf: payload.bytes.span, 0..<(8 * payload.bytes.count))
  }
}

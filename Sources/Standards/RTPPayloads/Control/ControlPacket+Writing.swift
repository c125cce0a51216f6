import Bitstream

extension ControlPacket {
  /// Appends the packet; appends nothing for packets of other types, whose contents are not kept.
  ///
  /// At most 31 blocks, descriptions or sources are written: the field that counts them has five bits.
  public func write(to datagram: inout [UInt8]) {
    let start = datagram.count
    switch self {
    case .senderReport(let report):
      Self.writeHeader(type: 200, count: report.blocks.count, to: &datagram)
      datagram.append(bigEndian: report.source)
      datagram.append(bigEndian: report.time.rawValue)
      datagram.append(bigEndian: report.timestamp)
      datagram.append(bigEndian: report.packetCount)
      datagram.append(bigEndian: report.byteCount)
      for block in report.blocks.prefix(31) { block.write(to: &datagram) }
    case .receiverReport(let source, let blocks):
      Self.writeHeader(type: 201, count: blocks.count, to: &datagram)
      datagram.append(bigEndian: source)
      for block in blocks.prefix(31) { block.write(to: &datagram) }
    case .description(let descriptions):
      Self.writeHeader(type: 202, count: descriptions.count, to: &datagram)
      for description in descriptions.prefix(31) { description.write(to: &datagram, from: start) }
    case .goodbye(let sources, let reason):
      Self.writeHeader(type: 203, count: sources.count, to: &datagram)
      for source in sources.prefix(31) { datagram.append(bigEndian: source) }
      let text = Self.text(reason)
      if !text.isEmpty { datagram.append(UInt8(text.count)) }
      datagram.append(contentsOf: text)
      while (datagram.count - start) % 4 != 0 { datagram.append(0) }
    case .other: return
    }
    let wordCount = (datagram.count - start) / 4 - 1
    datagram[start + 2] = UInt8(truncatingIfNeeded: wordCount >> 8)
    datagram[start + 3] = UInt8(truncatingIfNeeded: wordCount)
  }

  private static func writeHeader(type: UInt8, count: Int, to datagram: inout [UInt8]) {
    datagram.append(0x80 | UInt8(truncatingIfNeeded: min(count, 31)))
    datagram.append(contentsOf: [type, 0, 0])
  }

  /// Returns the bytes of a text, cut after a whole character at 255 bytes.
  fileprivate static func text(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text.unicodeScalars {
      let encoded = Array(String(character).utf8)
      if bytes.count + encoded.count > 255 { break }
      bytes.append(contentsOf: encoded)
    }
    return bytes
  }
}

extension ControlPacket.SourceDescription {
  fileprivate func write(to datagram: inout [UInt8], from start: Int) {
    let name = ControlPacket.text(canonicalName)
    datagram.append(bigEndian: source)
    datagram.append(contentsOf: [1, UInt8(name.count)])
    datagram.append(contentsOf: name)
    repeat { datagram.append(0) } while (datagram.count - start) % 4 != 0
  }
}

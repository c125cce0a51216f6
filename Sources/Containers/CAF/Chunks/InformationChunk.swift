package import AudioBase
import Bitstream

/// `info`: keys and values, each ended by a zero byte. The keys are those of Core Audio's info dictionary.
package enum InformationChunk {
  /// Reads the chunk's body; drops truncated entries.
  package static func values(in body: [UInt8]) -> [InfoKey: String] {
    var values: [InfoKey: String] = [:]
    var rest = body.dropFirst(4)
    // Bytes after the last zero are not a whole text.
    while values.count < ResourceLimits.metadataValueCount, let keyEnd = rest.firstIndex(of: 0) {
      let behind = rest[(keyEnd + 1)...]
      guard let end = behind.firstIndex(of: 0) else { break }
      let key = String(decoding: rest[..<keyEnd], as: UTF8.self)
      if !key.isEmpty { values[InfoKey(key)] = String(decoding: behind[..<end], as: UTF8.self) }
      rest = behind[(end + 1)...]
    }
    return values
  }

  /// Returns the chunk's body, sorted by key; zero bytes within texts, which would end them, are left out.
  static func body(_ values: [InfoKey: String]) -> [UInt8] {
    var body: [UInt8] = []
    body.append(bigEndian: UInt32(clamping: values.count))
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      body += key.rawValue.utf8.filter { $0 != 0 } + [0]
      body += value.utf8.filter { $0 != 0 } + [0]
    }
    return body
  }
}

/// `strg`: the names of markers and regions, by number.
package enum StringsChunk {
  /// Reads the chunk's body: a table of numbers and offsets, then texts ended by a zero byte.
  ///
  /// Entries may share a text, but no more is taken of all together than the chunk has bytes.
  package static func texts(in body: [UInt8]) -> [UInt32: String] {
    var texts: [UInt32: String] = [:]
    var room = body.count
    do throws(EndOfBytes) {
      var reader = ByteReader(body.span)
      let count = Int(try reader.readUInt32())
      let base = 4 + count * 12
      guard count <= (body.count - 4) / 12 else { return [:] }
      for _ in 0..<count {
        let identifier = try reader.readUInt32()
        let offset = try reader.readUInt64()
        guard offset < UInt64(body.count - base) else { continue }
        guard texts.count < ResourceLimits.metadataMarkerCount else { return texts }
        let text = body[(base + Int(offset))...].prefix { $0 != 0 }
        room -= text.count
        guard room >= 0 else { return texts }
        texts[identifier] = String(decoding: text, as: UTF8.self)
      }
    } catch {
      return texts
    }
    return texts
  }

  /// Returns the chunk's body.
  static func body(_ texts: [UInt32: String]) -> [UInt8] {
    var table: [UInt8] = []
    var strings: [UInt8] = []
    for (identifier, text) in texts.sorted(by: { $0.key < $1.key }) {
      table.append(bigEndian: identifier)
      table.append(bigEndian: UInt64(strings.count))
      strings += text.utf8.filter { $0 != 0 } + [0]
    }
    var body: [UInt8] = []
    body.append(bigEndian: UInt32(clamping: texts.count))
    return body + table + strings
  }
}

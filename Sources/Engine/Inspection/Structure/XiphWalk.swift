import AudioBase

// The metadata blocks of FLAC (RFC 9639, 8) and the pages of Ogg (RFC 3533, 6).

extension StructureWalk {
  private static let blockNames = [
    "STREAMINFO", "PADDING", "APPLICATION", "SEEKTABLE", "VORBIS_COMMENT", "CUESHEET", "PICTURE",
  ]

  /// Walks through the blocks before FLAC's frames.
  mutating func walkFLAC(_ window: inout SourceWindow, from start: Int64) throws(ContainerError) {
    guard takesOneMore() else { return }
    found.append(ContainerTree.Part("fLaC", "mark", at: start, byteCount: 4))
    var place = start + 4
    var isLast = false
    while !isLast, takesOneMore() {
      let word = try window.bigEndian(4, at: place)
      isLast = word >> 31 != 0
      let type = Int(word >> 24 & 127)
      let name = type < Self.blockNames.count ? Self.blockNames[type] : "block \(type)"
      let byteCount = min(4 + Int64(word & 0xFF_FFFF), end - place)
      found.append(ContainerTree.Part(name, "", at: place, byteCount: byteCount))
      place += byteCount
    }
    if place < end, isEndKnown, takesOneMore() {
      found.append(ContainerTree.Part("frames", "sound", at: place, byteCount: end - place))
    }
  }

  /// One logical stream of a file of Ogg.
  private struct Stream {
    var part: ContainerTree.Part
    var pageCount = 0
    var packetCount = 0
    var codec = ""
  }

  /// Gathers the pages of Ogg by logical stream, and lists the first pages of each stream.
  mutating func walkOgg(_ window: inout SourceWindow, from start: Int64) throws(ContainerError) {
    var streams: [Stream] = []
    var numbers: [UInt64: Int] = [:]
    var place = start
    defer { found += streams.map(Self.part) }
    while place < end, try window.load(27, at: place).count == 27 {
      guard try text(&window, at: place, count: 4) == "OggS" else {
        throw ContainerError(.malformed, "a page of Ogg begins with OggS", at: place)
      }
      let serial = try littleEndian(&window, 4, at: place + 14)
      let segmentCount = Int(try window.bigEndian(1, at: place + 26))
      let lacing = Array(window.bytes[try window.load(27 + segmentCount, at: place)].dropFirst(27))
      let byteCount = Int64(27 + segmentCount) + lacing.reduce(0) { $0 + Int64($1) }
      let isFirst = try window.bigEndian(1, at: place + 5) & 2 != 0
      if numbers[serial] == nil || isFirst {
        guard takesOneMore() else { return }
        numbers[serial] = streams.count
        let name = "stream 0x" + String(serial, radix: 16)
        var stream = Stream(part: ContainerTree.Part(name, at: place, byteCount: 0))
        stream.codec = try codec(&window, at: place + 27 + Int64(segmentCount))
        streams.append(stream)
      }
      let index = numbers[serial] ?? 0
      streams[index].pageCount += 1
      streams[index].packetCount += lacing.count { $0 < 255 }
      streams[index].part.byteCount += min(byteCount, end - place)
      if streams[index].pageCount <= 16, takesOneMore() {
        let sequence = try littleEndian(&window, 4, at: place + 18)
        streams[index].part.parts.append(
          ContainerTree.Part("page \(sequence)", at: place, byteCount: min(byteCount, end - place)))
      }
      place += byteCount
    }
  }

  private static func part(_ stream: Stream) -> ContainerTree.Part {
    var part = stream.part
    part.meaning = "\(stream.codec), \(stream.pageCount) pages, \(stream.packetCount) packets"
    return part
  }

  private func codec(_ window: inout SourceWindow, at offset: Int64) throws(ContainerError) -> String {
    let head = try text(&window, at: offset, count: 8)
    let known = [("OpusHead", "Opus"), ("\u{1}vorbis", "Vorbis"), ("\u{7F}FLAC", "FLAC"), ("Speex", "Speex")]
    return known.first { head.hasPrefix($0.0) }?.1 ?? "unknown"
  }
}

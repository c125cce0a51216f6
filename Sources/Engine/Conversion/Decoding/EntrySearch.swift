package import AudioBase

extension ContainerReader {
  /// Returns the last packet up to this one at which a decoder can begin; the first packet if there is none.
  ///
  /// Each packet is read once, a stretch at a time, and the reader is left anywhere.
  package mutating func entry(
    upTo packet: Int64, ofTrack track: Int, where canBegin: (Span<UInt8>) -> Bool
  ) throws(ContainerError) -> Int64 {
    var end = packet + 1
    var batch = PacketBatch()
    while end > 0 {
      let start = max(0, end - 64)
      var (number, found) = (start, Int64?.none)
      try seek(toPacket: start, ofTrack: track)
      while number < end, try readPackets(ofTrack: track, into: &batch), batch.count > 0 {
        for index in 0..<batch.count where number < end {
          if batch.isEntry(index, where: canBegin) { found = number }
          number += 1
        }
      }
      if let found { return found }
      end = start
    }
    return 0
  }
}

extension PacketBatch {
  /// Returns true for a packet at which a decoder can begin.
  func isEntry(_ index: Int, where canBegin: (Span<UInt8>) -> Bool) -> Bool {
    let place = descriptions[index]
    return canBegin(bytes.span.extracting(place.startOffset..<(place.startOffset + place.byteCount)))
  }
}

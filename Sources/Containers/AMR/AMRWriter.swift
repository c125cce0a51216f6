import AudioBase
import SpeechFrames

/// Writes frames of AMR or AMR-WB one after the other, after the line that names the codec.
///
/// A packet may hold several frames, as in 3GPP files. A file whose writer was killed holds every packet that was
/// complete.
struct AMRWriter: ContainerWriter {
  private let sink: any ByteSink
  private let kind: AMRKind
  private var isFinished = false
  let dataOffset: Int64

  init(_ sink: any ByteSink, settings: WriterSettings, _ kind: AMRKind) throws(ContainerError) {
    guard settings.format.formatID == kind.formatID else {
      throw ContainerError(.unsupported, "this file type holds one codec of speech alone", at: 0, in: kind.fileType)
    }
    self.sink = sink
    self.kind = kind
    dataOffset = Int64(kind.magic.count)
    try sink.append(kind.magic.span)
  }

  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: kind.fileType)
    }
    // Packets of one size come without descriptions.
    if descriptions.isEmpty, !bytes.isEmpty {
      let all = PacketDescription(startOffset: 0, byteCount: bytes.count)
      try check(all, of: bytes)
      return try sink.append(bytes)
    }
    // All are checked before the first is written, so that a refused call leaves the file unchanged.
    for index in descriptions.indices { try check(descriptions[index], of: bytes) }
    for index in descriptions.indices {
      let place = descriptions[index]
      try sink.append(bytes.extracting(place.startOffset..<(place.startOffset + place.byteCount)))
    }
  }

  private func check(_ packet: PacketDescription, of bytes: Span<UInt8>) throws(ContainerError) {
    var place = packet.startOffset
    guard place >= 0, packet.byteCount > 0, place <= bytes.count, packet.byteCount <= bytes.count - place else {
      throw ContainerError(.malformed, "a packet holds whole frames", at: sink.byteCount, in: kind.fileType)
    }
    let end = place + packet.byteCount
    while place < end {
      guard let count = kind.frame.byteCount(first: bytes[place]), count <= end - place else {
        throw ContainerError(.malformed, "a packet holds whole frames", at: sink.byteCount, in: kind.fileType)
      }
      place += count
    }
  }

  mutating func finish() throws(ContainerError) { isFinished = true }
}

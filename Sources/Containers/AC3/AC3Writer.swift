import AC3Frames
import AudioBase

/// Writes packets of AC-3 or Enhanced AC-3 one after the other.
///
/// The packets begin with the header of a frame, and carry their own checks; nothing is added. A stream whose writer
/// was killed holds every packet that was complete.
struct AC3Writer: ContainerWriter {
  private let sink: any ByteSink
  private let formatID: FourCharacterCode
  private var isFinished = false
  let dataOffset: Int64 = 0

  init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    guard [.ac3, .enhancedAC3].contains(settings.format.formatID) else {
      throw ContainerError(.unsupported, "a plain stream of AC-3 holds nothing else", at: 0, in: "ac-3")
    }
    self.sink = sink
    formatID = settings.format.formatID
  }

  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: formatID)
    }
    // All are checked before the first is written, so that a refused call leaves the file unchanged.
    for index in descriptions.indices { _ = try packet(descriptions[index], of: bytes) }
    for index in descriptions.indices { try sink.append(try packet(descriptions[index], of: bytes)) }
  }

  @_lifetime(copy bytes)
  private func packet(_ place: PacketDescription, of bytes: Span<UInt8>) throws(ContainerError) -> Span<UInt8> {
    guard place.startOffset >= 0, place.byteCount >= 0, place.startOffset <= bytes.count,
      place.byteCount <= bytes.count - place.startOffset,
      let header = AC3FrameHeader(bytes, at: place.startOffset), header.byteCount <= place.byteCount
    else {
      throw ContainerError(.malformed, "a packet begins with a whole frame", at: sink.byteCount, in: formatID)
    }
    return bytes.extracting(place.startOffset..<(place.startOffset + place.byteCount))
  }

  mutating func finish() throws(ContainerError) { isFinished = true }
}

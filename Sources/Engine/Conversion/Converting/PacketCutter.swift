import AudioBase

// Holds throughout: descriptions of C are checked against their buffer before they come here.

/// Copies packets into a batch; formats with one frame per packet in runs that a decoder takes in one call.
struct PacketCutter: Sendable {
  /// The number of frames of a run.
  static let runLength = 4096
  /// The number of bytes of a frame in all buffers, if packets are frames; 0 for other formats.
  private let bytesPerFrame: Int
  /// The number of channels with their own buffers; 1 if they share one.
  private let planeCount: Int
  /// The number of bytes and frames of a packet if all are alike, otherwise 0.
  private let bytesPerPacket: Int
  private let framesPerPacket: Int

  init(_ format: StreamFormat, planeCount: Int) {
    self.planeCount = planeCount
    framesPerPacket = format.framesPerPacket
    bytesPerPacket = format.bytesPerPacket
    bytesPerFrame = format.framesPerPacket == 1 ? format.bytesPerPacket * planeCount : 0
  }

  /// Returns the number of whole packets in the bytes, where that does not need descriptions.
  func packetCount(_ byteCount: Int) -> Int? {
    let size = bytesPerFrame > 0 ? bytesPerFrame : bytesPerPacket
    return size > 0 ? byteCount / size : nil
  }

  func append(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>, to batch: inout PacketBatch) {
    if bytesPerFrame > 0 { return appendFrames(bytes, to: &batch) }
    let base = batch.bytes.count
    batch.bytes.append(copying: bytes)
    if descriptions.isEmpty, bytesPerPacket > 0 {
      for start in stride(from: 0, to: bytes.count - bytes.count % bytesPerPacket, by: bytesPerPacket) {
        batch.descriptions.append(
          PacketDescription(startOffset: base + start, byteCount: bytesPerPacket, frameCount: framesPerPacket))
      }
      return
    }
    for index in descriptions.indices {
      var place = descriptions[index]
      precondition(place.startOffset >= 0 && place.byteCount >= 0 && place.byteCount <= bytes.count - place.startOffset)
      place.startOffset += base
      batch.descriptions.append(place)
    }
  }

  private func appendFrames(_ bytes: Span<UInt8>, to batch: inout PacketBatch) {
    let frames = bytes.count / bytesPerFrame
    let size = bytesPerFrame / planeCount
    for first in stride(from: 0, to: frames, by: Self.runLength) {
      let count = min(Self.runLength, frames - first)
      let start = batch.bytes.count
      for plane in 0..<planeCount {
        let offset = (plane * frames + first) * size
        batch.bytes.append(copying: bytes.extracting(offset..<(offset + count * size)))
      }
      batch.descriptions.append(
        PacketDescription(startOffset: start, byteCount: count * bytesPerFrame, frameCount: count))
    }
  }
}

extension StreamFormat {
  /// True if packets are single frames of one size, so that any run of bytes is a number of packets: linear PCM, G.711.
  package var packetsAreFrames: Bool { framesPerPacket == 1 && bytesPerPacket > 0 }
}

package import AudioBase

extension EncodedFormat {
  /// Returns the packet table of a stream that `frameCount` frames were encoded into.
  package func packetTable(frameCount: Int64) -> PacketTable {
    let size = Int64(max(1, stream.framesPerPacket))
    let used = Int64(primingFrames) + frameCount
    let least = Int64(leastRemainderFrames)
    let remainder = lastPacket == .short ? 0 : least + (size - (used + least) % size) % size
    return PacketTable(
      primingFrames: Int64(primingFrames), validFrames: frameCount, remainderFrames: remainder,
      timescale: stream.sampleRate)
  }
}

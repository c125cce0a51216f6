import AudioBase

/// Follows the granule positions of pages, to know where the recording begins and ends.
struct GranuleTally {
  /// The granule position at the start of the first packet, once a page has told.
  private(set) var first: Int64?
  /// The last granule position.
  private(set) var last: Int64?
  /// Frames of the packets on the last page that reach beyond its granule position.
  private(set) var remainder: Int64 = 0
  /// Packets so far.
  private(set) var packetCount: Int64 = 0
  /// Bytes of all packets so far.
  private(set) var byteCount: Int64 = 0
  /// The largest packet so far, in bytes.
  private(set) var maximumByteCount = 0
  private var framesOfPage: Int64 = 0

  /// Takes in the next packet.
  mutating func take(_ packet: OggPacketScanner.Packet, frameCount: Int) {
    packetCount += 1
    byteCount += Int64(packet.byteCount)
    maximumByteCount = max(maximumByteCount, packet.byteCount)
    framesOfPage += Int64(frameCount)
    guard let granule = packet.granule else { return }
    if let last {
      remainder = max(0, last + framesOfPage - granule)
    } else {
      // A first page that is the last may end early, RFC 7845, 4.4; otherwise a recording may be cut out of another.
      first = packet.isOnLastPage ? 0 : max(0, granule - framesOfPage)
      remainder = packet.isOnLastPage ? max(0, framesOfPage - granule) : 0
    }
    last = granule
    framesOfPage = 0
  }
}

package import AudioBase

/// Some packets of one track in order, with their times and the frames to cut off after decoding. Reused from call to
/// call.
package struct PacketPortion: Sendable {
  /// The packets. An entry may represent a run of equal packets.
  ///
  /// The timings count in units of ``timescale`` on the time line that all tracks share.
  package internal(set) var packets = PacketBatch()
  /// The number of packets, including each packet in runs.
  package internal(set) var packetCount = 0
  /// The number of time units per second.
  package internal(set) var timescale: Int64 = 1
  /// The number of decoded frames before the presented part, in units of ``timescale``.
  package internal(set) var trimAtStart: Int64 = 0
  /// The number of decoded frames after the presented part, in units of ``timescale``.
  package internal(set) var trimAtEnd: Int64 = 0
  /// The number of the packets' stream; 0 for the stream that the track's description names.
  package internal(set) var streamNumber = 0

  /// Creates a portion of nothing.
  package init() {}

  mutating func removeAll(timescale: Int64) {
    packets.removeAll(nextPacket: 0)
    self = PacketPortion(packets, timescale)
  }

  private init(_ emptied: PacketBatch, _ timescale: Int64) {
    packets = emptied
    self.timescale = timescale
  }

  /// Adds a packet, or a run of them that are all alike.
  mutating func append(_ bytes: Span<UInt8>, frameCount: Int, _ timing: PacketTiming, packetCount count: Int) {
    packets.append(bytes, frameCount: frameCount)
    packets.timings.append(timing)
    packetCount += count
  }
}

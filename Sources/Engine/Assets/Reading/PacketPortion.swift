package import AudioBase

/// Some packets of one track in order, with their times and the frames that are to be left out of them once they are
/// decoded. Reused from call to call.
package struct PacketPortion: Sendable {
  /// The packets. Of formats whose packets are all alike one entry may stand for a run of them.
  ///
  /// The timings count in units of ``timescale`` on the time line that all tracks share.
  package internal(set) var packets = PacketBatch()
  /// The number of packets, those of runs counted one by one.
  package internal(set) var packetCount = 0
  /// The number of units of a second in which times are counted.
  package internal(set) var timescale: Int64 = 1
  /// The decoded frames before the part that is presented, in units of ``timescale``.
  package internal(set) var trimAtStart: Int64 = 0
  /// The decoded frames after the part that is presented, in units of ``timescale``.
  package internal(set) var trimAtEnd: Int64 = 0
  /// The number of the stream that the packets are of, 0 for the one that the track's description names.
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

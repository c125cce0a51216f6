package import AudioBase

/// Memory for linear PCM that a caller lends: one buffer, or one per channel.
package protocol LentBuffers {
  /// Lends the bytes of a buffer.
  func withBuffer(_ index: Int, _ body: (inout MutableSpan<UInt8>) -> Void)
}

extension PacketConverter {
  /// Lends memory for the linear PCM of the next `fill`, with room for the requested packets. The batch then stays
  /// empty, and ``packetCount`` is the number of packets.
  package func lend(_ buffers: any LentBuffers) { conversion.lend(buffers) }

  /// The number of packets that the last `fill` made.
  package var packetCount: Int { conversion.packetCount }
}

extension TrackConverter {
  /// Lends memory for the linear PCM of the next ``convertNext(into:packetCount:)``, as for a packet converter.
  package func lend(_ buffers: any LentBuffers) { conversion.lend(buffers) }

  /// The number of packets that the last ``convertNext(into:packetCount:)`` made.
  package var packetCount: Int { conversion.packetCount }
}

/// A block that lends its planes, for linear PCM of its sample type with separate channels.
package final class LentBlock<Sample: PlaneSample>: LentBuffers {
  /// The block; the writer of frames into the planes sets their number.
  package var block: SampleBlock<Sample>

  /// Creates a block of a number of channels and frames.
  package init(channelCount: Int, capacity: Int) {
    // Bound: who makes it has checked both.
    block = SampleBlock(channelCount: channelCount, capacity: capacity)
  }

  package func withBuffer(_ index: Int, _ body: (inout MutableSpan<UInt8>) -> Void) {
    block.lend(index, body)
  }
}

extension SampleBlock {
  fileprivate mutating func lend(_ channel: Int, _ body: (inout MutableSpan<UInt8>) -> Void) {
    var plane = plane(channel)
    plane.withBytes(body)
  }
}

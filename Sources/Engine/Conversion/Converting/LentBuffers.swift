package import AudioBase

/// Memory for linear PCM that a caller lends: one buffer, or one a channel.
package protocol LentBuffers {
  /// Lends the bytes of a buffer.
  func withBuffer(_ index: Int, _ body: (inout MutableSpan<UInt8>) -> Void)
}

extension PacketConverter {
  /// Lends memory to the linear PCM of the next `fill`, with room for the packets that it is asked for. The batch then
  /// stays empty, and ``packetCount`` says how many packets there are.
  package func lend(_ buffers: any LentBuffers) { conversion.lend(buffers) }

  /// Packets that the last `fill` has made.
  package var packetCount: Int { conversion.packetCount }
}

extension TrackConverter {
  /// Lends memory to the linear PCM of the next ``convertNext(into:packetCount:)``, as that of a converter does.
  package func lend(_ buffers: any LentBuffers) { conversion.lend(buffers) }

  /// Packets that the last ``convertNext(into:packetCount:)`` has made.
  package var packetCount: Int { conversion.packetCount }
}

/// A block that lends its planes, to linear PCM of its samples with channels apart.
package final class LentBlock<Sample: PlaneSample>: LentBuffers {
  /// The block; who has put frames into the planes says how many.
  package var block: SampleBlock<Sample>

  /// Creates a block of so many channels and frames.
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
